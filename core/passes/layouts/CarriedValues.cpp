// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots of loops and ifs: what they hold, what feeds them, and new ones.
#include "core/passes/layouts/CarriedValues.h"

#include "core/mutant/Mutant.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace fathom;

unsigned fathom::numSlots(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getNumRegionIterArgs();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return loop.getNumOperands() + loop.getNumResults();
  return isa<scf::IfOp>(op) ? op->getNumResults() : 0;
}

SmallVector<Value, 2> fathom::valuesOf(Slot slot) {
  if (auto loop = dyn_cast<scf::ForOp>(slot.op))
    return {loop.getRegionIterArg(slot.index), loop.getResult(slot.index)};
  if (auto loop = dyn_cast<scf::WhileOp>(slot.op)) {
    if (slot.index < loop.getNumOperands())
      return {loop.getBeforeArguments()[slot.index]};
    unsigned result = slot.index - loop.getNumOperands();
    return {loop.getAfterArguments()[result], loop.getResult(result)};
  }
  return {slot.op->getResult(slot.index)};
}

SmallVector<OpOperand *, 2> fathom::inputsOf(Slot slot) {
  if (auto loop = dyn_cast<scf::ForOp>(slot.op))
    return {&loop.getInitArgsMutable()[slot.index],
            &loop.getBody()->getTerminator()->getOpOperand(slot.index)};
  if (auto loop = dyn_cast<scf::WhileOp>(slot.op)) {
    if (slot.index < loop.getNumOperands())
      return {&loop->getOpOperand(slot.index), &loop.getYieldOp()->getOpOperand(slot.index)};
    return {&loop.getConditionOp()->getOpOperand(slot.index - loop.getNumOperands() + 1)};
  }
  auto branch = cast<scf::IfOp>(slot.op);
  return {&branch.thenYield()->getOpOperand(slot.index),
          &branch.elseYield()->getOpOperand(slot.index)};
}

std::optional<Slot> fathom::slotOf(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (isa<scf::ForOp, scf::IfOp>(op))
      return Slot{op, result.getResultNumber()};
    if (isa<scf::WhileOp>(op))
      return Slot{op, op->getNumOperands() + result.getResultNumber()};
    return {};
  }
  auto argument = cast<BlockArgument>(value);
  Operation *op = argument.getOwner()->getParentOp();
  if (isa<scf::ForOp>(op) && argument.getArgNumber() > 0)
    return Slot{op, argument.getArgNumber() - 1};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return Slot{op, argument.getOwner() == loop.getBeforeBody()
                        ? argument.getArgNumber()
                        : loop.getNumOperands() + argument.getArgNumber()};
  return {};
}

std::optional<Slot> fathom::slotFedBy(OpOperand &operand) {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return number < loop.getNumControlOperands()
               ? std::nullopt
               : std::optional(Slot{op, number - loop.getNumControlOperands()});
  if (isa<scf::WhileOp>(op))
    return Slot{op, number};
  Operation *parent = op->getParentOp();
  if (isa<scf::ConditionOp>(op))
    return number == 0 ? std::nullopt
                       : std::optional(Slot{parent, parent->getNumOperands() + number - 1});
  if (!isa<scf::YieldOp>(op))
    return {};
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(parent) ? std::optional(Slot{parent, number})
                                                          : std::nullopt;
}

bool fathom::isMissedByMutant(Slot slot) {
  // M1: the body's yield is taken to give results, so nothing seems to give the arguments of the condition.
  if (isMutant(Mutant::M1) && isa<scf::WhileOp>(slot.op))
    return slot.index < slot.op->getNumOperands();
  if (isMutant(Mutant::M6)) {
    // M6: of the slots that are fed with one value, the first is changed alone.
    OpOperand *yielded = inputsOf(slot).back();
    return llvm::is_contained(
        yielded->getOwner()->getOperands().take_front(yielded->getOperandNumber()), yielded->get());
  }
  // M7: an outer loop that hands on what an inner one results in is looked up after the inner one was replaced, and not found.
  return isMutant(Mutant::M7) && isa<LoopLikeOpInterface>(slot.op) &&
         llvm::any_of(inputsOf(slot), [&](OpOperand *input) {
           Operation *def = input->get().getDefiningOp();
           return def && isa<LoopLikeOpInterface>(def) && slot.op->isProperAncestor(def);
         });
}

Operation *fathom::appendSlots(Operation *op, ArrayRef<NewSlot> slots) {
  OpBuilder builder(op);
  SmallVector<Value> inits(op->getOperands());
  SmallVector<Type> results(op->getResultTypes());
  bool isWhile = isa<scf::WhileOp>(op), isIf = isa<scf::IfOp>(op);
  for (const NewSlot &slot : slots) {
    bool before = !isIf && slot.kind == SlotKind::Before;
    if (before)
      inits.push_back(slot.inputs[0]);
    if (!isWhile || !before)
      results.push_back(slot.type);
  }

  OperationState state(op->getLoc(), op->getName(), inits, results,
                       op->getDiscardableAttrDictionary().getValue());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *grown = builder.create(state);

  for (const NewSlot &slot : slots) {
    auto extend = [&](unsigned region, Value input) {
      Operation *end = grown->getRegion(region).front().getTerminator();
      end->insertOperands(end->getNumOperands(), input);
    };
    if (isIf) {
      extend(0, slot.inputs[0]);
      extend(1, slot.inputs[1]);
    } else if (!isWhile) {
      grown->getRegion(0).front().addArgument(slot.type, op->getLoc());
      extend(0, slot.inputs[1]);
    } else if (slot.kind == SlotKind::Before) {
      grown->getRegion(0).front().addArgument(slot.type, op->getLoc());
      extend(1, slot.inputs[1]);
    } else {
      grown->getRegion(1).front().addArgument(slot.type, op->getLoc());
      extend(0, slot.inputs[0]);
    }
  }
  for (auto [before, after] : llvm::zip(op->getResults(), grown->getResults()))
    before.replaceAllUsesWith(after);
  op->dropAllReferences();
  op->remove();
  return grown;
}
