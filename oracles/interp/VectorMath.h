// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of doubles that the compiler can compute for many numbers at a time, for results that are rounded to f32 or less.
//
// Each is off by less than 2^-40 of its result: rounded to f32, by less than half an ulp and 2^-16 of one. Operands are what f32 can hold. They add and multiply
// in an order that does not depend on the machine.
//
//   exp2      2^x = 2^k 2^r, k the nearest integer: Taylor's series of e^(r ln 2), |r ln 2| <= 0.35
//   log       x = 2^k m, 0.7 < m < 1.42: 2 atanh(f) = 2 f (1 + f^2/3 + f^4/5 + ...), f = (m - 1)/(m + 1), |f| < 0.172
//   sin, cos  x = k pi/2 + r, |r| < 0.79: Taylor's series; pi/2 in three parts, of which k < 2^20 times the first two is exact
//   tanh      -E/(2 + E), E = e^(-2|x|) - 1
#ifndef FATHOM_ORACLES_INTERP_VECTORMATH_H
#define FATHOM_ORACLES_INTERP_VECTORMATH_H

#include "oracles/interp/numbers/WideVectors.h"

#include <bit>
#include <cstdint>
#include <limits>

namespace fathom::interp::vectormath {

inline constexpr double log2E = 1.4426950408889634;
inline constexpr double ln2High =
    0x1.62e42fefa0000p-1; ///< Ends in zeros: a small integer times it is exact.
inline constexpr double ln2Low = 0x1.cf79abc9e3b3ap-40;
/// Added to a number below 2^51, it leaves the nearest integer in the low bits of the sum.
inline constexpr double roundingShift = 0x1.8p52;

FATHOM_INLINE inline uint64_t bitsOf(double x) { return std::bit_cast<uint64_t>(x); }
FATHOM_INLINE inline double fromBits(uint64_t x) { return std::bit_cast<double>(x); }

/// e^r - 1 for |r| <= 0.35, relatively exact near 0.
FATHOM_INLINE inline double smallExpm1(double r) {
  double r2 = r * r, r4 = r2 * r2;
  double low = (1.0 + r * (1.0 / 2)) + r2 * (1.0 / 6 + r * (1.0 / 24));
  double middle = (1.0 / 120 + r * (1.0 / 720)) + r2 * (1.0 / 5040 + r * (1.0 / 40320));
  double high = (1.0 / 362880 + r * (1.0 / 3628800)) + r2 * (1.0 / 39916800);
  return r * (low + r4 * (middle + r4 * high));
}

/// 2^k, for the k in the low bits of `shifted`, which roundingShift was added to.
FATHOM_INLINE inline double powerOfTwo(double shifted) {
  return fromBits((bitsOf(shifted) + 1023) << 52);
}
/// Beyond 2^200 and 2^-200 there is no float.
FATHOM_INLINE inline double clamped(double x) {
  x = x < -200.0 ? -200.0 : x;
  return x > 200.0 ? 200.0 : x;
}

struct Exp2 {
  static FATHOM_INLINE double of(double x) {
    x = clamped(x);
    double shifted = x + roundingShift;
    double r = (x - (shifted - roundingShift)) * 0.6931471805599453;
    double scale = powerOfTwo(shifted);
    return scale + scale * smallExpm1(r);
  }
};
struct Exp {
  static FATHOM_INLINE double of(double x) { return Exp2::of(x * log2E); }
};

/// The exponent and the logarithm of the rest.
struct Split {
  double exponent, logarithm;
};
FATHOM_INLINE inline Split splitLog(double x) {
  // Of sqrt(1/2); 2048 keeps the difference positive.
  constexpr uint64_t least = 0x3fe6a09e667f3bcd, bias = uint64_t(2048) << 52;
  uint64_t difference = bitsOf(x) - least + bias;
  uint64_t exponent = difference >> 52;
  double m = fromBits(bitsOf(x) - (difference & 0xfff0000000000000) + bias);
  // An integer below 2^52 in the low bits of 2^52.
  double k = fromBits(exponent | 0x4330000000000000) - (0x1p52 + 2048);
  double f = (m - 1.0) / (m + 1.0);
  double f2 = f * f, f4 = f2 * f2;
  double low = (2.0 + f2 * (2.0 / 3)) + f4 * (2.0 / 5 + f2 * (2.0 / 7));
  double high = (2.0 / 9 + f2 * (2.0 / 11)) + f4 * (2.0 / 13 + f2 * (2.0 / 15));
  return {k, f * (low + f4 * f4 * (high + f4 * f4 * (2.0 / 17)))};
}
/// The logarithm of what is not a positive number.
FATHOM_INLINE inline double withLogSpecials(double x, double logarithm) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  logarithm = x == infinity ? infinity : logarithm;
  logarithm = x == 0.0 ? -infinity : logarithm;
  return x >= 0.0 ? logarithm : std::numeric_limits<double>::quiet_NaN();
}
struct Log {
  static FATHOM_INLINE double of(double x) {
    Split split = splitLog(x);
    return withLogSpecials(x,
                           split.exponent * ln2High + (split.exponent * ln2Low + split.logarithm));
  }
};
struct Log2 {
  static FATHOM_INLINE double of(double x) {
    Split split = splitLog(x);
    return withLogSpecials(x, split.exponent + split.logarithm * log2E);
  }
};

