// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of reductions: accumulated over a loop in shapes that thread-locality rewriting matches or nearly matches (K2), over tiles with fewer
// elements than threads (K9), and over hypercubes as sorting networks use them (K8).
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// What becomes of the accumulator: binary and in order, reversed, unary, without it, with the reduction twice.
static Value update(Writer &w, Value sum, Value part) {
  bool isFloat = isa<FloatType>(w.elementOf(sum.getType()));
  auto add = [&](Value a, Value b) -> Value {
    return isFloat ? Value(arith::AddFOp::create(w.b, w.loc, a, b))
                   : Value(arith::AddIOp::create(w.b, w.loc, a, b));
  };
  switch (w.choices.weighted({6, 4, 2, 2, 3, 2, 2, 2, 3, 2})) {
  case 0:
    return add(sum, part);
  case 1:
    return add(part, sum);
  case 2: {
    Value zero = w.constant(sum.getType(), 0);
    return isFloat ? Value(arith::SubFOp::create(w.b, w.loc, zero, part))
                   : Value(arith::SubIOp::create(w.b, w.loc, zero, part));
  }
  case 3:
    return isFloat ? Value(arith::MaxNumFOp::create(w.b, w.loc, sum, part))
                   : Value(arith::MaxSIOp::create(w.b, w.loc, sum, part));
  case 4:
    return part;
  case 5:
    return add(add(sum, part), part);
  case 6:
    return isFloat ? Value(arith::MulFOp::create(w.b, w.loc, sum, part))
                   : Value(arith::XOrIOp::create(w.b, w.loc, sum, part));
  case 7: {
    Type type = sum.getType();
    if (!isFloat || w.elementOf(type) == w.types.f16)
      return add(sum, part);
    return w.cast(w.cast(add(sum, part), w.types.f16), w.elementOf(type));
  }
  case 8: // Of one operand.
    if (!isFloat)
      return math::AbsIOp::create(w.b, w.loc, part);
    if (w.age >= Age::Since39 && w.choices.chance(50))
      return arith::NegFOp::create(w.b, w.loc, part);
    return math::AbsFOp::create(w.b, w.loc, part);
  case 9:
    return isFloat ? Value(arith::SubFOp::create(w.b, w.loc, sum, part))
                   : Value(arith::SubIOp::create(w.b, w.loc, sum, part));
  }
  llvm_unreachable("all alternatives return");
}

/// The greater or the smaller one.
static Value extremum(Writer &w, bool greatest, Value a, Value b) {
  if (isa<FloatType>(w.elementOf(a.getType())))
    return greatest ? Value(arith::MaxNumFOp::create(w.b, w.loc, a, b))
                    : Value(arith::MinNumFOp::create(w.b, w.loc, a, b));
  return greatest ? Value(arith::MaxSIOp::create(w.b, w.loc, a, b))
                  : Value(arith::MinSIOp::create(w.b, w.loc, a, b));
}

