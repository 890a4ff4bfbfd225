// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of reductions, scans, histograms and gathers. Can see bugs of collectives on replicated
// lanes (K9) and of slice layouts (K1).
#include "fuzz/gen/Collectives.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// An associative operation, drawn once: the region's op.
static SmallVector<Value, 4> fold(Writer &w, uint64_t kind, Value a, Value b) {
  OpBuilder &o = w.b;
  Type element = a.getType();
  if (isa<FloatType>(element)) {
    switch (kind) {
    case 0:
      return {arith::AddFOp::create(o, w.loc, a, b)};
    case 1:
      return {arith::MaxNumFOp::create(o, w.loc, a, b)};
    case 2:
      return {arith::MinNumFOp::create(o, w.loc, a, b)};
    default:
      return {arith::MulFOp::create(o, w.loc, a, b)};
    }
  }
  switch (kind) {
  case 0:
    return {arith::AddIOp::create(o, w.loc, a, b)};
  case 1:
    return {arith::MaxSIOp::create(o, w.loc, a, b)};
  case 2:
    return {arith::MinUIOp::create(o, w.loc, a, b)};
  case 3:
    return {arith::XOrIOp::create(o, w.loc, a, b)};
  case 4:
    return {arith::OrIOp::create(o, w.loc, a, b)};
  default:
    return {arith::AndIOp::create(o, w.loc, a, b)};
  }
}

static uint64_t foldKind(Writer &w, Type element) {
  return w.choices.below(isa<FloatType>(element) ? 4 : 6);
}

// The front end widens bf16 and small integers before it folds them.
static Value widened(Writer &w, Value tile) {
  Type element = w.elementOf(tile.getType());
  if (element == w.types.bf16)
    return w.cast(tile, w.types.f32);
  if (element.isInteger() && element.getIntOrFloatBitWidth() < 32)
    return w.cast(tile, w.types.i32);
  return tile;
}

Value gen::reduceTile(Writer &w, Value tile, int64_t axis) {
  tile = widened(w, tile);
  uint64_t kind = foldKind(w, w.elementOf(tile.getType()));
  return reduce(w, tile, axis, [&](Writer &w, ValueRange a, ValueRange b) {
    return fold(w, kind, a[0], b[0]);
  })[0];
}

void gen::reduceRow(Writer &w) {
  Value tile = w.anyTensor(w.choices.pick({2, 1, 2, 3}));
  Value result = reduceTile(w, tile, w.choices.below(w.shapeOf(tile).size()));
  // Reduced again: slices of slices.
  while (isa<RankedTensorType>(result.getType()) && w.choices.chance(25))
    result = reduceTile(w, result, w.choices.below(w.shapeOf(result).size()));
  w.define(result);
}

static SmallVector<Value, 4> foldWithIndex(Writer &w, bool most, ValueRange a, ValueRange b) {
  OpBuilder &o = w.b;
  Value x = a[0], i = a[1], y = b[0], j = b[1], better, equal;
  if (isa<FloatType>(x.getType())) {
    better = arith::CmpFOp::create(
        o, w.loc, most ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT, x, y);
    equal = arith::CmpFOp::create(o, w.loc, arith::CmpFPredicate::OEQ, x, y);
  } else {
    better = arith::CmpIOp::create(
        o, w.loc, most ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt, x, y);
    equal = arith::CmpIOp::create(o, w.loc, arith::CmpIPredicate::eq, x, y);
  }
  // Ties go to the left, so that there is one answer.
  Value left = arith::CmpIOp::create(o, w.loc, arith::CmpIPredicate::slt, i, j);
  left = arith::AndIOp::create(o, w.loc, equal, left);
  better = arith::OrIOp::create(o, w.loc, better, left);
  return {arith::SelectOp::create(o, w.loc, better, x, y),
          arith::SelectOp::create(o, w.loc, better, i, j)};
}

