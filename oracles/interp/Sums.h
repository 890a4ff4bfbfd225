// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far sums and products of floats may differ that are taken in another order.
//
// Sums. Let all terms be multiples of g, a power of two, and S the sum of their absolute values. If S < 2^p g, for p bits of significand, every partial sum
// in every order is representable: the sum is exact.
//
//   f32, terms 3, 0.5, -1024      g = 0.5, S = 1027.5 < 2^24 * 0.5      exact: slack 0
//   f16, terms 2048, 1, 1         g = 1,   S = 2050  >= 2^11            2048 + 1 + 1 is 2048, or 2050
//
// Otherwise each of n - 1 additions errs by at most u = 2^-p of its result, and the sum by (n - 1) u S in every order (Jeannerod and Rump, "Improved
// error bounds for inner products in floating-point arithmetic", SIAM J. Matrix Anal. Appl. 34, 2013).
//
// Products of n numbers err by n u of the result; they are exact if the significands of all factors that are no powers of two have p bits together.
#ifndef FATHOM_ORACLES_INTERP_SUMS_H
#define FATHOM_ORACLES_INTERP_SUMS_H

#include "oracles/interp/Value.h"
#include "oracles/interp/numbers/FloatFormat.h"
#include "oracles/interp/numbers/WideVectors.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace fathom::interp {

/// The value of the lowest one bit: 0.5 for 3.5. Infinite for 0. Of infinities and NaN anything.
FATHOM_INLINE inline float lowestBit(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  float without = bits & 0x7fffff ? std::bit_cast<float>(bits & (bits - 1)) : 0.0f;
  float low = std::fabs(x - without);
  return low == 0 ? std::numeric_limits<float>::infinity() : low;
}
FATHOM_INLINE inline double lowestBit(double x) {
  uint64_t bits = std::bit_cast<uint64_t>(x);
  double without = bits & 0xfffffffffffff ? std::bit_cast<double>(bits & (bits - 1)) : 0.0;
  double low = std::fabs(x - without);
  return low == 0 ? std::numeric_limits<double>::infinity() : low;
}

/// Bits of significand, with the leading one: 24 for f32.
inline int significandBits(FloatKind kind) { return formatOf(kind).mantissaBits + 1; }
/// 2^-p.
inline double unitRoundoff(FloatKind kind) { return std::ldexp(1.0, -significandBits(kind)); }

/// A result whose order was open.
struct Settled {
  double value = 0; ///< Not yet rounded to the kind.
  double slack = 0;
  Poison poison = Defined;
};

/// What is known of terms that were added.
struct Sum {
  double total = -0.0, absolute = 0;                       ///< Of the finite terms.
  double lowest = std::numeric_limits<double>::infinity(); ///< g.
  double slack = 0;                                        ///< Of the terms.
  bool nan = false, positive = false, negative = false;    ///< There is a NaN, an infinity.
  void add(double term, double termSlack = 0);
};
/// The sum of n terms, of which `total` has a relative error (to `absolute`) of at most `own`.
Settled settle(const Sum &sum, FloatKind kind, int64_t n, double own);

/// What is known of factors that were multiplied.
struct Product {
  double total = 1;        ///< Of the finite factors that are not 0; its sign is that of all.
  double upper = 1;        ///< Of what their absolute values may be.
  double up = 1, down = 1; ///< Of the absolute values above 1, and below.
  int64_t bits = 0;        ///< Of significands, those of powers of two left out.
  bool nan = false, infinite = false, zero = false;
  void multiply(double factor, double factorSlack = 0);
};
Settled settle(const Product &product, FloatKind kind, int64_t n);

/// Sums of the rows of [rows][n] (inner == 1) or of the columns of [rows][n][inner]: rows * inner floats of lane F32 or F64, with slack and poison as above.
Value sumsOf(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner);

/// The same, for each prefix along n (`reverse`: each suffix): rows * n * inner floats.
Value prefixSumsOf(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner,
                   bool reverse);

/// A value of a float lane, made element by element.
class SettledValue {
public:
  SettledValue(Lane lane, FloatKind kind, int64_t count) : kind(kind) {
    value = Value::make(lane, count);
  }
  void set(int64_t at, const Settled &settled);
  Value value;

private:
  FloatKind kind;
};

} // namespace fathom::interp

#endif
