// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-mask: narrows, widens, inverts, adds or drops a mask of a load, a store or an atomic. A load that had no other value, and may need one now, often gets one.
#include "fuzz/mutate/Places.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace fathom {

/// The op's mask, as it is or is to be; none for what takes no mask.
static std::optional<MutableOperandRange> maskOf(Operation *op) {
  auto plain = [](Value pointer) { return !tt::isBlockPointer(pointer.getType()); };
  if (auto load = dyn_cast<tt::LoadOp>(op); load && plain(load.getPtr()))
    return load.getMaskMutable();
  if (auto store = dyn_cast<tt::StoreOp>(op); store && plain(store.getPtr()))
    return store.getMaskMutable();
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op))
    return atomic.getMaskMutable();
  return std::nullopt;
}

static Type valueTypeOf(Operation *op) {
  return isa<tt::StoreOp>(op) ? op->getOperand(1).getType() : op->getResult(0).getType();
}

/// A condition of the type: a visible one, or the comparison of a visible number with a constant.
static Value conditionFor(Type type, Operation *at, Choices &choices) {
  OpBuilder builder(at);
  std::vector<Value> numbers = visibleAt(at, [&](Value value) {
    Type other = value.getType();
    return other != type && getElementTypeOrSelf(other).isInteger() &&
           isa<RankedTensorType>(other) == isa<RankedTensorType>(type) &&
           tt::maskTypeOf(other) == type;
  });
  if (numbers.empty() || choices.chance(30))
    return valueFor(type, at, choices);
  Value number = choices.pick(ArrayRef(numbers));
  Value limit = numberLike(builder, at->getLoc(), number.getType(),
                           choices.pick<int64_t>({7, 1, 16, 0, 33, 64, 100}));
  auto predicate = choices.pick(
      {arith::CmpIPredicate::slt, arith::CmpIPredicate::sge, arith::CmpIPredicate::ne});
  return arith::CmpIOp::create(builder, at->getLoc(), predicate, number, limit);
}

bool changeMask(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  Operation *op =
      pickOp(mutation.program, choices, [](Operation *op) { return maskOf(op).has_value(); });
  if (!op)
    return false;
  MutableOperandRange mask = *maskOf(op);
  Value old = mask.empty() ? Value() : mask[0].get();
  Type type = tt::maskTypeOf(valueTypeOf(op));
  OpBuilder builder(op);
  Location loc = op->getLoc();
  unsigned kind = old ? choices.below(5) : 3;
  if (kind == 4) { // None.
    if (auto load = dyn_cast<tt::LoadOp>(op))
      load.getOtherMutable().clear();
    mask.clear();
    return true;
  }
  Value condition = kind == 2 ? numberLike(builder, loc, type, 1) : conditionFor(type, op, choices);
  if (!condition)
    return false;
  Value changed = kind == 0   ? arith::AndIOp::create(builder, loc, old, condition).getResult()
                  : kind == 1 ? arith::OrIOp::create(builder, loc, old, condition).getResult()
                  : kind == 2 ? arith::XOrIOp::create(builder, loc, old, condition).getResult()
                              : condition;
  mask.assign(changed);
  if (auto load = dyn_cast<tt::LoadOp>(op))
    if (!load.getOther() && hasConstant(load.getType()) && !choices.chance(20))
      load.getOtherMutable().assign(numberLike(builder, loc, load.getType(), 0));
  return true;
}

} // namespace fathom
