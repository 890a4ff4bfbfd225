// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A template of a chain that reads each of its values twice and ends in two layouts: who follows uses, not values, makes two of the last link, four
// of the one before, 2^n of the first (K15).
//
//   %1 = f %0, (g %0)    %2 = f %1, (g %1)   ...   store %n   store (trans %n)
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

void gen::doublingChain(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.i32, w.types.i16});
  Shape shape = w.shape(2);
  Value link = loadTensor(w, shape, element);
  for (uint64_t left = 16 + w.choices.below(2); left > 0; --left) {
    Value number = w.constant(link.getType(), 1 + w.choices.below(7));
    Value other = w.choices.chance(50) ? Value(arith::XOrIOp::create(w.b, w.loc, link, number))
                                       : Value(arith::MulIOp::create(w.b, w.loc, link, number));
    link = w.choices.chance(50) ? Value(arith::MaxSIOp::create(w.b, w.loc, link, other))
                                : Value(arith::AddIOp::create(w.b, w.loc, other, link));
  }
  storeValue(w, trans(w, link, {1, 0}));
  storeValue(w, link);
}
