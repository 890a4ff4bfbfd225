// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sink-values: computes values, and loads from buffers that are only read, right before their first use. Sees passes that rely on the order in
// which ops happen to stand.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

/// Before the first op of the block that uses a result, itself or in a region; else before the terminator.
static Operation *firstUse(Operation *op) {
  Block *block = op->getBlock();
  Operation *first = block->getTerminator();
  for (Operation *user : op->getUsers())
    if (Operation *here = block->findAncestorOpInBlock(*user))
      if (here->isBeforeInBlock(first))
        first = here;
  return first;
}

bool sinkValues(VariantCase &variant) {
  bool changed = false;
  variant.kernel.walk([&](Block *block) {
    if (isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(block->getParentOp()))
      return;
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block))) {
      if (!isMovable(&op, variant))
        continue;
      Operation *use = firstUse(&op);
      if (op.getNextNode() == use || !variant.take())
        continue;
      op.moveBefore(use);
      changed = true;
    }
  });
  return changed;
}

} // namespace fathom
