// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products of floats, with the slack that MatrixProduct.h describes.
#include "oracles/interp/FloatProduct.h"
#include "oracles/interp/Scratch.h"
#include "oracles/interp/Sums.h"
#include "oracles/interp/numbers/Dot.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

namespace {

/// The sums of one matrix product, in T, and what is known of its operands.
template <class T> struct Operands {
  const T *a, *b;
  const float *slackA, *slackB; ///< Or null.
  int64_t M, N, K;
};

/// What the rows of a, or the columns of b, have in common.
template <class T> struct Lines {
  std::vector<T> lowest; ///< The lowest one bit.
  std::vector<T>
      largest; ///< The largest absolute value: infinite or NaN if there is an infinity or NaN.
  std::vector<uint8_t> inexact; ///< An element is not representable in the narrow type.
  explicit Lines(int64_t count)
      : lowest(count, std::numeric_limits<T>::infinity()), largest(count, T(0)), inexact(count, 0) {
  }
  bool special(int64_t k) const { return !(largest[k] <= std::numeric_limits<T>::max()); }
};

/// Of positive floats, integers with their bits: they compare alike, NaN is above infinity, and a loop over them has one result.
template <class T> using BitsOf = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
template <class T> FATHOM_INLINE inline BitsOf<T> bitsOf(T x) {
  return std::bit_cast<BitsOf<T>>(x);
}
/// The least of the lowest bits and the largest of the absolute values of n elements.
template <class T>
FATHOM_INLINE inline void extremesOf(const T *in, int64_t n, T &lowest, T &largest) {
  BitsOf<T> low = bitsOf(std::numeric_limits<T>::infinity()), most = 0;
  FATHOM_VECTORISE
  for (int64_t k = 0; k < n; ++k) {
    BitsOf<T> bit = bitsOf(lowestBit(in[k])), size = bitsOf(T(std::fabs(in[k])));
    low = bit < low ? bit : low;
    most = size > most ? size : most;
  }
  lowest = std::bit_cast<T>(low), largest = std::bit_cast<T>(most);
}

} // namespace

template <class T> static Lines<T> rowsOf(const T *in, int64_t rows, int64_t columns) {
  Lines<T> lines(rows);
  T *lowest = lines.lowest.data(), *largest = lines.largest.data();
  withWideVectors([=](auto) FATHOM_INLINE {
    for (int64_t r = 0; r < rows; ++r)
      extremesOf(in + r * columns, columns, lowest[r], largest[r]);
  });
  return lines;
}

template <class T> static Lines<T> columnsOf(const T *in, int64_t rows, int64_t columns) {
  Lines<T> lines(columns);
  T *lowest = lines.lowest.data(), *largest = lines.largest.data();
  withWideVectors([=](auto) FATHOM_INLINE {
    for (int64_t r = 0; r < rows; ++r) {
      const T *row = in + r * columns;
      FATHOM_VECTORISE
      for (int64_t k = 0; k < columns; ++k) {
        BitsOf<T> bit = bitsOf(lowestBit(row[k])), size = bitsOf(T(std::fabs(row[k])));
        BitsOf<T> low = bitsOf(lowest[k]), most = bitsOf(largest[k]);
        lowest[k] = std::bit_cast<T>(bit < low ? bit : low);
        largest[k] = std::bit_cast<T>(size > most ? size : most);
      }
    }
  });
  return lines;
}

//===--- Precisions of f32 operands ---===//

namespace {
/// How f32 operands are read.
struct Reading {
  std::optional<FloatKind> narrow; ///< The type that holds an operand exactly if nothing is lost.
  bool roundsOperands = false;     ///< Operands are rounded to it.
  bool splits = false;             ///< Operands are split into several of it.
  double one = 0, both = 0;        ///< Slack in units of S if one operand is inexact, or both.
  int64_t passes = 1;              ///< Products that are summed.
};
} // namespace

static Reading readingOf(const MatrixProduct &product) {
  Reading reading;
  if (product.a.kind != FloatKind::F32 && product.b.kind != FloatKind::F32)
    return reading;
  switch (product.precision) {
  case tt::InputPrecision::Ieee:
    break;
  case tt::InputPrecision::Tf32:
    // Rounded to nearest: off by 2^-11. Cut: by 2^-10 on the same side or the other.
    return {FloatKind::TF32, true, false, 0x1p-10 * 1.01, 0x1p-9 * 1.01, 1};
  case tt::InputPrecision::Tf32x3:
    // Two parts hold 22 bits; small * small, 2^-22 of the whole, is dropped.
    return {FloatKind::TF32, false, true, 0x1p-20, 0x1p-19, 3};
  case tt::InputPrecision::Bf16x3:
    // Two parts hold 16 bits; small * small, 2^-16 of the whole, is dropped.
    return {FloatKind::BF16, false, true, 0x1p-14, 0x1p-13, 3};
  case tt::InputPrecision::Bf16x6:
    // Three parts hold 24 bits; what is dropped is 2^-24 of the whole.
    return {FloatKind::BF16, false, true, 0x1p-20, 0x1p-19, 6};
  }
  return reading;
}

