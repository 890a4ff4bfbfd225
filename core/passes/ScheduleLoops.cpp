// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-schedule-loops: gives each op of a loop with latencies its stage, and its place within a trip.
//
// Every op runs as late as it can: in the last stage, unless what depends on it makes it run earlier. An op is as many stages early as
//
//   early(op) = max over its uses of early(use) + latency(op) - distance(use)
//
// where the distance is 0 for a use in the same iteration and 1 for one in the next (the loop carries the value). It is never below 0.
//
//                                              latency   early   stage
//   %a = tt.load %p                               2        2       0
//   %d = tt.dot %a, ..                                     0       2
//   %next = tt.addptr %p, %step  -> %p                     1       1     the load of the next iteration is 2 early
//
// Within a trip of the pipelined loop the later stages come first (an op may read what an earlier iteration's op of a later stage makes in the
// same trip), so that loads are issued last; within a stage the order of the text holds. An scf.if of the last stage, and what must follow it,
// come after everything: copies are under way while it runs.
//
// Ops with effects, and reads of what the loop writes, keep their order: they are all in the last stage. Where a load's address depends on such
// an op, the load loses its latency.
//
// Requires: nothing. Loops without tt.latency are left alone.
// Promises: tt.latency is gone, and the schedule that is written passes LoopSchedule::verify.
// Promises: no op has a stage above tt.scheduled_max_stage.
//
// Bugs live here: more stages are given out than the loop says (M16); a load whose address is loaded gets the stage of its address (M18).
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoopSchedule.h"
#include "core/passes/pipeline/ScheduleLoop.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUSCHEDULELOOPS
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

struct TritonGPUScheduleLoops : fathom::impl::TritonGPUScheduleLoopsBase<TritonGPUScheduleLoops> {
  using TritonGPUScheduleLoopsBase::TritonGPUScheduleLoopsBase;

  void runOnOperation() override {
    markAllAnalysesPreserved(); // Attributes say nothing new of values.
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) {
        if (llvm::any_of(*loop.getBody(), [](Operation &op) { return op.hasAttr(latencyName); }))
          loops.push_back(loop);
      });
      if (loops.empty())
        continue;
      ReadOnlyPointers pointers(func);
      for (scf::ForOp loop : loops)
        if (failed(scheduleLoop(loop, pointers, TripOrder::loadsLast)))
          return signalPassFailure();
    }
  }
};

} // namespace
