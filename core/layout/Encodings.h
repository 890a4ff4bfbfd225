// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns an encoding attribute of ttg, on a tensor of a given shape, into a linear layout.
//
//   #b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8],
//                      warpsPerCTA = [2, 1], order = [1, 0]}>
//   toLinearLayout({8, 32}, #b):
//     register: (0,1) (0,2); lane: (0,4) (0,8) (0,16) (1,0) (2,0); warp: (4,0); block:
//         -> dim0 8, dim1 32
//
// Tensors in registers come out as (register, lane, warp, block) -> (dim0, dim1, ...), buffers in
// shared memory as (offset, block) -> (dim0, dim1, ...), offset in elements. The layout is
// surjective and has the shape's sizes.
//
// The maps are those of Triton 3.6.0, register order included. 3.9.0 differs in one thing: where a
// blocked tile is larger than the tensor it drops the registers that hold copies, which here (and
// up to 3.8) are kept as zero bases.
//
// What cannot be mapped is an error that says why, never an abort, whatever the attribute and the
// shape are: sizes that are no powers of two, a rank that does not fit, a matrix instruction that
// does not exist, elements that no place holds.
#ifndef FATHOM_CORE_LAYOUT_ENCODINGS_H
#define FATHOM_CORE_LAYOUT_ENCODINGS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "core/ir/TritonGPUEncodings.h"
#include "core/layout/LinearLayout.h"

namespace fathom {

/// `elementBits` is needed where the encoding leaves something to the element type (a dot_op
/// without kWidth, and the swizzled_shared of 2024 with hasLeadingOffset); 0: not known.
llvm::Expected<LinearLayout> toLinearLayout(llvm::ArrayRef<int64_t> shape, mlir::Attribute encoding,
                                            unsigned elementBits = 0);

/// The tensor must have an encoding.
llvm::Expected<LinearLayout> toLinearLayout(mlir::RankedTensorType type);

/// Where a padded_shared buffer keeps the element whose unpadded offset is `offset`: paddings[i]
/// elements are left free after each intervals[i]. Not linear, and so no part of the layout.
///   [32:+4]: offset 31 -> 31, 32 -> 36, 64 -> 72.
uint64_t paddedOffset(ttg::PaddedSharedEncodingAttr encoding, uint64_t offset);

/// The bases as bases of a linear encoding, in-dims register, lane, warp and block (absent ones are
/// size 1).
ttg::LinearEncodingAttr toLinearEncoding(mlir::MLIRContext *context, const LinearLayout &layout);

} // namespace fathom

#endif
