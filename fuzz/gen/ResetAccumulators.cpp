// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of accumulators that a loop starts anew: a select or a branch gives zeros where some condition holds, as persistent kernels do when a
// tile is finished. Passes turn the zeros into a flag of the dot, fuse selects with branches (K14), and pipeline what is left (K3).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// `value` or zeros, by a select or by a branch; the branch may have other results and stores.
static Value reset(Writer &w, Value flag, Value value, llvm::function_ref<void()> finished) {
  Value zero = w.constant(value.getType(), 0);
  bool inverted = w.choices.chance(30);
  if (w.choices.chance(40))
    return arith::SelectOp::create(w.b, w.loc, flag, inverted ? value : zero,
                                   inverted ? zero : value);
  auto branch = scf::IfOp::create(w.b, w.loc, value.getType(), flag, true);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToStart(&region->front());
    w.enter({});
    bool resets = (region == &branch.getThenRegion()) != inverted;
    if (resets && finished)
      finished();
    if (w.choices.chance(15))
      w.statements(1);
    w.leave({});
    scf::YieldOp::create(w.b, w.loc, resets ? zero : value);
  }
  return branch.getResult(0);
}

void gen::resetAccumulator(Writer &w) {
  DotKind kind = drawDot(w);
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  SmallVector<Carried, 6> carried(2);
  carried[0].init = w.constant(type, 0);
  carried[1].init = w.choices.chance(50) ? w.constant(w.types.i1, 1)
                                         : w.get(w.types.i1); // The next iteration's flag.
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 1, 2})))
    carried.push_back(extra);
  bool before = w.choices.chance(50), byCounter = w.choices.chance(50),
       stores = w.choices.chance(60);
  auto results = writeFor(w, drawTrip(w, 8), carried,
                          [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
                            Value flag = arguments[1];
                            if (byCounter) {
                              Value small = w.resize(counter, w.types.i32);
                              if (w.choices.chance(50))
                                small = arith::RemSIOp::create(w.b, w.loc, small,
                                                               w.i32(w.choices.pick({2, 4})));
                              flag = compare(w, arith::CmpIPredicate::eq, small, w.i32(0));
                            }
                            Value sum = arguments[0];
                            auto finished = [&] {
                              if (stores)
                                writeEpilogue(w, arguments[0]);
                            };
                            if (before)
                              sum = reset(w, flag, sum, finished);
                            Value a = dotOperand(w, kind.aShape(), kind.operand),
                                  b = dotOperand(w, kind.bShape(), kind.side(1));
                            sum = accumulate(w, kind, a, b, sum);
                            if (w.choices.chance(20))
                              storeValue(w, sum);
                            if (!before) {
                              Value done = sum;
                              sum = reset(w, flag, sum, [&] {
                                if (stores)
                                  writeEpilogue(w, done);
                              });
                            }
                            next[0] = sum;
                            next[1] = w.choices.chance(50) ? flag : w.get(w.types.i1);
                            if (w.choices.chance(20))
                              next[1] = w.constant(w.types.i1, 0);
                            for (unsigned at = 2; at < carried.size(); ++at)
                              next[at] = nextValue(w, carried[at], arguments[at], arguments);
                          });
  writeEpilogue(w, results[0]);
}

// One loop over the K steps of all tiles: the step and the tile are carried, addresses are remade when a tile begins, and the accumulator is
// stored and zeroed when it ends.
void gen::persistentMatmul(Writer &w) {
  DotKind kind = drawDot(w);
  int64_t steps = w.choices.pick({2, 4, 1, 3});
  Value stepCount = w.choices.chance(60) ? w.scalarArg(w.types.i32, steps) : w.i32(steps);
  Type type = w.tensor(kind.cShape(), kind.accumulator);
  unsigned a = w.inputBuffer(kind.operand), b = w.inputBuffer(kind.side(1));

  SmallVector<Carried, 6> carried(4);
  carried[0].init = w.constant(type, 0);
  carried[1].init = w.choices.chance(50) ? w.i32(-1) : w.i32(0);    // Step in the tile.
  carried[2].init = w.smallScalar(8);                               // Tile.
  carried[3].init = w.constant(w.tensor({kind.m}, w.types.i32), 0); // Its rows.
  unsigned rotation = w.choices.below(4);
  std::rotate(carried.begin(), carried.begin() + rotation, carried.end());
  auto place = [&](unsigned index) { return (index + 4 - rotation) % 4; };
  auto results = writeFor(
      w, drawTrip(w, 8), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value last = w.subtract(stepCount, w.i32(1));
        Value step = arguments[place(1)], wraps = compare(w, arith::CmpIPredicate::eq, step, last);
        step = arith::SelectOp::create(w.b, w.loc, wraps, w.i32(0), w.add(step, w.i32(1)));
        Value begins = compare(w, arith::CmpIPredicate::eq, step, w.i32(0));
        auto branch = scf::IfOp::create(
            w.b, w.loc, TypeRange{w.types.i32, arguments[place(3)].getType()}, begins, true);
        {
          OpBuilder::InsertionGuard guard(w.b);
          w.b.setInsertionPointToStart(&branch.getThenRegion().front());
          Value tile = w.add(arguments[place(2)], w.i32(w.grid));
          Value rows =
              w.add(splat(w, w.multiply(tile, w.i32(kind.m)), {kind.m}), makeRange(w, 0, kind.m));
          scf::YieldOp::create(w.b, w.loc, ValueRange{tile, rows});
          w.b.setInsertionPointToStart(&branch.getElseRegion().front());
          scf::YieldOp::create(w.b, w.loc, ValueRange{arguments[place(2)], arguments[place(3)]});
        }
        Value tile = branch.getResult(0), rows = w.bounded(branch.getResult(1), 128);
        Value depth = w.add(splat(w, w.multiply(w.bounded(step, 8), w.i32(kind.k)), {kind.k}),
                            makeRange(w, 0, kind.k));
        Value aOffset = w.add(w.multiply(expandDims(w, rows, 1), w.scalarArg(w.types.i32, 128)),
                              expandDims(w, depth, 0));
        Value bOffset = w.add(w.multiply(expandDims(w, depth, 1), w.i32(kind.n)),
                              expandDims(w, makeRange(w, 0, kind.n), 0));
        Value x = loadThrough(w, w.advance(splat(w, w.buffers[a].arg, kind.aShape()), aOffset));
        Value y = loadThrough(w, w.advance(splat(w, w.buffers[b].arg, kind.bShape()), bOffset));
        Value sum = accumulate(w, kind, x, y, arguments[place(0)]);
        Value ends = compare(w, arith::CmpIPredicate::eq, step, last);
        next[place(0)] = reset(w, ends, sum, [&] { writeEpilogue(w, sum); });
        next[place(1)] = step;
        next[place(2)] = tile;
        next[place(3)] = branch.getResult(1);
      });
  if (w.choices.chance(30))
    writeEpilogue(w, results[place(0)]);
}
