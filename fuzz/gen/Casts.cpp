// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of conversions between number types. Can see bugs of narrow floats (K11), of layouts whose
// width changes (K1) and of lowering.
#include "fuzz/gen/Emit.h"
#include "fuzz/gen/Memory.h"
#include "fuzz/gen/Rows.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

static tt::RoundingModeAttr rounding(Writer &w, tt::RoundingMode mode) {
  return tt::RoundingModeAttr::get(w.b.getContext(), mode);
}

// One of the 8-bit floats that the program's releases have.
Type gen::drawFp8(Writer &w) {
  if (w.age == Age::Any)
    return w.types.f8;
  if (w.age >= Age::Since36 && w.choices.chance(25)) // AMD's.
    return w.choices.pick({w.types.e4m3fnuz, w.types.e5m2fnuz});
  return w.choices.pick({w.types.e4m3, w.types.f8, w.types.e4m3});
}

static Value floatToFloat(Writer &w, Value value, Type element) {
  Type from = w.elementOf(value.getType()), type = w.withElement(value.getType(), element);
  unsigned wide = from.getIntOrFloatBitWidth(), narrow = element.getIntOrFloatBitWidth();
  if (w.isFp8(from) || w.isFp8(element))
    return tt::FpToFpOp::create(w.b, w.loc, type, value,
                                narrow < wide ? rounding(w, tt::RoundingMode::Rtne)
                                              : tt::RoundingModeAttr());
  if (wide == 16 && narrow == 16 && w.age >= Age::Since39)
    return tt::FpToFpOp::create(w.b, w.loc, type, value, rounding(w, tt::RoundingMode::Rtne));
  // The front end takes the 16-bit floats to any other type by way of f32.
  if (wide == 16 && element != w.types.f32)
    return floatToFloat(w, floatToFloat(w, value, w.types.f32), element);
  if (narrow > wide)
    return arith::ExtFOp::create(w.b, w.loc, type, value);
  return arith::TruncFOp::create(w.b, w.loc, type, value);
}

Value Writer::cast(Value value, Type element) {
  Type from = elementOf(value.getType()), type = withElement(value.getType(), element);
  if (from == element)
    return value;
  if (isa<FloatType>(from) && isa<FloatType>(element))
    return floatToFloat(*this, value, element);
  if (element.isInteger(1)) {
    if (isa<FloatType>(from))
      return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, value,
                                   constant(value.getType(), 0));
    return compare(*this, arith::CmpIPredicate::ne, value, constant(value.getType(), 0));
  }
  if (isa<IntegerType>(from) && isa<IntegerType>(element))
    return resize(value, element);
  if (isa<IntegerType>(from)) {
    if (isFp8(element))
      return floatToFloat(*this, cast(value, types.f32), element);
    if (from.isInteger(1))
      return arith::UIToFPOp::create(b, loc, type, value);
    return arith::SIToFPOp::create(b, loc, type, value);
  }
  // An out-of-range float has no integer: clamp it first, NaN too.
  Value single = cast(value, types.f32);
  int64_t most = element.isInteger(8) ? 100 : choices.pick({1000, 63, 30000});
  Type wide = single.getType();
  Value clamped = tt::ClampFOp::create(b, loc, single, constant(wide, -most), constant(wide, most),
                                       tt::PropagateNan::None);
  return setRange(arith::FPToSIOp::create(b, loc, type, clamped), {-most, most});
}

void gen::castRow(Writer &w) {
  Value value = w.choices.chance(15) ? w.get(w.tensor(w.shape(), w.types.i1)) : w.anyTensor();
  Type from = w.elementOf(value.getType());
  Type to = w.choices.pick({w.types.f32, w.types.f16, w.palette.narrow, w.types.i32, w.palette.wide,
                            w.types.bf16, w.palette.data, w.types.i64, w.types.i8, w.types.i1,
                            w.types.f64});
  if (to == from)
    to = from == w.types.f16 ? w.types.f32 : w.types.f16;
  if (isa<FloatType>(from) && isa<IntegerType>(to) && !w.isExact(value))
    to = from == w.types.f32 ? w.types.f16
                             : w.types.f32; // An integer has no room for what is left open.
  Value result = w.define(w.cast(value, to));
  if (w.choices.chance(25)) // There and back: width-changing pairs make layouts differ.
    w.define(w.cast(result, from));
}

