// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which op of a loop's body computes what another one reads, and in which iteration.
//
//   scf.for .. iter_args(%p = %p0, %q = %q0) {
//     %x = tt.load %p          %p: the addptr, 1 iteration before (%p0 in the first)
//     %y = tt.load %q          %q: the addptr, 2 iterations before (%q0, then %p0)
//     %r = tt.addptr %p, %s
//     scf.yield %r, %p
//   }
//
// Values that the ops of an op's regions read count as read by the op. All ops are those of the body's
// own block; its terminator is none of them.
#ifndef FATHOM_CORE_PASSES_PIPELINE_LOOPBODY_H
#define FATHOM_CORE_PASSES_PIPELINE_LOOPBODY_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fathom {

/// Where a value of an iteration comes from.
struct LoopSource {
  mlir::OpResult result; ///< Of an op of the body; null: no op computes it, in any iteration.
  unsigned distance =
      0; ///< So many iterations before. In the first `distance` ones it is an initial value.
};

/// `value` is a result of an op of the body, or an argument of the body. The induction variable, and arguments that only pass
/// initial values or values from outside on, come from no op.
LoopSource sourceOf(mlir::scf::ForOp loop, mlir::Value value);

/// Calls `visit` for each value of the body, its arguments included, that the op or an op in its regions reads.
void forEachLoopOperand(mlir::scf::ForOp loop, mlir::Operation *op,
                        llvm::function_ref<void(mlir::Value)> visit);

/// The argument's position among those that are carried, or nothing: not an argument of the body, or the induction variable.
std::optional<unsigned> carriedNumber(mlir::scf::ForOp loop, mlir::Value value);

} // namespace fathom

#endif
