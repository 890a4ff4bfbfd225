// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows values of a loop's body through what the loop carries.
#include "core/passes/pipeline/LoopBody.h"

using namespace mlir;
using namespace fathom;

std::optional<unsigned> fathom::carriedNumber(scf::ForOp loop, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != loop.getBody() || argument.getArgNumber() == 0)
    return {};
  return argument.getArgNumber() - 1;
}

LoopSource fathom::sourceOf(scf::ForOp loop, Value value) {
  LoopSource source;
  while (std::optional<unsigned> number = carriedNumber(loop, value)) {
    // More steps than there are arguments: they go round in a circle.
    if (++source.distance > loop.getNumRegionIterArgs())
      return {};
    value = loop.getYieldedValues()[*number];
  }
  auto result = dyn_cast<OpResult>(value);
  if (result && result.getOwner()->getBlock() == loop.getBody())
    source.result = result;
  return source;
}

void fathom::forEachLoopOperand(scf::ForOp loop, Operation *op, function_ref<void(Value)> visit) {
  auto visitOperands = [&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (operand.getParentBlock() == loop.getBody())
        visit(operand);
  };
  if (op->getNumRegions() == 0)
    return visitOperands(op);
  op->walk(visitOperands);
}
