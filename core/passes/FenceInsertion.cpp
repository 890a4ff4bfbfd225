// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-nvidia-gpu-fence-insertion: lets the matrix units and TMA see what threads wrote to shared memory.
//
//   %a = ttg.local_alloc %x                     %a = ttg.local_alloc %x
//   %b = ttg.local_alloc %y             ->      %b = ttg.local_alloc %y
//   ttng.warp_group_dot %a, %b                  ttng.fence_async_shared
//                                               ttng.warp_group_dot %a, %b
//
// Threads write by one proxy, wgmma and TMA read by another (PTX ISA, "Proxies"): without a fence they may read what was there before. Each thread that wrote must
// pass the fence before the barrier after which the others read. So it stands after the writes, as soon as something else is done than to write more.
//
// Requires: nothing.
// Promises: between a thread's write to a buffer that wgmma or TMA may read, and the next op that is no such write and has an effect, stands a fence.
//
// Bugs live here: writes through views and through what loops carry; a fence that is left out where the write is outside of the loop that reads.
#include "core/analysis/Alias.h"
#include "core/passes/Passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONNVIDIAGPUFENCEINSERTION
#include "core/passes/Passes.h.inc"
} // namespace fathom

/// The buffers that the op reads by the other proxy.
static SmallVector<Value, 2> readByUnits(Operation *op) {
  return llvm::TypeSwitch<Operation *, SmallVector<Value, 2>>(op)
      .Case([](ttng::WarpGroupDotOp dot) { return SmallVector<Value, 2>{dot.getA(), dot.getB()}; })
      .Case<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(
          [](auto copy) { return SmallVector<Value, 2>{copy.getSrc()}; })
      .Case<ttng::TCGen5MMAOp, ttng::TCGen5MMAScaledOp>(
          [](auto product) { return SmallVector<Value, 2>{product.getA(), product.getB()}; })
      .Default([](Operation *) { return SmallVector<Value, 2>(); });
}

/// The buffer that threads write by the op, or null.
static Value writtenByThreads(Operation *op) {
  if (auto alloc = dyn_cast<ttg::LocalAllocOp>(op))
    return alloc.getSrc() ? alloc.getResult() : Value();
  auto store = dyn_cast<ttg::LocalStoreOp>(op);
  return store ? store.getDst() : Value();
}

namespace {

struct FenceInsertion : fathom::impl::TritonNvidiaGPUFenceInsertionBase<FenceInsertion> {
  using TritonNvidiaGPUFenceInsertionBase::TritonNvidiaGPUFenceInsertionBase;

  void runOnOperation() override {
    if (computeCapability < 90)
      return markAllAnalysesPreserved();
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>())
      runOn(func);
  }

  static void runOn(tt::FuncOp func) {
    SmallVector<Operation *> writes;
    SmallVector<Value> read;
    func.walk([&](Operation *op) {
      if (writtenByThreads(op))
        writes.push_back(op);
      for (Value buffer : readByUnits(op))
        if (isSharedBuffer(buffer))
          read.push_back(buffer);
    });
    if (writes.empty() || read.empty())
      return;
    BufferAliases aliases(func.getBody());
    llvm::BitVector units(aliases.buffers().size());
    for (Value buffer : read)
      for (unsigned number : aliases.of(buffer))
        units.set(number);
    for (Operation *op : writes)
      if (llvm::any_of(aliases.of(writtenByThreads(op)),
                       [&](unsigned number) { return units[number]; }))
        fenceAfter(op);
  }

  static void fenceAfter(Operation *write) {
    Operation *next = write->getNextNode();
    while (!next->hasTrait<OpTrait::IsTerminator>() && next->getNumRegions() == 0 &&
           (isMemoryEffectFree(next) || writtenByThreads(next)))
      next = next->getNextNode();
    if (isa<ttng::FenceAsyncSharedOp>(next))
      return;
    OpBuilder b(next);
    ttng::FenceAsyncSharedOp::create(b, write->getLoc(), /*bCluster=*/false);
  }
};

} // namespace
