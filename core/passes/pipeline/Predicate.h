// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes ops do nothing where a predicate is false: in iterations that a loop does not have.
//
//   tt.store %p, %v, %m              ->  tt.store %p, %v, (%m & splat %pred)
//   %q = arith.divsi %a, %b          ->  %q = arith.divsi %a, (select %pred, %b, 1)
//   tt.print "x", %x                 ->  scf.if %pred { tt.print "x", %x }
//
// Ops without effect that may run at any time are left alone: their results are garbage there, and nobody
// looks at it. A condition that is garbage is never branched on.
#ifndef FATHOM_CORE_PASSES_PIPELINE_PREDICATE_H
#define FATHOM_CORE_PASSES_PIPELINE_PREDICATE_H

#include "mlir/IR/Builders.h"

namespace fathom {

/// Whether the op must not run in an iteration that does not exist, or not on what it finds there.
bool needsPredicate(mlir::Operation *op);

/// Whether `predicate` can be asked: not where a buffer or a token would have to come from somewhere else.
bool canBePredicated(mlir::Operation *op);

/// Changes the op, which nobody uses yet, to do nothing where `pred`, an i1, is false. The builder's place is after the op.
/// Returns the op that has its results from now on.
mlir::Operation *predicate(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Value pred);

} // namespace fathom

#endif
