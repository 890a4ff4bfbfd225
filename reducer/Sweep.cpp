// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases what a change has made dead.
#include "reducer/Sweep.h"

#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;

namespace fathom {

Sweep::Sweep(ModuleOp program) {
  program.walk([&](Operation *op) {
    if (isOpTriviallyDead(op))
      deadBefore.insert(op);
  });
  for (auto function : program.getOps<FunctionOpInterface>())
    for (BlockArgument argument : function.getArguments())
      if (argument.use_empty())
        unusedBefore.insert(argument);
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
  for (auto function : program.getOps<FunctionOpInterface>()) {
    if (!SymbolTable::symbolKnownUseEmpty(function, program))
      continue; // Its callers pass them.
    llvm::BitVector died(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      if (argument.use_empty() && !unusedBefore.contains(argument))
        died.set(argument.getArgNumber());
    if (died.any())
      (void)function.eraseArguments(died);
  }
}

} // namespace fathom
