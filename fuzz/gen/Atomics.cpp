// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of atomics. Each has a buffer of its own; a result is used only where no other lane or
// program updates the same element, so that it is the same in every run. Can see results that are
// valid on one lane only, and updates done once per replica (K9).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

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
  Type element = w.choices.pick({w.types.i32, w.types.f32, w.types.i64, w.types.f16});
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
