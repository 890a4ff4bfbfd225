// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and products whose order is open: in bulk where everything is finite, term by term where it is not.
#include "oracles/interp/Sums.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace fathom::interp {

//===--- One result ---===//

static constexpr double upward = 1 + 0x1p-20; ///< More than what bounds lose by their own rounding.

void Sum::add(double term, double termSlack) {
  if (!(std::fabs(term) <= std::numeric_limits<double>::max())) {
    nan |= std::isnan(term);
    positive |= term > 0;
    negative |= term < 0;
    return;
  }
  total += term;
  absolute += std::fabs(term);
  lowest = std::min(lowest, lowestBit(term));
  slack += termSlack;
}

Settled settle(const Sum &sum, FloatKind kind, int64_t n, double own) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double unit = unitRoundoff(kind), most = formatOf(kind).maxFinite();
  if (sum.nan || (sum.positive && sum.negative))
    return {std::numeric_limits<double>::quiet_NaN(), 0, Defined};
  const double open = (sum.absolute + sum.slack) * upward;
  // Infinities are definite unless the finite terms may become the other one.
  if (sum.positive || sum.negative)
    return {sum.positive ? infinity : -infinity, 0, open < most ? Defined : Unspecified};
  if (sum.slack == 0 && sum.absolute < sum.lowest / unit && sum.absolute <= most)
    return {sum.total, 0, Defined};
  double slack = sum.slack;
  if (n > 2 || sum.slack != 0) // Two terms have one sum.
    slack = (open * (double(n - 1) * unit + own) + unit * std::fabs(sum.total) + slack) * upward;
  if (open <= most)
    return {sum.total, slack, Defined};
  // Terms of one sign overflow in every order, or in none.
  bool oneSign = std::fabs(sum.total) == sum.absolute;
  if (oneSign && sum.absolute - slack > most * (1 + 2 * unit))
    return {std::copysign(infinity, sum.total), 0, Defined};
  return {sum.total, slack, Unspecified};
}

void Product::multiply(double factor, double factorSlack) {
  double size = std::fabs(factor);
  if (std::isnan(factor))
    nan = true;
  else if (std::isinf(factor))
    infinite = true;
  else if (factor == 0 && factorSlack == 0)
    zero = true;
  else {
    total *= size;
    upper *= size + factorSlack;
    (size >= 1 ? up : down) *= size;
    double low = lowestBit(size);
    if (size != low)
      bits += std::ilogb(size) - std::ilogb(low) + 1;
  }
  if (std::signbit(factor))
    total = -total;
}

Settled settle(const Product &product, FloatKind kind, int64_t n) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const FloatFormat &format = formatOf(kind);
  const double unit = unitRoundoff(kind), most = format.maxFinite();
  const double normal = std::ldexp(1.0, format.minExponent());
  if (product.nan || (product.infinite && product.zero))
    return {std::numeric_limits<double>::quiet_NaN(), 0, Defined};
  // A partial product of the finite factors may underflow, and 0 * inf is NaN; or overflow.
  if (product.infinite)
    return {std::copysign(infinity, product.total), 0,
            product.down >= normal ? Defined : Unspecified};
  if (product.zero)
    return {std::copysign(0.0, product.total), 0,
            product.up * upward < most ? Defined : Unspecified};
  const double size = std::fabs(product.total);
  if (!(product.up * upward < most)) {
    bool overflows = product.down == 1 && size * (1 - double(n) * unit) > most * (1 + 2 * unit);
    return {std::copysign(overflows ? infinity : size, product.total), 0,
            overflows ? Defined : Unspecified};
  }
  bool exact = product.upper == size && product.bits <= significandBits(kind);
  double slack = 0;
  if (!exact)
    slack += product.upper * (double(n) * (unit + 0x1p-53)) + (product.upper - size);
  if (product.down < normal)
    slack += double(n) * format.minPositive() * product.up;
  return {product.total, slack * upward, Defined};
}

void SettledValue::set(int64_t at, const Settled &settled) {
  if (value.lane == Lane::F64)
    value.elements<double>()[at] = settled.value;
  else
    value.elements<float>()[at] = floats::roundFromDouble(kind, settled.value);
  uint8_t poison = settled.poison;
  float slack = float(settled.slack * upward);
  if (settled.slack > 0) {
    if (slack == 0)
      slack = std::numeric_limits<float>::denorm_min();
    if (!(slack < std::numeric_limits<float>::infinity()))
      poison = std::max<uint8_t>(poison, Unspecified), slack = 0;
  }
  if (slack != 0) {
    if (!value.slack)
      value.slack = Array::zeros(value.count * sizeof(float));
    value.slacks()[at] = slack;
  }
  if (poison) {
    if (!value.poison)
      value.poison = Array::zeros(value.count);
    value.poisons()[at] = poison;
  }
}

//===--- Many sums ---===//

