// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interval arithmetic for the slack of float ops.
#include "oracles/interp/FloatSlack.h"

#include <cmath>
#include <limits>

using namespace llvm;

namespace fathom::interp {

static constexpr double infinity = std::numeric_limits<double>::infinity();
static constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

//===--- Ranges ---===//

/// An end of an interval that was rounded to double.
static double outwards(double end, double ulps) {
  return std::isfinite(end) ? end + ulps * std::fabs(end) * 0x1p-52 : end;
}
static Interval outwards(const Interval &x) {
  return x.isPoint() ? x : Interval{outwards(x.lo, -1), outwards(x.hi, 1)};
}

/// The hull of these; unknown if one is NaN though the operands are not points (0 times something unbounded, inf - inf).
static Interval hull(const Interval *x, unsigned operands, std::initializer_list<double> corners) {
  Interval range = {infinity, -infinity};
  for (double corner : corners) {
    if (std::isnan(corner)) {
      for (unsigned k = 0; k < operands; ++k)
        if (!x[k].isPoint() && !std::isnan(x[k].lo))
          return unknown;
      return {notANumber, notANumber};
    }
    range = {std::min(range.lo, corner), std::max(range.hi, corner)};
  }
  return range;
}

Interval rangeOfSum(const Interval *x) {
  return hull(x, 2, {x[0].lo + x[1].lo, x[0].hi + x[1].hi});
}
Interval rangeOfDifference(const Interval *x) {
  return hull(x, 2, {x[0].lo - x[1].hi, x[0].hi - x[1].lo});
}
Interval rangeOfProduct(const Interval *x) {
  return hull(x, 2, {x[0].lo * x[1].lo, x[0].lo * x[1].hi, x[0].hi * x[1].lo, x[0].hi * x[1].hi});
}
Interval rangeOfQuotient(const Interval *x) {
  if (!x[1].isPoint() && x[1].contains(0))
    return unknown;
  return hull(x, 2, {x[0].lo / x[1].lo, x[0].lo / x[1].hi, x[0].hi / x[1].lo, x[0].hi / x[1].hi});
}
Interval rangeOfRemainder(const Interval *x) {
  double rest = std::fmod(x[0].lo, x[1].lo);
  if (x[0].isPoint() && x[1].isPoint())
    return {rest, rest};
  Interval quotient = rangeOfQuotient(x);
  double whole = std::trunc(quotient.lo);
  if (whole != std::trunc(quotient.hi) || !std::isfinite(whole))
    return unknown;
  // a - whole * b.
  Interval subtrahend = {std::min(whole * x[1].lo, whole * x[1].hi),
                         std::max(whole * x[1].lo, whole * x[1].hi)};
  const Interval operands[] = {x[0], outwards(subtrahend)};
  return rangeOfDifference(operands);
}
Interval rangeOfFma(const Interval *x) {
  const Interval operands[] = {outwards(rangeOfProduct(x)), x[2]};
  return rangeOfSum(operands);
}
Interval rangeOfNegation(const Interval *x) { return {-x->hi, -x->lo}; }
Interval rangeOfAbsolute(const Interval *x) {
  double a = std::fabs(x->lo), b = std::fabs(x->hi);
  if (x->contains(0))
    return {0, std::max(a, b)};
  return a < b ? Interval{a, b} : Interval{b, a};
}
Interval rangeOfCopySign(const Interval *x) {
  Interval magnitude = rangeOfAbsolute(x);
  if (!x[1].isPoint() && x[1].contains(0))
    return {-magnitude.hi, magnitude.hi};
  return std::signbit(x[1].lo) ? Interval{-magnitude.hi, -magnitude.lo} : magnitude;
}
Interval rangeOfMinNumber(const Interval *x) {
  return {std::fmin(x[0].lo, x[1].lo), std::fmin(x[0].hi, x[1].hi)};
}
Interval rangeOfMaxNumber(const Interval *x) {
  return {std::fmax(x[0].lo, x[1].lo), std::fmax(x[0].hi, x[1].hi)};
}
static bool eitherIsNan(const Interval *x) { return std::isnan(x[0].lo) || std::isnan(x[1].lo); }
Interval rangeOfMinimum(const Interval *x) {
  return eitherIsNan(x) ? Interval{notANumber, notANumber} : rangeOfMinNumber(x);
}
Interval rangeOfMaximum(const Interval *x) {
  return eitherIsNan(x) ? Interval{notANumber, notANumber} : rangeOfMaxNumber(x);
}
Interval rangeOfIdentity(const Interval *x) { return *x; }

//===--- From ranges to slack ---===//

static double numberOf(const Value &value, int64_t k) {
  int64_t at = value.count == 1 ? 0 : k;
  return value.lane == Lane::F64 ? value.elements<double>()[at] : value.elements<float>()[at];
}

Interval intervalOf(const Value &value, int64_t k) {
  double number = numberOf(value, k);
  const float *slacks = value.slacks();
  double slack = slacks ? slacks[value.count == 1 ? 0 : k] : 0;
  // A NaN or an infinity is itself.
  if (slack == 0 || !std::isfinite(number))
    return {number, number};
  return outwards({number - slack, number + slack});
}

/// The type that devices compute an approximation in.
static FloatKind computedIn(FloatKind kind) {
  return kind == FloatKind::F64 ? FloatKind::F64 : FloatKind::F32;
}

/// Operands that a device may take as 0, since it flushes subnormal numbers.
static void flush(Interval &x) {
  constexpr double least = 0x1p-126;
  if (x.lo > 0 && x.lo < least)
    x.lo = 0;
  if (x.hi < 0 && x.hi > -least)
    x.hi = 0;
}

static void widen(const SlackRule &rule, const Interval *x, Interval &range) {
  bool is64 = rule.kind == FloatKind::F64;
  double ulps = is64 ? rule.device.ulps64 : rule.device.ulps32;
  if (ulps == 0)
    return;
  if (rule.device.bounded && !is64 && std::max(std::fabs(x[1].lo), std::fabs(x[1].hi)) > 0x1p126) {
    range = unknown;
    return;
  }
  double largest = std::max(std::fabs(range.lo), std::fabs(range.hi));
  // Nothing is approximate about exp(-inf).
  if (!std::isfinite(largest) || (x->isPoint() && std::isinf(x->lo)))
    return;
  double error = ulps * floats::ulp(computedIn(rule.kind), largest);
  if (rule.device.scalesArgument && !is64)
    error += largest * std::max(std::fabs(x->lo), std::fabs(x->hi)) * 0x1p-23;
  range = {range.lo - error, range.hi + error};
  if (!is64)
    flush(range);
}

static double roundTo(const SlackRule &rule, double x) {
  return rule.kind == FloatKind::F64 ? x
                                     : double(floats::roundFromDouble(rule.kind, x, rule.rounding));
}
static double distance(double a, double b) { return a == b ? 0 : std::fabs(a - b); }

/// Of one element; infinite or NaN if nothing is known. `range`: of the exact result, devices' errors included.
static double slackOf(const SlackRule &rule, double result, Interval range) {
  if (std::isnan(result))
    return std::isnan(range.lo) ? 0 : infinity;
  double lo = roundTo(rule, range.lo), hi = roundTo(rule, range.hi);
  double slack = std::max(distance(lo, result), distance(hi, result));
  if (rule.fuses)
    slack = std::max({slack, distance(range.lo, result), distance(range.hi, result)});
  return slack;
}

void addSlack(const SlackRule &rule, ArrayRef<const Value *> in, Value &out) {
  int64_t count = out.count;
  Array slacks;
  Value flags;
  for (int64_t k = 0; k < count; ++k) {
    Interval x[3];
    bool exact = true;
    for (auto [at, value] : enumerate(in)) {
      x[at] = intervalOf(*value, k);
      exact &= x[at].isPoint() || std::isnan(x[at].lo);
    }
    if (exact && rule.isExact())
      continue;
    if (rule.device.ulps32 != 0 && rule.kind != FloatKind::F64)
      for (unsigned at = 0; at < in.size(); ++at)
        flush(x[at]);
    Interval range = rule.range(x);
    // The ends are doubles, rounded themselves.
    if (!exact || rule.kind == FloatKind::F64)
      range = {outwards(range.lo, -rule.endUlps), outwards(range.hi, rule.endUlps)};
    widen(rule, x, range);
    auto slack = float(slackOf(rule, numberOf(out, k), range));
    if (slack == 0)
      continue;
    if (!std::isfinite(slack)) {
      if (!flags.data) {
        flags = Value::make(Lane::U8, count);
        flags.data = Array::zeros(count);
      }
      flags.elements<uint8_t>()[k] = 1;
      continue;
    }
    if (!slacks)
      slacks = Array::zeros(count * sizeof(float));
    slacks.as<float>()[k] = std::nextafter(slack, std::numeric_limits<float>::infinity());
  }
  out.slack = std::move(slacks);
  if (flags.data)
    poisonWhere(flags, Unspecified, out);
}

} // namespace fathom::interp
