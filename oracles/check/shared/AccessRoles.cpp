// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Roles by op.
#include "oracles/check/shared/AccessRoles.h"

#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;

namespace fathom {
using Who = AccessRole::Who;
using Engine = AccessRole::Engine;

static bool isShared(mlir::Value value) {
  auto type = dyn_cast<ttg::MemDescType>(value.getType());
  return type && type.isInSharedMemory();
}

static int numberOf(mlir::Operation *op, mlir::Value operand) {
  for (mlir::OpOperand &use : op->getOpOperands())
    if (use.get() == operand)
      return use.getOperandNumber();
  return -1;
}

/// Each buffer among the operands that the op says it reads or writes, by threads that nobody knows.
static SmallVector<AccessRole, 2> rolesByEffects(mlir::Operation *op, Engine engine) {
  SmallVector<AccessRole, 2> roles;
  auto interface = dyn_cast<mlir::MemoryEffectOpInterface>(op);
  if (!interface)
    return roles;
  SmallVector<mlir::MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const mlir::MemoryEffects::EffectInstance &effect : effects) {
    bool writes = isa<mlir::MemoryEffects::Write>(effect.getEffect());
    if (!effect.getValue() || !isShared(effect.getValue()) ||
        !(writes || isa<mlir::MemoryEffects::Read>(effect.getEffect())))
      continue;
    int operand = numberOf(op, effect.getValue());
    if (operand >= 0)
      roles.push_back({operand, writes, Who::Many, {}, engine});
  }
  return roles;
}

SmallVector<AccessRole, 2> accessRoles(mlir::Operation *op) {
  using Roles = SmallVector<AccessRole, 2>;
  auto byThreads = [](int operand, bool writes, mlir::Value tensor,
                      Engine engine = Engine::Thread) -> AccessRole {
    return {operand, writes, Who::Threads, cast<mlir::RankedTensorType>(tensor.getType()), engine};
  };
  return TypeSwitch<mlir::Operation *, Roles>(op)
      .Case([&](ttg::LocalAllocOp alloc) {
        return alloc.getSrc() ? Roles{byThreads(-1, true, alloc.getSrc())} : Roles{};
      })
      .Case([&](ttg::LocalLoadOp load) { return Roles{byThreads(0, false, load.getResult())}; })
      .Case([&](ttg::LocalStoreOp store) { return Roles{byThreads(1, true, store.getSrc())}; })
      .Case([&](ttg::AsyncCopyGlobalToLocalOp copy) {
        return Roles{byThreads(1, true, copy.getSrc(), Engine::Copy)};
      })
      .Case([&](amdg::BufferLoadToLocalOp copy) {
        return Roles{
            byThreads(numberOf(copy, copy.getDest()), true, copy.getOffsets(), Engine::Copy)};
      })
      .Case<ttng::AsyncTMACopyGlobalToLocalOp, ttng::AsyncTMAGatherOp>([&](auto copy) {
        return Roles{{numberOf(copy, copy.getResult()), true, Who::Elected, {}, Engine::Tma}};
      })
      .Case<ttng::AsyncTMACopyLocalToGlobalOp, ttng::AsyncTMAReduceOp, ttng::AsyncTMAScatterOp>(
          [&](auto copy) {
            return Roles{{numberOf(copy, copy.getSrc()), false, Who::Elected, {}, Engine::Tma}};
          })
      .Case([&](ttng::WarpGroupDotOp dot) {
        Roles roles;
        for (mlir::Value operand : {mlir::Value(dot.getA()), mlir::Value(dot.getB())})
          if (isShared(operand))
            roles.push_back({numberOf(dot, operand), false, Who::Many, {}, Engine::TensorCore});
        return roles;
      })
      .Case<ttng::TCGen5MMAOp, ttng::TCGen5MMAScaledOp, ttng::TMEMCopyOp>(
          [](mlir::Operation *op) { return rolesByEffects(op, Engine::Gen5); })
      // Barriers in memory: whoever uses one does so by operations that are atomic among each other.
      .Case<ttng::InitBarrierOp, ttng::InvalBarrierOp>(
          [](mlir::Operation *) { return Roles{{0, true, Who::Elected}}; })
      .Case([](ttng::WaitBarrierOp) { return Roles{{0, false, Who::Many}}; })
      .Case<ttng::BarrierExpectOp, ttng::ArriveBarrierOp, ttng::AsyncCopyMbarrierArriveOp,
            ttng::TCGen5CommitOp>([](mlir::Operation *) { return Roles{}; })
      .Default([](mlir::Operation *op) { return rolesByEffects(op, Engine::Thread); });
}

bool isBlockBarrier(mlir::Operation *op) {
  if (auto barrier = dyn_cast<ttg::BarrierOp>(op))
    return bitEnumContainsAny(barrier.getAddrSpace(), ttg::AddrSpace::Local);
  // One warp fetches the descriptor that was written anew; the others wait for it at a barrier.
  return isa<ttng::TensormapFenceproxyAcquireOp, mlir::gpu::BarrierOp, mlir::NVVM::Barrier0Op,
             mlir::NVVM::BarrierOp, mlir::ROCDL::BarrierOp, mlir::ROCDL::SBarrierOp,
             ttng::ClusterBarrierOp, ttng::ClusterWaitOp, amdg::CondBarrierOp>(op);
}

bool mayHoldBarrier(mlir::Operation *op) {
  auto orders = [](auto atomic) { return atomic.getSem() != tt::MemSemantic::Relaxed; };
  return TypeSwitch<mlir::Operation *, bool>(op)
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp, tt::AtomicLoadOp, tt::AtomicStoreOp>(orders)
      .Case([](tt::AtomicPollOp) { return true; })
      .Default(false);
}

bool beginsWithBarrier(mlir::Operation *op) {
  return isa<ttng::TCGen5MMAOp, ttng::TCGen5MMAScaledOp>(op);
}

} // namespace fathom
