// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products with what their precision and their order leave open.
#include "oracles/interp/MatrixProduct.h"
#include "oracles/interp/Movement.h"
#include "oracles/interp/Sums.h"
#include "oracles/interp/numbers/Dot.h"
#include "oracles/interp/numbers/Ring.h"

#include <cstring>

using namespace llvm;

namespace fathom::interp {

std::optional<MatrixProduct> matrixProductOf(mlir::ShapedType a, mlir::ShapedType b,
                                             mlir::ShapedType d, Semantics semantics,
                                             std::string &why) {
  MatrixProduct product;
  std::optional<Element> elementA = elementOf(a, semantics), elementB = elementOf(b, semantics),
                         elementD = elementOf(d, semantics);
  const int64_t rank = d.getRank();
  if (!elementA || !elementB || !elementD || rank < 2 || rank > 3 || a.getRank() != rank ||
      b.getRank() != rank) {
    why = "operands that are no matrices of numbers";
    return std::nullopt;
  }
  product.a = *elementA, product.b = *elementB, product.d = *elementD;
  bool floats = product.a.isFloat && product.b.isFloat && product.d.isFloat;
  bool integers = !product.a.isFloat && !product.b.isFloat && !product.d.isFloat &&
                  product.d.bits == 32 && product.a.bits <= 32;
  bool wide = product.a.bits == 64 || product.b.bits == 64;
  if (!(floats && wide == (product.d.bits == 64)) && !integers) {
    why = "elements that have no product of that type";
    return std::nullopt;
  }
  ArrayRef<int64_t> shapeA = a.getShape(), shapeD = d.getShape();
  product.batch = rank == 3 ? shapeD[0] : 1;
  product.M = shapeD[rank - 2];
  product.N = shapeD[rank - 1];
  product.K = shapeA[rank - 1];
  return product;
}

namespace {

/// The sums of one matrix product, in T, and what is known of its operands.
template <class T> struct Operands {
  const T *a, *b;
  const float *slackA, *slackB; ///< Or null.
  int64_t M, N, K;
};

/// What the rows of a, or the columns of b, have in common.
template <class T> struct Lines {
  std::vector<T> lowest;        ///< The lowest one bit.
  std::vector<T> largest;       ///< The largest absolute value; NaN counts as infinite.
  std::vector<uint8_t> special; ///< There is an infinity or NaN.
  std::vector<uint8_t> inexact; ///< An element is not representable in the narrow type.
  explicit Lines(int64_t count)
      : lowest(count, std::numeric_limits<T>::infinity()), largest(count, T(0)), special(count, 0),
        inexact(count, 0) {}
};

} // namespace

template <class T> static Lines<T> rowsOf(const T *in, int64_t rows, int64_t columns) {
  Lines<T> lines(rows);
  for (int64_t r = 0; r < rows; ++r) {
    const T *row = in + r * columns;
    T low = std::numeric_limits<T>::infinity(), most = 0;
    uint8_t special = 0;
    for (int64_t k = 0; k < columns; ++k) {
      T size = std::fabs(row[k]), bit = lowestBit(row[k]);
      low = bit < low ? bit : low;
      most = size > most ? size : most;
      special |= !(size <= std::numeric_limits<T>::max());
    }
    lines.lowest[r] = low, lines.largest[r] = most, lines.special[r] = special;
  }
  return lines;
}

template <class T> static Lines<T> columnsOf(const T *in, int64_t rows, int64_t columns) {
  Lines<T> lines(columns);
  for (int64_t r = 0; r < rows; ++r) {
    const T *__restrict row = in + r * columns;
    T *__restrict low = lines.lowest.data(), *__restrict most = lines.largest.data();
    uint8_t *__restrict special = lines.special.data();
    for (int64_t k = 0; k < columns; ++k) {
      T size = std::fabs(row[k]), bit = lowestBit(row[k]);
      low[k] = bit < low[k] ? bit : low[k];
      most[k] = size > most[k] ? size : most[k];
      special[k] |= !(size <= std::numeric_limits<T>::max());
    }
  }
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
  std::vector<double> absA(M * K), absB(K * N);
  for (int64_t k = 0; k < M * K; ++k)
    absA[k] = std::fabs(a[k]);
  for (int64_t k = 0; k < K * N; ++k)
    absB[k] = std::fabs(b[k]);
  std::fill_n(sumAbs, M * N, 0.0);
  dotF64(absA.data(), absB.data(), sumAbs, M, N, K);
}

/// What the operands' slack may do to each element: sum |a| sb + sa (|b| + sb).
template <class T> static std::vector<float> operandSlack(const Operands<T> &in) {
  const int64_t M = in.M, N = in.N, K = in.K;
  std::vector<float> result(M * N, 0.0f);
  if (!in.slackA && !in.slackB)
    return result;
  std::vector<float> left(M * K), right(K * N);
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
    std::vector<float> roundedA, roundedB;
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
    std::vector<T> before(c, c + M * N), sumAbs(M * N);
    std::vector<float> brought = operandSlack(in);
    multiplyAdd(in.a, in.b, c, M, N, K, sumAbs.data());
    for (int64_t i = 0; i < M; ++i)
      settleRow(i, before.data() + i * N, sumAbs.data() + i * N, brought.data() + i * N,
                slack + i * N, poison + i * N);
    return true;
  }

private:
  const float *rounded(const float *from, int64_t count, std::vector<float> &to) {
    to.resize(count);
    floats::round(FloatKind::TF32, floats::tf32Convert, floats::Overflow::Infinity, from, to.data(),
                  count);
    return to.data();
  }

