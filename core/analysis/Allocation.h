// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives each buffer, each op's scratch memory and each call's frame a place in shared memory: two that are in use at one time do not overlap.
//
//   %a = local_alloc %x              a ------+
//   %y = local_load %a                       |
//   %r = convert_layout %y           c -     +        a and c are never in use together, so both may be at offset 0; b and c are, as the
//   %b = local_alloc %r              b ------+        conversion is done while %b, which comes round the loop, is still to be read
//
// A buffer is in use from its allocation to the last op on any way from there that uses a value which may be the buffer: a view, a loop's
// argument, a result of a select, the token of a copy into it (core/analysis/Alias.h). Scratch memory is in use while its op is done, a
// frame while its call is. Partitions of a warp_specialize run at once: what different ones use never shares a place.
//
// How: live buffers flow backward over the FlowGraph, until nothing changes; what is live where another one begins, or where an op has scratch,
// is in conflict with it. Then each takes the lowest place that is free of its conflicts, the largest first.
#ifndef FATHOM_CORE_ANALYSIS_ALLOCATION_H
#define FATHOM_CORE_ANALYSIS_ALLOCATION_H

#include "core/analysis/Alias.h"
#include "core/analysis/FlowGraph.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace fathom {

/// The attributes by which places are written down.
inline constexpr llvm::StringLiteral offsetAttribute = "allocation.offset";
inline constexpr llvm::StringLiteral sizeAttribute = "allocation.size";
inline constexpr llvm::StringLiteral sharedAttribute = "ttg.shared";

/// Of one function. Offsets count from the beginning of its frame, in bytes.
class Allocation {
public:
  struct Buffer {
    enum class Kind { Explicit, Scratch, Frame } kind;
    /// ttg.local_alloc; the op whose scratch it is, the function itself included; tt.call.
    mlir::Operation *op;
    uint64_t bytes, alignment, offset = 0;
    /// What it may not overlap: numbers of buffers.
    llvm::SmallVector<unsigned, 4> conflicts = {};
    /// What the place was looked for with: `bytes`, unless a mutant is injected.
    uint64_t placedBytes = 0;
  };

  /// `callees` says how a function that is called has been allocated; null: it takes nothing.
  using Callees = llvm::function_ref<const Allocation *(mlir::Operation *call)>;
  Allocation(mlir::FunctionOpInterface function, Callees callees);

  /// In the order of the text; the explicit ones first, as many as aliases().buffers() has allocations.
  llvm::ArrayRef<Buffer> buffers() const { return all; }
  /// What the function takes, and where a frame of it may begin.
  uint64_t bytes() const { return total; }
  uint64_t alignment() const;
  const BufferAliases &aliases() const { return values; }
  const FlowGraph &graph() const { return flow; }

  /// The buffer with this number among aliases().buffers(); null for an argument.
  const Buffer *buffer(unsigned alias) const {
    return byAlias[alias] < 0 ? nullptr : &all[byAlias[alias]];
  }
  /// The scratch memory or the frame of an op; null if it has none.
  const Buffer *scratchOf(mlir::Operation *op) const {
    auto entry = scratches.find(op);
    return entry == scratches.end() ? nullptr : &all[entry->second];
  }

  /// Takes the places from the attributes, if each buffer has one.
  void takePlacesFromAttributes();

private:
  void collect(Callees callees);
  void findConflicts();
  void findConflictsOfPartitions(mlir::Operation *specialize);
  void findConflictsOfAllPartitions();
  void addConflict(unsigned a, unsigned b);
  void place();
  uint64_t placeInOrder(llvm::ArrayRef<unsigned> order, llvm::MutableArrayRef<uint64_t> offsets);

  mlir::FunctionOpInterface function;
  BufferAliases values;
  FlowGraph flow;
  std::vector<Buffer> all;
  llvm::SmallVector<int> byAlias;
  llvm::DenseMap<mlir::Operation *, unsigned> scratches;
  uint64_t total = 0;
};

/// Of all functions of a module, callees before their callers.
class ModuleAllocation {
public:
  /// Fails, with a diagnostic, where functions call each other in a circle.
  static mlir::FailureOr<ModuleAllocation> of(mlir::ModuleOp module);

  const llvm::MapVector<mlir::Operation *, std::unique_ptr<Allocation>> &functions() const {
    return all;
  }
  const Allocation &operator[](mlir::Operation *function) const {
    return *all.find(function)->second;
  }
  /// What a kernel needs: the most that a function takes that nobody calls.
  uint64_t bytes() const { return total; }

  /// As Allocation's, for all of them.
  void takePlacesFromAttributes();

private:
  llvm::MapVector<mlir::Operation *, std::unique_ptr<Allocation>> all;
  uint64_t total = 0;
};

/// The function that a tt.call of the module calls; null for one without a body.
mlir::FunctionOpInterface calleeOf(mlir::Operation *call);

} // namespace fathom

#endif
