// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fits the layout of one tile to a tensor's shape: repeats it where the tensor is larger, lets
// places share elements where it is smaller, and deals the result out to the blocks of a cluster.
#ifndef FATHOM_CORE_LAYOUT_LAYOUTFIT_H
#define FATHOM_CORE_LAYOUT_LAYOUTFIT_H

#include "core/layout/LinearLayout.h"

namespace fathom {

// Encodings describe a tile: what the registers of all threads of one block hold before anything
// repeats. The order of a tile's out-dims is the order in which it repeats, the first dim first.
// Example: two registers and four lanes along a row, dim1 first:
//
//     the tile    register -> (0,1);               lane -> (0,2) (0,4)
//     on 2 x 16   register -> (0,1) (0,8) (1,0);   lane -> (0,2) (0,4)   repeated: dim1, then dim0
//     on 1 x 4    register -> (0,1);               lane -> (0,2) (0,0)   lanes 2, 3 copy 0, 1
//     on 1 x 16, dim1 split over two blocks: as on 1 x 8, and block -> (0,8)

/// The identity from `in` to axes of the given sizes, filled in `order`; out-dims come in `order`.
LinearLayout orderedIdentity(Dim in, llvm::ArrayRef<uint64_t> sizes,
                             llvm::ArrayRef<unsigned> order);

/// As orderedIdentity, but moving along `repeatedAxis` does not change the element.
LinearLayout orderedIdentityWithCopies(Dim in, llvm::ArrayRef<uint64_t> sizes,
                                       llvm::ArrayRef<unsigned> order, unsigned repeatedAxis);

/// Repeats the layout along each axis that is shorter than `shape` says, in the order of its
/// out-dims, with new bits of its first in-dim.
LinearLayout growTo(LinearLayout layout, llvm::ArrayRef<uint64_t> shape);

/// Cuts each axis that is longer than `shape` says: the bits that went past the end become zero.
LinearLayout shrinkTo(const LinearLayout &layout, llvm::ArrayRef<uint64_t> shape);

/// The part of a tensor of `shape` that one of `blocks` holds. `blocks` maps block to axes; empty()
/// is one block.
llvm::SmallVector<uint64_t, 4> shapePerBlock(const LinearLayout &blocks,
                                             llvm::ArrayRef<uint64_t> shape);

/// The layout of a tensor of `shape` whose parts, one a block, are covered by `tile`. Out-dims come
/// out as dim0, dim1, ..., and `block` is the last in-dim.
LinearLayout fitToShape(const LinearLayout &tile, const LinearLayout &blocks,
                        llvm::ArrayRef<uint64_t> shape);

/// rank-1, ..., 1, 0: the last axis fastest.
llvm::SmallVector<unsigned, 4> rowMajor(unsigned rank);
/// rank-2, rank-1, rank-3, ..., 0: matrices stored by columns, batches of them outside.
llvm::SmallVector<unsigned, 4> columnMajor(unsigned rank);

} // namespace fathom

#endif
