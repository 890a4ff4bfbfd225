// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates around values that regions carry in one layout and users want in another (K1): a dot's accumulator that a following loop adds loads to
// (issue 4178), one index along two axes, a mask shared by a loop and what follows it, chains that change width.
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// A loop (while or for) that adds something to a tile that came in another layout.
static Value accumulateLoop(Writer &w, Value sum, unsigned hole) {
  Type type = sum.getType();
  Shape shape(w.shapeOf(sum));
  SmallVector<Carried, 6> carried(1);
  carried[0].init = sum;
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 2})))
    carried.push_back(extra);
  unsigned at = w.choices.below(carried.size());
  std::swap(carried[0], carried[at]);
  auto body = [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
    if (hole && w.choices.chance(30))
      w.statements(hole);
    Value part;
    switch (w.choices.weighted({8, 2, 2})) {
    case 0:
      part = loadTensor(w, shape, w.elementOf(type));
      break;
    case 1: // Narrower in memory.
      part = w.cast(loadTensor(w, shape, w.palette.narrow), w.elementOf(type));
      break;
    case 2:
      part = w.get(type);
      break;
    }
    next[at] = combine(w, arguments[at], part);
    if (w.choices.chance(15))
      next[at] = select(w, w.get(w.withElement(type, w.types.i1)), next[at], arguments[at]);
    for (auto [index, one] : llvm::enumerate(carried))
      if (index != at)
        next[index] = nextValue(w, one, arguments[index], arguments);
  };
  if (w.choices.chance(25))
    return writeFor(w, drawTrip(w, 4), carried, body)[at];
  int64_t most = std::min<int64_t>(w.tripsLeft(), w.choices.pick({3, 2, 4}));
  Value start = w.choices.chance(50) ? w.add(w.smallScalar(4), w.i32(1)) : w.i32(0);
  return writeWhile(w, start, w.scalarArg(w.types.i32, most), carried, w.choices.pick({0, 0, 1, 2}),
                    body)[at];
}

void gen::accumulateAfterMatmul(Writer &w) {
  DotKind kind = drawDot(w);
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  // All of it in an outer loop, more often than not.
  bool outer = !w.choices.chance(30) && w.depth() + 2 <= w.profile.depth;
  auto inner = [&](Value init) {
    Value sum = w.choices.chance(20)
                    ? dot(w, dotOperand(w, kind.aShape(), kind.operand),
                          dotOperand(w, kind.bShape(), kind.side(1)), init, kind.precision)
                    : writeMatmulLoop(w, kind, init, w.choices.pick({0, 0, 1}));
    if (w.choices.chance(25))
      w.statements(1);
    sum = accumulateLoop(w, sum, 1);
    if (w.choices.chance(15))
      sum = accumulateLoop(w, sum, 0);
    return sum;
  };
  Value zero = w.constant(type, 0);
  if (!outer) {
    writeEpilogue(w, inner(zero));
    return;
  }
  SmallVector<Carried, 6> carried = drawCarried(w, w.choices.pick({0, 0, 2}));
  unsigned own = carried.size();
  bool carries =
      w.choices.chance(40); // The outer loop carries the sum as well, or another value does.
  if (carries) {
    carried.emplace_back();
    carried.back().init = zero;
  }
  auto results = writeFor(
      w, drawTrip(w, 4), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value init = carries && w.choices.chance(60) ? arguments[own] : zero;
        Value sum = inner(init);
        if (carries)
          next[own] = sum;
        if (!carries || w.choices.chance(50))
          writeEpilogue(w, sum);
        for (unsigned index = 0; index < own; ++index)
          next[index] = nextValue(w, carried[index], arguments[index], arguments);
      });
  if (carries)
    writeEpilogue(w, results[own]);
}

