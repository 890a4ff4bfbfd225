// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of dots. Can see bugs of the choice and lowering of matrix units (K10), of pipelining (K3,
// K4) and of layouts across regions (K1).
#include "fuzz/gen/Matmul.h"

#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

DotKind gen::drawDot(Writer &w) {
  DotKind kind{w.palette.m,      w.palette.n, w.palette.k,
               w.palette.narrow, w.types.f32, tt::InputPrecision::Tf32};
  switch (w.choices.weighted(
      {12, 2, 2, w.age == Age::Any ? 1u : 3u, w.age >= Age::Since39 ? 2u : 0u})) {
  case 0:
    break;
  case 1:
    kind.operand = w.types.i8;
    kind.accumulator = w.types.i32;
    break;
  case 2:
    kind.operand = w.types.f16;
    kind.accumulator = w.types.f16;
    break;
  case 3:
    kind.operand = drawFp8(w);
    if (kind.operand == w.types.f8 || kind.operand == w.types.e4m3)
      kind.right = w.age == Age::Any ? Type() : w.choices.pick({Type(), w.types.e4m3, w.types.f8});
    break;
  case 4:
    kind.operand = kind.accumulator = w.types.f64;
    kind.precision = tt::InputPrecision::Ieee;
    break;
  }
  if (w.choices.chance(15)) // Square, so that its result can be an operand.
    kind.k = kind.n;
  if (kind.operand.getIntOrFloatBitWidth() == 8)
    kind.k = std::max<int64_t>(kind.k, 32);
  if (kind.operand == w.types.f32) {
    using P = tt::InputPrecision;
    kind.precision = w.choices.pick({P::Tf32, P::Ieee, P::Tf32x3});
    if (w.age >= Age::Since36 && w.choices.chance(60))
      kind.precision = w.choices.pick({P::Bf16x3, P::Bf16x6});
  }
  if (w.age >= Age::Since36 && w.choices.chance(20))
    (w.choices.below(2) ? kind.n : kind.m) = w.choices.pick<int64_t>({8, 1, 4, 2});
  return kind;
}

// Two 4-bit numbers in a byte, along the first axis, scaled at times.
static Value unpacked(Writer &w, ArrayRef<int64_t> shape, Type element) {
  int64_t half = shape[0] / 2;
  Value bytes = loadTensor(w, {half, shape[1]}, w.types.i8);
  Type type = bytes.getType();
  Value low = arith::AndIOp::create(w.b, w.loc, bytes, w.constant(type, 15));
  Value high = arith::ShRUIOp::create(w.b, w.loc, bytes, w.constant(type, 4));
  if (w.choices.chance(40)) {
    low = w.subtract(low, w.constant(type, 8));
    high = w.subtract(high, w.constant(type, 8));
  }
  Value cube = tt::JoinOp::create(w.b, w.loc, low, high);
  Value tile = w.cast(reshape(w, trans(w, cube, {0, 2, 1}), shape), element);
  if (isa<FloatType>(element) && w.choices.chance(40)) {
    Value line = loadTensor(w, {shape[1]}, element);
    tile = arith::MulFOp::create(w.b, w.loc, tile, broadcast(w, expandDims(w, line, 0), shape));
  }
  return tile;
}

Value gen::dotOperand(Writer &w, ArrayRef<int64_t> shape, Type element) {
  Type type = w.tensor(shape, element);
  switch (w.choices.weighted({8, 5, 3, 4, 3, 1, 2, 1})) {
  case 0:
    return loadTensor(w, shape, element);
  case 1:
    if (!w.isFp8(element))
      return w.get(type);
    return loadTensor(w, shape, element);
  case 2: { // Stored the other way round.
    Shape turned{shape[1], shape[0]};
    return trans(w, loadTensor(w, turned, element), {1, 0});
  }
  case 3: { // Converted from what is stored: f32 weights, quantised integers, an earlier
            // accumulator.
    Type stored = w.choices.pick({w.types.f32, w.types.i8, w.types.f16, w.types.bf16});
    if (isa<IntegerType>(element))
      stored = w.types.i32;
    if (stored == element)
      return w.get(type);
    Value source =
        w.choices.chance(50) ? w.get(w.tensor(shape, stored)) : loadTensor(w, shape, stored);
    return w.cast(source, element);
  }
  case 4: { // Scaled along one axis.
    Value tile = loadTensor(w, shape, element);
    if (w.isFp8(element))
      return tile;
    unsigned axis = w.choices.below(2);
    Value line = w.get(w.tensor({shape[axis]}, element));
    return combine(w, tile, broadcast(w, alongAxis(w, line, axis, 2), shape));
  }
  case 5:
    return w.constant(type, 1);
  case 6:
    return w.isFp8(element) || shape[0] < 2 ? loadTensor(w, shape, element)
                                            : unpacked(w, shape, element);
  case 7: { // One line, repeated.
    if (w.isFp8(element))
      return loadTensor(w, shape, element);
    unsigned axis = w.choices.below(2);
    Value line = loadTensor(w, {shape[axis]}, element);
    return broadcast(w, alongAxis(w, line, axis, 2), shape);
  }
  }
  llvm_unreachable("all alternatives return");
}

