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
// A load gets a latency if it can be an asynchronous copy of 4 bytes or more an instruction (pipeline/AsyncCopies.h) or gives a scalar, which can
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
#include "core/passes/pipeline/AsyncCopies.h"
#include "core/passes/pipeline/LoopBody.h"
#include "core/passes/pipeline/LoopEffects.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SetVector.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUASSIGNLATENCIES
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

/// Whether what the load gives decides, in this iteration or a later one, where it loads.
static bool feedsItself(scf::ForOp loop, tt::LoadOp load) {
  SmallVector<Value> values{load.getResult()};
  llvm::SmallPtrSet<Operation *, 16> seen;
  llvm::SmallDenseSet<unsigned> carried;
  while (!values.empty())
    for (OpOperand &use : values.pop_back_val().getUses()) {
      Operation *user = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
      if (user == load)
        return true;
      if (user->hasTrait<OpTrait::IsTerminator>()) {
        if (carried.insert(use.getOperandNumber()).second)
          values.push_back(loop.getRegionIterArg(use.getOperandNumber()));
      } else if (seen.insert(user).second) {
        llvm::append_range(values, user->getResults());
      }
    }
  return false;
}

static bool runsOnceAtMost(scf::ForOp loop) {
  std::optional<int64_t> from = getConstantIntValue(loop.getLowerBound()),
                         to = getConstantIntValue(loop.getUpperBound()),
                         step = getConstantIntValue(loop.getStep());
  return from && to && step && !loop.getUnsignedCmp() && (*to <= *from || *to - *from <= *step);
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
    facts.reset();
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
      facts = std::make_shared<AxisInfoAnalysis>(getOperation());
    return planAsyncCopy(load, *facts).has_value();
  }

  void runOn(scf::ForOp loop, const LoopEffects &effects) {
    if (!effects.isOpen() || runsOnceAtMost(loop))
      return;
    bool all = loop->hasAttr(numStagesName);
    // How many loads with a latency are on the longest way from an op to a product; -1: there is no way.
    llvm::DenseMap<Operation *, int> behind;
    SmallVector<std::pair<tt::LoadOp, int>> loads;
    int levels = 0;
    for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
      int most = all || isa<tt::DotOp, tt::DotScaledOp, ttng::WarpGroupDotOp>(op) ? 0 : -1;
      for (Operation *user : op.getUsers()) {
        auto found = behind.find(loop.getBody()->findAncestorOpInBlock(*user));
        if (found != behind.end())
          most = std::max(most, found->second);
      }
      auto load = dyn_cast<tt::LoadOp>(op);
      if (load && most >= 0 && isEligible(loop, load, effects)) {
        loads.push_back({load, most});
        levels = std::max(levels, ++most);
      }
      behind[&op] = most;
    }
    if (loads.empty())
      return;
    Builder b(&getContext());
    int free = stagesOf(loop) - 1, shared = std::min(levels, free);
    for (auto [load, level] : loads) {
      if (free < 1) // M17: num_stages - 2 as it is.
        load->setAttr(latencyName, b.getI32IntegerAttr(free - 1));
      else if (level < shared)
        load->setAttr(latencyName, b.getI32IntegerAttr(free / shared));
    }
  }

  std::shared_ptr<AxisInfoAnalysis> facts; ///< Made when they are needed.
};

} // namespace
