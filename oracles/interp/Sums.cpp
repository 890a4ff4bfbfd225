// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and products whose order is open: in bulk where everything is finite, term by term where it is not.
#include "oracles/interp/Sums.h"
#include "oracles/interp/Scratch.h"

#include <algorithm>
#include <cstring>

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
    if (size != low && size != 0) // A zero with slack has no bits of its own.
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

template <class T> FATHOM_INLINE inline T least(T a, T b) { return a < b ? a : b; }

/// Sums of T (float or double), sums of absolute values, and lowest bits.
template <class T> struct Totals {
  Scratch<T> total, absolute, lowest;
  explicit Totals(int64_t count)
      : total(count, T(-0.0)), absolute(count, T(0)),
        lowest(count, std::numeric_limits<T>::infinity()) {}
};

/// Adds n rows of `width` columns, of T, to totals of S.
template <class T, class S>
void addRows(const T *rows, int64_t n, int64_t width, S *total, S *absolute, T *lowest) {
  withWideVectors([=](auto) FATHOM_INLINE {
    for (int64_t k = 0; k < n; ++k) {
      const T *row = rows + k * width;
      FATHOM_VECTORISE
      for (int64_t j = 0; j < width; ++j) {
        total[j] += row[j];
        absolute[j] += std::fabs(row[j]);
        lowest[j] = least(lowest[j], lowestBit(row[j]));
      }
    }
  });
}

/// Rows of n terms. Partial sums are taken in so many lanes, each of which takes part in n / lanes additions.
constexpr int64_t lanes = 16;
template <class T> void sumRows(const T *in, int64_t rows, int64_t n, Totals<T> &totals) {
  T *total = totals.total.data(), *absolute = totals.absolute.data(),
    *lowest = totals.lowest.data();
  withWideVectors([=](auto) FATHOM_INLINE {
    for (int64_t r = 0; r < rows; ++r) {
      const T *row = in + r * n;
      T t[lanes], a[lanes], l[lanes];
      const int64_t whole = n / lanes * lanes;
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
      total[r] = t[0], absolute[r] = a[0], lowest[r] = l[0];
    }
  });
}

/// What is the same for all sums of a kind: slack is absolute * (what n and the order cost) + total * perTotal, unless absolute < lowest * exactBelow.
template <class T> struct Rules {
  T exactBelow, perTotal, most;
  double unit, ownUnit, grow;
  /// `n`: terms, at most. `rounded`: the totals are rounded once more before they are rounded to the kind.
  Rules(FloatKind kind, int64_t n, bool rounded)
      : unit(unitRoundoff(kind)),
        ownUnit(unitRoundoff(sizeof(T) == 4 ? FloatKind::F32 : FloatKind::F64)),
        grow(upward * (1 + double(n) * 2 * ownUnit)) {
    exactBelow = T(1 / unit);
    most = T(formatOf(kind).maxFinite() / grow);
    perTotal = T(((unit != ownUnit ? unit : 0) + (rounded ? ownUnit : 0)) * grow);
  }
  /// Of a sum of n terms, each of which took part in `steps` of the additions made here, of a relative error of `stepUnit`. Two terms have one sum.
  T perAbsolute(int64_t n, double steps, double stepUnit) const {
    return n > 2 ? T((double(n - 1) * unit + steps * stepUnit) * grow) : T(0);
  }
};

/// Rounds the sums and finds their slack: costs[k] is what n and the order cost. False: there are some that overflow, are infinite or NaN, and flags[k] is set.
template <class T>
bool settleAll(const Totals<T> &totals, int64_t count, const Rules<T> &rules, const T *costs,
               T *out, float *slack, uint8_t *flags) {
  const T *total = totals.total.data(), *absolute = totals.absolute.data(),
          *lowest = totals.lowest.data();
  const T exactBelow = rules.exactBelow, perTotal = rules.perTotal, most = rules.most;
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (int64_t k = 0; k < count; ++k) {
      T bound = costs[k] == 0 ? T(0) : absolute[k] * costs[k] + std::fabs(total[k]) * perTotal;
      if constexpr (sizeof(T) == 8) // In a float it might be lost.
        bound = bound != 0 && bound < 1e-44 ? T(1e-44) : bound;
      out[k] = total[k];
      slack[k] = absolute[k] < lowest[k] * exactBelow ? 0.0f : float(bound);
    }
    FATHOM_VECTORISE
    for (int64_t k = 0; k < count; ++k)
      flags[k] = !(absolute[k] <= most) | !(slack[k] <= std::numeric_limits<float>::max());
  });
  return !anySet(flags, count);
}

/// The elements of the kind's grid that are nearest.
template <class T> void roundAll(FloatKind kind, Value &value) {
  if constexpr (sizeof(T) == 4)
    if (kind != FloatKind::F32)
      floats::round(kind, floats::Rounding::NearestEven, floats::Overflow::Infinity,
                    value.elements<float>(), value.elements<float>(), value.count);
}

