// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How uncertain the result of a float op is, from how uncertain its operands are. ieee only.
//
// An operand x with slack s may be anything in [x - s, x + s] in a legal run. The op's range is what its exact result can then be; devices that compute it
// approximately widen it; rounding to the type is monotonic, so that the legal results lie between the two rounded ends. In f32:
//
//   1 + 2^-24 (slack 0)              both exact             1          slack 0
//   1 +- 2^-24  +  2^-30             [1 - 2^-24, 1 + 2^-24] 1 to 1     slack 2^-24: the lower end is a float
//   0.1 +- 0.2  divided into 1       the range has a pole              poisoned as Unspecified
#ifndef FATHOM_ORACLES_INTERP_FLOATSLACK_H
#define FATHOM_ORACLES_INTERP_FLOATSLACK_H

#include "oracles/interp/Lanes.h"

namespace fathom::interp {

/// NaN ends: nothing is known.
struct Interval {
  double lo, hi;

  bool isPoint() const { return lo == hi; }
  bool contains(double x) const { return lo <= x && x <= hi; }
};
/// What the exact result of a function can be, for operands that can be anything in these.
using Range = Interval (*)(const Interval *operands);

/// Everything; and what no rounding makes better.
inline constexpr Interval unknown = {-__builtin_inf(), __builtin_inf()};

/// How far from the exact result devices may be, in ulps of the type they compute in: f32 for all types of up to 32 bits.
struct DeviceError {
  float ulps32 = 0, ulps64 = 0;
  /// Of exp, computed as 2^(x log2 e): rounding the product costs the result another |x| 2^-23 relatively.
  bool scalesArgument = false;
  /// Of division: nothing is promised for divisors above 2^126 (PTX div.full).
  bool bounded = false;
};

struct SlackRule {
  Range range = nullptr;
  FloatKind kind = FloatKind::F32; ///< Of the result.
  floats::Rounding rounding = floats::Rounding::NearestEven;
  /// How far the ends of a range may be off, in ulps of double: one for arithmetic, several for what the C library computes.
  double endUlps = 1;
  DeviceError device; ///< Zero where the run is not `approximate`.
  bool fuses = false; ///< A product that may go into a sum without being rounded.

  bool isExact() const { return device.ulps32 == 0 && device.ulps64 == 0 && !fuses; }
};

/// Gives `out`, computed from these operands (F32 or F64; not integers), its slack: none if all is exact. Poisons what is too uncertain.
void addSlack(const SlackRule &rule, llvm::ArrayRef<const Value *> in, Value &out);

/// Element k of a float operand with its slack.
Interval intervalOf(const Value &value, int64_t k);
inline bool anySlack(llvm::ArrayRef<const Value *> in) {
  return llvm::any_of(in, [](const Value *value) { return bool(value->slack); });
}

//===--- Ranges ---===//

Interval rangeOfSum(const Interval *x);
Interval rangeOfDifference(const Interval *x);
Interval rangeOfProduct(const Interval *x);
Interval rangeOfQuotient(const Interval *x);
Interval rangeOfRemainder(const Interval *x);
Interval rangeOfFma(const Interval *x);
Interval rangeOfNegation(const Interval *x);
Interval rangeOfAbsolute(const Interval *x);
Interval rangeOfCopySign(const Interval *x);
Interval rangeOfMinimum(const Interval *x);
Interval rangeOfMaximum(const Interval *x);
Interval rangeOfMinNumber(const Interval *x);
Interval rangeOfMaxNumber(const Interval *x);
Interval rangeOfIdentity(const Interval *x);
/// Of a function with values in [-1, 1] that is nowhere steeper than 45 degrees.
template <double (*f)(double)> Interval rangeOfWave(const Interval *x) {
  double middle = f(x->lo), width = x->hi - x->lo;
  if (middle != middle)
    return {middle, middle};
  return {std::max(-1.0, middle - width), std::min(1.0, middle + width)};
}
/// Of a monotonic function. Its domain may be bounded: then all of it lies on one side of an interval without values at the ends, or it is about 0 (asin).
template <double (*f)(double)> Interval rangeOfMonotonic(const Interval *x) {
  double a = f(x->lo), b = x->isPoint() ? a : f(x->hi);
  if ((a != a) != (b != b) || (a != a && x->contains(0) && f(0) == f(0)))
    return unknown;
  return b < a ? Interval{b, a} : Interval{a, b};
}
/// Of a function that is monotonic on either side of 0, and even (cosh).
template <double (*f)(double)> Interval rangeOfEven(const Interval *x) {
  Interval absolute = rangeOfAbsolute(x);
  return rangeOfMonotonic<f>(&absolute);
}
/// Of a function of which nothing is known but its value.
template <double (*f)(double)> Interval rangeOfPoint(const Interval *x) {
  return x->isPoint() || x->lo != x->lo ? Interval{f(x->lo), f(x->lo)} : unknown;
}
/// Of a function that is monotonic in each operand where neither changes its sign.
template <double (*f)(double, double)> Interval rangeOfCorners(const Interval *x) {
  bool arePoints = true;
  for (unsigned k = 0; k < 2; ++k) {
    if (!x[k].isPoint() && x[k].contains(0))
      return unknown;
    arePoints &= x[k].isPoint() || x[k].lo != x[k].lo;
  }
  double corners[] = {f(x[0].lo, x[1].lo), f(x[0].lo, x[1].hi), f(x[0].hi, x[1].lo),
                      f(x[0].hi, x[1].hi)};
  Interval range = {corners[0], corners[0]};
  for (double corner : corners) {
    if (corner != corner)
      return arePoints ? Interval{corner, corner} : unknown;
    range = {std::min(range.lo, corner), std::max(range.hi, corner)};
  }
  return range;
}

} // namespace fathom::interp

#endif
