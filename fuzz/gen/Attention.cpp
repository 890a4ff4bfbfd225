// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Template of attention: two dots in a loop whose running maximum and sum rescale the accumulator. Its values live in a dot's layout, in slices of
// it and in dot operands at once (K1, K10).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static Value foldRows(Writer &w, Value tile, bool most) {
  return reduce(w, tile, 1, [&](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
    if (most)
      return {arith::MaxNumFOp::create(w.b, w.loc, a[0], b[0])};
    return {arith::AddFOp::create(w.b, w.loc, a[0], b[0])};
  })[0];
}

void gen::attention(Writer &w) {
  Type element = w.choices.pick({w.types.f16, w.types.bf16, w.types.f16, w.types.f32});
  int64_t m = w.palette.m, n = w.palette.n, d = std::max<int64_t>(w.palette.k, 16);
  if (w.choices.chance(40)) // For units of warp groups, with q in shared memory all the time.
    m = std::max<int64_t>(m, 64);
  auto precision = tt::InputPrecision::Tf32;
  Type line = w.tensor({m}, w.types.f32), scores = w.tensor({m, n}, w.types.f32),
       output = w.tensor({m, d}, w.types.f32);
  auto alongRows = [&](Value value, int64_t width) {
    return broadcast(w, expandDims(w, value, 1), {m, width});
  };

  Value q = loadTensor(w, {m, d}, element);
  bool scaled = w.choices.chance(50);
  if (scaled && w.choices.chance(50))
    q = w.cast(arith::MulFOp::create(w.b, w.loc, w.cast(q, w.types.f32), w.constant(output, 2)),
               element);
  bool turned = w.choices.chance(50), sums = !w.choices.chance(20), extra = w.choices.chance(25);
  SmallVector<Carried, 6> carried(3);
  carried[0].init = w.constantFloat(line, -1e6);
  carried[1].init = w.constant(line, w.choices.pick({0, 1}));
  carried[2].init = w.constant(output, 0);
  unsigned rotation = w.choices.below(3);
  std::rotate(carried.begin(), carried.begin() + rotation, carried.end());
  auto place = [&](unsigned index) { return (index + 3 - rotation) % 3; };
  if (extra)
    for (const Carried &one : drawCarried(w, 2))
      carried.push_back(one);
  auto body = [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
    Value k =
        turned ? loadTensor(w, {d, n}, element) : trans(w, loadTensor(w, {n, d}, element), {1, 0});
    Value qk = dot(w, q, k, w.constant(scores, 0), precision);
    if (scaled)
      qk = arith::MulFOp::create(w.b, w.loc, qk, splat(w, w.scalarArg(w.types.f32, 2), {m, n}));
    if (w.choices.chance(40)) { // Causal.
      Value rows = expandDims(w, makeRange(w, 0, m), 1),
            columns = expandDims(w, makeRange(w, 0, n), 0);
      counter = w.resize(counter, w.types.i32);
      columns = w.add(columns, splat(w, w.multiply(counter, w.i32(n)), {1, n}));
      Value seen = compare(w, arith::CmpIPredicate::sge, broadcast(w, rows, {m, n}),
                           broadcast(w, columns, {m, n}));
      qk = select(w, seen, qk, w.constantFloat(scores, -1e6));
    }
    if (w.choices.chance(20))
      qk = combine(w, qk, w.get(scores));
    Value most = arith::MaxNumFOp::create(w.b, w.loc, arguments[place(0)], foldRows(w, qk, true));
    Value p =
        math::Exp2Op::create(w.b, w.loc, arith::SubFOp::create(w.b, w.loc, qk, alongRows(most, n)));
    Value rescale = math::Exp2Op::create(
        w.b, w.loc, arith::SubFOp::create(w.b, w.loc, arguments[place(0)], most));
    Value sum = arguments[place(1)];
    sum = arith::MulFOp::create(w.b, w.loc, sum, rescale);
    if (sums)
      sum = arith::AddFOp::create(w.b, w.loc, sum, foldRows(w, p, false));
    Value acc = arith::MulFOp::create(w.b, w.loc, arguments[place(2)], alongRows(rescale, d));
    if (w.choices.chance(20))
      w.statements(1);
    Value v = dotOperand(w, {n, d}, element);
    acc = dot(w, w.cast(p, element), v, acc, precision);
    next[place(0)] = most;
    next[place(1)] = sum;
    next[place(2)] = acc;
    for (unsigned at = 3; at < carried.size(); ++at)
      next[at] = nextValue(w, carried[at], arguments[at], arguments);
  };
  SmallVector<Value, 6> results;
  if (w.choices.chance(15))
    results = writeWhile(w, w.i32(0), w.scalarArg(w.types.i32, std::min<int64_t>(3, w.tripsLeft())),
                         carried, w.choices.pick({0, 1}), body);
  else
    results = writeFor(w, drawTrip(w, 4), carried, body);
  Value out = results[place(2)];
  if (w.choices.chance(70))
    out = arith::DivFOp::create(w.b, w.loc, out, alongRows(results[place(1)], d));
  storeValue(w, w.cast(out, element));
  if (w.choices.chance(50))
    storeValue(w, results[place(0)]);
}