namespace {

template <class T> T least(T a, T b) { return a < b ? a : b; }

/// Sums, sums of absolute values, and lowest bits, of `width` columns of which each step adds one row. Overflow and NaN show in `absolute`.
template <class T> struct Columns {
  std::vector<T> total, absolute, lowest;
  explicit Columns(int64_t width)
      : total(width, T(-0.0)), absolute(width, T(0)),
        lowest(width, std::numeric_limits<T>::infinity()) {}
  void add(const T *__restrict row, int64_t width, int64_t at = 0) {
    T *__restrict t = total.data() + at, *__restrict a = absolute.data() + at,
                  *__restrict l = lowest.data() + at;
    for (int64_t k = 0; k < width; ++k) {
      t[k] += row[k];
      a[k] += std::fabs(row[k]);
      l[k] = least(l[k], lowestBit(row[k]));
    }
  }
};

/// One row of n terms. Partial sums are taken in so many lanes, each of which errs by n / lanes additions.
constexpr int64_t lanes = 16;
template <class T>
void sumRow(const T *__restrict row, int64_t n, T &total, T &absolute, T &lowest) {
  T t[lanes], a[lanes], l[lanes];
  int64_t whole = n / lanes * lanes;
  for (int64_t j = 0; j < lanes; ++j)
    t[j] = T(-0.0), a[j] = 0, l[j] = std::numeric_limits<T>::infinity();
  for (int64_t k = 0; k < whole; k += lanes)
    for (int64_t j = 0; j < lanes; ++j) {
      T x = row[k + j];
      t[j] += x;
      a[j] += std::fabs(x);
      l[j] = least(l[j], lowestBit(x));
    }
  for (int64_t k = whole; k < n; ++k) {
    t[k - whole] += row[k];
    a[k - whole] += std::fabs(row[k]);
    l[k - whole] = least(l[k - whole], lowestBit(row[k]));
  }
  for (int64_t half = lanes / 2; half; half /= 2)
    for (int64_t j = 0; j < half; ++j) {
      t[j] += t[j + half];
      a[j] += a[j + half];
      l[j] = least(l[j], l[j + half]);
    }
  total = t[0], absolute = a[0], lowest = l[0];
}

/// Rounds the sums and finds their slack. False for those that are not as simple: flags[k] is set.
template <class T>
bool settleAll(Columns<T> &sums, int64_t count, T exactBelow, T perAbsolute, T perTotal, T most,
               T *__restrict out, float *__restrict slack, uint8_t *__restrict flags) {
  const T *__restrict t = sums.total.data(), *__restrict a = sums.absolute.data(),
                      *__restrict l = sums.lowest.data();
  uint8_t any = 0;
  for (int64_t k = 0; k < count; ++k) {
    T bound = a[k] * perAbsolute + std::fabs(t[k]) * perTotal;
    if constexpr (sizeof(T) == 8)
      if (bound != 0) // In a float it might be lost.
        bound = std::max(bound, T(std::numeric_limits<float>::denorm_min()));
    out[k] = t[k];
    slack[k] = a[k] < l[k] * exactBelow ? 0.0f : float(bound);
    flags[k] = !(a[k] <= most) | !(slack[k] <= std::numeric_limits<float>::max());
    any |= flags[k];
  }
  return !any;
}

template <class T>
Value sums(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner) {
  const T *in = terms.elements<T>();
  const int64_t count = rows * inner;
  Columns<T> found(count);
  for (int64_t r = 0; r < rows; ++r)
    if (inner == 1)
      sumRow(in + r * n, n, found.total[r], found.absolute[r], found.lowest[r]);
    else
      for (int64_t k = 0; k < n; ++k)
        found.add(in + (r * n + k) * inner, inner, r * inner);

  const double unit = unitRoundoff(kind),
               ownUnit = unitRoundoff(sizeof(T) == 4 ? FloatKind::F32 : FloatKind::F64);
  // The additions that a term takes part in, in the loops above.
  const double steps = inner == 1 ? double((n + lanes - 1) / lanes - 1) +
                                        std::min(4.0, std::ceil(std::log2(double(n))))
                                  : double(n - 1);
  const double grow = upward * (1 + double(n) * 2 * ownUnit);
  // Two terms have one sum, and a total of the kind's own lane is not rounded again.
  const bool open = n > 2;
  const double perAbsolute = open ? (double(n - 1) * unit + steps * ownUnit) * grow : 0;
  const double perTotal = open && unit != ownUnit ? unit * grow : 0;
  SettledValue result(terms.lane, kind, count);
  Array slack = Array::make(count * sizeof(float)), flags = Array::make(count);
  bool simple = settleAll<T>(found, count, T(1 / unit), T(perAbsolute), T(perTotal),
                             T(formatOf(kind).maxFinite() / grow), result.value.elements<T>(),
                             slack.as<float>(), flags.as<uint8_t>());
  float most = 0;
  for (int64_t k = 0; k < count; ++k)
    most = std::max(most, slack.as<float>()[k]);
  if constexpr (sizeof(T) == 4)
    if (kind != FloatKind::F32) {
      float *out = result.value.elements<float>();
      floats::round(kind, floats::Rounding::NearestEven, floats::Overflow::Infinity, out, out,
                    count);
    }
  if (simple && most == 0 && !terms.slack)
    return std::move(result.value);
  result.value.slack = slack;
  // What overflows, is infinite, or is not known to the last bit: term by term.
  const float *termSlacks = terms.slacks();
  if (!simple || termSlacks)
    for (int64_t k = 0; k < count; ++k) {
      const int64_t start = k / inner * n * inner + k % inner;
      bool uncertain = false;
      if (termSlacks)
        for (int64_t j = 0; j < n; ++j)
          uncertain |= termSlacks[start + j * inner] != 0;
      if (!flags.as<uint8_t>()[k] && !uncertain)
        continue;
      Sum sum;
      for (int64_t j = 0; j < n; ++j)
        sum.add(in[start + j * inner], termSlacks ? termSlacks[start + j * inner] : 0.0f);
      slack.as<float>()[k] = 0;
      result.set(k, settle(sum, kind, n, double(n) * 0x1p-53));
    }
  return std::move(result.value);
}

} // namespace

Value sumsOf(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner) {
  assert(terms.count == rows * n * inner);
  if (terms.lane == Lane::F64)
    return sums<double>(terms, kind, rows, n, inner);
  return sums<float>(terms, kind, rows, n, inner);
}

} // namespace fathom::interp