/// Marks the lines with an element that the narrow type cannot represent: rows, or columns.
static void findInexact(const float *in, FloatKind narrow, int64_t rows, int64_t columns,
                        bool byRow, std::vector<uint8_t> &inexact) {
  const unsigned dropped = 23 - formatOf(narrow).mantissaBits;
  const uint32_t low = (1u << dropped) - 1;
  for (int64_t r = 0; r < rows; ++r) {
    const float *row = in + r * columns;
    if (byRow) {
      uint32_t bits = 0;
      for (int64_t k = 0; k < columns; ++k)
        bits |= std::bit_cast<uint32_t>(row[k]);
      inexact[r] = (bits & low) != 0;
      continue;
    }
    uint8_t *to = inexact.data();
    for (int64_t k = 0; k < columns; ++k)
      to[k] |= (std::bit_cast<uint32_t>(row[k]) & low) != 0;
  }
}

//===--- Sums ---===//

static void multiplyAdd(const float *a, const float *b, float *c, int64_t M, int64_t N, int64_t K,
                        float *sumAbs) {
  dotF32(a, b, c, M, N, K, sumAbs);
}

static void multiplyAdd(const double *a, const double *b, double *c, int64_t M, int64_t N,
                        int64_t K, double *sumAbs) {
  dotF64(a, b, c, M, N, K);
  if (!sumAbs)
    return;
  Scratch<double> absA(M * K), absB(K * N);
  for (int64_t k = 0; k < M * K; ++k)
    absA[k] = std::fabs(a[k]);
  for (int64_t k = 0; k < K * N; ++k)
    absB[k] = std::fabs(b[k]);
  std::fill_n(sumAbs, M * N, 0.0);
  dotF64(absA.data(), absB.data(), sumAbs, M, N, K);
}

/// What the operands' slack may do to each element: sum |a| sb + sa (|b| + sb).
template <class T> static Scratch<float> operandSlack(const Operands<T> &in) {
  const int64_t M = in.M, N = in.N, K = in.K;
  Scratch<float> result(M * N, 0.0f);
  if (!in.slackA && !in.slackB)
    return result;
  Scratch<float> left(M * K), right(K * N);
  if (in.slackB) {
    for (int64_t k = 0; k < M * K; ++k)
      left[k] = std::fabs(float(in.a[k]));
    dotF32(left.data(), in.slackB, result.data(), M, N, K);
  }
  if (in.slackA) {
    for (int64_t k = 0; k < K * N; ++k)
      right[k] = std::fabs(float(in.b[k])) + (in.slackB ? in.slackB[k] : 0.0f);
    dotF32(in.slackA, right.data(), result.data(), M, N, K);
  }
  const float grow = 1 + float(K + 2) * 0x1p-23f;
  for (float &slack : result)
    slack *= grow;
  return result;
}

