// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which loads of a loop start how many iterations early, and when everything else runs then. What the algorithms are is said at the heads of
// AssignLatencies.cpp and ScheduleLoops.cpp.
//
//   shareIterations(loop, 2, false, [](Operation *) { return true; });    // {tt.latency = 2} on the operands of products
//   scheduleLoop(loop, pointers, TripOrder::loadsLast);                  // loop.stage and loop.cluster instead
#ifndef FATHOM_CORE_PASSES_PIPELINE_SCHEDULELOOP_H
#define FATHOM_CORE_PASSES_PIPELINE_SCHEDULELOOP_H

#include "core/analysis/ReadOnlyPointers.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fathom {

/// Gives `free` iterations to the eligible loads (isLoad) that lead to a product, or to anything if `all`, as tt.latency.
void shareIterations(mlir::scf::ForOp loop, int free, bool all,
                     llvm::function_ref<bool(mlir::Operation *)> isEligible);

/// Whether what the load gives decides, in this iteration or a later one, where it loads.
bool feedsItself(mlir::scf::ForOp loop, mlir::Operation *load);

/// Whether the loop is known to have one trip, or none.
bool runsOnceAtMost(mlir::scf::ForOp loop);

/// Where in a trip the loads for later iterations are.
enum class TripOrder { loadsLast, loadsFirst };

/// Turns the latencies of the loop's ops into a schedule, as attributes; none where nothing can be early. Failure, with a diagnostic, for a
/// latency that no op can have.
llvm::LogicalResult scheduleLoop(mlir::scf::ForOp loop, const ReadOnlyPointers &pointers,
                                 TripOrder order);

} // namespace fathom

#endif
