// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of atomics. Each has a buffer of its own; a result is used only where no other lane or
// program updates the same element, so that it is the same in every run. Can see results that are
// valid on one lane only, and updates done once per replica (K9).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static Value mask(Writer &w, Type like) {
  return w.choices.chance(40) ? w.get(w.withElement(like, w.types.i1))
                              : w.constant(w.withElement(like, w.types.i1), 1);
}

static tt::RmwKind integerKind(Writer &w) {
  using K = tt::RmwKind;
  return w.choices.pick({K::Add, K::Max, K::Min, K::UMax, K::UMin, K::And, K::Or, K::Xor});
}

static tt::MemSemantic order(Writer &w) {
  using M = tt::MemSemantic;
  return w.choices.pick({M::AcquireRelease, M::AcquireRelease, M::Relaxed, M::Acquire, M::Release});
}

static tt::MemSyncScope scope(Writer &w) {
  using S = tt::MemSyncScope;
  return w.choices.pick({S::Gpu, S::Gpu, S::Gpu, S::System});
}

// Lanes may share an element: commutative operations on integers, results unused.
void gen::atomicUpdate(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.i32, w.types.i64});
  unsigned buffer = w.newBuffer(element, Buffer::Atomic);
  Shape shape = w.shape();
  Value value = w.get(w.tensor(shape, element));
  Value index = w.bounded(w.get(w.tensor(shape, w.choices.pick({w.types.i32, w.types.i64}))),
                          w.choices.pick({64, 16, 1, 1024}));
  w.buffers[buffer].size = w.range(index)->hi + 1;
  Value pointers = w.advance(splat(w, w.buffers[buffer].arg, shape), index);
  tt::AtomicRMWOp::create(w.b, w.loc, integerKind(w), pointers, value, mask(w, value.getType()),
                          order(w), scope(w));
}

// What an atomic gives where another layout is wanted: turned, or stretched to a tile. Whoever computes it anew updates twice (M8).
static void useElsewhere(Writer &w, Value old) {
  auto type = dyn_cast<RankedTensorType>(old.getType());
  if (!type || type.getRank() > 2 || !w.choices.chance(50))
    return;
  if (type.getRank() == 2)
    return storeValue(w, trans(w, old, {1, 0}));
  unsigned axis = w.choices.below(2);
  Shape shape(2, 16);
  shape[axis] = type.getDimSize(0);
  storeValue(w, broadcast(w, alongAxis(w, old, axis, 2), shape));
}

// Each lane updates an element of its own, and uses what was there; the mask keeps nothing
// undefined.
void gen::atomicResult(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.i64, w.types.f16, w.types.f64});
  if (w.age >= Age::Since36 && w.choices.chance(25))
    element = w.types.bf16;
  bool scalar = w.choices.chance(20);
  Type type = scalar ? element : Type(w.tensor(w.shape(), element));
  Value value =
      w.choices.chance(30) ? w.constant(type, 1) : w.get(type); // A counter's 1, at times.
  Value pointers =
      distinctAddress(w, scalar ? ArrayRef<int64_t>() : w.shapeOf(value), element, Buffer::Atomic);
  tt::RmwKind kind = isa<FloatType>(element) ? tt::RmwKind::FAdd
                     : w.choices.chance(20)  ? tt::RmwKind::Exchange
                                             : integerKind(w);
  Value old = tt::AtomicRMWOp::create(w.b, w.loc, kind, pointers, value,
                                      w.constant(w.withElement(value.getType(), w.types.i1), 1),
                                      order(w), scope(w));
  w.define(old);
  useElsewhere(w, old);
}

void gen::atomicCompareSwap(Writer &w) {
  Type element = w.choices.pick({w.types.i32, w.types.i64});
  bool scalar = w.choices.chance(40);
  Value value = scalar ? w.get(element) : w.get(w.tensor(w.shape(), element));
  Value pointers =
      distinctAddress(w, scalar ? ArrayRef<int64_t>() : w.shapeOf(value), element, Buffer::Atomic);
  Value old = tt::AtomicCASOp::create(w.b, w.loc, pointers, w.constant(value.getType(), 0), value,
                                      order(w), scope(w));
  w.define(old);
  useElsewhere(w, old);
}