template <class T>
Value sums(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner) {
  const T *in = terms.elements<T>();
  const int64_t count = rows * inner;
  Totals<T> totals(count);
  if (inner == 1)
    sumRows(in, rows, n, totals);
  else
    for (int64_t r = 0; r < rows; ++r)
      addRows(in + r * n * inner, n, inner, totals.total.data() + r * inner,
              totals.absolute.data() + r * inner, totals.lowest.data() + r * inner);

  const Rules<T> rules(kind, n, /*rounded=*/false);
  const double steps = inner == 1 ? double((n + lanes - 1) / lanes - 1) +
                                        std::min(4.0, std::ceil(std::log2(double(n))))
                                  : double(n - 1);
  const Scratch<T> costs(count, rules.perAbsolute(n, steps, rules.ownUnit));
  SettledValue result(terms.lane, kind, count);
  Array slack = Array::make(count * sizeof(float)), flags = Array::make(count);
  bool simple = settleAll<T>(totals, count, rules, costs.data(), result.value.elements<T>(),
                             slack.as<float>(), flags.as<uint8_t>());
  roundAll<T>(kind, result.value);
  if (simple && !terms.slack && !anySet(slack.as<float>(), count))
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

/// Where the k-th term in the order of a scan is.
int64_t placeOf(int64_t k, int64_t n, bool reverse) { return reverse ? n - 1 - k : k; }

/// Term by term.
template <class T>
Value prefixSumsSlowly(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner,
                       bool reverse) {
  SettledValue result(terms.lane, kind, terms.count);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t j = 0; j < inner; ++j) {
      Sum sum;
      for (int64_t k = 0; k < n; ++k) {
        const int64_t at = (r * n + placeOf(k, n, reverse)) * inner + j;
        sum.add(terms.elements<T>()[at], terms.slack ? terms.slacks()[at] : 0.0f);
        result.set(at, settle(sum, kind, k + 1, double(k) * 0x1p-53));
      }
    }
  return std::move(result.value);
}

/// The prefixes of one row of n terms, from place `start` on.
template <class T>
void addPrefixes(const T *row, int64_t n, bool reverse, const Totals<T> &totals, int64_t start) {
  double total = -0.0, absolute = 0;
  T lowest = std::numeric_limits<T>::infinity();
  for (int64_t k = 0; k < n; ++k) {
    const int64_t at = placeOf(k, n, reverse);
    total += row[at];
    absolute += std::fabs(row[at]);
    lowest = least(lowest, lowestBit(row[at]));
    totals.total[start + at] = T(total);
    totals.absolute[start + at] = T(absolute);
    totals.lowest[start + at] = lowest;
  }
}

template <class T>
Value prefixSums(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner,
                 bool reverse) {
  if (terms.slack)
    return prefixSumsSlowly<T>(terms, kind, rows, n, inner, reverse);
  const Rules<T> rules(kind, n, /*rounded=*/true);
  Totals<T> totals(terms.count);
  Scratch<T> costs(terms.count), lowest(inner);
  Scratch<double> total(inner), absolute(inner);
  for (int64_t k = 0; k < n; ++k)
    for (int64_t r = 0; r < rows; ++r)
      std::fill_n(costs.data() + (r * n + placeOf(k, n, reverse)) * inner, inner,
                  rules.perAbsolute(k + 1, double(k), 0x1p-53));
  for (int64_t r = 0; r < rows; ++r) {
    if (inner == 1) {
      addPrefixes(terms.elements<T>() + r * n, n, reverse, totals, r * n);
      continue;
    }
    std::fill(total.begin(), total.end(), -0.0);
    std::fill(absolute.begin(), absolute.end(), 0.0);
    std::fill(lowest.begin(), lowest.end(), std::numeric_limits<T>::infinity());
    for (int64_t k = 0; k < n; ++k) {
      const int64_t at = (r * n + placeOf(k, n, reverse)) * inner;
      addRows(terms.elements<T>() + at, 1, inner, total.data(), absolute.data(), lowest.data());
      std::copy(total.begin(), total.end(), totals.total.begin() + at);
      std::copy(absolute.begin(), absolute.end(), totals.absolute.begin() + at);
      std::copy(lowest.begin(), lowest.end(), totals.lowest.begin() + at);
    }
  }
  Value result = Value::make(terms.lane, terms.count);
  Array slack = Array::make(terms.count * sizeof(float)), flags = Array::make(terms.count);
  if (!settleAll<T>(totals, terms.count, rules, costs.data(), result.elements<T>(),
                    slack.as<float>(), flags.as<uint8_t>()))
    return prefixSumsSlowly<T>(terms, kind, rows, n, inner, reverse);
  roundAll<T>(kind, result);
  if (anySet(slack.as<float>(), terms.count))
    result.slack = slack;
  return result;
}

} // namespace

Value sumsOf(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner) {
  assert(terms.count == rows * n * inner);
  if (terms.lane == Lane::F64)
    return sums<double>(terms, kind, rows, n, inner);
  return sums<float>(terms, kind, rows, n, inner);
}

Value prefixSumsOf(const Value &terms, FloatKind kind, int64_t rows, int64_t n, int64_t inner,
                   bool reverse) {
  assert(terms.count == rows * n * inner);
  if (terms.lane == Lane::F64)
    return prefixSums<double>(terms, kind, rows, n, inner, reverse);
  return prefixSums<float>(terms, kind, rows, n, inner, reverse);
}

} // namespace fathom::interp