/// Beyond it sin and cos lose digits; who calls them asks another function there.
inline constexpr double mostRadians = 0x1p20;
/// sin(x + turns pi/2).
FATHOM_INLINE inline double sinAfter(double x, uint64_t turns) {
  double shifted = x * 0.6366197723675814 + roundingShift;
  double k = shifted - roundingShift;
  double r =
      ((x - k * 0x1.921fb54400000p0) - k * 0x1.0b4611a600000p-34) - k * 0x1.3198a2e037073p-69;
  uint64_t quadrant = bitsOf(shifted) + turns;
  double r2 = r * r, r4 = r2 * r2;
  double sine =
      r + r * r2 *
              (((-1.0 / 6 + r2 * (1.0 / 120)) + r4 * (-1.0 / 5040 + r2 * (1.0 / 362880))) +
               r4 * r4 * (-1.0 / 39916800 + r2 * (1.0 / 6227020800)));
  double cosine = ((1.0 + r2 * (-1.0 / 2)) + r4 * (1.0 / 24 + r2 * (-1.0 / 720))) +
                  r4 * r4 *
                      ((1.0 / 40320 + r2 * (-1.0 / 3628800)) +
                       r4 * (1.0 / 479001600 + r2 * (-1.0 / 87178291200)));
  double chosen = quadrant & 1 ? cosine : sine;
  return fromBits(bitsOf(chosen) ^ (quadrant & 2) << 62);
}
struct Sin {
  static FATHOM_INLINE double of(double x) { return sinAfter(x, 0); }
};
struct Cos {
  static FATHOM_INLINE double of(double x) { return sinAfter(x, 1); }
};

struct Tanh {
  static FATHOM_INLINE double of(double x) {
    double t = x < 0.0 ? 2.0 * x : -2.0 * x;
    t = t < -80.0 ? -80.0 : t;
    double shifted = t * log2E + roundingShift;
    double k = shifted - roundingShift;
    double r = (t - k * ln2High) - k * ln2Low;
    double scale = powerOfTwo(shifted);
    double e = scale * smallExpm1(r) + (scale - 1.0);
    double result = -e / (2.0 + e);
    // The sign of x, also of -0.
    return fromBits((bitsOf(result) & 0x7fffffffffffffff) | (bitsOf(x) & 0x8000000000000000));
  }
};

struct Rsqrt {
  static FATHOM_INLINE double of(double x) { return 1.0 / __builtin_elementwise_sqrt(x); }
};
struct Reciprocal {
  static FATHOM_INLINE double of(double x) { return 1.0 / x; }
};

} // namespace fathom::interp::vectormath

#endif
