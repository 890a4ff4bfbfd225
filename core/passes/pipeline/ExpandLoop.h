// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites a loop so that its iterations overlap as a schedule says, for any number of iterations.
//
// Two stages, a load and a use one trip later:
//
//   scf.for %i = %lb to %ub step %s          %x0 = tt.load %p(%lb), (%lb < %ub)
//     %x = tt.load %p(%i)             ->     scf.for %i = %lb to %ub step %s iter_args(%x = %x0)
//     use %x                                   use %x
//                                              %next = tt.load %p(%i + %s), (%i + %s < %ub)
//                                              scf.yield %next
//
// The new loop has as many trips as the old one. What is ahead of it starts before the loop, stage by stage, and is
// predicated: iterations that do not exist do nothing (Predicate.h). Nothing is left to do after the loop.
//
// A value that is read `age` trips after it was made travels through that many values that the loop carries. This holds for values
// that the loop carried before as well, for its results, and for loops that run fewer trips than there are stages.
#ifndef FATHOM_CORE_PASSES_PIPELINE_EXPANDLOOP_H
#define FATHOM_CORE_PASSES_PIPELINE_EXPANDLOOP_H

#include "core/passes/pipeline/LoopSchedule.h"

namespace fathom {

/// For each ttg.async_wait of the body, the ttg.async_commit_groups whose copies of the same iteration it waits for. Its `num` is set to
/// the number of groups that may be under way then.
using WaitedGroups = llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>>;

/// Success if ops before the last stage can be predicated. A diagnostic says what cannot.
llvm::LogicalResult verifyPredicable(mlir::scf::ForOp loop, const LoopSchedule &schedule);

/// Replaces the loop, and returns the new one. Requires a schedule that verifies, also by verifyPredicable.
mlir::scf::ForOp expandLoop(mlir::scf::ForOp loop, const LoopSchedule &schedule,
                            const WaitedGroups &waits);

} // namespace fathom

#endif