// One index, expanded along different axes of different tiles, that meet again.
void gen::oneLineTwoAxes(Writer &w) {
  int64_t n = std::min<int64_t>(w.choices.pick({w.palette.m, w.palette.n}), 64);
  Value line = indexLine(w, n, 1023);
  if (w.choices.chance(40))
    line = w.bounded(combine(w, line, w.get(line.getType())), 1024);
  Shape tile{n, n};
  Value row = broadcast(w, expandDims(w, line, 0), tile),
        column = broadcast(w, expandDims(w, line, 1), tile);
  Type element = w.element();
  auto load = [&](Value offset) {
    unsigned buffer = w.inputBuffer(element);
    return loadThrough(w, w.advance(splat(w, w.buffers[buffer].arg, tile), offset));
  };
  Value a = load(w.choices.chance(50) ? w.add(row, w.multiply(column, w.i32(64))) : row);
  Value b = load(w.choices.chance(50) ? w.add(column, w.multiply(row, w.i32(64))) : column);
  Value sum = combine(w, a, b);
  Value same = compare(w, arith::CmpIPredicate::sge, row, column);
  if (w.choices.chance(50))
    sum = select(w, same, sum, w.constant(sum.getType(), 0));
  if (w.choices.chance(50)) { // Folded along one axis, to meet the line again.
    Value folded = reduceTile(w, sum, w.choices.below(2));
    w.define(combine(w, folded, w.cast(line, w.elementOf(folded.getType()))));
  }
  w.define(sum);
}

// One mask for loads in a loop, in different orders, and for the store that follows.
void gen::sharedMask(Writer &w) {
  Shape shape = w.shape(2);
  Type element = w.floatElement(), type = w.tensor(shape, element);
  Access access = address(w, shape, element);
  Value before = boundsMask(w, shape, access);
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(type, 0);
  bool carries = w.choices.chance(40); // The mask is carried.
  if (carries) {
    carried.emplace_back();
    carried.back().init = before;
  }
  auto results = writeFor(
      w, drawTrip(w, 4), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value mask = carries ? arguments[1] : before;
        Access here = address(w, shape, element);
        if (w.choices.chance(40)) {
          Value inside = boundsMask(w, shape, here);
          mask = arith::AndIOp::create(w.b, w.loc, mask, inside);
          if (carries)
            next[1] = mask;
        }
        dereference(w, here.pointers);
        Value loaded = tt::LoadOp::create(w.b, w.loc, here.pointers, mask, w.constant(type, 0));
        if (w.choices.chance(30))
          w.statements(2);
        next[0] = combine(w, arguments[0], loaded);
      });
  Value pointers = distinctAddress(w, shape, element, Buffer::Out);
  tt::StoreOp::create(w.b, w.loc, pointers, results[0], carries ? results[1] : before,
                      tt::CacheModifier::None);
}

// A long chain whose width changes, between an access along one axis and an access along the other: where to convert is a close call.
void gen::widthChain(Writer &w) {
  Shape shape = w.shape(2);
  Value value = loadTensor(w, shape, w.element());
  Value kept;
  for (uint64_t links = 2 + w.choices.below(6); links > 0; --links) {
    Type element = w.elementOf(value.getType());
    switch (w.choices.below(5)) {
    case 0:
      value = w.cast(
          value, w.choices.pick({w.types.f32, w.types.f16, w.types.i8, w.types.f64, w.types.i64}));
      break;
    case 1:
      value = combine(w, value, w.get(value.getType()));
      break;
    case 2: {
      unsigned axis = w.choices.below(2);
      Value line = w.get(w.tensor({shape[axis]}, element));
      value = combine(w, value, broadcast(w, alongAxis(w, line, axis, 2), shape));
      break;
    }
    case 3:
      value = select(w, w.get(w.tensor(shape, w.types.i1)), value, w.constant(value.getType(), 1));
      break;
    case 4:
      kept = value; // Used twice: inside and outside of the chain.
      break;
    }
  }
  if (kept && w.choices.chance(60))
    w.define(reduceTile(w, w.cast(kept, w.types.f32), w.choices.below(2)));
  if (w.choices.chance(50))
    storeValue(w, trans(w, value, {1, 0}));
  else
    w.define(value);
}