Value gen::accumulate(Writer &w, const DotKind &kind, Value a, Value b, Value c) {
  Value zero = w.constant(c.getType(), 0);
  switch (w.choices.weighted({12, 3, 2, 1})) {
  case 0:
    return dot(w, a, b, c, kind.precision);
  case 3:
    if (c.getType() == zero.getType()) // Starts from something else.
      zero = w.get(c.getType());
    [[fallthrough]];
  case 1: { // Added outside the dot.
    Value product = dot(w, a, b, zero, kind.precision);
    if (w.choices.chance(12)) // And used by others.
      w.define(product);
    if (isa<FloatType>(kind.accumulator))
      return arith::AddFOp::create(w.b, w.loc, c, product);
    return arith::AddIOp::create(w.b, w.loc, c, product);
  }
  case 2: // The accumulator is scaled first, as in attention.
    if (!isa<FloatType>(kind.accumulator))
      return dot(w, a, b, c, kind.precision);
    Value line = w.get(w.tensor({kind.m}, kind.accumulator));
    Value scale = broadcast(w, expandDims(w, line, 1), kind.cShape());
    return dot(w, a, b, arith::MulFOp::create(w.b, w.loc, c, scale), kind.precision);
  }
  llvm_unreachable("all alternatives return");
}

// Narrow operands are not visible to other rows when they are 8-bit floats: nothing else takes
// these.
void gen::dotRow(Writer &w) {
  DotKind kind = drawDot(w);
  Value a = dotOperand(w, kind.aShape(), kind.operand);
  bool itself = w.choices.chance(4);
  if (itself) {
    kind.n = kind.m;
    kind.right = kind.operand;
  }
  Value b = itself ? trans(w, a, {1, 0}) : dotOperand(w, kind.bShape(), kind.side(1));
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  Value c = w.choices.chance(50) ? w.get(type) : w.constant(type, 0);
  Value product = accumulate(w, kind, a, b, c);
  if (w.choices.chance(4))
    addToMemory(w, product);
  else
    w.define(product);
}

// (a b) c, the product narrowed in between: two dots whose layouts must agree.
void gen::dotChain(Writer &w) {
  DotKind kind = drawDot(w);
  if (!isa<FloatType>(kind.operand) || w.isFp8(kind.operand))
    kind = {kind.m, kind.n, kind.k, w.types.f16, w.types.f32, tt::InputPrecision::Tf32};
  kind.m = std::max<int64_t>(kind.m, 16); // It is the next one's depth.
  kind.n = std::max<int64_t>(kind.n, 16);
  Value a = dotOperand(w, kind.aShape(), kind.operand),
        b = dotOperand(w, kind.bShape(), kind.side(1));
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  Value first = accumulate(w, kind, a, b, w.constant(type, 0));
  if (w.choices.chance(40))
    first = combine(w, first, w.get(type));
  if (w.choices.chance(30))
    w.define(first);
  Value narrow = w.cast(first, kind.operand);
  DotKind next = kind;
  next.k = kind.n;
  bool left = !w.choices.chance(30);
  if (left) {
    next.n = w.choices.pick({kind.k, kind.n});
    Value other = dotOperand(w, next.bShape(), kind.operand);
    w.define(accumulate(w, next, narrow, other, w.get(w.tensor(next.cShape(), next.accumulator))));
  } else { // The product, or its transpose, on the right.
    next.k = kind.m;
    next.n = kind.n;
    next.m = kind.k;
    Value other = dotOperand(w, next.aShape(), kind.operand);
    w.define(accumulate(w, next, other, narrow, w.get(w.tensor(next.cShape(), next.accumulator))));
  }
}

