// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-pipeline: runs the iterations of scheduled loops overlapped, with loads as asynchronous copies to shared memory.
//
//   1. Loads whose values are read in a later stage become copies into several buffers, by TMA where a descriptor says what (pipeline/LoadBuffers.h). A load that cannot be one stays a
//      load, early as it is; its value waits in registers.
//   2. A product of warp groups may stay under way for a trip (pipeline/OverlappedProduct.h).
//   3. The loop is rewritten so that each trip does, stage by stage, parts of several iterations (pipeline/ExpandLoop.h). Iterations that do not
//      exist are predicated away, so that any number of trips will do: none, one, fewer than there are stages.
//
// Requires: schedules as LoopSchedule::verify wants them. Memory that a load before the last stage reads is not written in the loop.
// Promises: loop.stage, loop.cluster and tt.scheduled_max_stage are gone.
// Promises: every asynchronous copy moves 4, 8 or 16 bytes an instruction.
// Promises: a buffer is copied to again only after the last read of what it held.
// Promises: where a buffer is read, its copy is waited for: `num` is at most the number of groups made after its own; or at the copy's barrier, in its phase.
// Promises: a barrier expects as many bytes as are copied for it, in the iterations that exist.
// Promises: loads run for an iteration that does not exist only with a false mask, and no other effect does.
//
// Bugs live here: buffers counted by stages alone (M12); waits put by stages alone (M13); masks lost when loads are predicated (M14); waits
// that leave one group too many (M20); a buffer that is written while a product still reads it (M34); ops that run for iterations that do not exist (M21).
#include "core/analysis/AxisInfo.h"
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoadBuffers.h"
#include "core/passes/pipeline/OverlappedProduct.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUPIPELINE
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

struct TritonGPUPipeline : fathom::impl::TritonGPUPipelineBase<TritonGPUPipeline> {
  using TritonGPUPipelineBase::TritonGPUPipelineBase;

  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (scf::ForOp loop : loops)
      if (failed(runOn(loop)))
        return signalPassFailure();
    facts = nullptr;
  }

  LogicalResult runOn(scf::ForOp loop) {
    FailureOr<std::optional<LoopSchedule>> schedule = LoopSchedule::take(loop);
    if (failed(schedule))
      return failure();
    if (!*schedule || (*schedule)->lastStage() == 0)
      return success();
    if (failed((*schedule)->verify()) || failed(verifyPredicable(loop, **schedule)))
      return failure();
    if (!facts)
      facts = &getAnalysis<AxisInfoAnalysis>();
    WaitedGroups waits;
    ttng::WarpGroupDotOp overlapped = findOverlappedProduct(loop, **schedule, *facts);
    loop = makeAsyncCopies(loop, **schedule, waits, *facts, overlapped);
    if (overlapped)
      overlapProduct(loop, **schedule, overlapped);
    if (dumpIntermediateSteps)
      print("copies", **schedule);
    loop->removeAttr(numStagesName);
    forget(loop);
    expandLoop(loop, **schedule, waits);
    return success();
  }

  /// The values of the loop are about to go.
  void forget(scf::ForOp loop) {
    loop->walk([&](Operation *op) {
      for (Value result : op->getResults())
        facts->forget(result);
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          facts->forget(argument);
    });
  }

  void print(StringRef what, const LoopSchedule &schedule) {
    schedule.write();
    llvm::errs() << "// after making " << what << "\n" << getOperation() << "\n";
    for (Operation &op : *schedule.body()) {
      op.removeAttr(loopStageName);
      op.removeAttr(loopClusterName);
    }
    schedule.body()->getParentOp()->removeAttr(lastStageName);
  }

  AxisInfoAnalysis *facts = nullptr; ///< Made when they are needed.
};

} // namespace
