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
// A load by a descriptor gets one if TMA serves the descriptor, and it is not made in the loop. A load gets a latency if it can be an asynchronous copy of 4 bytes or more an instruction (pipeline/LoadBuffers.h) or gives a scalar, which can
// wait in a register; if nothing in the loop may write what it reads or stop the program (pipeline/LoopEffects.h); and if its address does not
// depend on what it loaded in an iteration before.
// Loops with loops inside, and those that run once at most, are left alone. Tensors that an if only picks are picked by selects, so that an if that computes
// addresses (as in fused loop nests) does not depend on the accumulator that it sets back.
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

/// Takes pure scalar ops that a branch yields the results of out of it, where they need nothing of the branch.
static void hoistYieldedScalars(scf::IfOp choice, Operation *yield) {
  for (Value value : yield->getOperands()) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != yield->getBlock() || op->getNumRegions() > 0 || !isPure(op) ||
        isa<ShapedType>(value.getType()))
      continue;
    bool isFree = llvm::none_of(op->getOperands(), [&](Value operand) {
      return choice->isAncestor(operand.getParentRegion()->getParentOp());
    });
    if (isFree)
      op->moveBefore(choice);
  }
}

/// Gives what an if of the loop only picks a select of its own: what the if computes, addresses perhaps, then does not depend on it, an accumulator
/// perhaps; and the next address does not wait for what the if stores.
///
///   %0:2 = scf.if %c { .. yield %p, %zero } else { yield %q, %acc }       %0:2 = scf.if %c { .. yield %p, %zero } else { yield %q, %zero }
///                                                                  ->    %1 = arith.select %c, %zero, %acc
static void separatePicks(scf::ForOp loop) {
  if (llvm::none_of(*loop.getBody(),
                    [](Operation &op) { return isa<tt::DotOp, ttng::WarpGroupDotOp>(op); }))
    return;
  for (scf::IfOp choice : loop.getBody()->getOps<scf::IfOp>()) {
    if (choice.getNumResults() == 0)
      continue;
    Operation *yields[] = {choice.thenYield(), choice.elseYield()};
    OpBuilder b(choice->getContext());
    b.setInsertionPointAfter(choice);
    for (Operation *yield : yields)
      hoistYieldedScalars(choice, yield);
    for (OpResult result : choice->getResults()) {
      unsigned number = result.getResultNumber();
      Value first = yields[0]->getOperand(number), second = yields[1]->getOperand(number);
      bool isPick = llvm::none_of(ArrayRef{first, second}, [&](Value value) {
        return choice->isAncestor(value.getParentRegion()->getParentOp());
      });
      if (result.use_empty() || !isPick)
        continue;
      result.replaceAllUsesWith(
          arith::SelectOp::create(b, choice.getLoc(), choice.getCondition(), first, second));
      // One of them will do for both, and an unused result goes with the next canonicalization.
      bool isFirst = !loop.getRegion().isAncestor(first.getParentRegion());
      yields[isFirst ? 1 : 0]->setOperand(number, isFirst ? first : second);
    }
  }
}

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

  bool isEligible(scf::ForOp loop, Operation *op, const LoopEffects &effects) {
    auto load = dyn_cast<tt::LoadOp>(op);
    if (!load) {
      // The memory of a descriptor that is made in the loop is written again in the next trip.
      Value desc = op->getOperand(0);
      if (effects.mayChange(desc) || !loop.isDefinedOutsideOfLoop(desc) || feedsItself(loop, op))
        return false;
      return planAsyncCopy(op, getFacts()).has_value();
    }
    if (effects.mayChange(load.getPtr()) && !isMutant(Mutant::M15)) // M15: noticed, and forgotten.
      return false;
    if (feedsItself(loop, load) || load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv)
      return false;
    if (!isa<RankedTensorType>(load.getType())) // Waits in a register.
      return !tt::isBlockPointer(load.getPtr().getType());
    return planAsyncCopy(load, getFacts()).has_value();
  }

  AxisInfoAnalysis &getFacts() {
    if (!facts)
      facts = &getAnalysis<AxisInfoAnalysis>();
    return *facts;
  }

  void runOn(scf::ForOp loop, const LoopEffects &effects) {
    if (!effects.isOpen() || runsOnceAtMost(loop))
      return;
    separatePicks(loop);
    shareIterations(loop, stagesOf(loop) - 1, loop->hasAttr(numStagesName),
                    [&](Operation *load) { return isEligible(loop, load, effects); });
  }

  AxisInfoAnalysis *facts = nullptr; ///< Made when they are needed.
};

} // namespace
