// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritonamdgpu-schedule-loops: AMD's schedule of a loop: loads at the start of a trip, products while they are under way.
//
// Latencies are shared as in tritongpu-assign-latencies, and stages are found as in tritongpu-schedule-loops; but any load that leads to a product
// may be early, as it brings its value into registers, and loads come first in a trip. With 2 stages:
//
//   trip:   load a(i+1), b(i+1)       stage 0
//           products of a(i), b(i)    stage 1
//           (tritonamdgpu-pipeline: store a(i+1), b(i+1) to shared memory)
//
// Where what a load needs in the same trip is a product or has an effect, the loads come last.
//
// Requires: nothing.
// Promises: the schedule that is written passes LoopSchedule::verify.
// Promises: memory that a load before the last stage reads is not written in the loop.
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoopEffects.h"
#include "core/passes/pipeline/LoopSchedule.h"
#include "core/passes/pipeline/ScheduleLoop.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONAMDGPUSCHEDULELOOPS
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

struct TritonAMDGPUScheduleLoops
    : fathom::impl::TritonAMDGPUScheduleLoopsBase<TritonAMDGPUScheduleLoops> {
  using TritonAMDGPUScheduleLoopsBase::TritonAMDGPUScheduleLoopsBase;

  void runOnOperation() override {
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) {
        if (stagesOf(loop) > 1)
          loops.push_back(loop);
      });
      if (loops.empty())
        continue;
      ReadOnlyPointers pointers(func);
      for (scf::ForOp loop : loops)
        if (failed(runOn(loop, pointers)))
          return signalPassFailure();
    }
  }

  int stagesOf(scf::ForOp loop) {
    auto own = loop->getAttrOfType<IntegerAttr>(numStagesName);
    return own ? own.getInt() : int(numStages);
  }

  LogicalResult runOn(scf::ForOp loop, const ReadOnlyPointers &pointers) {
    LoopEffects effects(loop, pointers);
    if (!effects.isOpen() || runsOnceAtMost(loop))
      return success();
    shareIterations(loop, stagesOf(loop) - 1, loop->hasAttr(numStagesName), [&](Operation *op) {
      auto load = dyn_cast<tt::LoadOp>(op);
      return load && !effects.isPinned(load) && !tt::isBlockPointer(load.getPtr().getType()) &&
             !feedsItself(loop, load);
    });
    return scheduleLoop(loop, pointers, TripOrder::loadsFirst);
  }
};

} // namespace
