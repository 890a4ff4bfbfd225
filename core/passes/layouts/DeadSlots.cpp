// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What has an effect is live, and what it uses, back through slots; the rest goes.
#include "core/passes/layouts/DeadSlots.h"

#include "core/passes/layouts/CarriedValues.h"

#include "mlir/IR/Iterators.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace fathom;

namespace {

bool hasSlots(Operation *op) { return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op); }

class Liveness {
public:
  explicit Liveness(tt::FuncOp function) {
    function.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (needs(operand))
          mark(operand.get());
    });
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (std::optional<Slot> slot = slotOf(value)) {
        for (OpOperand *input : inputsOf(*slot))
          mark(input->get());
      } else if (Operation *def = value.getDefiningOp()) {
        for (Value operand : def->getOperands())
          mark(operand);
      }
    }
  }

  bool isLive(Value value) const { return live.contains(value); }
  bool isLive(Slot slot) const {
    return llvm::any_of(valuesOf(slot), [&](Value value) { return isLive(value); });
  }

private:
  /// Whether the operand is used whatever else is.
  static bool needs(OpOperand &operand) {
    Operation *op = operand.getOwner();
    return !slotFedBy(operand) && (hasSlots(op) || !wouldOpBeTriviallyDead(op));
  }
  void mark(Value value) {
    if (live.insert(value).second)
      worklist.push_back(value);
  }

  DenseSet<Value> live;
  SmallVector<Value> worklist;
};

void eraseOperands(Operation *op, unsigned first, const llvm::BitVector &dead) {
  for (int index = dead.find_last(); index >= 0; index = dead.find_prev(index))
    op->eraseOperand(first + index);
}

/// The op without its dead slots, whose values have no uses left. Terminators have lost the operands already.
void rebuild(Operation *op, const llvm::BitVector &dead) {
  bool isWhile = isa<scf::WhileOp>(op);
  unsigned before = isWhile ? op->getNumOperands() : 0;
  llvm::BitVector deadResults(op->getNumResults());
  for (unsigned slot : dead.set_bits())
    if (slot >= before)
      deadResults.set(slot - before);
  SmallVector<Type> types;
  SmallVector<Value> kept;
  for (OpResult result : op->getResults())
    if (!deadResults.test(result.getResultNumber())) {
      types.push_back(result.getType());
      kept.push_back(result);
    }
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Slot> slot = slotFedBy(operand);
    if (!slot || !dead.test(slot->index))
      operands.push_back(operand.get());
  }
  // From the last one: the numbers of those before stay.
  for (int slot = dead.find_last(); slot >= 0; slot = dead.find_prev(slot)) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      loop.getBody()->eraseArgument(slot + 1);
    else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      if (unsigned(slot) < before)
        loop.getBeforeBody()->eraseArgument(slot);
      else
        loop.getAfterBody()->eraseArgument(slot - before);
    }
  }

  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *smaller = builder.create(state);
  for (auto [result, better] : llvm::zip(kept, smaller->getResults()))
    result.replaceAllUsesWith(better);
  op->dropAllUses(); // By dead slots of other ops.
  op->erase();
}

} // namespace

bool fathom::eraseDeadSlots(tt::FuncOp function) {
  bool any = function
                 .walk([](Operation *op) {
                   return hasSlots(op) && numSlots(op) > 0 ? WalkResult::interrupt()
                                                           : WalkResult::advance();
                 })
                 .wasInterrupted();
  if (!any)
    return false;
  Liveness liveness(function);
  SmallVector<std::pair<Operation *, llvm::BitVector>> shrinking;
  function.walk([&](Operation *op) {
    if (!hasSlots(op))
      return;
    llvm::BitVector dead(numSlots(op));
    for (unsigned slot = 0; slot < dead.size(); ++slot)
      dead[slot] = !liveness.isLive(Slot{op, slot});
    if (dead.any())
      shrinking.push_back({op, dead});
  });
  if (shrinking.empty())
    return false;

  // What feeds dead slots from within goes first, then what only that used.
  for (auto &[op, dead] : shrinking) {
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      unsigned before = loop.getNumOperands();
      llvm::BitVector yields(before), conditions(loop.getNumResults());
      for (unsigned slot : dead.set_bits())
        slot < before ? yields.set(slot) : conditions.set(slot - before);
      eraseOperands(loop.getYieldOp(), 0, yields);
      eraseOperands(loop.getConditionOp(), 1, conditions);
    } else {
      for (Region &region : op->getRegions())
        if (!region.empty())
          eraseOperands(region.front().getTerminator(), 0, dead);
    }
  }
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (!hasSlots(op) && wouldOpBeTriviallyDead(op) && op->getNumResults() > 0 &&
        llvm::none_of(op->getResults(), [&](Value value) { return liveness.isLive(value); })) {
      op->dropAllUses();
      op->erase();
    }
  });
  // Inner ones first, as the walk found them: so no pointer is to an op that was rebuilt.
  for (auto &[op, dead] : shrinking)
    rebuild(op, dead);
  return true;
}