void gen::dotBatched(Writer &w) {
  int64_t batch = w.choices.pick({2, 1, 4}), m = std::min<int64_t>(w.palette.m, 32),
          n = std::min<int64_t>(w.palette.n, 32);
  int64_t k = std::min<int64_t>(w.palette.k, 32);
  Type element = w.choices.pick({w.types.f16, w.types.f32, w.types.bf16});
  Value a = loadTensor(w, {batch, m, k}, element), b = loadTensor(w, {batch, k, n}, element);
  if (w.choices.chance(25))
    b = trans(w, loadTensor(w, {batch, n, k}, element), {0, 2, 1});
  Type type = w.tensor({batch, m, n}, w.types.f32);
  w.define(dot(w, a, b, w.choices.chance(30) ? w.get(type) : w.constant(type, 0),
               w.choices.pick({tt::InputPrecision::Tf32, tt::InputPrecision::Ieee})));
}

Value gen::writeMatmulLoop(Writer &w, const DotKind &kind, Value init, unsigned hole) {
  SmallVector<Carried, 6> carried(1);
  carried[0].init = init;
  // Each side by a pointer that the loop moves, or by an address made from the counter.
  Access sides[2];
  int slot[2] = {-1, -1};
  for (int side : {0, 1}) {
    if (w.choices.chance(30))
      continue;
    sides[side] = address(w, side ? kind.bShape() : kind.aShape(), kind.side(side));
    Carried pointer;
    pointer.init = sides[side].pointers;
    pointer.advances = true;
    pointer.step = kind.k * (side ? w.choices.pick<int64_t>({16, 1, 64})
                                  : w.choices.pick<int64_t>({1, 1, 16}));
    // The increment: a constant tile of it, a scalar, or an argument.
    Type tile = w.tensor(Writer::shapeOf(pointer.init), w.types.i32);
    pointer.by = w.choices.chance(40)   ? w.scalarArg(w.types.i32, pointer.step)
                 : w.choices.chance(30) ? w.i32(pointer.step)
                                        : w.constant(tile, pointer.step);
    slot[side] = carried.size();
    carried.push_back(pointer);
  }
  unsigned fixed = carried.size();
  if (hole && w.choices.chance(40))
    for (const Carried &extra : drawCarried(w, 2))
      carried.push_back(extra);
  // In random order.
  unsigned rotation = w.choices.below(carried.size());
  std::rotate(carried.begin(), carried.begin() + rotation, carried.end());
  auto place = [&](unsigned index) { return (index + carried.size() - rotation) % carried.size(); };

  Trip trip = drawTrip(w, 8);
  SmallVector<Value, 6> results =
      writeFor(w, trip, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value tiles[2];
        bool early = w.choices.chance(50);
        if (early && hole)
          w.statements(hole);
        for (int side : {0, 1}) {
          if (slot[side] >= 0) {
            tiles[side] = loadThrough(w, arguments[place(slot[side])], &sides[side]);
            if (w.choices.chance(12) && !w.isFp8(kind.operand))
              tiles[side] = combine(w, tiles[side], tiles[side]);
          } else {
            tiles[side] = dotOperand(w, side ? kind.bShape() : kind.aShape(), kind.side(side));
          }
        }
        Value sum = accumulate(w, kind, tiles[0], tiles[1], arguments[place(0)]);
        if (w.choices.chance(10)) // Another dot that shares an operand.
          w.define(dot(w, tiles[0], dotOperand(w, kind.bShape(), kind.side(1)),
                       w.constant(sum.getType(), 0), kind.precision));
        next[place(0)] = sum;
        if (!early && hole)
          w.statements(hole);
        for (unsigned index = 1; index < carried.size(); ++index) {
          unsigned at = place(index);
          next[at] = index < fixed ? w.advance(arguments[at], carried[at].by)
                                   : nextValue(w, carried[at], arguments[at], arguments);
        }
      });
  return results[place(0)];
}

void gen::matmulLoop(Writer &w) {
  DotKind kind = drawDot(w);
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  Value sum = writeMatmulLoop(w, kind, w.choices.chance(25) ? w.get(type) : w.constant(type, 0), 3);
  if (w.choices.chance(70))
    writeEpilogue(w, sum);
}