  /// Whether every element is exact by the crudest bound: K times the largest product, against the lowest bits of all.
  bool allExact() const {
    if (in.slackA || in.slackB || slackC)
      return false;
    double low = std::numeric_limits<double>::infinity(), a = 0, b = 0, lowB = low, most = 0;
    for (int64_t i = 0; i < in.M; ++i) {
      if (rows.special[i] || rows.inexact[i])
        return false;
      low = std::min(low, double(rows.lowest[i])), a = std::max(a, double(rows.largest[i]));
    }
    for (int64_t j = 0; j < in.N; ++j) {
      if (columns.special[j] || columns.inexact[j])
        return false;
      lowB = std::min(lowB, double(columns.lowest[j])), b = std::max(b, double(columns.largest[j]));
    }
    low *= lowB;
    T lowC = std::numeric_limits<T>::infinity(), mostC = 0;
    for (int64_t k = 0; k < in.M * in.N; ++k) {
      T size = std::fabs(c[k]), bit = lowestBit(c[k]);
      lowC = bit < lowC ? bit : lowC;
      mostC = size > mostC ? size : mostC;
    }
    low = std::min(low, double(lowC));
    most = (double(in.K) * a * b + double(mostC)) * (1 + 0x1p-20);
    return most < std::ldexp(low, bits) && most <= formatOf(kind).maxFinite();
  }

