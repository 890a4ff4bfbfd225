// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises that something is not there any more.
#include "oracles/check/promises/Promises.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace llvm;

namespace fathom {

/// Whether a value that the op makes, or an argument of its blocks, has a type of that kind.
static bool makes(mlir::Operation *op, function_ref<bool(mlir::Type)> isOfKind) {
  auto any = [&](auto types) { return any_of(types, isOfKind); };
  if (any(op->getResultTypes()))
    return true;
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region)
      if (any(block.getArgumentTypes()))
        return true;
  return false;
}

std::string blockPointersAreGone(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    return isa<tt::MakeTensorPtrOp, tt::AdvanceOp>(op) || makes(op, tt::isBlockPointer);
  });
}

std::string descriptorsAreGone(const PassRun &run) {
  unsigned capability = 0;
  run.target.arch.getAsInteger(10, capability);
  if (run.target.vendor == Vendor::cuda && capability >= 90)
    return "";
  return findOp(run.after, [](mlir::Operation *op) {
    return makes(op, [](mlir::Type type) { return isa<tt::TensorDescType>(type); });
  });
}

std::string unrollFactorsAreGone(const PassRun &run) {
  return findOp(run.after,
                [](mlir::Operation *op) { return op->hasAttr("tt.loop_unroll_factor"); });
}

std::string splitPrecisionsAreGone(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto dot = dyn_cast<tt::DotOp>(op);
    return dot && mlir::getElementTypeOrSelf(dot.getA()).isF32() &&
           is_contained(
               {tt::InputPrecision::Tf32x3, tt::InputPrecision::Bf16x3, tt::InputPrecision::Bf16x6},
               dot.getInputPrecision());
  });
}

std::string latenciesAreGone(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) { return op->hasAttr("tt.latency"); });
}

std::string stagesAreInRange(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto stage = op->getAttrOfType<mlir::IntegerAttr>("loop.stage");
    if (!stage)
      return false;
    auto most = op->getParentOp()->getAttrOfType<mlir::IntegerAttr>("tt.scheduled_max_stage");
    return !most || stage.getInt() < 0 || stage.getInt() > most.getInt();
  });
}

std::string schedulesAreGone(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    return any_of(ArrayRef<StringRef>{"loop.stage", "loop.cluster", "tt.scheduled_max_stage"},
                  [&](StringRef name) { return op->hasAttr(name); });
  });
}

} // namespace fathom
