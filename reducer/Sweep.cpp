// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases the ops that a change has made dead.
#include "reducer/Sweep.h"

#include "mlir/IR/Iterators.h"

using namespace mlir;

namespace fathom {

Sweep::Sweep(ModuleOp program) {
  program.walk([&](Operation *op) {
    if (isOpTriviallyDead(op))
      deadBefore.insert(op);
  });
}

void Sweep::run(ModuleOp program) {
  // An op's operands are defined before it or in a region around it, so a walk from the back meets users first. A branch back makes
  // exceptions, so it is repeated until nothing dies.
  for (bool changed = true; changed;) {
    changed = false;
    program.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      // A new op may have been given the address of an erased one: then it lives a little longer than it has to, no worse.
      if (op->use_empty() && !deadBefore.contains(op) && isOpTriviallyDead(op)) {
        op->erase();
        changed = true;
      }
    });
  }
}

} // namespace fathom
