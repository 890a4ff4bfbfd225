// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the conversions of all encodings share: checked sizes, bases of attributes, and errors.
#ifndef FATHOM_CORE_LAYOUT_ENCODINGPARTS_H
#define FATHOM_CORE_LAYOUT_ENCODINGPARTS_H

#include "core/ir/TritonGPUEncodings.h"
#include "core/layout/LinearLayout.h"
#include "llvm/Support/FormatVariadic.h"

namespace fathom {

using Sizes = llvm::SmallVector<uint64_t, 4>;
using BasisList = llvm::ArrayRef<mlir::DenseI32ArrayAttr>;

template <typename... Args> llvm::Error unmappable(const char *format, Args &&...args) {
  return llvm::createStringError(llvm::formatv(format, std::forward<Args>(args)...).str());
}

/// The numbers as sizes; an error unless there are `rank` of them, all powers of two.
llvm::Expected<Sizes> sizesOf(llvm::StringRef name, llvm::ArrayRef<int32_t> numbers, size_t rank);
/// An error unless the numbers are a permutation of 0 to rank - 1.
llvm::Expected<llvm::SmallVector<unsigned, 4>> orderOf(llvm::ArrayRef<int32_t> numbers,
                                                       size_t rank);

/// log2 of the product; sizes are powers of two.
unsigned bitsOf(llvm::ArrayRef<uint64_t> sizes);
/// An error if a layout with that many bits could not be represented.
llvm::Error checkBits(unsigned bits);

/// The layout with these bases; each axis is as large as the bases need.
llvm::Expected<LinearLayout> layoutOfBases(llvm::ArrayRef<std::pair<Dim, BasisList>> ins,
                                           unsigned rank);
/// block -> axes. Along `sharedAxis` (the K of an operand) all blocks hold the same.
llvm::Expected<LinearLayout> blocksOf(BasisList bases, unsigned rank,
                                      std::optional<unsigned> sharedAxis = std::nullopt);

// One function for each family of encodings. `shape` has been checked; encodings have the shape's
// rank.
llvm::Expected<LinearLayout> layoutOf(ttg::BlockedEncodingAttr encoding,
                                      llvm::ArrayRef<uint64_t> shape);
llvm::Expected<LinearLayout> layoutOf(ttg::NvidiaMmaEncodingAttr encoding,
                                      llvm::ArrayRef<uint64_t> shape);
llvm::Expected<LinearLayout> layoutOf(ttg::AMDMfmaEncodingAttr encoding,
                                      llvm::ArrayRef<uint64_t> shape);
llvm::Expected<LinearLayout> layoutOf(ttg::AMDWmmaEncodingAttr encoding,
                                      llvm::ArrayRef<uint64_t> shape);
llvm::Expected<LinearLayout> layoutOf(ttg::DotOperandEncodingAttr encoding,
                                      llvm::ArrayRef<uint64_t> shape, unsigned elementBits);
llvm::Expected<LinearLayout> sharedLayoutOf(mlir::Attribute encoding,
                                            llvm::ArrayRef<uint64_t> shape, unsigned elementBits);

} // namespace fathom

#endif
