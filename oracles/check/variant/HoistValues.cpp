// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hoist-values: computes values, and loads from buffers that are only read, as soon as their operands are there. Sees passes that rely on the order
// in which ops happen to stand.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

/// The last op of the block that an operand comes from; null: they are all there when the block begins.
static Operation *lastOperand(Operation *op) {
  Operation *last = nullptr;
  for (Value operand : op->getOperands())
    if (Operation *defining = operand.getDefiningOp())
      if (defining->getBlock() == op->getBlock() && (!last || last->isBeforeInBlock(defining)))
        last = defining;
  return last;
}

bool hoistValues(VariantCase &variant) {
  bool changed = false;
  variant.kernel.walk([&](Block *block) {
    if (isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(block->getParentOp()))
      return;
    // What needs nothing of the block keeps its order, in front of all else.
    Operation *front = nullptr;
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      if (!isMovable(&op, variant))
        continue;
      Operation *after = lastOperand(&op), *last = after ? after : front;
      Operation *before = last ? last->getNextNode() : &block->front();
      bool moves = before != &op && variant.take();
      if (!after && (moves || before == &op))
        front = &op;
      if (!moves)
        continue;
      op.moveBefore(before);
      changed = true;
    }
  });
  return changed;
}

} // namespace fathom
