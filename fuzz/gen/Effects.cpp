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
  Value value = w.choices.chance(50) ? w.smallScalar() : w.anyTensor(1);
  tt::PrintOp::create(w.b, w.loc, " value: ", false, ValueRange{value});
}

// A promise about an argument that the launch keeps.
void gen::assume(Writer &w) {
  Value argument = w.scalarArg(w.types.i32, w.choices.pick({1, 2, 16, 48}));
  LLVM::AssumeOp::create(
      w.b, w.loc,
      compare(w, w.choices.pick({arith::CmpIPredicate::sgt, arith::CmpIPredicate::sge}), argument,
              w.i32(0)));
}