void gen::reduceWithIndex(Writer &w) {
  Value tile = w.anyTensor(w.choices.pick({2, 1, 2, 3}));
  // Of sums whose order is open, so is the place of the greatest.
  if (isa<FloatType>(w.elementOf(tile.getType())) && !w.isExact(tile) && w.choices.chance(70))
    tile = w.exactFloat(tile.getType());
  tile = widened(w, tile);
  if (w.choices.chance(15)) { // In another shape.
    int64_t size = llvm::product_of(w.shapeOf(tile));
    Shape other{size};
    if (w.shapeOf(tile).size() == 1 && size > 1)
      other = {2, size / 2};
    if (w.shapeOf(tile) != ArrayRef<int64_t>(other))
      tile = reshape(w, tile, other);
  }
  Shape shape(w.shapeOf(tile));
  int64_t axis = w.choices.below(shape.size());
  Value index = broadcast(w, alongAxis(w, makeRange(w, 0, shape[axis]), axis, shape.size()), shape);
  bool most = w.choices.below(2) == 0;
  auto results = reduce(w, {tile, index}, axis, [&](Writer &w, ValueRange a, ValueRange b) {
    return foldWithIndex(w, most, a, b);
  });
  w.define(results[0]);
  w.define(w.setRange(results[1], {0, shape[axis] - 1}));
}

// Mean, sum of squares and count of the union of two samples.
void gen::reduceWelford(Writer &w) {
  Value mean = w.get(w.tensor(w.shape(w.choices.pick({2, 1})), w.types.f32));
  Value squares = w.constant(mean.getType(), 0), count = w.constant(mean.getType(), 1);
  auto results = reduce(w, {mean, squares, count}, w.shapeOf(mean).size() - 1,
                        [](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
                          OpBuilder &o = w.b;
                          Value delta = arith::SubFOp::create(o, w.loc, b[0], a[0]);
                          Value total = arith::AddFOp::create(o, w.loc, a[2], b[2]);
                          Value share = arith::DivFOp::create(o, w.loc, b[2], total);
                          Value step = arith::MulFOp::create(o, w.loc, delta, share);
                          Value mean = arith::AddFOp::create(o, w.loc, a[0], step);
                          Value m = arith::AddFOp::create(o, w.loc, a[1], b[1]);
                          Value square = arith::MulFOp::create(o, w.loc, delta, delta);
                          square = arith::MulFOp::create(o, w.loc, square, a[2]);
                          square = arith::MulFOp::create(o, w.loc, square, share);
                          m = arith::AddFOp::create(o, w.loc, m, square);
                          return {mean, m, total};
                        });
  for (Value result : results)
    w.define(result);
}

// x - reduce(x), stretched back over the tile, and folded again: softmax and its relatives.
void gen::normalise(Writer &w) {
  Value tile = w.get(w.tensor(w.shape(w.choices.chance(25) ? 1 : 2), w.types.f32));
  Shape shape(w.shapeOf(tile));
  int64_t axis = w.choices.chance(30) ? 0 : shape.size() - 1;
  auto stretched = [&](Value folded) {
    if (shape.size() == 1)
      return splat(w, folded, shape);
    return broadcast(w, expandDims(w, folded, axis), shape);
  };
  Value most = reduce(w, tile, axis, [](Writer &w, ValueRange a, ValueRange b) {
    return fold(w, 1, a[0], b[0]);
  })[0];
  Value shifted = arith::SubFOp::create(w.b, w.loc, tile, stretched(most));
  Value powers = math::ExpOp::create(w.b, w.loc, shifted);
  Value sum = reduce(w, powers, axis, [](Writer &w, ValueRange a, ValueRange b) {
    return fold(w, 0, a[0], b[0]);
  })[0];
  if (w.choices.chance(30))
    w.define(sum);
  w.define(arith::DivFOp::create(w.b, w.loc, powers, stretched(sum)));
}

void gen::scanRow(Writer &w) {
  Value tile = w.anyTensor(w.choices.pick({2, 1, 2, 3}));
  if (w.elementOf(tile.getType()) == w.types.bf16 || w.choices.chance(70))
    tile = widened(w, tile);
  uint64_t kind = foldKind(w, w.elementOf(tile.getType()));
  int64_t axis = w.choices.below(w.shapeOf(tile).size());
  bool reverse = w.choices.chance(30);
  w.define(scan(w, tile, axis, reverse, [&](Writer &w, ValueRange a, ValueRange b) {
    return fold(w, kind, a[0], b[0]);
  })[0]);
}

// x[i] = a[i] * x[i-1] + b[i]: associative on pairs, not commutative.
void gen::scanRecurrence(Writer &w) {
  Type type =
      w.tensor(w.shape(w.choices.pick({2, 1})), w.choices.pick({w.types.f32, w.palette.wide}));
  Value factor = w.get(type), term = w.get(type);
  bool reverse = w.choices.chance(30);
  auto results = scan(w, {factor, term}, w.choices.below(w.shapeOf(factor).size()), reverse,
                      [](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
                        OpBuilder &o = w.b;
                        Value product = arith::MulFOp::create(o, w.loc, a[0], b[0]);
                        Value scaled = arith::MulFOp::create(o, w.loc, a[1], b[0]);
                        return {product, arith::AddFOp::create(o, w.loc, scaled, b[1])};
                      });
  for (Value result : results)
    w.define(result);
}

