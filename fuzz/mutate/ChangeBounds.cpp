// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-bounds: gives a loop other bounds or another step: no trip, one, inverted ones, one more, every other one, or other values of the program.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

bool changeBounds(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  auto loop = dyn_cast_or_null<scf::ForOp>(
      pickOp(mutation.program, choices, [](Operation *op) { return isa<scf::ForOp>(op); }));
  if (!loop)
    return false;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound(), step = loop.getStep();
  auto sum = [&](Value a, Value b) -> Value { return arith::AddIOp::create(builder, loc, a, b); };
  OpOperand *bound =
      choices.chance(50) ? &loop.getLowerBoundMutable() : &loop.getUpperBoundMutable();
  switch (choices.below(8)) {
  case 0: // No trip.
    loop.setUpperBound(lower);
    return lower != upper;
  case 1: // One trip.
    loop.setUpperBound(sum(lower, step));
    return true;
  case 2: // Inverted.
    loop.setLowerBound(upper);
    loop.setUpperBound(lower);
    return lower != upper;
  case 3: // One trip more.
    loop.setUpperBound(sum(upper, step));
    return true;
  case 4: // One trip less.
    loop.setLowerBound(sum(lower, step));
    return true;
  case 5: // Every other one.
    loop.setStep(sum(step, step));
    return true;
  case 6: { // Two trips.
    loop.setUpperBound(sum(lower, sum(step, step)));
    return true;
  }
  default: // Another value.
    Value other = valueFor(lower.getType(), loop, choices, bound->get());
    if (!other)
      return false;
    bound->set(other);
    return true;
  }
}

} // namespace fathom
