// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritonamdgpu-pipeline: runs the iterations of scheduled loops overlapped, through registers and shared memory.
//
//   1. What an early load brings for products goes from registers to a buffer at the end of its trip, and is read from there in its layout as an
//      operand (pipeline/LoadBuffers.h). Other values of early loads wait in registers.
//   2. The loop is rewritten as by tritongpu-pipeline (pipeline/ExpandLoop.h).
//
// Requires: schedules as LoopSchedule::verify wants them. Memory that a load before the last stage reads is not written in the loop.
// Promises: loop.stage, loop.cluster and tt.scheduled_max_stage are gone.
// Promises: a buffer is written again only after the last read of what it held.
// Promises: loads run for an iteration that does not exist only with a false mask, and no branch is taken on what such an iteration computed.
//
// use_async_copy and use_pingpong are accepted, and do nothing.
//
// Released compilers have bugs here: an epilogue that stores though the loop has no trip, and one that forgets what the loop only passes on.
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoadBuffers.h"
#include "core/passes/pipeline/Predicate.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONAMDGPUPIPELINE
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

struct TritonAMDGPUPipeline : fathom::impl::TritonAMDGPUPipelineBase<TritonAMDGPUPipeline> {
  using TritonAMDGPUPipelineBase::TritonAMDGPUPipelineBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (scf::ForOp loop : loops) {
      FailureOr<std::optional<LoopSchedule>> schedule = LoopSchedule::take(loop);
      if (failed(schedule))
        return signalPassFailure();
      if (!*schedule || (*schedule)->lastStage() == 0)
        continue;
      if (failed((*schedule)->verify()) || failed(verifyPredicable(loop, **schedule)))
        return signalPassFailure();
      loop = storeLoadedOperands(loop, **schedule);
      loop->removeAttr(numStagesName);
      expandLoop(loop, **schedule, WaitedGroups());
    }
  }
};

} // namespace