namespace {

/// Adds one matrix product to `c`, which becomes the result, and what is open to slack and poison.
template <class T> class Settler {
public:
  Settler(const MatrixProduct &product, const Operands<T> &in, T *c, const float *slackC)
      : product(product), reading(readingOf(product)), in(in), c(c), slackC(slackC),
        kind(product.d.kind), rows(0), columns(0) {}

  /// False: `slack` and `poison` were left alone, for all elements are exact.
  bool run(float *slack, uint8_t *poison) {
    const int64_t M = in.M, N = in.N, K = in.K;
    Scratch<float> roundedA(0), roundedB(0);
    rows = rowsOf(in.a, M, K);
    columns = columnsOf(in.b, K, N);
    if constexpr (sizeof(T) == 4)
      if (reading.narrow) {
        findInexact(in.a, *reading.narrow, M, K, true, rows.inexact);
        findInexact(in.b, *reading.narrow, K, N, false, columns.inexact);
        if (reading.roundsOperands) {
          in.a = rounded(in.a, M * K, roundedA);
          in.b = rounded(in.b, K * N, roundedB);
        }
      }
    bits = significandBits(kind);
    if (product.a.bits == 8 || product.b.bits == 8)
      bits = std::min(bits, 13);
    if (allExact()) {
      multiplyAdd(in.a, in.b, c, M, N, K, nullptr);
      return false;
    }
    Scratch<T> before(M * N), sumAbs(M * N);
    std::copy_n(c, M * N, before.data());
    const Scratch<float> own = operandSlack(in);
    if (slackC)
      for (int64_t k = 0; k < M * N; ++k)
        own[k] += slackC[k];
    multiplyAdd(in.a, in.b, c, M, N, K, sumAbs.data());
    // What a column's precision costs in a row whose operand is exact, and in one whose is not.
    std::vector<T> losses[2];
    for (int inexact : {0, 1})
      for (int64_t j = 0; j < N; ++j)
        losses[inexact].push_back(columns.inexact[j] + inexact == 2   ? reading.both
                                  : columns.inexact[j] + inexact == 1 ? reading.one
                                                                      : 0);
    bool anySpecialColumn = false;
    for (int64_t j = 0; j < N; ++j)
      anySpecialColumn |= columns.special(j);
    const Costs costs = costsOf();
    for (int64_t i = 0; i < M; ++i) {
      const int64_t row = i * N;
      settleRow(costs, rows.lowest[i], losses[rows.inexact[i]].data(), c + row, before.data() + row,
                sumAbs.data() + row, own.data() + row, columns.lowest.data(), N, slack + row,
                poison + row);
      // Infinities, NaN, and sums that may overflow.
      if (anySpecialColumn || rows.special(i) || std::memchr(poison + row, Unspecified, N))
        settleSpecials(i, before.data() + row, own.data() + row, slack + row, poison + row);
    }
    return true;
  }

private:
  const float *rounded(const float *from, int64_t count, Scratch<float> &to) {
    to = Scratch<float>(count);
    floats::round(FloatKind::TF32, floats::tf32Convert, floats::Overflow::Infinity, from, to.data(),
                  count);
    return to.data();
  }

  static bool special(T x) { return !(std::fabs(x) <= std::numeric_limits<T>::max()); }

  /// Whether every element is exact by the crudest bound: K times the largest product, against the lowest bits of all.
  bool allExact() const {
    if (in.slackA || in.slackB || slackC || llvm::is_contained(rows.inexact, 1) ||
        llvm::is_contained(columns.inexact, 1))
      return false;
    auto most = [](const std::vector<T> &line) {
      T all = 0;
      for (T x : line)
        all = x <= all ? all : x; // NaN too.
      return double(all);
    };
    auto least = [](const std::vector<T> &line) {
      return double(*std::min_element(line.begin(), line.end()));
    };
    T lowC = 0, mostC = 0;
    const int64_t count = in.M * in.N;
    const T *initial = c;
    T *lowAt = &lowC, *mostAt = &mostC;
    withWideVectors([=](auto) FATHOM_INLINE { extremesOf(initial, count, *lowAt, *mostAt); });
    double low = std::min(least(rows.lowest) * least(columns.lowest), double(lowC));
    double sum =
        (double(in.K) * most(rows.largest) * most(columns.largest) + double(mostC)) * (1 + 0x1p-20);
    return sum < std::ldexp(low, bits) && sum <= formatOf(kind).maxFinite();
  }

  /// An element with an infinite or NaN term is that in every order; but the parts of a split infinity are inf and NaN. A finite one that may
  /// overflow is neither.
  void settleSpecials(int64_t i, const T *before, const float *own, float *slack,
                      uint8_t *poison) const {
    for (int64_t j = 0; j < in.N; ++j) {
      bool hasSpecial = rows.special(i) || columns.special(j) || special(before[j]);
      if (!hasSpecial && !poison[j])
        continue;
      poison[j] = hasSpecial && !reading.splits && own[j] == 0 ? Defined : Unspecified;
      slack[j] = 0;
    }
  }

  /// Slack is (sum of absolute values) * perSum + result * unit + smallest, unless all is exact.
  struct Costs {
    T exactBelow, perSum, unit, smallest, grow, most;
  };
  Costs costsOf() const {
    const double unit = unitRoundoff(kind), upward = 1 + 0x1p-18;
    const double terms = double(in.K) * double(reading.passes) + 2;
    double perSum = 2 * terms * unit;
    if (sizeof(T) == 4) // Tensor cores cut.
      perSum += terms * 0x1p-23;
    if (product.a.bits == 8 || product.b.bits == 8)
      perSum += 33.0 / 32 * 0x1p-13 *
                double(std::max<int64_t>(32, std::min(in.K, product.maxNumImpreciseAcc)));
    Costs costs;
    costs.exactBelow = T(std::ldexp(1.0, bits));
    costs.perSum = T(perSum * upward);
    costs.unit = T(unit * upward);
    costs.smallest = T(double(in.K) * formatOf(kind).minPositive());
    costs.grow = T((1 + terms * 0x1p-23) * upward);
    costs.most = T(formatOf(kind).maxFinite());
    return costs;
  }

  /// Finds the slack of a row. Where that is not finite, or a sum may overflow, poison is set.
  static void settleRow(Costs costs, T rowLowest, const T *losses, const T *result, const T *before,
                        const T *sumAbs, const float *own, const T *columnLowest, int64_t N,
                        float *slack, uint8_t *poison) {
    withWideVectors([=](auto) FATHOM_INLINE {
      FATHOM_VECTORISE
      for (int64_t j = 0; j < N; ++j) {
        T absolute = sumAbs[j] + std::fabs(before[j]);
        T low = rowLowest * columnLowest[j], lowC = lowestBit(before[j]);
        low = lowC < low ? lowC : low;
        T sum = (absolute + T(own[j])) * costs.grow;
        bool exact = (own[j] == 0) & (absolute < low * costs.exactBelow);
        T open =
            sum * costs.perSum + std::fabs(result[j]) * costs.unit + costs.smallest + T(own[j]);
        T bound = losses[j] * sum + (exact ? T(0) : open);
        if constexpr (sizeof(T) == 8) // In a float it might be lost.
          bound = bound != 0 && bound < 1e-44 ? T(1e-44) : bound;
        slack[j] = sum <= costs.most ? float(bound) : std::numeric_limits<float>::infinity();
      }
      FATHOM_VECTORISE
      for (int64_t j = 0; j < N; ++j)
        poison[j] = slack[j] <= std::numeric_limits<float>::max() ? Defined : Unspecified;
    });
  }

  const MatrixProduct &product;
  const Reading reading;
  Operands<T> in;
  T *c;
  const float *slackC;
  FloatKind kind;
  Lines<T> rows, columns;
  int bits = 24;
};

} // namespace

