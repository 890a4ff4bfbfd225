// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-constant: makes a constant, or the range of a tt.make_range, another one.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace fathom {

static APInt otherInteger(const APInt &value, Choices &choices) {
  if (value.getBitWidth() == 1)
    return ~value;
  auto number = [&](int64_t v) {
    return APInt(value.getBitWidth(), v, /*isSigned=*/true, /*implicitTrunc=*/true);
  };
  return choices.pick({number(0), number(1), value + 1, value - 1, value.shl(1), value.ashr(1),
                       -value, number(2), number(16), number(-1), ~value});
}

static APFloat otherFloat(const APFloat &value, Choices &choices) {
  const llvm::fltSemantics &type = value.getSemantics();
  if (choices.chance(25))
    return neg(value);
  APFloat changed(choices.pick({0.0, 1.0, -1.0, 0.5, 2.0, -4.0, 1024.0, 0.25}));
  bool inexact;
  changed.convert(type, APFloat::rmNearestTiesToEven, &inexact);
  return changed;
}

static Attribute otherNumber(Attribute number, Choices &choices) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    return IntegerAttr::get(integer.getType(), otherInteger(integer.getValue(), choices));
  if (auto real = dyn_cast<FloatAttr>(number))
    return FloatAttr::get(real.getType(), otherFloat(real.getValue(), choices));
  return {};
}

static bool isConstant(Operation *op) {
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return isa<tt::MakeRangeOp>(op);
  auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
  return !elements || elements.isSplat();
}

bool changeConstant(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  Operation *op = pickOp(mutation.program, choices, isConstant);
  if (!op)
    return false;
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    int64_t shift = choices.pick({1, 16, 2, 3, 8, 128});
    if (range.getStart() >= shift && choices.chance(50))
      shift = -shift;
    range.setStart(range.getStart() + shift);
    range.setEnd(range.getEnd() + shift);
    return true;
  }
  auto constant = cast<arith::ConstantOp>(op);
  TypedAttr old = constant.getValue(), now;
  if (auto elements = dyn_cast<DenseElementsAttr>(old)) {
    if (Attribute number = otherNumber(elements.getSplatValue<Attribute>(), choices))
      now = DenseElementsAttr::get(elements.getType(), number);
  } else {
    now = cast_or_null<TypedAttr>(otherNumber(old, choices));
  }
  if (!now || now == old)
    return false;
  constant.setValueAttr(now);
  return true;
}

} // namespace fathom
