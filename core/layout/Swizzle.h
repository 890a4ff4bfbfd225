// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The best way to lay a tensor out in shared memory between two layouts in registers: the widest accesses, and then no bank conflicts.
#ifndef FATHOM_CORE_LAYOUT_SWIZZLE_H
#define FATHOM_CORE_LAYOUT_SWIZZLE_H

#include "core/layout/LinearLayout.h"

namespace fathom {

// Shared memory has 32 banks of 4 bytes: one row of 128 bytes is served at a time, and lanes that want different rows of one bank wait for
// each other. Vectors of 8 (16) bytes are served by half (quarter) warps.
//
// Example. A 32 x 32 tensor of f32 is written by rows and read by columns, 32 lanes along the row and then along the column. In row-major
// order all lanes read one bank, 32 times too slow. With row bits r and column bits c, a place in shared memory is
//
//     bank    = c ^ r        what a row holds, and what a column holds, meets every bank once
//     row     = r
//
// that is, the bases of `row` are (1,1) (2,2) (4,4) ..: each is a sum of a lane's step before and a lane's step after, and so in neither.
//
// In general the bits of the element's number are a space over F2, and a place (vector, bank, row) is a choice of three subspaces V, B
// and S that together are all of it. Lanes that differ by x meet in a bank, in different rows, if x is in V + S and not in V. So V is taken
// from what both sides hold in registers (nothing of more than 16 bytes), and S such that it meets neither side's lanes: a complement
// that is common to both, which two spaces of one dimension always have. What else both sides hold in registers is done one part after
// the other, in the same memory.

/// What shared memory does in one step: 32 banks of 4 bytes.
inline constexpr unsigned bankRowBits = 1024;
inline constexpr unsigned bankBits = 32;
/// The widest access of a thread.
inline constexpr unsigned maxVectorBits = 128;

struct SharedSwizzle {
  /// (offset, in elements; block) -> the number of the element in one of the parts (bits in the order of the layouts' out-dims, first
  /// lowest). Surjective together with `parts` alone.
  LinearLayout layout;
  /// For each bit of the part's number, what it adds to the number of the element.
  llvm::SmallVector<uint64_t, 4> parts;
  /// log2 of the elements that a thread accesses at once.
  unsigned vectorLog = 0;

  uint64_t elementsInMemory() const { return layout.inSize(Dim::offset()); }
  uint64_t numParts() const { return uint64_t(1) << parts.size(); }
};

/// Both layouts are (register, lane, warp, block) -> the same axes, and surjective. None if an element is needed in another block than the
/// one that has it. `elementBits` is what an element takes in memory, a power of two from 8 to 128.
std::optional<SharedSwizzle> optimalSwizzle(const LinearLayout &from, const LinearLayout &to,
                                            unsigned elementBits);

/// How many times as long as without conflicts an access takes: by threads that hold `registers` (as above), to elements that lie as
/// `shared` says ((offset, ..) -> the number of the element), 2^vectorLog elements at a time. 1: no conflict. Both map to one out-dim, or to the
/// same; `shared` is surjective, or lacks what threads hold in registers alone.
unsigned bankConflicts(const LinearLayout &registers, const SharedSwizzle &shared,
                       unsigned elementBits);

} // namespace fathom

#endif
