// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How tensors are put into buffers in shared memory, by which units read them.
//
// A row of a 64 x 64 tensor of f16 is 128 bytes, all 32 banks: a fragment of 8 rows and 16 bytes, read at once, would meet in 4 banks. The
// swizzle (vec, perPhase, maxPhase) = (8, 1, 8) moves the 8 elements of a fragment's row by the number of the row, over all banks.
#ifndef FATHOM_CORE_PASSES_SHAREDBUFFERS_H
#define FATHOM_CORE_PASSES_SHAREDBUFFERS_H

#include "core/ir/TritonGPU.h"

#include <optional>

namespace fathom {

/// A buffer filled in the tensor's order, with a swizzle by groups of `vec` elements.
ttg::SwizzledSharedEncodingAttr swizzledBuffer(mlir::RankedTensorType tensor,
                                               llvm::ArrayRef<int32_t> order, unsigned vec = 1,
                                               unsigned perPhase = 1, unsigned maxPhase = 1);

/// A buffer from which a matrix unit reads fragments of an operand without conflicts of banks, if there is a swizzle for that.
///
/// `order`: the dims of the tensor, the fastest first, as the buffer has them. `kDim`: which of them is the product's K. For mma.sync a
/// fragment is 8 rows of 4 * kWidth elements along K; for AMD's units 16 lanes read kWidth elements each. A kWidth of 0 is what fills 32 bits.
ttg::SwizzledSharedEncodingAttr bufferForOperand(mlir::RankedTensorType tensor,
                                                 llvm::ArrayRef<int32_t> order, unsigned kDim,
                                                 ttg::DotOperandEncodingAttr operand);

/// Of a buffer that wgmma reads: how many bytes of a row its swizzle goes over, of a tensor with rows of `length` elements. 0: none.
unsigned swizzledBytes(int64_t length, int64_t rows, unsigned bitsOfElement);

/// How many elements that a thread holds in its first registers lie one after the other in a buffer of the tensor's shape, from a multiple of
/// that number on. Nothing where a layout is not known.
///
///   #blocked<{sizePerThread = [1, 8], ..}> in #swizzled_shared<{vec = 4, ..}>: 4
std::optional<unsigned> contiguousInBuffer(mlir::RankedTensorType tensor, mlir::Attribute shared,
                                           unsigned bitsOfElement);

/// The buffer that the value is put into, if that is all that is done with it, and if the buffer and its views are only read. Null otherwise.
ttg::LocalAllocOp onlyBufferOf(mlir::Value value);

/// Has what reads the buffer read the other one, which is mutable and of the same layout, and erases it.
void replaceBuffer(ttg::LocalAllocOp buffer, mlir::Value other);

} // namespace fathom

#endif
