// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Templates of loads that feed the addresses of loads in loops with dots (K3, K4): the fused gather and matmul, chains where a link cannot be
// pipelined, loads that only a branch uses.
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static tt::EvictionPolicy eviction(Writer &w) {
  return w.choices.chance(60) ? tt::EvictionPolicy::Last : tt::EvictionPolicy::Normal;
}

static Value load(Writer &w, Value pointers) {
  dereference(w, pointers);
  std::optional<Bounds> fill = w.buffers[w.pointerFact(pointers)->buffer].fill;
  Value result = tt::LoadOp::create(w.b, w.loc, pointers, Value(), Value(), tt::CacheModifier::None,
                                    eviction(w));
  return fill ? w.setRange(result, *fill) : result;
}

// x[index] @ y as a fusing compiler writes it: index, wrapped and made non-negative, is loaded in the loop although it does not depend on it.
void gen::gatherMatmul(Writer &w) {
  DotKind kind = drawDot(w);
  int64_t rows = w.choices.pick<int64_t>({256, 64, 1024}),
          width = w.choices.pick<int64_t>({256, 128, 512});
  Type indexType = w.choices.pick({w.types.i64, w.types.i64, w.types.i32, w.types.i16});
  bool negative = !w.choices.chance(30);
  unsigned index =
      w.inputBuffer(indexType, negative ? Bounds{-rows, rows - 1} : Bounds{0, rows - 1});
  unsigned x = w.inputBuffer(kind.operand), y = w.inputBuffer(kind.side(1));

  // The lines of the output tile, wrapped into the operands.
  auto wrapped = [&](int64_t length) {
    Value line = makeRange(w, 0, length);
    if (!w.choices.chance(25))
      line = w.add(splat(w, w.multiply(w.smallScalar(8), w.i32(length)), {length}), line);
    if (w.choices.chance(25))
      return line;
    int64_t extent = w.choices.pick<int64_t>({rows, 128, 100});
    Value by = w.choices.chance(70) ? splat(w, w.scalarArg(w.types.i32, extent), {length})
                                    : w.constant(line.getType(), extent);
    return w.setRange(arith::RemSIOp::create(w.b, w.loc, line, by),
                      {0, std::min(extent - 1, w.range(line)->hi)});
  };
  Value rowLine = w.define(wrapped(kind.m)), columnLine = w.define(wrapped(kind.n));
  // The index pointers: of a column, or stretched over the tile so that each row is read `k` times.
  Value indexPointers =
      w.advance(splat(w, w.buffers[index].arg, {kind.m, 1}), expandDims(w, rowLine, 1));
  bool stretched = !w.choices.chance(30), inside = !w.choices.chance(25),
       masked = w.choices.chance(20);
  if (stretched)
    indexPointers = broadcast(w, indexPointers, kind.aShape());
  Value hoisted = inside ? Value() : load(w, indexPointers);
  Value stride = w.choices.chance(60) ? w.i32(width) : w.scalarArg(w.types.i32, width);
  bool wide = !w.choices.chance(25);

  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(w.tensor(kind.cShape(), kind.accumulator), 0);
  for (const Carried &extra : drawCarried(w, w.choices.pick({0, 0, 0, 2})))
    carried.push_back(extra);
  Trip trip = drawTrip(w, std::max<int64_t>(1, width / kind.k));
  auto results = writeFor(
      w, trip, carried, [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
        counter = w.resize(counter, w.types.i32);
        if (!w.range(counter) || !w.range(counter)->within(0, 1023))
          counter = w.bounded(counter, 16);
        Value step = w.multiply(counter, w.i32(kind.k));
        Value depth = w.add(expandDims(w, makeRange(w, 0, kind.k), 0), step);

        Value row = inside ? load(w, indexPointers) : hoisted;
        row = w.resize(row, wide ? w.types.i64 : w.types.i32);
        row = w.bounded(row, rows);
        Value offset = w.multiply(row, stride);
        if (w.choices.chance(50))
          depth = w.resize(depth, w.elementOf(offset.getType()));
        offset = broadcast(w, w.add(depth, offset), kind.aShape());
        Value xPointers = w.advance(splat(w, w.buffers[x].arg, kind.aShape()), offset);
        Value a = masked ? loadThrough(w, xPointers) : load(w, xPointers);

        Value down = w.add(expandDims(w, makeRange(w, 0, kind.k), 1), step);
        Value across = expandDims(w, columnLine, 0);
        bool turned = w.choices.chance(20); // y is stored column-major.
        Value yOffset = turned ? w.add(down, w.multiply(across, w.i32(width)))
                               : w.add(w.multiply(down, w.scalarArg(w.types.i32, 128)), across);
        Value yPointers = w.advance(splat(w, w.buffers[y].arg, kind.bShape()),
                                    broadcast(w, yOffset, kind.bShape()));
        Value b = load(w, yPointers);
        if (w.choices.chance(20))
          w.statements(1);
        next[0] = accumulate(w, kind, a, b, arguments[0]);
        for (unsigned at = 1; at < carried.size(); ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  writeEpilogue(w, results[0]);
}

// index -> index -> tile -> dot in a loop, links of different widths; some with another user.
void gen::loadChainDot(Writer &w) {
  DotKind kind = drawDot(w);
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(w.tensor(kind.cShape(), kind.accumulator), 0);
  for (const Carried &extra : drawCarried(w, 2))
    carried.push_back(extra);
  // The tile of the iteration before, used one late.
  bool late = w.choices.chance(25);
  unsigned lateSlot = carried.size();
  if (late) {
    carried.emplace_back();
    carried.back().init = w.constant(w.tensor(kind.aShape(), kind.operand), 0);
  }
  auto results = writeFor(
      w, drawTrip(w, 8), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        int64_t limit = w.choices.pick<int64_t>({64, 256});
        bool byRow = w.choices.chance(60); // Indices of rows, or of all elements.
        Shape shape = byRow ? Shape{kind.m} : kind.aShape();
        Value link;
        for (uint64_t links = 1 + w.choices.below(3); links > 0; --links) {
          Type element = w.choices.pick({w.types.i32, w.types.i64, w.types.i16, w.types.i8});
          int64_t most = element.isInteger(8) ? 64 : limit;
          Bounds fill{0, most - 1};
          if (!link) {
            Access access = addressIn(w, shape, w.inputBuffer(element, fill));
            link = w.choices.chance(25) ? loadThrough(w, access.pointers, &access)
                                        : load(w, access.pointers);
          } else {
            unsigned buffer = w.inputBuffer(element, fill);
            link = load(w, w.advance(splat(w, w.buffers[buffer].arg, shape), link));
          }
          link = w.bounded(link, most);
          if (w.elementOf(link.getType()).getIntOrFloatBitWidth() < 32)
            link = w.resize(link, w.types.i32);
          if (w.choices.chance(20))
            w.define(link);
        }
        if (byRow) {
          link = w.multiply(expandDims(w, link, 1),
                            w.choices.chance(50) ? w.i32(64) : w.scalarArg(w.types.i32, 64));
          link = w.add(link, expandDims(w, makeRange(w, 0, kind.k), 0));
        }
        unsigned buffer = w.inputBuffer(kind.operand);
        Value a = load(w, w.advance(splat(w, w.buffers[buffer].arg, kind.aShape()),
                                    broadcast(w, link, kind.aShape())));
        if (late) {
          next[lateSlot] = a;
          a = arguments[lateSlot];
        }
        Value b = dotOperand(w, kind.bShape(), kind.side(1));
        next[0] = accumulate(w, kind, a, b, arguments[0]);
        for (unsigned at = 1; at < lateSlot; ++at)
          next[at] = nextValue(w, carried[at], arguments[at], arguments);
      });
  if (w.choices.chance(50))
    writeEpilogue(w, results[0]);
  else
    w.define(results[0]);
}

// A load in a loop that only a branch uses, to store or to go on from there.
void gen::conditionalUse(Writer &w) {
  SmallVector<Carried, 6> carried = drawCarried(w, 3);
  bool withDot = w.choices.chance(50);
  DotKind kind = drawDot(w);
  unsigned slot = carried.size();
  if (withDot) {
    carried.emplace_back();
    carried.back().init = w.constant(w.tensor(kind.cShape(), kind.accumulator), 0);
  }
  writeFor(w, drawTrip(w, 8), carried,
           [&](Value counter, ValueRange arguments, MutableArrayRef<Value> next) {
             bool tiny = w.choices.chance(40);
             Shape shape = tiny ? Shape{w.choices.pick<int64_t>({1, 2, 16})} : w.shape();
             Value loaded = loadTensor(w, shape, w.element());
             Value flag = w.choices.chance(50) ? w.get(w.types.i1)
                                               : compare(w, arith::CmpIPredicate::ne,
                                                         w.resize(counter, w.types.i32), w.i32(1));
             auto branch = scf::IfOp::create(w.b, w.loc, TypeRange(), flag, false);
             {
               OpBuilder::InsertionGuard guard(w.b);
               w.b.setInsertionPointToStart(&branch.getThenRegion().front());
               w.enter({});
               w.statements(1);
               storeValue(w, loaded);
               w.leave({});
             }
             if (withDot)
               next[slot] = accumulate(w, kind, dotOperand(w, kind.aShape(), kind.operand),
                                       dotOperand(w, kind.bShape(), kind.side(1)), arguments[slot]);
             for (unsigned at = 0; at < slot; ++at)
               next[at] = nextValue(w, carried[at], arguments[at], arguments);
           });
}

// Tiles that wait two or three iterations before they are used: for a product, or in a sum.
void gen::delayLine(Writer &w) {
  DotKind kind = drawDot(w);
  unsigned late = w.choices.pick({2, 3});
  bool withDot = w.choices.chance(60) && !w.isFp8(kind.operand);
  Shape shape = withDot ? kind.aShape() : w.shape();
  Type element = withDot ? kind.operand : w.element();
  SmallVector<Carried, 6> carried(late + 1);
  for (Carried &one : carried)
    one.init = w.choices.chance(60) ? w.constant(w.tensor(shape, element), 0)
                                    : w.get(w.tensor(shape, element));
  if (withDot)
    carried.back().init = w.constant(w.tensor(kind.cShape(), kind.accumulator), 0);
  auto results = writeFor(
      w, drawTrip(w, 8), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value fresh = loadTensor(w, shape, element), sum = arguments[late];
        Value old = arguments[w.choices.chance(70) ? late - 1 : 0];
        sum = withDot ? accumulate(w, kind, old, dotOperand(w, kind.bShape(), kind.side(1)), sum)
                      : combine(w, sum, old);
        next[0] = fresh;
        for (unsigned at = 1; at < late; ++at)
          next[at] = arguments[at - 1];
        next[late] = sum;
      });
  w.define(results[late]);
}
