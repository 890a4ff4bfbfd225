// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic that keeps track of bounds, so that addresses stay in their buffers by
// construction.
#include "fuzz/gen/Emit.h"

using namespace fathom;
using namespace fathom::gen;
using namespace mlir;

std::optional<Bounds> Writer::range(Value value) const {
  auto found = ranges.find(value);
  return found == ranges.end() ? std::nullopt : std::optional(found->second);
}

Value Writer::setRange(Value value, Bounds bounds) {
  ranges[value] = bounds;
  return value;
}

Value Writer::sameFacts(Value from, Value to) {
  if (auto bounds = range(from))
    setRange(to, *bounds);
  if (auto found = pointers.find(from); found != pointers.end()) {
    PointerFact fact = found->second;
    pointers[to] = fact;
  }
  return to;
}

static bool fits(Bounds bounds, Type type) {
  unsigned width = Writer::elementOf(type).getIntOrFloatBitWidth();
  return width >= 63 || (llvm::isIntN(width, bounds.lo) && llvm::isIntN(width, bounds.hi));
}

// Makes both operands of one type: scalars are splat, narrower integers widened.
static void align(Writer &w, Value &a, Value &b) {
  Type x = Writer::elementOf(a.getType()), y = Writer::elementOf(b.getType());
  if (x != y) {
    Type wide = x.getIntOrFloatBitWidth() > y.getIntOrFloatBitWidth() ? x : y;
    a = w.resize(a, wide);
    b = w.resize(b, wide);
  }
  auto s = dyn_cast<RankedTensorType>(a.getType()), t = dyn_cast<RankedTensorType>(b.getType());
  if (s && !t)
    b = splat(w, b, s.getShape());
  else if (t && !s)
    a = splat(w, a, t.getShape());
  else if (s && s.getShape() != t.getShape()) {
    Shape shape(s.getShape());
    for (auto [dim, other] : llvm::zip_equal(shape, t.getShape()))
      dim = std::max(dim, other);
    a = broadcast(w, a, shape);
    b = broadcast(w, b, shape);
  }
}

template <typename Op, typename Function>
static Value arithmetic(Writer &w, Value a, Value b, Function function) {
  align(w, a, b);
  Value result = Op::create(w.b, w.loc, a, b);
  auto x = w.range(a), y = w.range(b);
  if (x && y)
    if (Bounds bounds = function(*x, *y); fits(bounds, result.getType()))
      w.setRange(result, bounds);
  return result;
}

Value Writer::add(Value a, Value b) {
  return arithmetic<arith::AddIOp>(*this, a, b, [](Bounds x, Bounds y) { return x + y; });
}

Value Writer::subtract(Value a, Value b) {
  return arithmetic<arith::SubIOp>(*this, a, b, [](Bounds x, Bounds y) { return x - y; });
}

Value Writer::multiply(Value a, Value b) {
  return arithmetic<arith::MulIOp>(*this, a, b, [](Bounds x, Bounds y) { return x * y; });
}

Value Writer::bounded(Value value, int64_t limit) {
  auto bounds = range(value);
  if (bounds && bounds->within(0, limit - 1))
    return value;
  Type type = value.getType();
  unsigned width = elementOf(type).getIntOrFloatBitWidth();
  if (width < 32) {
    value = resize(value, types.i32);
    type = value.getType();
  }
  // Python's negative index, where that is enough.
  if (bounds && bounds->within(-limit, limit - 1) && choices.chance(60)) {
    Value wrapped = add(value, constant(type, limit));
    Value negative = compare(*this, arith::CmpIPredicate::slt, value, constant(type, 0));
    return setRange(arith::SelectOp::create(b, loc, negative, wrapped, value), {0, limit - 1});
  }
  Value result;
  switch (choices.below(4)) {
  case 0: {
    int64_t mask = int64_t(llvm::bit_floor(uint64_t(limit))) - 1;
    result = arith::AndIOp::create(b, loc, value, constant(type, mask));
    break;
  }
  case 1:
    result = arith::RemUIOp::create(b, loc, value, constant(type, limit));
    break;
  case 2:
    result = arith::MaxSIOp::create(b, loc, value, constant(type, 0));
    result = arith::MinSIOp::create(b, loc, result, constant(type, limit - 1));
    break;
  case 3: { // Zero where it is out of bounds.
    Value inside = compare(*this, arith::CmpIPredicate::ult, value, constant(type, limit));
    result = arith::SelectOp::create(b, loc, inside, value, constant(type, 0));
    break;
  }
  }
  return setRange(result, {0, limit - 1});
}

Value Writer::smallScalar(int64_t most) {
  // A loop's counter or any other bounded integer is better than a constant.
  if (!choices.chance(25))
    if (Value value = find([&](Value value) {
          auto bounds = range(value);
          return bounds && value.getType().isInteger(32) && bounds->within(0, most) &&
                 bounds->hi > bounds->lo;
        }))
      return value;
  switch (choices.below(4)) {
  case 0:
    if (most >= grid - 1) {
      Value id = tt::GetProgramIdOp::create(b, loc, tt::ProgramAxis::X);
      return define(setRange(id, {0, grid - 1}));
    }
    [[fallthrough]];
  case 1:
    return i32(choices.below(std::min<int64_t>(most, 8) + 1));
  case 2:
    return scalarArg(types.i32, std::min<int64_t>(most, choices.pick({1, 2, 3, 4, 16, 32})));
  case 3:
    if (Value value = find([&](Value value) { return value.getType().isInteger(32); }))
      return define(bounded(value, most + 1));
    return i32(1);
  }
  llvm_unreachable("all alternatives return");
}

Value Writer::resize(Value value, Type element) {
  unsigned from = elementOf(value.getType()).getIntOrFloatBitWidth(),
           to = element.getIntOrFloatBitWidth();
  if (from == to)
    return value;
  Type type = withElement(value.getType(), element);
  auto bounds = range(value);
  Value result;
  if (from > to)
    result = arith::TruncIOp::create(b, loc, type, value);
  else if (from == 1 || (bounds && bounds->lo >= 0 && choices.chance(10)))
    result = arith::ExtUIOp::create(b, loc, type, value);
  else
    result = arith::ExtSIOp::create(b, loc, type, value);
  if (from == 1)
    setRange(result, {0, 1});
  else if (bounds && fits(*bounds, type))
    setRange(result, *bounds);
  return result;
}
