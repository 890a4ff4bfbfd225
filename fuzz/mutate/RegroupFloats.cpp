// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// regroup-floats: sums floats in another order, or adds to a product afterwards.
//
//   (a + b) + c          ->  a + (b + c)
//   tt.dot a, b, c       ->  (tt.dot a, b, 0) + c, and back
#include "fuzz/mutate/Places.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fathom {

static bool canRegroup(Operation *op) {
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return !matchPattern(dot.getC(), m_AnyZeroFloat()) &&
           isa<FloatType>(getElementTypeOrSelf(dot.getType()));
  return isa<arith::AddFOp>(op) && llvm::any_of(op->getOperands(), [](Value value) {
           return value.getDefiningOp<arith::AddFOp>();
         });
}

bool regroupFloats(MutationCase &mutation) {
  Operation *op = pickOp(mutation.program, mutation.choices, canRegroup);
  if (!op)
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (auto dot = dyn_cast<tt::DotOp>(op)) {
    Value c = dot.getC();
    dot.getCMutable().assign(numberLike(builder, loc, c.getType(), 0));
    builder.setInsertionPointAfter(op);
    auto sum = arith::AddFOp::create(builder, loc, dot.getResult(), c);
    dot.getResult().replaceAllUsesExcept(sum.getResult(), sum);
    return true;
  }
  bool left = bool(op->getOperand(0).getDefiningOp<arith::AddFOp>());
  auto inner = op->getOperand(left ? 0 : 1).getDefiningOp<arith::AddFOp>();
  Value rest = arith::AddFOp::create(builder, loc, inner.getRhs(), op->getOperand(left ? 1 : 0));
  replaceAndErase(op, {arith::AddFOp::create(builder, loc, inner.getLhs(), rest).getResult()});
  return true;
}

} // namespace fathom
