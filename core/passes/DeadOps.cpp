// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases what a walk replaced, and what only that used.
#include "core/passes/DeadOps.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fathom;

void DeadOps::maybeDead(Value value) {
  if (Operation *definition = value.getDefiningOp())
    candidates.push_back(definition);
}

void DeadOps::replaced(Operation *op) {
  for (Value operand : op->getOperands())
    maybeDead(operand);
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      maybeDead(operand);
  });
  op->dropAllReferences();
  gone.push_back(op);
}

void DeadOps::erase() {
  llvm::DenseSet<Operation *> erased;
  for (Operation *op : gone)
    op->walk([&](Operation *nested) { erased.insert(nested); });
  for (Operation *op : gone)
    op->erase();
  gone.clear();
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    if (erased.contains(op) || !isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      maybeDead(operand);
    op->walk([&](Operation *nested) { erased.insert(nested); });
    op->erase();
  }
}

bool fathom::replaceInOrder(Operation *root,
                            llvm::function_ref<bool(Operation *, OpBuilder &)> rewrite) {
  DeadOps dead;
  bool changed = false;
  OpBuilder b(root->getContext());
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    b.setInsertionPoint(op);
    if (!rewrite(op, b))
      return WalkResult::advance();
    dead.replaced(op);
    changed = true;
    return WalkResult::skip();
  });
  dead.erase();
  return changed;
}
