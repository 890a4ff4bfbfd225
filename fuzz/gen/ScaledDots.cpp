// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of scaled products: every legal pair of element kinds, with one scale or two, packed along K or not, alone and in a loop. Can see bugs of
// their decomposition into plain products and of the units that take them whole (K10), and of the loops around them (K3).
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Matmul.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

namespace {
/// One operand: `rows` x K of the product's elements.
struct ScaledSide {
  tt::ScaledElement kind;
  bool packsK = true;
  bool scaled = true;

  bool isPacked() const { return kind == tt::ScaledElement::E2M1; }
  /// Scales belong to numbers of 8 bits or less; what the front end lets through for wider ones, AMD's pipelines of 3.9 leave out.
  bool isNarrow() const {
    return kind != tt::ScaledElement::BF16 && kind != tt::ScaledElement::FP16;
  }
};
struct ScaledProduct {
  int64_t m, n, k;
  ScaledSide sides[2];

  /// M x K of the first, K x N of the second, packed.
  Shape shape(unsigned side) const {
    const ScaledSide &one = sides[side];
    Shape shape = side ? Shape{k, n} : Shape{m, k};
    if (one.isPacked())
      shape[one.packsK == (side == 0)] /= 2;
    return shape;
  }
  Shape scaleShape(unsigned side) const { return {side ? n : m, k / 32}; }
};
} // namespace

static ScaledProduct drawProduct(Writer &w) {
  using E = tt::ScaledElement;
  ScaledProduct product{std::max<int64_t>(w.palette.m, 32),
                        std::max<int64_t>(w.palette.n, 32),
                        w.choices.pick({64, 128, 32}),
                        {}};
  for (ScaledSide &side : product.sides) {
    side.kind = w.choices.pick({E::E5M2, E::E2M1, E::E4M3, E::BF16, E::FP16});
    side.packsK = !side.isPacked() || !w.choices.chance(25);
    side.scaled = side.isNarrow() && !w.choices.chance(25);
  }
  if (!product.sides[0].scaled && !product.sides[1].scaled) {
    product.sides[0].kind = product.sides[0].isNarrow() ? product.sides[0].kind : E::E5M2;
    product.sides[0].scaled = true;
  }
  return product;
}

/// Loads that have no mask: what would replace an element may not be a sensible code.
static Value loadPlain(Writer &w, ArrayRef<int64_t> shape, Type element,
                       std::optional<Bounds> fill = std::nullopt) {
  return loadWhole(w, addressIn(w, shape, w.inputBuffer(element, fill)).pointers);
}

static Value loadOperand(Writer &w, const ScaledProduct &product, unsigned which) {
  Shape shape = product.shape(which);
  switch (product.sides[which].kind) {
  case tt::ScaledElement::BF16:
    return dotOperand(w, shape, w.types.bf16);
  case tt::ScaledElement::FP16:
    return dotOperand(w, shape, w.types.f16);
  case tt::ScaledElement::E5M2:
    return loadPlain(w, shape, w.types.f8);
  case tt::ScaledElement::E4M3: { // Bytes that are no NaN, since an exponent's bit is off.
    Value bytes = loadPlain(w, shape, w.types.i8);
    Value mask = w.constant(bytes.getType(), w.choices.pick({0xbf, 0xf7, 0x3f}));
    bytes = arith::AndIOp::create(w.b, w.loc, bytes, mask);
    Type type = w.tensor(shape, Float8E4M3FNType::get(w.b.getContext()));
    return tt::BitcastOp::create(w.b, w.loc, type, bytes);
  }
  default:
    if (w.choices.chance(20)) // Stored the other way round.
      return trans(w, loadPlain(w, {shape[1], shape[0]}, w.types.i8), {1, 0});
    return loadPlain(w, shape, w.types.i8);
  }
}

/// Exponents from 2^-9 to 1.
static Value loadScale(Writer &w, const ScaledProduct &product, unsigned which) {
  if (!product.sides[which].scaled)
    return {};
  Shape shape = product.scaleShape(which);
  if (w.choices.chance(10))
    return w.constant(w.tensor(shape, w.types.i8), w.choices.pick({127, 126, 120}));
  return loadPlain(w, shape, w.types.i8, Bounds{118, 127});
}

static Value multiplyScaled(Writer &w, const ScaledProduct &product, Value a, Value b, Value c) {
  Value scales[] = {loadScale(w, product, 0), loadScale(w, product, 1)};
  const ScaledSide &lhs = product.sides[0], &rhs = product.sides[1];
  return tt::DotScaledOp::create(w.b, w.loc, c.getType(), a, b, c, scales[0], scales[1], lhs.kind,
                                 rhs.kind, w.choices.chance(30), lhs.packsK, rhs.packsK);
}

void gen::dotScaled(Writer &w) {
  ScaledProduct product = drawProduct(w);
  Value a = loadOperand(w, product, 0), b = loadOperand(w, product, 1);
  Type type = w.tensor({product.m, product.n}, w.types.f32);
  Value c = w.choices.chance(40) ? w.get(type) : w.constant(type, 0);
  w.define(multiplyScaled(w, product, a, b, c));
}

// Over K; an operand that stays the same, at times.
void gen::scaledMatmulLoop(Writer &w) {
  ScaledProduct product = drawProduct(w);
  Value kept = w.choices.chance(20) ? loadOperand(w, product, 0) : Value();
  SmallVector<Carried, 6> carried(1);
  carried[0].init = w.constant(w.tensor({product.m, product.n}, w.types.f32), 0);
  auto sum = writeFor(
      w, drawTrip(w, 6), carried, [&](Value, ValueRange arguments, MutableArrayRef<Value> next) {
        Value a = kept ? kept : loadOperand(w, product, 0), b = loadOperand(w, product, 1);
        if (w.choices.chance(15))
          w.statements(1);
        next[0] = multiplyScaled(w, product, a, b, arguments[0]);
      })[0];
  if (w.choices.chance(50))
    writeEpilogue(w, sum);
}
