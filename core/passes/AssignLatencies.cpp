// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-assign-latencies: says how many iterations before its use a load of a loop starts.
//
// A loop with num_stages stages has num_stages - 1 iterations to give away. They are shared by the loads on the longest way through loads to a
// product. With 3 stages:
//
//   %i = tt.load %indices           {tt.latency = 1}      one iteration for the index,
//   %x = tt.load (addptr %p, %i)    {tt.latency = 1}      one for what it leads to
//   %d = tt.dot %x, ..
//
// and a load alone has {tt.latency = 2}. With fewer iterations than loads on the way, the loads next to the product get them. A loop that says
// tt.num_stages itself pipelines loads that lead to anything.
//
// A load gets a latency if it can be an asynchronous copy of 4 bytes or more an instruction (pipeline/LoadBuffers.h) or gives a scalar, which can
// wait in a register; if nothing in the loop may write what it reads or stop the program (pipeline/LoopEffects.h); and if its address does not
// depend on what it loaded in an iteration before.
// Loops with loops inside, and those that run once at most, are left alone.
//
// Requires: layouts.
// Promises: on a way through loads from any op of a loop to any other, latencies add up to no more than the loop's stages less one.
// Promises: a tensor that is loaded with a latency above 0 may be copied asynchronously, 4, 8 or 16 bytes an instruction.
//
// Bugs live here: a load that is declined is still counted, or moved (M15); num_stages of 0 and 1 (M17); the width taken from the pointer
// though the mask or the buffer allows less (M19).
#include "core/analysis/AxisInfo.h"
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"
#include "core/passes/pipeline/LoadBuffers.h"
#include "core/passes/pipeline/LoopEffects.h"
#include "core/passes/pipeline/ScheduleLoop.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUASSIGNLATENCIES
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

struct TritonGPUAssignLatencies
    : fathom::impl::TritonGPUAssignLatenciesBase<TritonGPUAssignLatencies> {
  using TritonGPUAssignLatenciesBase::TritonGPUAssignLatenciesBase;

  void runOnOperation() override {
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>()) {
      SmallVector<scf::ForOp> loops;
      func.walk([&](scf::ForOp loop) {
        if (stagesOf(loop) > 1 || isMutant(Mutant::M17))
          loops.push_back(loop);
      });
      if (loops.empty())
        continue;
      ReadOnlyPointers pointers(func);
      for (scf::ForOp loop : loops)
        runOn(loop, LoopEffects(loop, pointers));
    }
    facts = nullptr;
    markAllAnalysesPreserved(); // Attributes say nothing new of values.
  }

  int stagesOf(scf::ForOp loop) {
    auto own = loop->getAttrOfType<IntegerAttr>(numStagesName);
    return own ? own.getInt() : int(numStages);
  }

  bool isEligible(scf::ForOp loop, tt::LoadOp load, const LoopEffects &effects) {
    if (effects.mayChange(load.getPtr()) && !isMutant(Mutant::M15)) // M15: noticed, and forgotten.
      return false;
    if (feedsItself(loop, load) || load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv)
      return false;
    if (!isa<RankedTensorType>(load.getType())) // Waits in a register.
      return !tt::isBlockPointer(load.getPtr().getType());
    if (!facts)
      facts = &getAnalysis<AxisInfoAnalysis>();
    return planAsyncCopy(load, *facts).has_value();
  }

  void runOn(scf::ForOp loop, const LoopEffects &effects) {
    if (!effects.isOpen() || runsOnceAtMost(loop))
      return;
    shareIterations(loop, stagesOf(loop) - 1, loop->hasAttr(numStagesName),
                    [&](tt::LoadOp load) { return isEligible(loop, load, effects); });
  }

  AxisInfoAnalysis *facts = nullptr; ///< Made when they are needed.
};

} // namespace