// The greatest of numbers below zero, or the smallest of numbers above: zero is no start for it.
void gen::extremumInLoop(Writer &w) {
  Shape shape = w.shape(w.choices.pick({2, 2, 3, 1}));
  int64_t axis = w.choices.chance(30) ? w.choices.below(shape.size()) : shape.size() - 1;
  Type element = w.choices.pick({w.types.f32, w.types.i32, w.types.f16});
  Shape folded(shape);
  folded.erase(folded.begin() + axis);
  Type type = folded.empty() ? element : Type(w.tensor(folded, element));
  bool greatest = w.choices.chance(60);
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(type, greatest ? -30000 : 30000);
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 1})))
    carried.push_back(extra);
  auto results = writeFor(
      w, drawTrip(w, 8), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value tile = loadTensor(w, shape, element);
        Value far = w.constant(tile.getType(), greatest ? -2000 : 2000);
        tile = isa<FloatType>(element) ? Value(arith::AddFOp::create(w.b, w.loc, tile, far))
                                       : w.add(tile, far);
        auto pick = [&](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
          return {extremum(w, greatest, a[0], b[0])};
        };
        Value part = reduce(w, {tile}, axis, pick)[0];
        next[0] = extremum(w, greatest, arguments[0], part);
        for (unsigned at = 1; at < carried.size(); ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  storeValue(w, results[0]);
}

void gen::reduceInLoop(Writer &w) {
  Shape shape = w.shape(w.choices.pick({2, 2, 3, 1}));
  int64_t axis = w.choices.chance(30) ? w.choices.below(shape.size()) : shape.size() - 1;
  Type element = w.choices.pick({w.types.f32, w.palette.wide, w.types.i32, w.types.f16});
  Shape folded(shape);
  folded.erase(folded.begin() + axis);
  Type sumType = folded.empty() ? element : Type(w.tensor(folded, element));
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.choices.chance(30) ? w.get(sumType) : w.constant(sumType, 0);
  // The tile's pointers are carried, or made from the counter.
  Access access = address(w, shape, w.choices.chance(60) ? element : w.palette.narrow);
  bool byPointer = w.choices.chance(40);
  if (byPointer) {
    Carried pointer;
    pointer.init = access.pointers;
    pointer.advances = true;
    pointer.step = w.choices.pick({128, 64, 1});
    pointer.by = w.i32(pointer.step);
    carried.push_back(pointer);
  }
  Value kept = w.choices.chance(8) ? loadThrough(w, access.pointers, &access) : Value();
  unsigned fixed = carried.size();
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 2})))
    carried.push_back(extra);
  auto results = writeFor(
      w, drawTrip(w, 8), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value tile = kept                   ? kept
                     : byPointer            ? loadThrough(w, arguments[1], &access)
                     : w.choices.chance(30) ? loadThrough(w, access.pointers, &access)
                                            : loadTensor(w, shape, element);
        tile = w.cast(tile, element);
        for (uint64_t steps = w.choices.below(3); steps > 0; --steps)
          tile = combine(w, tile, w.choices.chance(50) ? tile : w.get(tile.getType()));
        Value part = w.cast(reduceTile(w, tile, axis), element);
        if (w.choices.chance(12))
          w.define(part); // Another user of the reduction.
        next[0] = update(w, arguments[0], part);
        if (w.choices.chance(20))
          w.statements(1);
        if (byPointer)
          next[1] = w.advance(arguments[1], carried[1].by);
        for (unsigned at = fixed; at < carried.size(); ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  // One to three users of the result, one stretching it over the tile.
  Value sum = results[0];
  switch (w.choices.below(3)) {
  case 0:
    break;
  case 1:
    storeValue(w, combine(w, sum, sum));
    break;
  case 2:
    if (!folded.empty())
      w.define(broadcast(w, expandDims(w, sum, axis), shape));
    storeValue(w, sum);
    break;
  }
}

// The greatest element so far and where it was: two values folded together and carried together.
void gen::runningExtremum(Writer &w) {
  Shape shape = w.shape(w.choices.pick({2, 2, 3, 1}));
  int64_t axis = w.choices.chance(30) ? w.choices.below(shape.size()) : shape.size() - 1;
  Type element = w.choices.pick({w.types.f32, w.types.f16, w.types.i32});
  Type place = w.choices.pick({w.types.i32, w.types.i64});
  bool isFloat = isa<FloatType>(element);
  Shape folded(shape);
  folded.erase(folded.begin() + axis);
  auto line = [&](Type type) { return folded.empty() ? type : Type(w.tensor(folded, type)); };
  bool placeFirst = w.choices.chance(40);
  SmallVector<Carried, 6> carried(2);
  carried[placeFirst].init = w.constant(line(element), isFloat ? -1000 : 0);
  carried[!placeFirst].init = w.constant(line(place), 0);
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 1})))
    carried.push_back(extra);
  auto greater = [&](Value a, Value b) -> Value {
    if (isFloat)
      return arith::CmpFOp::create(w.b, w.loc, arith::CmpFPredicate::OGT, a, b);
    return compare(w, arith::CmpIPredicate::sgt, a, b);
  };
  auto results = writeFor(
      w, drawTrip(w, 8), carried,
      [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
        Value tile = loadTensor(w, shape, element);
        Value index =
            broadcast(w, alongAxis(w, makeRange(w, 0, shape[axis]), axis, shape.size()), shape);
        auto best = reduce(w, {tile, index}, axis, [&](Writer &w, ValueRange a, ValueRange b) {
          Value left = compare(w, arith::CmpIPredicate::slt, a[1], b[1]);
          Value same =
              isFloat
                  ? Value(arith::CmpFOp::create(w.b, w.loc, arith::CmpFPredicate::OEQ, a[0], b[0]))
                  : compare(w, arith::CmpIPredicate::eq, a[0], b[0]);
          Value better = arith::OrIOp::create(w.b, w.loc, greater(a[0], b[0]),
                                              Value(arith::AndIOp::create(w.b, w.loc, same, left)));
          return SmallVector<Value, 4>{select(w, better, a[0], b[0]),
                                       select(w, better, a[1], b[1])};
        });
        Value old = arguments[placeFirst], where = w.resize(best[1], w.types.i32);
        Value start = w.multiply(w.resize(counter, w.types.i32), w.i32(shape[axis]));
        if (!folded.empty())
          start = splat(w, start, folded);
        where = w.resize(w.add(where, start), place);
        Value better = greater(best[0], old);
        next[placeFirst] = select(w, better, best[0], old);
        next[!placeFirst] = select(w, better, where, arguments[!placeFirst]);
        if (w.choices.chance(20))
          w.statements(1);
        for (unsigned at = 2; at < carried.size(); ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  storeValue(w, results[!placeFirst]);
}

// Tiles of a few elements: several threads hold each. All lanes use what comes out.
void gen::smallCollective(Writer &w) {
  static const int64_t shapes[][3] = {{8, 0, 0},  {1, 0, 0}, {2, 0, 0},  {32, 0, 0},
                                      {4, 32, 0}, {1, 8, 0}, {8, 1, 0},  {2, 2, 32},
                                      {1, 1, 64}, {4, 4, 1}, {16, 2, 0}, {2, 64, 1}};
  Shape shape;
  for (int64_t dim : shapes[w.choices.below(12)])
    if (dim)
      shape.push_back(dim);
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.f16, w.types.i64, w.types.i8});
  Value tile = loadTensor(w, shape, element);
  for (uint64_t steps = 1 + w.choices.below(3); steps > 0; --steps) {
    auto shaped = dyn_cast<RankedTensorType>(tile.getType());
    if (!shaped)
      break;
    int64_t axis = w.choices.below(shaped.getRank());
    if (w.choices.chance(50)) {
      bool reverse = w.choices.chance(40);
      tile = scan(w, tile, axis, reverse,
                  [](Writer &w, ValueRange a, ValueRange b) -> SmallVector<Value, 4> {
                    if (isa<FloatType>(a[0].getType()))
                      return {arith::AddFOp::create(w.b, w.loc, a[0], b[0])};
                    return {arith::AddIOp::create(w.b, w.loc, a[0], b[0])};
                  })[0];
    } else {
      Value folded = reduceTile(w, tile, axis);
      Shape old(shaped.getShape());
      bool stretch = w.choices.chance(40);
      tile = !stretch ? folded
             : isa<RankedTensorType>(folded.getType())
                 ? broadcast(w, expandDims(w, folded, axis), old)
                 : splat(w, folded, old);
    }
  }
  Type result = w.elementOf(tile.getType());
  if (isa<IntegerType>(result) && w.choices.chance(40)) { // Used as an address by all lanes.
    Value index = w.bounded(tile, 64);
    unsigned buffer = w.inputBuffer(w.element());
    Value base = w.buffers[buffer].arg;
    if (auto shaped = dyn_cast<RankedTensorType>(index.getType()))
      base = splat(w, base, shaped.getShape());
    w.define(loadThrough(w, w.advance(base, index)));
  }
  w.define(tile);
}

