// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// write-whiles: writes innermost for loops as while loops. Sees passes that mix up what a while loop carries, yields and results in, and for loops
// that are done otherwise than one by one.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

/// The counter is carried first, before what the loop carries.
static void writeAsWhile(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits{loop.getLowerBound()};
  llvm::append_range(inits, loop.getInitArgs());
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> places(types.size(), loc);
  auto written = scf::WhileOp::create(builder, loc, types, inits);

  Block *before = builder.createBlock(&written.getBefore(), {}, types, places);
  Value goesOn = arith::CmpIOp::create(
      builder, loc, loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
      before->getArgument(0), loop.getUpperBound());
  scf::ConditionOp::create(builder, loc, goesOn, before->getArguments());

  Block *after = builder.createBlock(&written.getAfter(), {}, types, places);
  Block *body = loop.getBody();
  Operation *yield = body->getTerminator();
  for (auto [old, now] : llvm::zip_equal(body->getArguments(), after->getArguments()))
    old.replaceAllUsesWith(now);
  after->getOperations().splice(after->end(), body->getOperations(), body->begin(),
                                yield->getIterator());
  builder.setInsertionPointToEnd(after);
  SmallVector<Value> next{
      arith::AddIOp::create(builder, loc, after->getArgument(0), loop.getStep())};
  llvm::append_range(next, yield->getOperands());
  scf::YieldOp::create(builder, loc, next);

  loop.getResults().replaceAllUsesWith(written.getResults().drop_front());
  loop.erase();
}

bool writeWhiles(VariantCase &variant) {
  std::vector<scf::ForOp> loops = takeLoops(variant, innermostLoops(variant.kernel));
  for (scf::ForOp loop : loops)
    writeAsWhile(loop);
  return !loops.empty();
}

} // namespace fathom
