// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How much shared memory an op needs for itself while it is done, and how much a buffer takes.
//
// What an op does with its scratch memory is the same for all: threads write it, wait for each other, and read it.
//
//   convert_layout    elements that go to another warp, one part after the other (core/layout/Swizzle.h)
//   reduce            a partial result for each result and each warp along the axis, if there are several
//   scan              the carry of each warp for each of its rows, if there are several warps along the axis; warps that hold copies write theirs, too
//   histogram         the counts
//   gather            the source, unless each warp has what it gathers from
//   atomics           what they found, for those that hold copies of the result; a scalar for all threads
//   tensormap_create  the descriptor
//   warp_specialize   what it captures; its function: a byte for each warp of partitions, its state
#ifndef FATHOM_CORE_ANALYSIS_SCRATCH_H
#define FATHOM_CORE_ANALYSIS_SCRATCH_H

#include "core/ir/TritonGPU.h"

namespace fathom {

struct ScratchNeed {
  uint64_t elements = 0, bytes = 0;
  uint64_t alignment = 128;
};

/// Remembers what conversions between two types need: a program has many alike.
class ScratchNeeds {
public:
  /// Nothing (0 bytes) for ops without scratch. tt.call is not one of them: what it needs is its callee's.
  ScratchNeed of(mlir::Operation *op);

private:
  llvm::DenseMap<std::pair<mlir::Type, mlir::Type>, ScratchNeed> conversions;
};

/// The bytes of an element in shared memory: sub-byte ones take a whole byte, pointers 8.
unsigned bytesInShared(mlir::Type element);

/// The bytes that one block's part of a buffer takes, paddings included.
uint64_t bytesOfBuffer(ttg::MemDescType type);
/// What its encoding demands, and its `alignment`.
uint64_t alignmentOfBuffer(ttg::LocalAllocOp alloc);

} // namespace fathom

#endif
