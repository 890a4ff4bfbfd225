// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels do with an accumulator before they store it: bias, activation, masks from coordinates, halves that are stored apart. These meet the
// dot's layout with slices of it and with blocked layouts (K1, K8).
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

// The tile's right and left half, as a kernel splits a big accumulator.
static void storeHalves(Writer &w, Value tile, Type stored) {
  Shape shape(w.shapeOf(tile));
  Value cube = reshape(w, tile, {shape[0], 2, shape[1] / 2});
  auto halves = tt::SplitOp::create(w.b, w.loc, trans(w, cube, {0, 2, 1}));
  storeValue(w, w.cast(halves.getOutLHS(), stored));
  storeValue(w, w.cast(halves.getOutRHS(), stored));
}

void gen::addToMemory(Writer &w, Value tile) {
  using M = tt::MemSemantic;
  Type element = w.elementOf(tile.getType());
  Value pointers = distinctAddress(w, w.shapeOf(tile), element, Buffer::Atomic);
  tt::AtomicRMWOp::create(w.b, w.loc,
                          isa<FloatType>(element) ? tt::RmwKind::FAdd : tt::RmwKind::Add, pointers,
                          tile, w.constant(w.withElement(tile.getType(), w.types.i1), 1),
                          w.choices.pick({M::AcquireRelease, M::Relaxed}), tt::MemSyncScope::Gpu);
}

void gen::writeEpilogue(Writer &w, Value sum) {
  Shape shape(w.shapeOf(sum));
  Type element = w.elementOf(sum.getType());
  bool isFloat = isa<FloatType>(element);
  for (uint64_t steps = w.choices.pick({0, 1, 2, 0}); steps > 0; --steps)
    switch (w.choices.below(7)) {
    case 6: // Doubled.
      sum = isFloat ? Value(arith::AddFOp::create(w.b, w.loc, sum, sum)) : w.add(sum, sum);
      break;
    case 0: { // Bias or scale along an axis.
      unsigned axis = 1 - w.choices.below(2);
      Value line = w.cast(
          loadTensor(w, {shape[axis]}, w.choices.pick({w.types.f32, w.palette.narrow})), element);
      sum = combine(w, sum, broadcast(w, alongAxis(w, line, axis, 2), shape));
      break;
    }
    case 1: // Activation.
      if (element == w.types.f32)
        sum = w.choices.chance(50)
                  ? Value(arith::MaxNumFOp::create(w.b, w.loc, sum, w.constant(sum.getType(), 0)))
                  : Value(math::Exp2Op::create(w.b, w.loc, sum));
      break;
    case 2: { // Below the diagonal, or inside of bounds.
      Value rows = alongAxis(w, indexLine(w, shape[0], 1023), 0, 2),
            columns = alongAxis(w, indexLine(w, shape[1], 1023), 1, 2);
      if (w.elementOf(rows.getType()) != w.elementOf(columns.getType())) {
        rows = w.resize(rows, w.types.i64);
        columns = w.resize(columns, w.types.i64);
      }
      Value inside = compare(w, arith::CmpIPredicate::sge, broadcast(w, rows, shape),
                             broadcast(w, columns, shape));
      sum = select(w, inside, sum, w.constant(sum.getType(), 0));
      break;
    }
    case 3: // Rows folded: norms and logits.
      w.define(reduceTile(w, sum, w.choices.below(2)));
      break;
    case 4: // A residual tile.
      sum = combine(w, sum, w.get(sum.getType()));
      break;
    case 5: // Another user, of another width.
      w.define(w.cast(sum, isFloat ? w.types.f16 : w.types.f32));
      break;
    }
  if ((element == w.types.f32 || element.isInteger(32)) && w.choices.chance(6))
    return addToMemory(w, sum);
  Type stored = isFloat ? w.choices.pick({w.types.f16, element, w.palette.narrow})
                        : w.choices.pick({element, w.types.i8});
  if (shape[1] >= 32 && w.choices.chance(12))
    storeHalves(w, sum, stored);
  else
    storeValue(w, w.cast(sum, stored));
}
