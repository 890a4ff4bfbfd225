// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-reorder-instructions: moves ops so that fewer registers are held.
//
//   1. What takes more registers than it needs (reads of shared memory, conversions to operands) sinks to its first use:
//
//        %a = local_load %m                        %x = arith.addf ...
//        %x = arith.addf ...                       %a = local_load %m
//        tt.dot %a, ...                            tt.dot %a, ...
//
//      into branches of an if too, but not into loops, where it would be done more often.
//   2. A buffer is filled right after the value that it is filled with, so that the value need not be kept.
//   3. The second operand of a product is read after the first: ops that read it are in the order in which the unit takes them.
//
// Reads move over no op that may write shared memory, free it, or wait for threads or copies.
//
// Requires: nothing.
// Promises: an op comes after what it uses.
// Promises: between where a read of shared memory was and where it is there is no write to shared memory, barrier or wait.
// Promises: no op is in more loops than before.
//
// Bugs live in: ops that move past the first of their uses (M58); reads that move over barriers; conversions that move over each other's operands.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include <map>

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUREORDERINSTRUCTIONS
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

/// Whether a read of shared memory must not move over the op.
bool stopsReads(Operation *op) {
  if (isMemoryEffectFree(op))
    return false;
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
    return !isa<MemoryEffects::Read>(effect.getEffect()) &&
           !isa<tt::GlobalMemory>(effect.getResource());
  });
}

bool isOperandOfProduct(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && isa_and_nonnull<ttg::DotOperandEncodingAttr>(tensor.getEncoding());
}

/// The ops of a block that stop reads, by their place in it.
class Stops {
public:
  Stops(Block &block) {
    unsigned place = 0;
    for (Operation &op : block) {
      places[&op] = place;
      if (stopsReads(&op))
        stops.push_back(place);
      ++place;
    }
  }
  /// Between the places of two ops.
  bool between(Operation *first, Operation *second) const {
    auto next = llvm::upper_bound(stops, places.lookup(first));
    return next != stops.end() && *next < places.lookup(second);
  }
  bool before(Operation *op) const { return !stops.empty() && stops.front() < places.lookup(op); }
  /// The op has moved to right before the other.
  void moved(Operation *op, Operation *before) { places[op] = places.lookup(before); }

private:
  DenseMap<Operation *, unsigned> places;
  SmallVector<unsigned> stops;
};

class ReorderInstructions
    : public fathom::impl::TritonGPUReorderInstructionsBase<ReorderInstructions> {
  void runOnOperation() override {
    stops.clear();
    SmallVector<Operation *> sinking, buffers, seconds;
    getOperation().walk([&](Operation *op) {
      if (isa<ttg::LocalLoadOp>(op) ||
          (isa<ttg::ConvertLayoutOp>(op) && isOperandOfProduct(op->getResult(0))))
        sinking.push_back(op);
      if (auto buffer = dyn_cast<ttg::LocalAllocOp>(op); buffer && buffer.getSrc())
        buffers.push_back(op);
      if (auto dot = dyn_cast<tt::DotOp>(op))
        seconds.push_back(op);
    });
    if (sinking.empty() && buffers.empty() && seconds.empty())
      return markAllAnalysesPreserved();
    // From the last one on: what one uses may sink after it.
    for (Operation *op : llvm::reverse(sinking))
      sink(op);
    for (Operation *op : buffers)
      fillEarly(cast<ttg::LocalAllocOp>(op));
    for (Operation *op : seconds)
      readInOrder(cast<tt::DotOp>(op));
  }

  Stops &stopsIn(Block *block) { return stops.try_emplace(block, *block).first->second; }

  /// The first op, in a block within `op`'s that all uses are in, before which the op can stand.
  Operation *firstUse(Operation *op) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
      if (!here)
        return nullptr;
      // M58: the last one.
      if (!first || here->isBeforeInBlock(first) != isMutant(Mutant::M58))
        first = here;
    }
    return first;
  }

  void sink(Operation *op) {
    Operation *target = firstUse(op);
    bool reads = isa<ttg::LocalLoadOp>(op);
    if (!target || (reads && stopsIn(op->getBlock()).between(op, target)))
      return;
    // Into the branch of an if that alone uses it.
    if (op->hasOneUse()) {
      Operation *user = *op->getUsers().begin();
      while (user->getBlock() != target->getBlock() && isa<scf::IfOp>(target)) {
        Operation *inner = user;
        while (inner->getParentOp() != target)
          inner = inner->getParentOp();
        if (reads && stopsIn(inner->getBlock()).before(inner))
          break;
        target = inner;
      }
    }
    if (op->getNextNode() == target)
      return;
    op->moveBefore(target);
    stopsIn(target->getBlock()).moved(op, target);
  }

  /// A buffer that is never written again may be filled at any time; others where nothing stands between.
  void fillEarly(ttg::LocalAllocOp buffer) {
    Operation *def = buffer.getSrc().getDefiningOp();
    if (!def || def->getBlock() != buffer->getBlock() || !isMemoryEffectFree(buffer))
      return;
    if (def->getNextNode() != buffer)
      buffer->moveAfter(def);
  }

  void readInOrder(tt::DotOp dot) {
    auto first = dot.getA().getDefiningOp<ttg::LocalLoadOp>();
    auto second = dot.getB().getDefiningOp<ttg::LocalLoadOp>();
    if (!first || !second || !second->hasOneUse() || first->getBlock() != second->getBlock() ||
        !second->isBeforeInBlock(first))
      return;
    for (Operation *op = second->getNextNode(); op != first; op = op->getNextNode())
      if (stopsReads(op))
        return;
    second->moveAfter(first);
  }

  std::map<Block *, Stops> stops; ///< As they were at first.
};

} // namespace