// Two tiles folded at once, each by an operation of its own: a sum and a maximum, of a float and an integer.
void gen::reduceTwo(Writer &w) {
  Shape shape = w.shape(w.choices.pick({2, 1, 3}));
  Value tiles[] = {
      w.get(w.tensor(shape, w.choices.pick({w.types.f32, w.types.f16, w.palette.wide}))),
      w.get(w.tensor(shape, w.choices.pick({w.types.i32, w.types.i64, w.types.f32})))};
  uint64_t kinds[] = {foldKind(w, w.elementOf(tiles[0].getType())),
                      foldKind(w, w.elementOf(tiles[1].getType()))};
  bool swapped = w.choices.chance(30);
  if (swapped)
    std::swap(tiles[0], tiles[1]), std::swap(kinds[0], kinds[1]);
  auto results =
      reduce(w, {tiles[0], tiles[1]}, w.choices.below(shape.size()),
             [&](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
               return {fold(w, kinds[0], a[0], b[0])[0], fold(w, kinds[1], a[1], b[1])[0]};
             });
  for (Value result : results)
    w.define(result);
}

// Sums that start anew where a flag is set, and the last element that is not 0: associative, not commutative.
void gen::scanSegments(Writer &w) {
  Shape shape = w.shape(w.choices.pick({1, 2, 3}));
  Value flags = w.bounded(w.get(w.tensor(shape, w.types.i32)), 2);
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.i64});
  Value terms = w.get(w.tensor(shape, element));
  bool sums = w.choices.below(2) == 0, isFloat = isa<FloatType>(element);
  auto results = scan(w, {flags, terms}, w.choices.below(shape.size()), w.choices.chance(40),
                      [&](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
                        OpBuilder &o = w.b;
                        Value zero = arith::ConstantOp::create(o, w.loc, o.getI32IntegerAttr(0));
                        Value starts =
                            arith::CmpIOp::create(o, w.loc, arith::CmpIPredicate::ne, b[0], zero);
                        Value either = arith::OrIOp::create(o, w.loc, a[0], b[0]);
                        Value kept = !sums     ? a[1]
                                     : isFloat ? Value(arith::AddFOp::create(o, w.loc, a[1], b[1]))
                                               : Value(arith::AddIOp::create(o, w.loc, a[1], b[1]));
                        return {either, arith::SelectOp::create(o, w.loc, starts, b[1], kept)};
                      });
  w.define(w.setRange(results[0], {0, 1}));
  w.define(results[1]);
}

static Value countBins(Writer &w, bool masked) {
  int64_t bins = w.choices.pick({32, 64, 128, 256});
  Value values = w.bounded(w.get(w.tensor(w.shape(1), w.types.i32)), bins);
  Value mask = masked ? w.get(w.tensor(w.shapeOf(values), w.types.i1)) : Value();
  Value result = tt::HistogramOp::create(w.b, w.loc, w.tensor({bins}, w.types.i32), values, mask);
  return w.setRange(result, {0, w.shapeOf(values)[0]});
}

void gen::histogram(Writer &w) { w.define(countBins(w, false)); }
void gen::histogramMasked(Writer &w) { w.define(countBins(w, true)); }

// The order of what is put together is open, so only what does not depend on it is used.
void gen::foldConcatenated(Writer &w) {
  Type type = w.tensor(w.shape(1), w.choices.pick({w.types.i32, w.types.i64}));
  Value a = w.get(type), b = w.choices.chance(30) ? a : w.get(type);
  Value both = tt::CatOp::create(w.b, w.loc, a, b);
  w.define(reduceTile(w, both, 0));
}

void gen::gather(Writer &w) {
  Value source = w.anyTensor(w.choices.pick({2, 1, 3}));
  Shape shape(w.shapeOf(source));
  unsigned axis = w.choices.below(shape.size());
  int64_t limit = shape[axis];
  if (w.choices.chance(30))
    shape[axis] = w.choices.pick({16, 32, 64, 1});
  Value index = w.bounded(w.get(w.tensor(shape, w.types.i32)), limit);
  w.define(tt::GatherOp::create(w.b, w.loc, source, index, axis));
}
