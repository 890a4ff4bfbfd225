// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of products whose operands come through tensor descriptors: the loop over K, alone and in a loop over tiles. These are the loops that the
// pipeline of TMA loads and the units of warp groups take whole (K3, K13).
#include "fuzz/gen/Descriptors.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
/// An operand's matrix in memory; `turned`: as its transpose.
struct Side {
  Type element;
  Described tensor;
  bool turned;
};
} // namespace

static Described describeSide(Writer &w, Type element, ArrayRef<int64_t> block) {
  Shape tiles{w.choices.pick({2, 1, 4}), w.choices.pick({4, 2, 3})};
  return describeInput(w, element, block, tiles);
}

static Side drawSide(Writer &w, ArrayRef<int64_t> shape, Type element, unsigned percent) {
  Side side;
  side.turned = w.choices.chance(percent);
  Shape block{shape[side.turned], shape[1 - side.turned]};
  side.element = element;
  side.tensor = describeSide(w, element, block);
  return side;
}

/// The operand at these coordinates of the matrix.
static Value loadSide(Writer &w, const Side &side, Value first, Value second) {
  if (side.turned)
    std::swap(first, second);
  Value tile = loadBlock(w, side.tensor.descriptor, {first, second}, 2);
  return side.turned ? trans(w, tile, {1, 0}) : tile;
}

static DotKind drawKind(Writer &w) {
  DotKind kind = w.choices.chance(60) ? drawPlainDot(w) : drawDot(w);
  kind.m = std::max<int64_t>(kind.m, 16); // Blocks have 16 bytes or more in a row.
  kind.n = std::max<int64_t>(kind.n, 16);
  return kind;
}

/// The loop over K of one tile.
static Value writeLoop(Writer &w, const DotKind &kind, Side a, Side b, Value row, Value column) {
  SmallVector<Carried, 6> carried(1);
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  carried[0].init = w.choices.chance(15) ? w.get(type) : w.constant(type, 0);
  bool carriesDepth = w.choices.chance(40);
  if (carriesDepth) {
    carried.emplace_back();
    carried[1].init = w.i32(0);
    carried[1].advances = true;
    carried[1].step = kind.k;
    carried[1].by = w.i32(kind.k);
  }
  bool made = w.choices.chance(12); // The descriptor is made in the loop.
  unsigned hole = w.choices.chance(25) ? 2 : 0;
  auto body = [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
    Value depth =
        carriesDepth ? arguments[1] : w.multiply(w.resize(counter, w.types.i32), w.i32(kind.k));
    if (made)
      b.tensor = describeSide(w, b.element, b.tensor.block);
    Value x = loadSide(w, a, row, depth), y = loadSide(w, b, depth, column);
    if (hole)
      w.statements(hole);
    next[0] = accumulate(w, kind, x, y, arguments[0]);
    if (carriesDepth)
      next[1] = w.add(arguments[1], carried[1].by);
  };
  Value sum = writeFor(w, drawTrip(w, 8), carried, body)[0];
  if (w.choices.chance(10))
    sum.getDefiningOp()->setAttr("tt.warp_specialize", w.b.getUnitAttr());
  return sum;
}

/// Stored whole or in halves, as it is or narrowed.
static void storeSum(Writer &w, Value sum) {
  Type element = w.elementOf(sum.getType());
  Type stored = isa<FloatType>(element) ? w.choices.pick({w.types.f16, element, w.palette.narrow})
                                        : w.choices.pick({element, w.types.i8});
  Shape shape(w.shapeOf(sum));
  if (shape[1] < 32 || !w.choices.chance(20))
    return storeDescribed(w, w.cast(sum, stored));
  Value cube = trans(w, reshape(w, sum, {shape[0], 2, shape[1] / 2}), {0, 2, 1});
  auto halves = tt::SplitOp::create(w.b, w.loc, cube);
  storeDescribed(w, w.cast(halves.getOutLHS(), stored));
  storeDescribed(w, w.cast(halves.getOutRHS(), stored));
}

void gen::descriptorMatmul(Writer &w) {
  DotKind kind = drawKind(w);
  Side a = drawSide(w, kind.aShape(), kind.operand, 10),
       b = drawSide(w, kind.bShape(), kind.side(1), 40);
  auto tile = [&](int64_t length) {
    return w.choices.chance(40) ? w.i32(0) : w.multiply(w.smallScalar(3), w.i32(length));
  };
  Value row = tile(kind.m), column = tile(kind.n);
  Value sum = writeLoop(w, kind, a, b, row, column);
  if (w.choices.chance(40))
    writeEpilogue(w, sum);
  else
    storeSum(w, sum);
}

// Tiles by the number of the iteration; the loop over K inside, or the counter of one loop taken apart.
void gen::descriptorPersistent(Writer &w) {
  DotKind kind = drawKind(w);
  Side a = drawSide(w, kind.aShape(), kind.operand, 10),
       b = drawSide(w, kind.bShape(), kind.side(1), 40);
  int64_t columns = w.choices.pick({2, 1, 3});
  Value width = w.choices.chance(50) ? w.scalarArg(w.types.i32, columns) : w.i32(columns);
  Trip trip = drawTrip(w, 4);
  if (trip.counter.lo < 0)
    trip = drawTrip(w, 1);
  writeFor(w, trip, {}, [&](Value counter, ValueRange, MutableArrayRef<Value>) {
    Value tile = w.resize(counter, w.types.i32);
    Value row = arith::DivSIOp::create(w.b, w.loc, tile, width),
          column = arith::RemSIOp::create(w.b, w.loc, tile, width);
    row = arith::MulIOp::create(w.b, w.loc, row, w.i32(kind.m));
    column = arith::MulIOp::create(w.b, w.loc, column, w.i32(kind.n));
    Value sum = writeLoop(w, kind, a, b, row, column);
    if (w.choices.chance(25))
      writeEpilogue(w, sum);
    else
      storeSum(w, sum);
  });
}
