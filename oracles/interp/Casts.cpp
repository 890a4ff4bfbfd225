// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Between integers and floats, and between float types. Every conversion rounds once: f32 to f8 by way of f16 is a known kind of bug.
//
// To 8-bit floats, what is too large for the type becomes its largest number. That is what NVIDIA's cvt.satfinite does, which f8E4M3FN means there; other lowerings
// of the 8-bit types give infinity or NaN instead, and so do some for an infinite operand, so that these are poisoned as Unspecified.
//
// In the algebra a ring element stays what it is. An integer becomes a literal, those of a tensor that are not all equal become ring elements (Element.h).
#include "core/ir/Triton.h"
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/numbers/Ring.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>
#include <limits>

using namespace llvm;
using namespace mlir;

namespace fathom::interp {

namespace {

//===--- Floats to floats ---===//

struct FloatCastPlan {
  SlackRule rule;
  FloatKind kind; ///< Of the result.
  Lane lane;
  bool exact; ///< To a type that has all values of the operand's.
};

bool isEightBit(FloatKind kind) { return formatOf(kind).codeBits == 8; }

void widenKernel(const Span &s) {
  mapLanes<double, float>(s, [](float a) FATHOM_INLINE { return double(a); });
}

/// Poisons what lowerings of 8-bit floats disagree about.
template <class T> void poisonOverflow(const FloatCastPlan &plan, const Value &in, Value &out) {
  auto limit = T(formatOf(plan.kind).maxFinite());
  if (largestMagnitude(in.elements<T>(), in.count) <= bit_cast<MagnitudeOf<T>>(limit))
    return;
  Value open = Value::make(Lane::U8, in.count);
  bool saturates =
      plan.kind == FloatKind::F8E4M3FN || plan.rule.rounding == floats::Rounding::TowardZero;
  for (int64_t k = 0; k < in.count; ++k) {
    double number = in.elements<T>()[k];
    float unbounded = floats::roundFromDouble(plan.kind, number, plan.rule.rounding);
    bool overflows = !std::isnan(number) && !std::isfinite(unbounded);
    open.elements<uint8_t>()[k] = std::isinf(number) || (overflows && !saturates);
  }
  poisonWhere(open, Unspecified, out);
}

void roundInto(const FloatCastPlan &plan, const Value &in, Value &out) {
  auto overflow = isEightBit(plan.kind) ? floats::Overflow::Saturate : floats::Overflow::Infinity;
  if (in.lane == Lane::F64)
    floats::roundFromDouble(plan.kind, plan.rule.rounding, overflow, in.elements<double>(),
                            out.elements<float>(), in.count);
  else
    floats::round(plan.kind, plan.rule.rounding, overflow, in.elements<float>(),
                  out.elements<float>(), in.count);
}

void runFloatCast(Frame &f, const Instr &i) {
  const auto &plan = i.get<FloatCastPlan>();
  const Value &in = f.operand(i, 0);
  f.charge(i, in.count);
  if (in.lane == Lane::Ring || (plan.exact && in.lane == plan.lane)) {
    f.result(i) = in;
    return;
  }
  Value out = Value::make(plan.lane, in.count);
  out.poison = in.poison;
  if (plan.exact) {
    runKernel(widenKernel, &in, out);
    out.slack = in.slack;
    f.result(i) = std::move(out);
    return;
  }
  roundInto(plan, in, out);
  if (isEightBit(plan.kind)) {
    if (in.lane == Lane::F64)
      poisonOverflow<double>(plan, in, out);
    else
      poisonOverflow<float>(plan, in, out);
  }
  if (in.slack)
    addSlack(plan.rule, &in, out);
  f.result(i) = std::move(out);
}

std::optional<floats::Rounding> roundingOf(Operation *op) {
  if (auto cast = dyn_cast<tt::FpToFpOp>(op))
    return cast.getRounding() == tt::RoundingMode::Rtz ? floats::Rounding::TowardZero
                                                       : floats::Rounding::NearestEven;
  auto trunc = dyn_cast<arith::TruncFOp>(op);
  if (!trunc || !trunc.getRoundingmode())
    return floats::Rounding::NearestEven;
  switch (*trunc.getRoundingmode()) {
  case arith::RoundingMode::to_nearest_even:
    return floats::Rounding::NearestEven;
  case arith::RoundingMode::toward_zero:
    return floats::Rounding::TowardZero;
  case arith::RoundingMode::to_nearest_away:
    return floats::Rounding::NearestAway;
  default:
    return std::nullopt;
  }
}

const void *prepareFloatCast(Operation *op, Preparer &p) {
  std::optional<Element> from = p.element(op->getOperand(0).getType());
  std::optional<Element> to = p.element(op->getResult(0).getType());
  std::optional<floats::Rounding> rounding = roundingOf(op);
  if (!from || !to || !from->isFloat || !to->isFloat) {
    p.unsupported("floats of a type that is not known");
    return nullptr;
  }
  if (!rounding) {
    p.unsupported("rounding up or down");
    return nullptr;
  }
  FloatCastPlan plan{};
  plan.kind = to->kind;
  plan.lane = to->ieee;
  plan.exact = to->bits > from->bits || to->kind == from->kind;
  plan.rule.range = rangeOfIdentity;
  plan.rule.kind = to->kind;
  plan.rule.rounding = *rounding;
  return p.make<FloatCastPlan>(plan);
}

//===--- Integers to floats ---===//

template <class I, bool isSigned> FATHOM_INLINE auto numberOf(typename I::U a) {
  if constexpr (isSigned)
    return I::sign(a);
  else
    return a;
}
template <class I, bool isSigned, class T> void toFloatKernel(const Span &s) {
  mapLanes<T, typename I::U>(s, [](typename I::U a)
                                    FATHOM_INLINE { return T(numberOf<I, isSigned>(a)); });
}

/// Widens to 64 bits, a piece at a time, and has `convert` make the result of each piece.
template <class I, bool isSigned, class F> void byPieces(const Span &s, F convert) {
  using Wide = std::conditional_t<isSigned, int64_t, uint64_t>;
  constexpr int64_t piece = 256;
  Wide wide[piece];
  for (int64_t at = 0; at < s.n; at += piece) {
    int64_t n = std::min(piece, s.n - at);
    for (int64_t k = 0; k < n; ++k)
      wide[k] = numberOf<I, isSigned>(s.operand<typename I::U>(0)[at + k]);
    convert(wide, at, n);
  }
}
template <class I, bool isSigned> void toNarrowKernel(const Span &s) {
  byPieces<I, isSigned>(s, [&](auto *wide, int64_t at, int64_t n) {
    auto kind = FloatKind(s.key);
    auto overflow = isEightBit(kind) ? floats::Overflow::Saturate : floats::Overflow::Infinity;
    float *out = s.result<float>() + at;
    if constexpr (isSigned)
      floats::roundFromInt64(kind, floats::Rounding::NearestEven, overflow, wide, out, n);
    else
      floats::roundFromUInt64(kind, floats::Rounding::NearestEven, overflow, wide, out, n);
  });
}
template <class I, bool isSigned> void toRingKernel(const Span &s) {
  byPieces<I, isSigned>(s, [&](auto *wide, int64_t at, int64_t n) {
    if constexpr (isSigned)
      ring::fromInt64(wide, s.result<int32_t>() + at, n);
    else
      ring::fromUInt64(wide, s.result<int32_t>() + at, n);
  });
}

struct ToFloatPlan {
  Kernel compute;
  Kernel toRing; ///< Of elements that are not all equal; null in ieee.
  FloatKind kind;
  Lane lane;
};

void runToFloat(Frame &f, const Instr &i) {
  const auto &plan = i.get<ToFloatPlan>();
  const Value &in = f.operand(i, 0);
  bool inRing = plan.toRing && in.count != 1;
  Value out = Value::make(inRing ? Lane::Ring : plan.lane, in.count);
  runKernel(inRing ? plan.toRing : plan.compute, &in, out, uint64_t(plan.kind));
  out.poison = in.poison;
  f.charge(i, in.count);
  f.result(i) = std::move(out);
}

template <bool isSigned> const void *prepareToFloat(Operation *op, Preparer &p) {
  std::optional<Element> from = p.element(op->getOperand(0).getType());
  std::optional<Element> to = p.element(op->getResult(0).getType());
  ToFloatPlan plan{};
  if (from && to && to->isFloat) {
    plan.kind = to->kind;
    plan.lane = to->ieee;
    plan.compute = forBits(from->bits, [&](auto type) -> Kernel {
      using I = decltype(type);
      if (to->ieee == Lane::F64)
        return toFloatKernel<I, isSigned, double>;
      if (to->kind == FloatKind::F32)
        return toFloatKernel<I, isSigned, float>;
      return toNarrowKernel<I, isSigned>;
    });
    if (p.semantics == Semantics::Algebra)
      plan.toRing = forBits(
          from->bits, [](auto type) -> Kernel { return toRingKernel<decltype(type), isSigned>; });
  }
  if (!plan.compute) {
    p.unsupported("an integer or a float of a type that is not known");
    return nullptr;
  }
  return p.make<ToFloatPlan>(plan);
}

//===--- Floats to integers ---===//

/// Whether a number, its fraction cut off, is one of the type. -2^(bits-1) - 1 may be no T; then there is no T between it and -2^(bits-1).
template <class I, bool isSigned, class T> FATHOM_INLINE bool fits(T a) {
  if constexpr (!isSigned) {
    constexpr T limit = I::bits == 64 ? T(0x1p64) : T(uint64_t(1) << (I::bits % 64));
    return (a > T(-1)) & (a < limit);
  } else {
    constexpr T limit = T(uint64_t(1) << (I::bits - 1));
    if constexpr (I::bits <= std::numeric_limits<T>::digits)
      return (a > -limit - 1) & (a < limit);
    else
      return (a >= -limit) & (a < limit);
  }
}
template <class I, bool isSigned, class T> void toIntegerKernel(const Span &s) {
  mapLanes<typename I::U, T>(s, [](T a) FATHOM_INLINE {
    // A conversion of floats to narrow integers is one to i32, which vectors have.
    using Signed = std::conditional_t<I::bits <= 32, int32_t, int64_t>;
    using Wide = std::conditional_t < isSigned ||
                 I::bits<32, Signed, std::conditional_t<I::bits == 64, uint64_t, int64_t>>;
    return typename I::U(Wide(fits<I, isSigned>(a) ? a : T(0))) & I::mask;
  });
}
template <class I, bool isSigned, class T> void misfitKernel(const Span &s) {
  mapLanes<uint8_t, T>(s, [](T a) FATHOM_INLINE { return uint8_t(!fits<I, isSigned>(a)); });
}
template <class I, bool isSigned> void fromRingKernel(const Span &s) {
  constexpr int64_t piece = 256;
  int64_t wide[piece];
  for (int64_t at = 0; at < s.n; at += piece) {
    int64_t n = std::min(piece, s.n - at);
    ring::toInt(s.key, s.operand<int32_t>(0) + at, I::bits, isSigned, wide, n);
    for (int64_t k = 0; k < n; ++k)
      s.result<typename I::U>()[at + k] = I::cut(typename I::W(wide[k]));
  }
}

struct ToIntegerPlan {
  Kernel from32, from64, misfit32, misfit64, fromRing;
  Lane lane;
};

void runToInteger(Frame &f, const Instr &i) {
  const auto &plan = i.get<ToIntegerPlan>();
  const Value &in = f.operand(i, 0);
  Value out = Value::make(plan.lane, in.count);
  out.poison = in.poison;
  if (in.lane == Lane::Ring) {
    static const uint64_t key = keyOf("to integer");
    runKernel(plan.fromRing, &in, out, key);
  } else {
    runKernel(in.lane == Lane::F64 ? plan.from64 : plan.from32, &in, out);
    Value flags = Value::make(Lane::U8, in.count);
    runKernel(in.lane == Lane::F64 ? plan.misfit64 : plan.misfit32, &in, flags);
    poisonWhere(flags, Undefined, out);
    if (in.slack) {
      for (int64_t k = 0; k < in.count; ++k) {
        Interval x = intervalOf(in, k);
        flags.elements<uint8_t>()[k] = std::trunc(x.lo) != std::trunc(x.hi) && !std::isnan(x.lo);
      }
      poisonWhere(flags, Unspecified, out);
    }
  }
  f.charge(i, in.count);
  f.result(i) = std::move(out);
}

template <bool isSigned> const void *prepareToInteger(Operation *op, Preparer &p) {
  std::optional<Element> from = p.element(op->getOperand(0).getType());
  std::optional<Element> to = p.element(op->getResult(0).getType());
  ToIntegerPlan plan{};
  if (from && to && from->isFloat)
    plan = forBits(to->bits, [](auto type) {
      using I = decltype(type);
      return ToIntegerPlan{
          toIntegerKernel<I, isSigned, float>, toIntegerKernel<I, isSigned, double>,
          misfitKernel<I, isSigned, float>,    misfitKernel<I, isSigned, double>,
          fromRingKernel<I, isSigned>,         Lane::U8};
    });
  if (!plan.from32) {
    p.unsupported("an integer or a float of a type that is not known");
    return nullptr;
  }
  plan.lane = to->lane;
  return p.make<ToIntegerPlan>(plan);
}

} // namespace

void addCasts(Registry &registry) {
  addBitcasts(registry);
  addMicroscaledCasts(registry);
  registry.addElementwise<arith::ExtFOp>(runFloatCast, prepareFloatCast);
  registry.addElementwise<arith::TruncFOp>(runFloatCast, prepareFloatCast);
  registry.addElementwise<tt::FpToFpOp>(runFloatCast, prepareFloatCast);
  registry.addElementwise<arith::SIToFPOp>(runToFloat, prepareToFloat<true>);
  registry.addElementwise<arith::UIToFPOp>(runToFloat, prepareToFloat<false>);
  registry.addElementwise<arith::FPToSIOp>(runToInteger, prepareToInteger<true>);
  registry.addElementwise<arith::FPToUIOp>(runToInteger, prepareToInteger<false>);
}

} // namespace fathom::interp
