// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// allocate-shared-memory: gives buffers, scratch memory and the frames of calls their places in shared memory.
//
//   %m = ttg.local_alloc %x                 {allocation.offset = 0 : i32}
//   %z = ttg.convert_layout %y              {allocation.offset = 512 : i32, allocation.size = 1024 : i32}
//   module                                  {ttg.shared = 1536 : i32}
//
// core/analysis/Allocation.h has the algorithm: what is live where something begins is in conflict with it, and each takes the lowest place that
// is free of its conflicts. Places are written down even where there are some already. The size is written beside scratch memory only: that of a buffer is in its type.
//
// Requires: layouts of all tensors; calls that do not go round in a circle (an error).
// Promises: each ttg.local_alloc, each op that needs scratch memory, each call of a function that takes shared memory has allocation.offset.
// Promises: two buffers that are both in use at some time do not overlap; copies and products that are under way are uses of theirs.
// Promises: offsets are multiples of what the encoding or the attribute `alignment` asks for, 128 for scratch memory.
// Promises: nothing that a kernel uses lies at or beyond ttg.shared. Nothing but these attributes is changed.
//
// Bugs of this kind of pass: a view that is no alias of its buffer (M33), a loop's back edge left out of liveness (M35), scratch memory taken to be
// smaller than it is (M37), partitions that share scratch memory.
#include "core/analysis/Allocation.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_ALLOCATESHAREDMEMORY
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

struct AllocateSharedMemory : fathom::impl::AllocateSharedMemoryBase<AllocateSharedMemory> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<ModuleAllocation> allocation = ModuleAllocation::of(module);
    if (failed(allocation))
      return signalPassFailure();
    Builder builder(&getContext());
    for (const auto &[function, places] : allocation->functions())
      for (const Allocation::Buffer &buffer : places->buffers()) {
        buffer.op->setAttr(offsetAttribute, builder.getI32IntegerAttr(buffer.offset));
        if (buffer.kind == Allocation::Buffer::Kind::Scratch)
          buffer.op->setAttr(sizeAttribute, builder.getI32IntegerAttr(buffer.bytes));
      }
    module->setAttr(sharedAttribute, builder.getI32IntegerAttr(allocation->bytes()));
  }
};

} // namespace
