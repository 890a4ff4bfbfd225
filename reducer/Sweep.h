// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases the ops and the functions' arguments that a change has made dead, and leaves those alone that were dead before it.
#ifndef FATHOM_REDUCER_SWEEP_H
#define FATHOM_REDUCER_SWEEP_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace fathom {

/// Requires: constructed before the change, run after it, on the same module. Between the two the change may erase and create ops.
///
///   %a = load %p      change: erase the store      (nothing left: %b and %a died)
///   %b = addf %a, %a
///   store %q, %b
class Sweep {
public:
  explicit Sweep(mlir::ModuleOp program);
  void run(mlir::ModuleOp program);

private:
  llvm::DenseSet<mlir::Operation *> deadBefore;
  llvm::DenseSet<mlir::Value> unusedBefore; ///< Arguments of functions.
};

} // namespace fathom

#endif
