// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// repeat: puts an operation into a loop of several trips that carries what it computes.
//
//   %r = scf.for ... iter_args(%a = %x)      %r = scf.for %t = 0 to 2 iter_args(%b = %x) {
//                                              %s = scf.for ... iter_args(%a = %b)
//                                              scf.yield %s
//                                            }
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

/// The first operand of the type that is not carried yet, or null.
static OpOperand *operandToCarry(Operation *op, Type type, ArrayRef<OpOperand *> taken) {
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType() == type && !llvm::is_contained(taken, &operand))
      return &operand;
  return nullptr;
}

bool repeat(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  Operation *op = pickOp(mutation.program, choices, [](Operation *op) {
    return !op->hasTrait<OpTrait::IsTerminator>() && !op->hasTrait<OpTrait::ConstantLike>() &&
           !inCombineRegion(op) && !isa<tt::MakeTensorDescOp>(op);
  });
  if (!op)
    return false;
  SmallVector<OpOperand *> carried;
  SmallVector<Value> inits;
  for (Value result : op->getResults()) {
    OpOperand *operand = operandToCarry(op, result.getType(), carried);
    carried.push_back(operand);
    Value init = operand ? operand->get() : valueFor(result.getType(), op, choices);
    if (!init)
      return false;
    inits.push_back(init);
  }
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type i32 = builder.getI32Type();
  Value trips;
  if (choices.chance(25))
    trips = valueFor(i32, op, choices);
  else
    trips = numberLike(builder, loc, i32, choices.pick({2, 3, 1, 4, 0}));
  auto loop = scf::ForOp::create(builder, loc, numberLike(builder, loc, i32, 0), trips,
                                 numberLike(builder, loc, i32, 1), inits);
  op->replaceAllUsesWith(loop.getResults());
  Block *body = loop.getBody();
  if (inits.empty()) {
    op->moveBefore(body->getTerminator());
    return true;
  }
  op->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  scf::YieldOp::create(builder, loc, op->getResults());
  for (auto [operand, argument] : llvm::zip(carried, loop.getRegionIterArgs()))
    if (operand)
      operand->set(argument);
  return true;
}

} // namespace fathom
