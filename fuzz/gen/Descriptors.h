// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor descriptors that a kernel makes, and blocks that are read and written through them.
//
//   describe(block 16x32, tiles 2x4)   a tensor of about 32x128 elements, row-major, rows 16 bytes
//                                      apart from a multiple of it
//   load at coordinates (16, 32)       the tile in row 1, column 1; outside of the tensor, padding
//
// No coordinates are out of bounds: reading outside gives the padding, writing there does nothing. What the hardware asks for holds: the first
// element of the tensor and every row lie at multiples of 16 bytes, a block has 16 bytes or more along its last dimension.
#ifndef FATHOM_FUZZ_GEN_DESCRIPTORS_H
#define FATHOM_FUZZ_GEN_DESCRIPTORS_H

#include "fuzz/gen/Writer.h"

namespace fathom::gen {

struct Described {
  Value descriptor;
  Shape block;
  Shape tiles;      ///< About how many blocks the tensor has along each dimension.
  int64_t unit = 1; ///< Elements in 16 bytes.
};

/// The shape, its last dimension made longer where it has less than 16 bytes.
Shape describable(ArrayRef<int64_t> shape, Type element);
/// Describes a tensor in the buffer, which is made big enough.
Described describe(Writer &w, unsigned buffer, ArrayRef<int64_t> block, ArrayRef<int64_t> tiles,
                   tt::PaddingOption padding = tt::PaddingOption::Zero);
/// Of a tensor that is only read: described in the kernel, or by its caller.
Described describeInput(Writer &w, Type element, ArrayRef<int64_t> block, ArrayRef<int64_t> tiles,
                        tt::PaddingOption padding = tt::PaddingOption::Zero);
/// An i32 for each dimension: of a tile of the tensor, or near it.
SmallVector<Value, 5> coordinates(Writer &w, const Described &tensor);
/// The block there; its dimensions of size 1 in front are dropped down to `rank`.
Value loadBlock(Writer &w, Value descriptor, ValueRange coordinates, unsigned rank);
/// Stores the tile through a descriptor, at a place of its own; through pointers where there is none to be had.
void storeDescribed(Writer &w, Value tile);

} // namespace fathom::gen

#endif
