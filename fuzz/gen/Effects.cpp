// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of assertions and prints, at the top or in loops that passes would like to pipeline (K4).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// True for every input: the assertion never fires, and no compiler can know.
void gen::assertRow(Writer &w) {
  Value value = w.get(w.tensor(w.shape(), w.types.i32));
  Value odd = arith::OrIOp::create(w.b, w.loc, value, w.constant(value.getType(), 1));
  Value holds = compare(w, arith::CmpIPredicate::ne, odd, w.constant(value.getType(), 0));
  tt::AssertOp::create(w.b, w.loc, holds, w.b.getStringAttr("odd"));
}

void gen::printRow(Writer &w) {
  SmallVector<Value, 3> values;
  for (uint64_t left = w.choices.pick({1, 1, 2, 3}); left > 0; --left)
    values.push_back(w.choices.chance(50) ? w.smallScalar()
                                          : w.anyTensor(w.choices.chance(70) ? 1 : 2));
  tt::PrintOp::create(w.b, w.loc, " value: ", w.choices.chance(30), values);
}

// A promise about an argument that the launch keeps, or about a number in its bounds.
void gen::assume(Writer &w) {
  using P = arith::CmpIPredicate;
  auto promise = [&](P predicate, Value a, Value b) {
    LLVM::AssumeOp::create(w.b, w.loc, compare(w, predicate, a, b));
  };
  if (w.choices.chance(20)) { // A multiple.
    int64_t by = w.choices.pick({16, 4, 3});
    Value argument = w.scalarArg(w.types.i32, by * w.choices.pick({1, 2, 8}));
    return promise(P::eq, arith::RemSIOp::create(w.b, w.loc, argument, w.i32(by)), w.i32(0));
  }
  if (w.choices.chance(40)) {
    Value small = w.smallScalar();
    Bounds bounds = *w.range(small);
    if (w.choices.below(2) == 0)
      return promise(w.choices.pick({P::slt, P::ult}), small,
                     w.i32(bounds.hi + w.choices.pick({1, 5, 1000})));
    return promise(P::sge, small, w.i32(bounds.lo));
  }
  Value argument = w.scalarArg(w.types.i32, w.choices.pick({1, 2, 16, 48}));
  LLVM::AssumeOp::create(
      w.b, w.loc,
      compare(w, w.choices.pick({arith::CmpIPredicate::sgt, arith::CmpIPredicate::sge}), argument,
              w.i32(0)));
}
