// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects what a loop writes, and looks at effects one by one.
#include "core/passes/pipeline/LoopEffects.h"

#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"

using namespace mlir;
using namespace fathom;

/// An atomic whose answer nobody looks at: it writes, and nothing can be concluded from it.
static bool onlyWrites(Operation *op) { return isa<tt::AtomicRMWOp>(op) && op->use_empty(); }

/// Whether the op writes shared or tensor memory, or waits for something there.
static bool workOnChip(Operation *op) {
  if (isa<ttg::AsyncCopyGlobalToLocalOp, ttg::AsyncCommitGroupOp, ttg::AsyncWaitOp, ttg::BarrierOp,
          ttg::MaskOp, ttg::WarpSpecializeOp>(op))
    return true;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return false;
  SmallVector<MemoryEffects::EffectInstance, 4> effects;
  interface.getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return effect.getResource() != tt::GlobalMemory::get() &&
           effect.getResource() != SideEffects::DefaultResource::get() &&
           !isa<MemoryEffects::Read>(effect.getEffect());
  });
}

bool fathom::isLoad(Operation *op) {
  return isa<tt::LoadOp, tt::DescriptorLoadOp, tt::DescriptorGatherOp>(op);
}

LoopEffects::LoopEffects(scf::ForOp loop, const ReadOnlyPointers &pointers) : pointers(pointers) {
  loop.getBody()->walk([&](Operation *op) {
    if (onlyWrites(op)) {
      written.push_back(cast<tt::AtomicRMWOp>(op).getPtr());
      return;
    }
    GlobalWrites writes = globalWritesOf(op);
    written.append(writes.through.begin(), writes.through.end());
    // M21: a loop with an op that has no mask is not refused.
    if (isa<tt::AssertOp, tt::AtomicCASOp>(op) && isMutant(Mutant::M21))
      return;
    if (writes.anywhere || writes.mayStop || workOnChip(op) || isa<LoopLikeOpInterface>(op))
      open = false;
  });
}

bool LoopEffects::mayChange(Value read) const {
  return llvm::any_of(written, [&](Value through) { return pointers.mayChange(read, through); });
}

bool LoopEffects::isPinned(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        if (auto load = dyn_cast<tt::LoadOp>(inner))
          return load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv ||
                         mayChange(load.getPtr())
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        if (isLoad(inner))
          return mayChange(inner->getOperand(0)) ? WalkResult::interrupt() : WalkResult::advance();
        if (inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
          return WalkResult::advance();
        // Buffers of an open loop are filled once and only read.
        auto interface = dyn_cast<MemoryEffectOpInterface>(inner);
        if (!interface)
          return inner->hasTrait<OpTrait::IsTerminator>() ? WalkResult::advance()
                                                          : WalkResult::interrupt();
        SmallVector<MemoryEffects::EffectInstance, 4> effects;
        interface.getEffects(effects);
        bool isFree = llvm::all_of(effects, [](const MemoryEffects::EffectInstance &effect) {
          return isa<MemoryEffects::Read>(effect.getEffect()) &&
                 effect.getResource() == ttg::SharedMemory::get();
        });
        return isFree ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}
