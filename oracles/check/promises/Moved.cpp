// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises of where ops stand, and how often.
#include "oracles/check/promises/Promises.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/Encodings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

#include <map>

using namespace llvm;
namespace scf = mlir::scf;
namespace arith = mlir::arith;

namespace fathom {

//===--- triton-reorder-broadcast ------------------------------------------------------------===//

std::string repeatsComeLast(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op);
    if (!op->hasTrait<mlir::OpTrait::Elementwise>() || op->getNumRegions() ||
        !mlir::isMemoryEffectFree(op) || (assembly && assembly.getPackedElement() != 1) ||
        op->getNumOperands() == 0 || !all_of(op->getResultTypes(), IsaPred<mlir::RankedTensorType>))
      return false;
    bool repeats = false;
    std::optional<ArrayRef<int64_t>> shape;
    for (mlir::Value operand : op->getOperands()) {
      mlir::Operation *source = operand.getDefiningOp();
      mlir::SplatElementsAttr everywhere;
      if (!isa<mlir::RankedTensorType>(operand.getType()) ||
          mlir::matchPattern(operand, mlir::m_Constant(&everywhere)))
        continue;
      auto broadcast = dyn_cast_or_null<tt::BroadcastOp>(source);
      if (!broadcast && !isa_and_nonnull<tt::SplatOp>(source))
        return false;
      repeats = true;
      if (!broadcast)
        continue;
      if (shape && *shape != broadcast.getSrc().getType().getShape())
        return false;
      shape = broadcast.getSrc().getType().getShape();
    }
    return repeats;
  });
}

//===--- tritongpu-combine-tensor-select-and-if ----------------------------------------------===//

std::string selectsAreInIfs(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select || !isa<mlir::RankedTensorType>(select.getType()) ||
        isa<mlir::RankedTensorType>(select.getCondition().getType()))
      return false;
    for (mlir::Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
      if (auto branch = dyn_cast<scf::IfOp>(next);
          branch && branch.getCondition() == select.getCondition())
        return true;
      bool uses = false;
      next->walk([&](mlir::Operation *inside) {
        uses |= is_contained(inside->getOperands(), select.getResult());
      });
      if (uses)
        return false;
    }
    return false;
  });
}

//===--- triton-licm -------------------------------------------------------------------------===//

std::string invariantOpsAreOutside(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto loop = dyn_cast_or_null<mlir::LoopLikeOpInterface>(op->getParentOp());
    return loop && op->getNumRegions() == 0 && mlir::isPure(op) &&
           !op->hasTrait<mlir::OpTrait::IsTerminator>() &&
           all_of(op->getOperands(),
                  [&](mlir::Value value) { return loop.isDefinedOutsideOfLoop(value); });
  });
}

