// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ttng: what NVIDIA's GPUs add, a file for each idea; and what of nvvm is in TTGIR and does nothing that can be seen.
#include "oracles/interp/SharedMemory.h"

#include "core/ir/TritonNvidiaGPU.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace fathom::interp {

static void runNothing(Frame &, const Instr &) {}

static void runThreadId(Frame &f, const Instr &i) { f.result(i) = differsByThread(); }

/// Work of a cluster that has not started: with one program after the other there is none, so the answer is no.
static const void *prepareLaunchControl(mlir::Operation *, Preparer &p) {
  p.unsupported("takes the work of another program, which this one cannot see");
  return nullptr;
}

void addNvidiaOps(Registry &registry) {
  addBarriers(registry);
  addTma(registry);
  addWarpGroupDot(registry);
  addTensorMemory(registry);
  registry.add<ttng::CLCTryCancelOp>(runNothing, prepareLaunchControl);
  registry.add<ttng::CLCLoadResultOp>(runNothing, prepareLaunchControl);
  registry.add<ttng::CLCIsCanceledOp>(runNothing, prepareLaunchControl);
  registry.add<ttng::CLCGetProgramIdOp>(runNothing, prepareLaunchControl);
  registry.add<mlir::NVVM::ThreadIdXOp>(runThreadId);
  registry.add<mlir::NVVM::SetMaxRegisterOp>(runNothing);
  registry.add<mlir::NVVM::SyncWarpOp>(runNothing);
}

} // namespace fathom::interp
