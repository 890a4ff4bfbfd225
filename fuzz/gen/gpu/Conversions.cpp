// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of conversions between any two layouts, of any element type: of what is at hand, of what is loaded and stored again at once, of what two reductions left of a tile.
// Can see bugs of the removal of conversions (K1), of their lowering (K8), and of replicated lanes (K9).
#include "fuzz/gen/Collectives.h"
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/gpu/GpuWriter.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static Value converted(GpuWriter &w, Value value) {
  return w.sameFacts(value,
                     ttg::ConvertLayoutOp::create(w.b, w.loc, value.getType(), value, UnitAttr()));
}

// Pointers, masks and narrow elements too; twice or thrice in a row, with a step between.
void gen::convert(GpuWriter &w) {
  Value value;
  if (!w.choices.chance(30))
    value = w.find([](Value value) { return isa<RankedTensorType>(value.getType()); });
  if (!value)
    value = w.make(w.tensor(w.shape(), w.choices.chance(25) ? w.types.i1 : w.element()));
  for (unsigned left = w.choices.pick({1, 1, 2, 3}); left > 0; --left) {
    value = converted(w, value);
    Type element = w.elementOf(value.getType());
    if (element.isIntOrFloat() && element.getIntOrFloatBitWidth() > 8 && w.choices.chance(25))
      value = combine(w, value, w.get(value.getType()));
  }
  w.define(value);
}

static Type anyElement(GpuWriter &w) {
  MLIRContext *context = w.b.getContext();
  return w.choices.pick<Type>({w.types.f32, w.types.f16, w.types.i8, w.types.i1, w.types.i32,
                               w.types.f8, Float8E4M3FNType::get(context), w.types.bf16,
                               w.types.i16, w.types.f64, w.types.i64});
}

// Nothing but a load, conversions and a store: each element comes out where it went in.
void gen::convertLoaded(GpuWriter &w) {
  Type element = anyElement(w);
  Shape shape = w.shape();
  Value value =
      element.isInteger(1) ? w.make(w.tensor(shape, element)) : loadTensor(w, shape, element);
  for (unsigned left = w.choices.pick({1, 1, 2}); left > 0; --left)
    value = converted(w, value);
  storeValue(w, value);
}

// A tile of three or four dims folded twice, and what is left converted: slices of slices of few elements.
void gen::convertFolded(GpuWriter &w) {
  Shape shape;
  for (unsigned rank = w.choices.pick({3, 3, 4}); rank > 0; --rank)
    shape.push_back(w.choices.pick({2, 4, 1, 8, 16}));
  shape.back() *= w.choices.pick({4, 1, 8});
  Value value = w.get(w.tensor(shape, w.choices.pick({w.types.f32, w.types.i32})));
  for (unsigned folds = w.choices.pick({2, 2, 1}); folds > 0; --folds)
    value = reduceTile(w, value, w.choices.below(w.shapeOf(value).size()));
  value = converted(w, value);
  if (w.choices.chance(40))
    storeValue(w, value);
  w.define(value);
}

void gen::unpackFp4(GpuWriter &w) {
  Shape shape = w.shape(w.choices.pick({2, 1}));
  Value bytes = w.get(w.tensor(shape, w.types.i8));
  unsigned axis = w.choices.below(shape.size());
  shape[axis] *= 2;
  Type element = w.choices.pick({w.types.f16, w.types.bf16});
  Value numbers = ttg::Fp4ToFpOp::create(w.b, w.loc, w.tensor(shape, element), bytes,
                                         w.b.getI32IntegerAttr(axis));
  w.define(w.choices.chance(50) ? numbers : w.cast(numbers, w.types.f32));
}