// Steps of a sorting network: a line as 2x2x..x2, each element combined with its neighbour along one axis.
void gen::hypercube(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.i16, w.types.f16});
  int64_t length = w.choices.pick({16, 64, 128, 8});
  bool rows = w.choices.chance(30);
  Shape outer = rows ? Shape{4, length} : Shape{length};
  Value line = w.get(w.tensor(outer, element));
  Shape cube;
  for (int64_t size = rows ? 4 * length : length; size > 1; size /= 2)
    cube.push_back(2);
  Type bits = element.getIntOrFloatBitWidth() == 16 ? w.types.i16 : w.types.i32;
  bool isFloat = isa<FloatType>(element);
  Value value = line;
  for (uint64_t steps = 1 + w.choices.below(3); steps > 0; --steps) {
    Value tile = reshape(w, value, cube);
    int64_t axis = w.choices.below(cube.size());
    Value raw =
        isFloat ? Value(tt::BitcastOp::create(w.b, w.loc, w.tensor(cube, bits), tile)) : tile;
    Value both = reduce(w, raw, axis, [](Writer &w, ValueRange a, ValueRange b) {
      return SmallVector<Value, 4>{arith::XOrIOp::create(w.b, w.loc, a[0], b[0])};
    })[0];
    Value other =
        arith::XOrIOp::create(w.b, w.loc, raw, broadcast(w, expandDims(w, both, axis), cube));
    if (isFloat)
      other = tt::BitcastOp::create(w.b, w.loc, w.tensor(cube, element), other);
    Value side = broadcast(w, alongAxis(w, makeRange(w, 0, 2), axis, cube.size()), cube);
    Value first = compare(w, arith::CmpIPredicate::ne, side, w.constant(side.getType(), 0));
    Value greater =
        isFloat ? Value(arith::CmpFOp::create(w.b, w.loc, arith::CmpFPredicate::OGT, tile, other))
                : compare(w, arith::CmpIPredicate::sgt, tile, other);
    Value swap = arith::XOrIOp::create(w.b, w.loc, greater, first);
    value = reshape(w, select(w, swap, other, tile), outer);
  }
  w.define(value);
}