/// Whether nothing in the loop writes, calls or waits: then what is loaded there stays what it is.
static bool onlyReads(scf::ForOp loop) {
  return !loop->walk([&](mlir::Operation *op) {
                if (op == loop || op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>())
                  return mlir::WalkResult::advance();
                auto effects = mlir::getEffectsRecursively(op);
                bool reads = effects && all_of(*effects, [](const auto &effect) {
                               return isa<mlir::MemoryEffects::Read>(effect.getEffect());
                             });
                return reads ? mlir::WalkResult::advance() : mlir::WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// 32-bit registers of a thread that a loaded value takes, by its layout, or of one of 128 threads.
static int64_t registersOf(mlir::Type type) {
  int64_t elements = 1;
  if (auto tensor = dyn_cast<mlir::RankedTensorType>(type)) {
    elements = divideCeil(tensor.getNumElements(), 128);
    if (Expected<LinearLayout> layout = toLinearLayout(tensor))
      elements = layout->inSize(Dim::reg());
    else
      consumeError(layout.takeError());
  }
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return divideCeil(elements * bits, 32);
}

std::string findInvariantLoad(mlir::ModuleOp module) {
  int64_t registers = 0; // Those of all loads that may have been hoisted: the pass gives them 64.
  module.walk([&](tt::LoadOp load) { registers += registersOf(load.getType()); });
  if (registers > 64)
    return "";
  return findOp(module, [](mlir::Operation *op) {
    auto load = dyn_cast<tt::LoadOp>(op);
    auto loop = load ? dyn_cast<scf::ForOp>(op->getParentOp()) : nullptr;
    if (!loop || load.getIsVolatile() || load.getCache() == tt::CacheModifier::Cv ||
        tt::isBlockPointer(load.getPtr().getType()))
      return false;
    APInt first, end;
    bool isKnown = matchPattern(loop.getLowerBound(), mlir::m_ConstantInt(&first)) &&
                   matchPattern(loop.getUpperBound(), mlir::m_ConstantInt(&end));
    bool neverRuns = isKnown && !(loop.getUnsignedCmp() ? first.ult(end) : first.slt(end));
    return !neverRuns && onlyReads(loop) && all_of(load->getOperands(), [&](mlir::Value value) {
      return loop.isDefinedOutsideOfLoop(value);
    });
  });
}

//===--- loops -------------------------------------------------------------------------------===//

std::string flattenedNestsAreFused(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto outer = dyn_cast<scf::ForOp>(op);
    if (!outer || !outer->hasAttr("tt.flatten"))
      return false;
    auto loops = outer.getOps<scf::ForOp>();
    if (loops.empty() || !hasSingleElement(loops))
      return false;
    scf::ForOp inner = *loops.begin();
    // What is given from part to part has to be carried, which a buffer, shaped as it is, cannot.
    auto canBeCarried = [](mlir::Type type) {
      mlir::Type element = mlir::getElementTypeOrSelf(type);
      if (isa<mlir::ShapedType>(type) && !isa<mlir::RankedTensorType>(type))
        return false;
      return element.isIntOrIndexOrFloat() || isa<tt::PointerType>(element);
    };
    for (mlir::Operation &each : outer.getBody()->without_terminator())
      if (!all_of(each.getResultTypes(), canBeCarried))
        return false;
    return all_of(
        ArrayRef<mlir::Value>{inner.getLowerBound(), inner.getUpperBound(), inner.getStep()},
        [&](mlir::Value bound) { return outer.isDefinedOutsideOfLoop(bound); });
  });
}

std::string carriedValuesDiffer(const PassRun &run) {
  return findOp(run.after, [](mlir::Operation *op) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop)
      return false;
    std::map<std::pair<void *, void *>, unsigned> seen;
    for (auto [init, argument, yielded] :
         zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getYieldedValues()))
      if (!argument.use_empty() &&
          ++seen[{init.getAsOpaquePointer(), yielded.getAsOpaquePointer()}] > 1)
        return true;
    return false;
  });
}

//===--- how often ---------------------------------------------------------------------------===//

/// Whether the op may go when nobody uses what it gives.
static bool mayDie(mlir::Operation *op) {
  // As a load, or a buffer that is filled where it is made.
  return mlir::wouldOpBeTriviallyDead(op);
}

/// Ops with effects, reductions, scans and products, by name. Of those that may die, no more may be made.
struct EffectCounts {
  std::map<StringRef, unsigned> staying, dying;

  EffectCounts(mlir::ModuleOp module, bool withLoads) {
    module.walk([&](mlir::Operation *op) {
      if (auto load = dyn_cast<tt::LoadOp>(op); load && !load.getIsVolatile() && !withLoads)
        return;
      bool isCostly = isa<tt::ReduceOp, tt::ScanOp, tt::DotOp, tt::DotScaledOp>(op);
      if (!isCostly && (op->hasTrait<mlir::OpTrait::HasRecursiveMemoryEffects>() ||
                        mlir::isMemoryEffectFree(op)))
        return;
      ++(mayDie(op) ? dying : staying)[op->getName().getStringRef()];
    });
  }
};

static std::string findOtherCount(const PassRun &run, bool withLoads) {
  EffectCounts before(run.before, withLoads), after(run.after, withLoads);
  auto tell = [](StringRef name, unsigned count, unsigned expected) {
    return (Twine(count) + " times " + name + ", not " + Twine(expected)).str();
  };
  for (const auto &[name, count] : after.dying)
    if (before.dying[name] < count)
      return tell(name, count, before.dying[name]);
  for (const auto &[name, count] : after.staying)
    if (before.staying[name] < count)
      return tell(name, count, before.staying[name]);
  for (const auto &[name, count] : before.staying)
    if (after.staying[name] != count)
      return tell(name, after.staying[name], count);
  return "";
}

std::string effectsAreKept(const PassRun &run) { return findOtherCount(run, true); }

std::string effectsButLoadsAreKept(const PassRun &run) { return findOtherCount(run, false); }

} // namespace fathom
