// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// peel-loops: does the first trip of innermost loops before them, if there is one. Sees loops that rely on their start, and values of a trip that
// get another layout.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace fathom {

static void peel(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound();
  Value runs = arith::CmpIOp::create(
      builder, loc, loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      lower, loop.getUpperBound());
  bool results = loop.getNumResults() > 0;
  auto first = scf::IfOp::create(builder, loc, loop.getResultTypes(), runs,
                                 /*withElseRegion=*/results);
  {
    OpBuilder::InsertionGuard guard(builder);
    if (results)
      builder.setInsertionPointToEnd(first.thenBlock());
    else
      builder.setInsertionPoint(first.thenBlock()->getTerminator());
    IRMapping trip;
    trip.map(loop.getInductionVar(), lower);
    trip.map(loop.getRegionIterArgs(), loop.getInitArgs());
    for (Operation &op : loop.getBody()->without_terminator())
      builder.clone(op, trip);
    if (results) {
      SmallVector<Value> yielded;
      for (Value value : loop.getBody()->getTerminator()->getOperands())
        yielded.push_back(trip.lookupOrDefault(value));
      scf::YieldOp::create(builder, loc, yielded);
      builder.setInsertionPointToEnd(first.elseBlock());
      scf::YieldOp::create(builder, loc, loop.getInitArgs());
    }
  }
  Value second = arith::AddIOp::create(builder, loc, lower, loop.getStep());
  // Where no trip was done, the sum might be past the end of the integers.
  loop.getLowerBoundMutable().assign(arith::SelectOp::create(builder, loc, runs, second, lower));
  loop.getInitArgsMutable().assign(first.getResults());
}

bool peelLoops(VariantCase &variant) {
  std::vector<scf::ForOp> loops = takeLoops(variant, innermostLoops(variant.kernel));
  for (scf::ForOp loop : loops)
    peel(loop);
  return !loops.empty();
}

} // namespace fathom
