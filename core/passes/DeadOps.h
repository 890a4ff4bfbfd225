// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that a walk replaces, erased when the walk is over, with what only they used.
//
//   DeadOps dead;
//   walk(op): op.replaceAllUsesWith(better); dead.replaced(op);  // op uses nothing from here on; do not look at it again
//   dead.erase();
//
// Erasing at once would be wrong where blocks cannot be reached: there an op may stand before what it uses.
#ifndef FATHOM_CORE_PASSES_DEADOPS_H
#define FATHOM_CORE_PASSES_DEADOPS_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace fathom {

class DeadOps {
public:
  /// The op's results have no uses. Its operands lose this use now.
  void replaced(mlir::Operation *op);
  /// The op may be without uses when the walk is over.
  void maybeDead(mlir::Value value);
  /// Erases all of them, and ops without effects that have no use left for it. Each op is looked at once per use that it lost.
  void erase();

private:
  llvm::SmallVector<mlir::Operation *> gone;
  llvm::SmallVector<mlir::Operation *> candidates;
};

/// Visits every op of the program in the order of the text, with the builder before it. `rewrite` says whether it has given the op's users
/// another value: then the op goes, with what only it used, when the walk is over. Whether one did.
bool replaceInOrder(mlir::Operation *root,
                    llvm::function_ref<bool(mlir::Operation *, mlir::OpBuilder &)> rewrite);

} // namespace fathom

#endif