// A maximum or minimum of floats, as the front end writes it: of their bits, positive ones as signed and negative ones as unsigned integers.
void gen::atomicFloatExtremum(Writer &w) {
  using P = arith::CmpFPredicate;
  Type type = w.tensor(w.shape(), w.types.f32);
  Value value = w.exactFloat(type), zero = w.constant(type, 0);
  Value pointers = distinctAddress(w, w.shapeOf(value), w.types.f32, Buffer::Atomic);
  Value bits = tt::BitcastOp::create(w.b, w.loc, w.withElement(type, w.types.i32), value);
  Value places =
      tt::BitcastOp::create(w.b, w.loc, w.withElement(type, w.pointer(w.types.i32)), pointers);
  bool greatest = w.choices.below(2) == 0;
  Value lanes = w.choices.chance(30) ? w.get(w.withElement(type, w.types.i1)) : Value();
  auto part = [&](P predicate, tt::RmwKind kind) {
    Value side = arith::CmpFOp::create(w.b, w.loc, predicate, value, zero), mask = side;
    if (lanes)
      mask = arith::AndIOp::create(w.b, w.loc, lanes, side);
    Value old = tt::AtomicRMWOp::create(w.b, w.loc, kind, places, bits, mask, order(w), scope(w));
    return std::pair(mask, old);
  };
  auto positive = part(P::OGE, greatest ? tt::RmwKind::Max : tt::RmwKind::Min);
  auto negative = part(P::OLT, greatest ? tt::RmwKind::UMin : tt::RmwKind::UMax);
  Value old = select(w, negative.first, negative.second, w.constant(bits.getType(), 0));
  old = select(w, positive.first, positive.second, old);
  w.define(tt::BitcastOp::create(w.b, w.loc, type, old));
}

// A counter that nobody else has: a scalar, or a tile of one element.
static Value countUp(Writer &w, ArrayRef<int64_t> shape) {
  Value pointer = distinctAddress(w, shape, w.types.i32, Buffer::Atomic);
  Type type = shape.empty() ? w.types.i32 : Type(w.tensor(shape, w.types.i32));
  Value by = w.choices.chance(60) ? w.constant(type, 1) : w.get(type);
  tt::RmwKind kind = w.choices.chance(70) ? tt::RmwKind::Add : integerKind(w);
  return tt::AtomicRMWOp::create(w.b, w.loc, kind, pointer, by,
                                 w.constant(w.withElement(type, w.types.i1), 1), order(w),
                                 scope(w));
}

// All lanes load where a counter says.
void gen::atomicIntoAddress(Writer &w) {
  static const int64_t shapes[][2] = {{0, 0}, {1, 0}, {1, 1}};
  Shape cell;
  for (int64_t dim : shapes[w.choices.below(3)])
    if (dim)
      cell.push_back(dim);
  Value place = w.bounded(countUp(w, cell), 64);
  Shape tile = cell.size() == 2 ? w.shape(2) : w.shape(1);
  Value range = makeRange(w, 0, tile.back());
  if (tile.size() == 2)
    range = expandDims(w, range, 0);
  place = cell.empty() ? splat(w, place, w.shapeOf(range)) : broadcast(w, place, w.shapeOf(range));
  Value offset = broadcast(w, w.add(place, range), tile);
  unsigned buffer = w.inputBuffer(w.element());
  w.define(loadThrough(w, w.advance(splat(w, w.buffers[buffer].arg, tile), offset)));
}

// The first, or the last, one goes on.
void gen::atomicIntoBranch(Writer &w) {
  Value flag = compare(w, w.choices.pick({arith::CmpIPredicate::eq, arith::CmpIPredicate::ne}),
                       countUp(w, {}), w.i32(w.choices.below(2)));
  Type type = w.tensor(w.shape(), w.element());
  auto branch = scf::IfOp::create(w.b, w.loc, type, flag, true);
  for (Region *region : {&branch.getThenRegion(), &branch.getElseRegion()}) {
    OpBuilder::InsertionGuard guard(w.b);
    w.b.setInsertionPointToStart(&region->front());
    w.enter({});
    w.statements(2);
    Value value = w.get(type);
    w.leave(value);
    scf::YieldOp::create(w.b, w.loc, value);
  }
  w.define(branch.getResult(0));
}

// Loads and stores that are atomic.
void gen::atomicLoadStore(Writer &w) {
  using M = tt::MemSemantic;
  Type type = w.tensor(w.shape(), w.choices.pick({w.types.i32, w.types.f32, w.types.i64}));
  Access from = address(w, w.shapeOf(w.constant(type, 0)), w.elementOf(type));
  dereference(w, from.pointers);
  Value all = w.constant(w.withElement(type, w.types.i1), 1);
  Value old = tt::AtomicLoadOp::create(w.b, w.loc, type, from.pointers, all,
                                       w.choices.pick({M::Acquire, M::Relaxed}), scope(w));
  w.define(old);
  Value to = distinctAddress(w, w.shapeOf(old), w.elementOf(type), Buffer::Out);
  tt::AtomicStoreOp::create(w.b, w.loc, to, w.get(type), mask(w, type),
                            w.choices.pick({M::Release, M::Relaxed}), scope(w));
}

// Waits for a number that is there.
void gen::atomicPoll(Writer &w) {
  using M = tt::MemSemantic;
  Type element = w.choices.pick({w.types.i32, w.types.i64});
  unsigned buffer = w.inputBuffer(element, Bounds{5, 5});
  Value pointer = w.advance(w.buffers[buffer].arg, w.smallScalar());
  dereference(w, pointer);
  w.define(tt::AtomicPollOp::create(w.b, w.loc, w.types.i1, pointer, w.constant(element, 5),
                                    Value(), w.choices.pick({M::Acquire, M::Relaxed}), scope(w)));
}