// load -> if -> for -> yield, one value through all of them.
void gen::branchInLoopInBranch(Writer &w) {
  Shape shape = w.shape();
  Type type = w.tensor(shape, w.floatElement());
  Value start = loadTensor(w, shape, w.elementOf(type));
  auto branch = [&](Value value, llvm::function_ref<Value(Value)> then) {
    auto op = scf::IfOp::create(w.b, w.loc, type, w.get(w.types.i1), true);
    for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
      OpBuilder::InsertionGuard guard(w.b);
      w.b.setInsertionPointToStart(&region->front());
      w.enter({});
      Value result = region == &op.getThenRegion() ? then(value)
                     : w.choices.chance(50)        ? value
                                                   : w.get(type);
      w.leave(result);
      scf::YieldOp::create(w.b, w.loc, result);
    }
    return op.getResult(0);
  };
  Value result = branch(start, [&](Value value) {
    SmallVector<Carried, 6> carried(1);
    carried[0].init = value;
    for (const Carried &extra : drawCarried(w, 2))
      carried.push_back(extra);
    return writeFor(
        w, drawTrip(w, 4), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
          if (w.choices.chance(50))
            next[0] =
                branch(arguments[0], [&](Value value) { return combine(w, value, w.get(type)); });
          else
            next[0] = combine(w, arguments[0], loadTensor(w, shape, w.elementOf(type)));
          for (unsigned index = 1; index < carried.size(); ++index)
            next[index] = nextValue(w, carried[index], arguments[index], arguments);
        })[0];
  });
  w.define(result);
}

// A tile that an inner region makes, handed out of one region after another as it is, and wanted in other layouts on the way.
void gen::handedOn(Writer &w) {
  Shape shape = w.shape(2);
  Type type = w.tensor(shape, w.floatElement());
  auto use = [&](Value value) {
    if (w.choices.chance(30))
      w.define(reduceTile(w, value, w.choices.below(2)));
  };
  auto inside = [&](auto &&inside, Value start, unsigned levels) -> Value {
    if (levels == 0) {
      Value part = w.choices.chance(30)
                       ? trans(w, loadTensor(w, {shape[1], shape[0]}, w.elementOf(type)), {1, 0})
                       : loadTensor(w, shape, w.elementOf(type));
      return combine(w, start, part);
    }
    if (w.choices.chance(25)) {
      auto branch = scf::IfOp::create(w.b, w.loc, type, w.get(w.types.i1), true);
      for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
        OpBuilder::InsertionGuard guard(w.b);
        w.b.setInsertionPointToStart(&region->front());
        w.enter({});
        bool then = region == &branch.getThenRegion();
        Value value = then ? inside(inside, start, levels - 1) : start;
        w.leave(value);
        scf::YieldOp::create(w.b, w.loc, value);
      }
      return branch.getResult(0);
    }
    SmallVector<Carried, 6> carried(1);
    carried[0].init = start;
    for (const Carried &extra : drawCarried(w, w.choices.pick({0, 1, 2})))
      carried.push_back(extra);
    auto body = [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
      next[0] = inside(inside, arguments[0], levels - 1);
      use(arguments[0]);
      for (unsigned at = 1; at < carried.size(); ++at)
        next[at] = nextValue(w, carried[at], arguments[at], arguments);
    };
    if (w.choices.chance(25))
      return writeWhile(w, w.i32(0), w.scalarArg(w.types.i32, std::min<int64_t>(3, w.tripsLeft())),
                        carried, w.choices.pick({0, 1}), body)[0];
    return writeFor(w, drawTrip(w, 3), carried, body)[0];
  };
  unsigned most = std::max<int>(2, 4 - int(w.depth()));
  Value result = inside(inside, w.get(type), 2 + w.choices.below(most - 1));
  use(result);
  if (w.choices.chance(50))
    storeValue(w, trans(w, result, {1, 0}));
  else
    w.define(result);
}