template <class T>
static void multiplyAs(const MatrixProduct &p, const Value &a, const Value &b, Value &d) {
  Array slack = Array::zeros(d.count * sizeof(float)), poison = Array::zeros(d.count);
  bool open = false;
  const int64_t sizeA = p.M * p.K, sizeB = p.K * p.N, sizeD = p.M * p.N;
  for (int64_t batch = 0; batch < p.batch; ++batch) {
    auto slackOf = [&](const Value &value, int64_t size) -> const float * {
      return value.slack ? value.slacks() + batch * size : nullptr;
    };
    Operands<T> in{a.elements<T>() + batch * sizeA,
                   b.elements<T>() + batch * sizeB,
                   slackOf(a, sizeA),
                   slackOf(b, sizeB),
                   p.M,
                   p.N,
                   p.K};
    Settler<T> settler(p, in, d.elements<T>() + batch * sizeD, slackOf(d, sizeD));
    open |= settler.run(slack.as<float>() + batch * sizeD, poison.as<uint8_t>() + batch * sizeD);
  }
  if constexpr (sizeof(T) == 4)
    if (p.d.kind != FloatKind::F32)
      floats::round(p.d.kind, floats::Rounding::NearestEven, floats::Overflow::Infinity,
                    d.elements<float>(), d.elements<float>(), d.count);
  d.slack = {};
  if (!open)
    return;
  if (anySet(slack.as<float>(), d.count))
    d.slack = slack;
  if (anySet(poison.as<uint8_t>(), d.count)) {
    Value open = d;
    open.poison = poison;
    d.poison = Frame::mergePoison({&d, &open}, d.count);
  }
}

bool splitsOperands(const MatrixProduct &product) { return readingOf(product).splits; }

bool haveOnePart(const MatrixProduct &product, const Value &operand) {
  std::vector<uint8_t> inexact(1);
  findInexact(operand.elements<float>(), *readingOf(product).narrow, 1, operand.count, true,
              inexact);
  return !inexact[0];
}

void multiplyFloats(const MatrixProduct &product, const Value &a, const Value &b, Value &d) {
  if (d.lane == Lane::F64)
    multiplyAs<double>(product, a, b, d);
  else
    multiplyAs<float>(product, a, b, d);
}

} // namespace fathom::interp