// Loaded, converted by one of the roundings, or one code after the other.
void gen::castFp8(Writer &w) {
  Value value;
  Type narrow = drawFp8(w);
  switch (w.choices.weighted({4, 6, 1, 1})) {
  case 0:
    value = w.make(w.tensor(w.shape(), narrow));
    break;
  case 1: {
    Value source = w.anyTensor();
    Type from = w.elementOf(source.getType());
    if (from != w.types.f16 && from != w.types.bf16)
      source = w.cast(source, w.types.f32);
    value = w.cast(source, narrow);
    break;
  }
  case 2: {
    Value source = w.get(w.tensor(w.shape(), w.choices.pick({w.types.f32, w.types.f16})));
    value = tt::FpToFpOp::create(w.b, w.loc, w.withElement(source.getType(), narrow), source,
                                 rounding(w, tt::RoundingMode::Rtz));
    break;
  }
  case 3: { // What is no number is stored where it is.
    Value codes = w.resize(makeRange(w, 0, 256), w.types.i8);
    value = tt::BitcastOp::create(w.b, w.loc, w.withElement(codes.getType(), narrow), codes);
    storeValue(w, w.cast(value, w.choices.pick({w.types.f32, w.types.f16, w.types.bf16})));
    return;
  }
  }
  w.define(w.cast(value, w.choices.pick({w.types.f16, w.types.f32, w.types.bf16})));
}

void gen::bitcastRow(Writer &w) {
  Value value = w.anyTensor();
  Type from = w.elementOf(value.getType()), to;
  switch (from.getIntOrFloatBitWidth()) {
  case 8:
    to = drawFp8(w);
    break;
  case 16:
    to = isa<FloatType>(from) ? w.types.i16 : w.choices.pick({w.types.f16, w.types.bf16});
    break;
  case 32:
    to = isa<FloatType>(from) ? w.types.i32 : w.types.f32;
    break;
  default:
    to = isa<FloatType>(from) ? w.types.i64 : w.types.f64;
  }
  Value result = tt::BitcastOp::create(w.b, w.loc, w.withElement(value.getType(), to), value);
  w.define(w.isFp8(to) ? w.cast(result, w.types.f16) : result);
}

// As unsigned numbers: integers to floats, and floats that are no less than 0 to integers.
void gen::castUnsigned(Writer &w) {
  if (w.choices.below(2) == 0) {
    Value value = w.get(w.tensor(w.shape(), w.intElement()));
    Type to =
        w.withElement(value.getType(), w.choices.pick({w.types.f32, w.types.f16, w.types.f64}));
    bool fits =
        w.elementOf(value.getType()).getIntOrFloatBitWidth() < 16 || w.elementOf(to) != w.types.f16;
    if (!fits) // Others are infinite there.
      to = w.withElement(to, w.types.f32);
    w.define(arith::UIToFPOp::create(w.b, w.loc, to, value));
    return;
  }
  Value value = w.exactFloat(w.tensor(w.shape(), w.types.f32));
  Value clamped = tt::ClampFOp::create(w.b, w.loc, value, w.constant(value.getType(), 0),
                                       w.constant(value.getType(), 200), tt::PropagateNan::None);
  Type to = w.withElement(value.getType(), w.choices.pick({w.types.i32, w.types.i8, w.types.i64}));
  w.define(arith::FPToUIOp::create(w.b, w.loc, to, clamped));
}

void gen::roundToZero(Writer &w) {
  Value value = w.get(w.tensor(w.shape(), w.types.f32));
  Type to = w.withElement(value.getType(), w.choices.pick({w.types.f16, w.types.bf16}));
  w.define(tt::FpToFpOp::create(w.b, w.loc, to, value, rounding(w, tt::RoundingMode::Rtz)));
}

// From one of the wider floats to an 8-bit one that not all releases have, and back to another.
void gen::castNewFp8(Writer &w) {
  auto wide = [&] { return w.choices.pick({w.types.f32, w.types.f16, w.types.bf16}); };
  Value source = w.get(w.tensor(w.shape(), wide()));
  w.define(w.cast(w.cast(source, drawFp8(w)), wide()));
}

// Truth as memory has it: any byte but 0.
void gen::flagsFromBytes(Writer &w) {
  Value bytes = loadTensor(w, w.shape(), w.types.i8);
  if (w.choices.chance(30))
    bytes = arith::AndIOp::create(w.b, w.loc, bytes,
                                  w.constant(bytes.getType(), w.choices.pick({2, 0x80, 6})));
  Value flags = w.cast(bytes, w.types.i1);
  Shape shape(w.shapeOf(flags));
  if (shape.size() == 2 && w.choices.chance(40))
    flags = trans(w, flags, {1, 0});
  else if (w.choices.chance(30))
    flags = reshape(w, flags, {llvm::product_of(shape)});
  w.define(flags);
  if (w.choices.chance(60))
    w.define(select(w, flags, w.get(w.withElement(flags.getType(), w.types.i32)),
                    w.constant(w.withElement(flags.getType(), w.types.i32), 0)));
}
