// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of loop nests that restructuring touches (K5), of pointers that regions carry (K12), and of conditions used twice (K14).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Loops.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// A nest that asks to be flattened: values before and after the inner loop, inner bounds that may be empty or inverted, a while beside it, one
// value yielded twice.
void gen::flattenedNest(Writer &w) {
  SmallVector<Carried, 6> carried = drawCarried(w, 3);
  unsigned own = carried.size();
  carried.emplace_back();
  carried.back().init = w.choices.chance(50) ? w.i32(0) : w.get(w.types.i32);
  bool twice = w.choices.chance(30);
  if (twice)
    carried.push_back(carried.back());
  Trip outer = drawTrip(w, 4);
  auto results =
      writeFor(w, outer, carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        if (w.choices.chance(50))
          w.statements(1);
        Value sum = arguments[own];
        if (w.choices.chance(15)) {
          SmallVector<Carried, 6> one(1);
          one[0].init = sum;
          Value last =
              writeWhile(w, w.i32(0), w.scalarArg(w.types.i32, 2), one, 0,
                         [&](Value counter, ValueRange inner, MutableArrayRef<Value> following) {
                           following[0] = w.add(inner[0], counter);
                         })[0];
          sum = last;
        }
        for (uint64_t loops = 1 + (w.choices.chance(20) ? 1 : 0); loops > 0; --loops) {
          SmallVector<Carried, 6> inner(1);
          inner[0].init = sum;
          for (const Carried &extra : drawCarried(w, 2))
            inner.push_back(extra);
          Trip trip = drawTrip(w, 4);
          if (w.choices.chance(65)) { // From an argument to a smaller one, below zero perhaps.
            trip.lower = w.scalarArg(w.types.i32, w.choices.pick({2, 3, -1, 2}));
            trip.upper = w.scalarArg(w.types.i32, w.choices.pick({1, 0, -1, 3, 0, 4}));
            trip.step = w.i32(1);
            int64_t first = w.range(trip.lower)->lo, last = w.range(trip.upper)->hi;
            trip.trips = std::max<int64_t>(0, last - first);
            trip.counter = {first, std::max(first, last - 1)};
          }
          sum = writeFor(w, trip, inner,
                         [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
                           if (w.choices.chance(50))
                             w.statements(2);
                           Value step = counter.getType().isInteger(32)
                                            ? counter
                                            : w.resize(counter, w.types.i32);
                           next[0] = w.add(arguments[0], w.choices.chance(50) ? step : w.i32(1));
                           for (unsigned at = 1; at < inner.size(); ++at)
                             next[at] = nextValue(w, inner[at], arguments[at], arguments);
                         })[0];
        }
        next[own] = w.choices.chance(70) ? w.add(sum, w.i32(1)) : sum;
        if (twice)
          next[own + 1] = next[own];
        if (w.choices.chance(40))
          storeValue(w, sum);
        if (w.choices.chance(20)) { // The last op has a region.
          Value flag = compare(w, arith::CmpIPredicate::sgt, next[own], w.i32(w.choices.below(4)));
          auto branch = scf::IfOp::create(w.b, w.loc, TypeRange(), flag, false);
          OpBuilder::InsertionGuard guard(w.b);
          w.b.setInsertionPointToStart(&branch.getThenRegion().front());
          w.enter({});
          storeValue(w, next[own]);
          w.leave({});
        }
        for (unsigned at = 0; at < own; ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  results[own].getDefiningOp()->setAttr("tt.flatten", w.b.getUnitAttr());
  // As it is: a comparison of it, or a remainder, would not show one trip too many.
  if (w.choices.chance(75))
    storeValue(w, results[own]);
}

// An inner loop that runs as far as the outer one has come: its end is carried, and grows by a number that is found in the loop. Can see ranges of carried
// integers that stay at a first estimate of the trips (K6).
void gen::growingNest(Writer &w) {
  SmallVector<Carried, 6> carried = drawCarried(w, 2);
  unsigned own = carried.size();
  int64_t step = w.choices.pick({2, 1, 3, 4});
  carried.resize(own + 2);
  carried[own].init = w.i32(w.choices.pick({1, 0, 2, 4}));
  carried[own].advances = true;
  carried[own].step = step;
  carried[own + 1].init = w.i32(0);
  auto results = writeFor(
      w, drawTrip(w, 4), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value end = arguments[own];
        int64_t left = std::max<int64_t>(1, w.tripsLeft());
        if (w.range(end)->hi > left)
          end = w.bounded(end, left + 1);
        Trip trip;
        trip.lower = w.i32(0);
        trip.upper = end;
        trip.step = w.i32(1);
        trip.trips = std::max<int64_t>(0, w.range(end)->hi);
        trip.counter = {0, std::max<int64_t>(0, trip.trips - 1)};
        SmallVector<Carried, 6> inner(1);
        inner[0].init = w.choices.chance(70) ? w.i32(0) : arguments[own + 1];
        Value by = w.i32(w.choices.pick({1, 2, -1, 16}));
        Value sum =
            writeFor(w, trip, inner, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
              if (w.choices.chance(40))
                w.statements(2);
              next[0] = w.add(arguments[0], by);
            })[0];
        if (w.choices.chance(50))
          storeValue(w, sum);
        Value more =
            w.bounded(w.choices.chance(70) ? w.add(sum, w.i32(1)) : w.get(w.types.i32), step + 1);
        next[own] = w.add(arguments[own], more);
        next[own + 1] = sum;
        for (unsigned at = 0; at < own; ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  w.define(arith::CmpIOp::create(w.b, w.loc, arith::CmpIPredicate::slt, results[own + 1],
                                 w.i32(w.choices.pick({4, 8, 0}))));
}

// Pointers through loops and branches: two that swap places, one that is read twice, offsets of both widths.
void gen::carriedPointers(Writer &w) {
  Shape shape = w.shape();
  unsigned buffer = w.inputBuffer(w.element());
  bool scalar = w.choices.chance(30);
  auto pointer = [&]() -> Value {
    if (!scalar)
      return addressIn(w, shape, buffer).pointers;
    Value offset = w.multiply(w.smallScalar(16), w.i32(w.choices.pick({16, 1, 64})));
    if (w.choices.chance(40))
      offset = w.resize(offset, w.types.i64);
    return w.advance(w.buffers[buffer].arg, offset);
  };
  Value a = pointer(), b = pointer();
  // Two pointers of one buffer, known no better than the place of either.
  PointerFact fact = *w.pointerFact(a);
  fact.offset = fact.offset.join(w.pointerFact(b)->offset);
  Value flag = w.get(w.types.i1);
  Value first = arith::SelectOp::create(w.b, w.loc, flag, a, b),
        second = arith::SelectOp::create(w.b, w.loc, flag, b, a);
  if (w.choices.chance(50)) { // The same by a branch.
    auto branch = scf::IfOp::create(w.b, w.loc, TypeRange{a.getType(), b.getType()}, flag, true);
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      OpBuilder::InsertionGuard guard(w.b);
      w.b.setInsertionPointToStart(&region->front());
      bool then = region == &branch.getThenRegion();
      scf::YieldOp::create(w.b, w.loc, then ? ValueRange{a, b} : ValueRange{b, a});
    }
    first = branch.getResult(0);
    second = branch.getResult(1);
  }
  w.setPointer(first, fact);
  w.setPointer(second, fact);
  SmallVector<Carried, 6> carried(2);
  carried[0].init = first;
  carried[1].init = second;
  int64_t step = w.choices.pick({0, 16, 32, 1});
  for (Carried &one : carried) {
    one.advances = true;
    one.step = step;
  }
  Type read = tt::pointeeTypeOf(first.getType());
  bool isNumber = !w.isFp8(w.elementOf(read));
  carried.emplace_back();
  carried.back().init = w.constant(read, 0);
  Value by = w.choices.chance(50) ? w.i32(step) : w.constant(w.types.i64, step);
  auto results = writeFor(w, drawTrip(w, 4), carried,
                          [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
                            Value x = loadThrough(w, arguments[0]);
                            Value sum = isNumber ? combine(w, arguments[2], x) : x;
                            if (w.choices.chance(50))
                              sum = combine(w, sum, loadThrough(w, arguments[w.choices.below(2)]));
                            if (w.choices.chance(30))
                              w.statements(2);
                            bool swap = !w.choices.chance(40);
                            Value moved = step ? w.advance(arguments[0], by) : arguments[0];
                            next[0] = swap ? arguments[1] : moved;
                            next[1] = swap ? moved : arguments[1];
                            next[2] = sum;
                          });
  w.define(loadThrough(w, results[w.choices.below(2)]));
}

// Several selects on one condition, and a branch on it.
void gen::selectAndBranch(Writer &w) {
  Value flag = w.get(w.types.i1);
  Type type = w.tensor(w.shape(), w.element());
  Value a = w.get(type), b = w.get(type);
  Value chosen = arith::SelectOp::create(w.b, w.loc, flag, a, b);
  auto branch = scf::IfOp::create(w.b, w.loc, TypeRange{type, w.types.i32}, flag, true);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToStart(&region->front());
    w.enter({});
    w.statements(2);
    Value tile = w.choices.chance(50) ? chosen : w.get(type);
    SmallVector<Value, 2> yields{w.choices.chance(50) ? combine(w, tile, a) : tile,
                                 w.get(w.types.i32)};
    w.leave(yields);
    scf::YieldOp::create(w.b, w.loc, yields);
  }
  Value other = arith::SelectOp::create(w.b, w.loc, flag, branch.getResult(0), chosen);
  w.define(other);
  w.define(arith::SelectOp::create(w.b, w.loc, flag, branch.getResult(1), w.get(w.types.i32)));
  if (w.choices.chance(40))
    w.define(branch.getResult(0));
}

// A pointer into one buffer or another, and loads through it: in a loop that moves it, at times.
void gen::pointerOfTwoBuffers(Writer &w) {
  Type element = w.element();
  unsigned a = w.newBuffer(element, Buffer::In), b = w.newBuffer(element, Buffer::In);
  w.buffers[a].twin = b;
  Value flag = w.get(w.types.i1), first = w.buffers[a].arg, second = w.buffers[b].arg, pointer;
  if (w.choices.chance(50)) {
    pointer = arith::SelectOp::create(w.b, w.loc, flag, first, second);
  } else {
    auto branch = scf::IfOp::create(w.b, w.loc, first.getType(), flag, true);
    for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
      OpBuilder::InsertionGuard guard(w.b);
      w.b.setInsertionPointToStart(&region->front());
      scf::YieldOp::create(w.b, w.loc, region == &branch.getThenRegion() ? first : second);
    }
    pointer = branch.getResult(0);
  }
  w.setPointer(pointer, {a, {0, 0}});
  if (w.choices.chance(40))
    pointer =
        w.advance(pointer, w.resize(w.smallScalar(), w.choices.pick({w.types.i32, w.types.i64})));
  Shape shape = w.shape(1);
  Value pointers = w.advance(splat(w, pointer, shape), makeRange(w, 0, shape[0]));
  if (w.choices.chance(50)) {
    w.define(loadThrough(w, pointers));
    return;
  }
  SmallVector<Carried, 6> carried(2);
  carried[0].init = w.choices.chance(50) ? pointer : pointers;
  carried[0].advances = true;
  carried[0].step = w.choices.pick({16, 1, 64});
  carried[0].by = w.i32(carried[0].step);
  carried[1].init = w.constant(w.tensor(shape, element), 0);
  writeFor(w, drawTrip(w, 4), carried,
           [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
             Value here = arguments[0];
             if (!isa<RankedTensorType>(here.getType()))
               here = w.advance(splat(w, here, shape), makeRange(w, 0, shape[0]));
             next[1] = combine(w, arguments[1], loadThrough(w, here));
             next[0] = w.advance(arguments[0], carried[0].by);
           });
}
