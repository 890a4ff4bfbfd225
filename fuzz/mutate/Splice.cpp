// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// splice: takes a value, and what it is computed from, or a whole loop or branch, from another place or program, and uses it.
//
// What the op and its regions use from outside is taken along where it is pure (as long as that stays small), and else replaced by a visible value of the type, or a
// constant. The result takes the place of a value of its type, or is added to one, or goes to a buffer of its own.
#include "fuzz/mutate/Places.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace fathom {

namespace {
/// Brings an op and what it needs to another place.
class Transplant {
public:
  Transplant(Operation *at, Choices &choices) : at(at), choices(choices), builder(at) {}

  /// Null if something it needs cannot be had.
  Operation *bring(Operation *op, unsigned depth = 4) {
    unsigned size = 0;
    op->walk([&](Operation *inner) { size += isa<tt::CallOp>(inner) ? most : 1; });
    if ((brought += size) > most)
      return nullptr;
    llvm::SetVector<Value> needed(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), needed);
    for (Value value : needed)
      if (!mapping.contains(value)) {
        Value here = get(value, depth);
        if (!here)
          return nullptr;
        mapping.map(value, here);
      }
    return builder.clone(*op, mapping);
  }

private:
  Value get(Value value, unsigned depth) {
    Operation *op = value.getDefiningOp();
    bool comesAlong = op && op->getNumRegions() == 0 && (isPure(op) || isa<tt::LoadOp>(op));
    if (comesAlong && depth > 0 && !choices.chance(30)) {
      if (Operation *here = bring(op, depth - 1))
        return here->getResult(cast<OpResult>(value).getResultNumber());
      return {};
    }
    if (comesAlong && op->hasTrait<OpTrait::ConstantLike>())
      return builder.clone(*op)->getResult(0);
    return valueFor(value.getType(), at, choices);
  }

  static constexpr unsigned most = 60;
  unsigned brought = 0;
  Operation *at;
  Choices &choices;
  OpBuilder builder;
  IRMapping mapping;
};
} // namespace

static bool isWorthTaking(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() && !op->hasTrait<OpTrait::ConstantLike>() &&
         !isa<tt::CallOp, tt::GetProgramIdOp>(op) && !inCombineRegion(op) &&
         (op->getNumResults() > 0 || isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op));
}

/// Uses the value below the op that made it: in place of an operand of its type, or together with one.
static bool useBelow(Operation *made, Value value, Choices &choices) {
  std::vector<OpOperand *> operands;
  for (Operation *next = made->getNextNode(); next; next = next->getNextNode())
    next->walk([&](Operation *inner) {
      if (inner != next && inCombineRegion(inner))
        return;
      for (OpOperand &operand : inner->getOpOperands())
        if (operand.get().getType() == value.getType() && operand.get() != value)
          operands.push_back(&operand);
    });
  if (operands.empty())
    return false;
  OpOperand *operand = choices.pick(ArrayRef(operands));
  OpBuilder builder(operand->getOwner());
  Location loc = made->getLoc();
  Type element = getElementTypeOrSelf(value.getType());
  if (isa<IntegerType>(element) && choices.chance(40))
    value = element.isInteger(1)
                ? arith::AndIOp::create(builder, loc, operand->get(), value).getResult()
                : arith::AddIOp::create(builder, loc, operand->get(), value).getResult();
  else if (isa<FloatType>(element) && element.getIntOrFloatBitWidth() >= 16 && !choices.chance(30))
    value = arith::AddFOp::create(builder, loc, operand->get(), value);
  operand->set(value);
  return true;
}

bool splice(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  Operation *at = pickOp(mutation.program, choices, [](Operation *op) {
    return !inCombineRegion(op) && !op->hasTrait<OpTrait::ConstantLike>();
  });
  ModuleOp from = choices.chance(60) ? mutation.donor : mutation.program;
  Operation *op = pickOp(from, choices, isWorthTaking);
  if (!at || !op || op->isAncestor(at))
    return false;
  Operation *made = Transplant(at, choices).bring(op);
  if (!made)
    return false;
  if (made->getNumResults() == 0)
    return true;
  Value value = made->getResult(choices.below(made->getNumResults()));
  return (!choices.chance(15) && useBelow(made, value, choices)) ||
         storeToScratch(mutation, value, made->getNextNode());
}

} // namespace fathom