  void settleRow(int64_t i, const T *__restrict before, const T *__restrict sumAbs,
                 const float *__restrict brought, float *__restrict slack,
                 uint8_t *__restrict poison) const {
    const T *result = c + i * in.N;
    const double unit = unitRoundoff(kind), exactBelow = std::ldexp(1.0, bits);
    const double terms = double(in.K) * double(reading.passes) + 2;
    double perSum = 2 * terms * unit + terms * 0x1p-23 * (sizeof(T) == 4);
    if (product.a.bits == 8 || product.b.bits == 8)
      perSum += 33.0 / 32 *
                double(std::max<int64_t>(32, std::min(in.K, product.maxNumImpreciseAcc))) * 0x1p-13;
    const double most = formatOf(kind).maxFinite();
    const double smallest = double(in.K) * formatOf(kind).minPositive();
    const double grow = 1 + terms * 0x1p-23 + 0x1p-20;
    for (int64_t j = 0; j < in.N; ++j) {
      const double initial = std::fabs(double(before[j]));
      const double own = brought[j] + (slackC ? slackC[i * in.N + j] : 0.0f);
      const double sum = (double(sumAbs[j]) + initial + own) * grow;
      const bool special =
          rows.special[i] | columns.special[j] | !(initial <= std::numeric_limits<T>::max());
      const bool lossA = rows.inexact[i], lossB = columns.inexact[j];
      if (special) {
        // Infinite or NaN in every order; but the parts of a split infinity are inf and NaN.
        slack[j] = 0;
        poison[j] = reading.splits || own != 0 ? Unspecified : Defined;
        continue;
      }
      const double low = std::min(double(rows.lowest[i]) * double(columns.lowest[j]),
                                  double(lowestBit(before[j])));
      double bound = lossA && lossB ? reading.both * sum : lossA || lossB ? reading.one * sum : 0;
      if (own != 0 || !(sum < low * exactBelow))
        bound += perSum * sum + unit * std::fabs(double(result[j])) + smallest + own;
      slack[j] = float(bound * (1 + 0x1p-20));
      poison[j] =
          sum <= most && slack[j] < std::numeric_limits<float>::infinity() ? Defined : Unspecified;
      if (poison[j])
        slack[j] = 0;
    }
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
static void multiplyFloats(const MatrixProduct &p, const Value &a, const Value &b, Value &d) {
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
  float most = 0;
  uint8_t worst = 0;
  for (int64_t k = 0; k < d.count; ++k) {
    most = std::max(most, slack.as<float>()[k]);
    worst |= poison.as<uint8_t>()[k];
  }
  if (most != 0)
    d.slack = slack;
  if (worst) {
    Value open = d;
    open.poison = poison;
    d.poison = Frame::mergePoison({&d, &open}, d.count);
  }
}

/// Integers sign-extended to i32.
static std::vector<int32_t> widened(const Value &value, const Element &element) {
  std::vector<int32_t> result(value.count);
  if (value.lane == Lane::U8 && element.bits == 8) {
    const auto *from = value.elements<int8_t>();
    std::copy_n(from, value.count, result.data());
    return result;
  }
  for (int64_t k = 0; k < value.count; ++k)
    result[k] = int32_t(value.signedInteger(element.bits, k));
  return result;
}

/// A copy whose elements nobody else sees.
static Value ownCopy(const Value &value) {
  Value copy = value;
  copy.data = Array::make(value.count * laneBytes(value.lane));
  std::memcpy(copy.data.as<char>(), value.data.as<char>(), value.count * laneBytes(value.lane));
  return copy;
}

/// A poisoned element of a poisons its row of the result, one of b its column.
static void spreadPoison(const MatrixProduct &p, const Value &a, const Value &b, Value &d) {
  if (!a.poison && !b.poison)
    return;
  Value spread = d;
  spread.poison = Array::zeros(d.count);
  for (int64_t batch = 0; batch < p.batch; ++batch) {
    std::vector<uint8_t> rows(p.M, 0), columns(p.N, 0);
    for (int64_t i = 0; a.poison && i < p.M; ++i)
      for (int64_t k = 0; k < p.K; ++k)
        rows[i] = std::max(rows[i], a.poisons()[(batch * p.M + i) * p.K + k]);
    for (int64_t k = 0; b.poison && k < p.K; ++k)
      for (int64_t j = 0; j < p.N; ++j)
        columns[j] = std::max(columns[j], b.poisons()[(batch * p.K + k) * p.N + j]);
    for (int64_t i = 0; i < p.M; ++i)
      for (int64_t j = 0; j < p.N; ++j)
        spread.poisons()[(batch * p.M + i) * p.N + j] = std::max(rows[i], columns[j]);
  }
  d.poison = Frame::mergePoison({&d, &spread}, d.count);
}

Value multiply(Frame &f, const Instr &i, const MatrixProduct &p, const Value &a, const Value &b,
               const Value &c) {
  // A multiply-add takes about a tenth of the time of an element of other ops.
  f.charge(i, uint64_t(p.batch) * p.M * p.N * (1 + p.K / 10));
  if (f.stopped())
    return {};
  Value left = f.inRing(Frame::spread(a, p.batch * p.M * p.K));
  Value right = f.inRing(Frame::spread(b, p.batch * p.K * p.N));
  Value d = ownCopy(f.inRing(Frame::spread(c, p.batch * p.M * p.N)));
  const int64_t sizeA = p.M * p.K, sizeB = p.K * p.N, sizeD = p.M * p.N;
  if (d.lane == Lane::F32) {
    multiplyFloats<float>(p, left, right, d);
  } else if (d.lane == Lane::F64) {
    multiplyFloats<double>(p, left, right, d);
  } else if (d.lane == Lane::Ring) {
    for (int64_t batch = 0; batch < p.batch; ++batch)
      dotRing(left.elements<int32_t>() + batch * sizeA, right.elements<int32_t>() + batch * sizeB,
              d.elements<int32_t>() + batch * sizeD, p.M, p.N, p.K);
    if (readingOf(p).splits)
      d = poisoned(std::move(d), Unspecified);
  } else {
    std::vector<int32_t> wideA = widened(left, p.a), wideB = widened(right, p.b);
    for (int64_t batch = 0; batch < p.batch; ++batch)
      dotI32(wideA.data() + batch * sizeA, wideB.data() + batch * sizeB,
             d.elements<int32_t>() + batch * sizeD, p.M, p.N, p.K);
  }
  spreadPoison(p, left, right, d);
  return d;
}

} // namespace fathom::interp
