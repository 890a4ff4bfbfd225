// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that change a tile's shape. Can see bugs of layout propagation and hoisting (K1) and of
// conversions (K8).
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// A line added to a tile along one of its axes; one line, at times, along two axes of different
// tiles.
void gen::broadcastAdd(Writer &w) {
  Value tile = w.anyTensor(w.choices.chance(20) ? 3 : 2);
  Shape shape(w.shapeOf(tile));
  unsigned axis = w.choices.below(shape.size());
  Type element = w.elementOf(tile.getType());
  Value line = w.get(w.tensor({shape[axis]}, element));
  Value along = alongAxis(w, line, axis, shape.size());
  w.define(combine(w, tile, broadcast(w, along, shape)));
  if (w.choices.chance(35)) {
    Shape other{shape[axis], shape[axis]};
    if (shape[axis] <= 64) {
      Value a = broadcast(w, alongAxis(w, line, 0, 2), other),
            b = broadcast(w, alongAxis(w, line, 1, 2), other);
      w.define(combine(w, a, b));
    }
  }
}

void gen::transpose(Writer &w) {
  Value value = w.choices.chance(10) ? w.get(w.tensor(w.shape(2), w.types.i1))
                                     : w.anyTensor(w.choices.chance(25) ? 3 : 2);
  SmallVector<int32_t, 3> order{1, 0};
  if (w.shapeOf(value).size() == 3) {
    static const int32_t orders[5][3] = {{0, 2, 1}, {2, 1, 0}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}};
    order.assign(std::begin(orders[0]), std::end(orders[0]));
    const auto &drawn = orders[w.choices.below(5)];
    order.assign(std::begin(drawn), std::end(drawn));
  }
  Value result = w.define(trans(w, value, order));
  if (w.choices.chance(30)) { // And used both ways, where that fits.
    if (result.getType() == value.getType())
      w.define(combine(w, result, value));
  }
}

void gen::reshapeRow(Writer &w) {
  Value value = w.anyTensor();
  int64_t size = llvm::product_of(w.shapeOf(value));
  // Dimensions are split off at random until nothing is left.
  Shape shape;
  unsigned rank = 1 + w.choices.below(4);
  for (unsigned d = 0; d + 1 < rank && size > 1; ++d) {
    int64_t dim = std::min<int64_t>(size, int64_t(1) << w.choices.below(6));
    shape.push_back(dim);
    size /= dim;
  }
  shape.push_back(size);
  if (ArrayRef<int64_t>(shape) == w.shapeOf(value))
    return;
  Shape old(w.shapeOf(value));
  Value result = reshape(w, value, shape);
  if (shape.size() > 2 || w.choices.chance(30)) { // Back, after a step in the new shape.
    result = combine(w, result, w.constant(result.getType(), 1));
    if (shape.size() == 2 && w.choices.chance(50))
      result = trans(w, result, {1, 0});
    result = reshape(w, result, old);
  }
  w.define(result);
}

void gen::joinSplit(Writer &w) {
  Value a = w.anyTensor();
  Value b = w.choices.chance(50) ? w.get(a.getType()) : combine(w, a, w.constant(a.getType(), 1));
  Value joined = tt::JoinOp::create(w.b, w.loc, a, b);
  if (w.choices.chance(40)) { // Interleaved.
    Shape shape(w.shapeOf(a));
    shape.back() *= 2;
    w.define(reshape(w, joined, shape));
    return;
  }
  if (w.choices.chance(50))
    joined = combine(w, joined, w.constant(joined.getType(), 2));
  auto split = tt::SplitOp::create(w.b, w.loc, joined);
  w.define(split.getOutLHS());
  w.define(split.getOutRHS());
}

// The element of a tile that has no other.
void gen::onlyElement(Writer &w) {
  Shape shape(1 + w.choices.below(3), 1);
  Value value = w.get(w.tensor(shape, w.element()));
  w.define(tt::UnsplatOp::create(w.b, w.loc, value));
}

void gen::iota(Writer &w) {
  Shape shape = w.shape();
  unsigned axis = w.choices.below(shape.size());
  int64_t start = w.choices.pick({0, 0, 1, 16});
  Value line = w.define(makeRange(w, start * shape[axis], (start + 1) * shape[axis]));
  if (shape.size() > 1)
    w.define(broadcast(w, alongAxis(w, line, axis, shape.size()), shape));
}

// A line far longer than the threads are many, loaded, computed with, and stored; folded or turned, at times.
void gen::giantLine(Writer &w) {
  int64_t most = w.profile.maxDim >= 128 ? 1 << 15 : 1 << 12;
  int64_t length = std::min<int64_t>(most, w.choices.pick({8192, 16384, 32768, 1 << 17}));
  Type element = w.choices.pick({w.types.f32, w.types.f16, w.types.i8, w.types.i32});
  Value line = loadTensor(w, {length}, element);
  line = combine(w, line, w.constant(line.getType(), 3));
  switch (w.choices.below(3)) {
  case 0:
    break;
  case 1:
    w.define(reduceTile(w, line, 0));
    break;
  case 2: // As a tile.
    line = trans(w, reshape(w, line, {length / 64, 64}), {1, 0});
    break;
  }
  storeValue(w, line);
}
