// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of float functions.
//
// Functions that no rounding rule fixes (exp, sin, ...) are computed in double and rounded once to the type: devices must come near that, not equal it. How
// near: the accuracy tables of the CUDA programming guide for f32 and f64 (of its editions the largest bound), and the PTX ISA where Triton's
// lowering names an instruction (ex2.approx for exp and exp2, div.full for a division, sqrt.approx and rsqrt.approx).
#include "oracles/interp/FloatFunctions.h"

#include "oracles/interp/VectorMath.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <numbers>

using namespace llvm;

namespace fathom::interp {

namespace {

//===--- Rounded as IEEE says ---===//

struct Add {
  template <class T> static FATHOM_INLINE T of(T a, T b) { return a + b; }
};
struct Sub {
  template <class T> static FATHOM_INLINE T of(T a, T b) { return a - b; }
};
struct Mul {
  template <class T> static FATHOM_INLINE T of(T a, T b) { return a * b; }
};
struct Div {
  template <class T> static FATHOM_INLINE T of(T a, T b) { return a / b; }
};
struct Neg {
  template <class T> static FATHOM_INLINE T of(T a) { return -a; }
};
struct Abs {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_abs(a); }
};
struct Sqrt {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_sqrt(a); }
};
struct Floor {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_floor(a); }
};
struct Ceil {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_ceil(a); }
};
struct Trunc {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_trunc(a); }
};
struct RoundEven {
  template <class T> static FATHOM_INLINE T of(T a) { return __builtin_elementwise_roundeven(a); }
};
/// Halves away from 0: a - trunc(a) is exact.
struct Round {
  template <class T> static FATHOM_INLINE T of(T a) {
    T whole = __builtin_elementwise_trunc(a);
    T away = __builtin_elementwise_copysign(T(1), a);
    T rounded = __builtin_elementwise_abs(a - whole) >= T(0.5) ? whole + away : whole;
    return __builtin_elementwise_copysign(rounded, a);
  }
};
struct CopySign {
  template <class T> static FATHOM_INLINE T of(T a, T b) {
    return __builtin_elementwise_copysign(a, b);
  }
};
/// -0 is less than 0: of two zeros the sum is the larger, and the negated sum of the negated the smaller.
struct MaxNumber {
  template <class T> static FATHOM_INLINE T of(T a, T b) {
    T larger = a < b ? b : a;
    T number = a != a ? b : larger;
    return ((a == 0) & (b == 0)) ? a + b : number;
  }
};
struct MinNumber {
  template <class T> static FATHOM_INLINE T of(T a, T b) {
    T smaller = b < a ? b : a;
    T number = a != a ? b : smaller;
    return ((a == 0) & (b == 0)) ? -(-a - b) : number;
  }
};
struct Sign {
  template <class T> static FATHOM_INLINE T of(T a) { return a > 0 ? T(1) : a < 0 ? T(-1) : a; }
};
/// The sum of two of which one is NaN is NaN.
struct Maximum {
  template <class T> static FATHOM_INLINE T of(T a, T b) {
    return ((a != a) | (b != b)) ? a + b : MaxNumber::of(a, b);
  }
};
struct Minimum {
  template <class T> static FATHOM_INLINE T of(T a, T b) {
    return ((a != a) | (b != b)) ? a + b : MinNumber::of(a, b);
  }
};

template <class Op, class T> void unary(const Span &s) {
  mapLanes<T, T>(s, [](T a) FATHOM_INLINE { return Op::of(a); });
}
template <class Op, class T> void binary(const Span &s) {
  mapLanes<T, T, T>(s, [](T a, T b) FATHOM_INLINE { return Op::of(a, b); });
}
template <class Op> constexpr FloatKernels rounded1 = {unary<Op, float>, unary<Op, double>};
template <class Op>
constexpr FloatKernels exact1 = {unary<Op, float>, unary<Op, double>, nullptr, true};
template <class Op> constexpr FloatKernels rounded2 = {binary<Op, float>, binary<Op, double>};
template <class Op>
constexpr FloatKernels exact2 = {binary<Op, float>, binary<Op, double>, nullptr, true};

void fmaNarrow(const Span &s) {
  floats::fma(FloatKind(s.key), floats::Rounding::NearestEven, floats::Overflow::Infinity,
              s.operand<float>(0), s.operand<float>(1), s.operand<float>(2), s.result<float>(),
              s.n);
}
void fma32(const Span &s) {
  floats::fma(FloatKind::F32, floats::Rounding::NearestEven, floats::Overflow::Infinity,
              s.operand<float>(0), s.operand<float>(1), s.operand<float>(2), s.result<float>(),
              s.n);
}
void fma64(const Span &s) {
  for (int64_t k = 0; k < s.n; ++k)
    s.result<double>()[k] =
        std::fma(s.operand<double>(0)[k], s.operand<double>(1)[k], s.operand<double>(2)[k]);
}

/// cvt.rna.tf32.f32. In the ring a cast keeps the element.
void toTf32(const Span &s) {
  floats::round(FloatKind::TF32, floats::tf32Convert, floats::Overflow::Infinity,
                s.operand<float>(0), s.result<float>(), s.n);
}
void keep(const int32_t *a, int32_t *out, size_t n) { std::copy_n(a, n, out); }

//===--- Computed in double ---===//

/// Rounds what `compute(at)` gives to the type that the key names, some at a time.
template <class F> void roundOnce(const Span &s, F compute) {
  constexpr int64_t piece = 256;
  double exact[piece];
  for (int64_t at = 0; at < s.n; at += piece) {
    int64_t n = std::min(piece, s.n - at);
    for (int64_t k = 0; k < n; ++k)
      exact[k] = compute(at + k);
    floats::roundFromDouble(FloatKind(s.key), floats::Rounding::NearestEven,
                            floats::Overflow::Infinity, exact, s.result<float>() + at, n);
  }
}

using Real1 = double (*)(double);
using Real2 = double (*)(double, double);

template <Real1 f> void real1F32(const Span &s) {
  mapSlowly<float, float>(s, [](float a) { return float(f(a)); });
}
template <Real1 f> void real1F64(const Span &s) { mapSlowly<double, double>(s, f); }
template <Real1 f> void real1Narrow(const Span &s) {
  roundOnce(s, [&](int64_t k) { return f(s.operand<float>(0)[k]); });
}
template <Real1 f> constexpr FloatKernels real1 = {real1F32<f>, real1F64<f>, real1Narrow<f>};

template <Real2 f> void real2F32(const Span &s) {
  mapSlowly<float, float, float>(s, [](float a, float b) { return float(f(a, b)); });
}
template <Real2 f> void real2F64(const Span &s) { mapSlowly<double, double, double>(s, f); }
template <Real2 f> void real2Narrow(const Span &s) {
  roundOnce(s, [&](int64_t k) { return f(s.operand<float>(0)[k], s.operand<float>(1)[k]); });
}
template <Real2 f> constexpr FloatKernels real2 = {real2F32<f>, real2F64<f>, real2Narrow<f>};

/// fmod is exact, and its result is of the operands' type.
template <Real2 f> constexpr FloatKernels exactReal2 = {real2F32<f>, real2F64<f>, nullptr, true};

/// Functions of VectorMath.h, and the C library's for f64.
template <class Fast> void fastF32(const Span &s) {
  mapLanes<float, float>(s, [](float a) FATHOM_INLINE { return float(Fast::of(a)); });
}
template <class Fast> void fastNarrow(const Span &s) {
  constexpr int64_t piece = 256;
  double exact[piece];
  for (int64_t at = 0; at < s.n; at += piece) {
    Span part{{s.operand<float>(0) + at}, exact, std::min(piece, s.n - at)};
    mapLanes<double, float>(part, [](float a) FATHOM_INLINE { return Fast::of(a); });
    floats::roundFromDouble(FloatKind(s.key), floats::Rounding::NearestEven,
                            floats::Overflow::Infinity, exact, s.result<float>() + at, part.n);
  }
}
template <class Fast, Real1 f>
constexpr FloatKernels fast1 = {fastF32<Fast>, real1F64<f>, fastNarrow<Fast>};

/// sin and cos: far from 0 the C library's.
bool hasLargeAngles(const Span &s) {
  return largestMagnitude(s.operand<float>(0), s.n) >=
         bit_cast<uint32_t>(float(vectormath::mostRadians));
}
template <class Fast, Real1 f> double angleFunction(double x) {
  return std::fabs(x) < vectormath::mostRadians ? Fast::of(x) : f(x);
}
template <class Fast, Real1 f> void angleF32(const Span &s) {
  hasLargeAngles(s) ? real1F32<angleFunction<Fast, f>>(s) : fastF32<Fast>(s);
}
template <class Fast, Real1 f> void angleNarrow(const Span &s) {
  hasLargeAngles(s) ? real1Narrow<angleFunction<Fast, f>>(s) : fastNarrow<Fast>(s);
}
template <class Fast, Real1 f>
constexpr FloatKernels angle1 = {angleF32<Fast, f>, real1F64<f>, angleNarrow<Fast, f>};

double rsqrt(double x) { return 1 / std::sqrt(x); }
double rcbrt(double x) { return 1 / std::cbrt(x); }
double reciprocal(double x) { return 1 / x; }
double exp10(double x) { return std::pow(10, x); }
/// x in half turns. The rest by 2 is exact.
double sinpi(double x) { return std::sin(std::fmod(x, 2) * std::numbers::pi); }
double cospi(double x) { return std::cos(std::fmod(x, 2) * std::numbers::pi); }
double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : x; }

//===--- On ring elements ---===//

using Ring1 = void (*)(const int32_t *, int32_t *, size_t);
using Ring2 = void (*)(const int32_t *, const int32_t *, int32_t *, size_t);
using KeyedRing1 = void (*)(uint64_t, const int32_t *, int32_t *, size_t);
using KeyedRing2 = void (*)(uint64_t, const int32_t *, const int32_t *, int32_t *, size_t);

template <Ring1 f> void field1(const Span &s) {
  f(s.operand<int32_t>(0), s.result<int32_t>(), s.n);
}
template <Ring2 f> void field2(const Span &s) {
  f(s.operand<int32_t>(0), s.operand<int32_t>(1), s.result<int32_t>(), s.n);
}
template <KeyedRing1 f> void keyed1(const Span &s) {
  f(s.key, s.operand<int32_t>(0), s.result<int32_t>(), s.n);
}
template <KeyedRing2 f> void keyed2(const Span &s) {
  f(s.key, s.operand<int32_t>(0), s.operand<int32_t>(1), s.result<int32_t>(), s.n);
}
void ringFma(const Span &s) {
  ring::fma(s.operand<int32_t>(0), s.operand<int32_t>(1), s.operand<int32_t>(2),
            s.result<int32_t>(), s.n);
}
/// 1 / f(x) where f is a hash, so that a division by sqrt is an rsqrt.
void inverseHash(const Span &s) {
  ring::hash1(s.key, s.operand<int32_t>(0), s.result<int32_t>(), s.n);
  ring::inv(s.result<int32_t>(), s.result<int32_t>(), s.n);
}
template <ring::Whole rule> void integerValued(const Span &s) {
  ring::integerValued(rule, s.key, s.operand<int32_t>(0), s.result<int32_t>(), s.n);
}
constexpr Kernel hash1 = keyed1<ring::hash1>;
constexpr Kernel hash2 = keyed2<ring::hash2>;

//===--- The table ---===//

constexpr Kernel hashExp = keyed1<ring::hashExp>;
template <Real1 f> constexpr Range monotonic = rangeOfMonotonic<f>;
template <Real1 f> constexpr Range pointOf = rangeOfPoint<f>;
template <Real2 f> constexpr Range corners = rangeOfCorners<f>;
namespace fast = vectormath;

constexpr DeviceError division = {2, 0, false, true};

// Name, operands, ieee, algebra, range, ulps of f32 and of f64.
const FloatFunction table[] = {
    // Of arith.
    {"addf", 2, rounded2<Add>, field2<ring::add>, rangeOfSum},
    {"subf", 2, rounded2<Sub>, field2<ring::sub>, rangeOfDifference},
    {"mulf", 2, rounded2<Mul>, field2<ring::mul>, rangeOfProduct},
    {"divf", 2, rounded2<Div>, field2<ring::div>, rangeOfQuotient, division},
    {"remf", 2, exactReal2<std::fmod>, hash2, rangeOfRemainder},
    {"negf", 1, exact1<Neg>, field1<ring::neg>, rangeOfNegation},
    {"maximumf", 2, exact2<Maximum>, field2<ring::maximum>, rangeOfMaximum},
    {"minimumf", 2, exact2<Minimum>, field2<ring::minimum>, rangeOfMinimum},
    {"maxnumf", 2, exact2<MaxNumber>, field2<ring::maxNumber>, rangeOfMaxNumber},
    {"minnumf", 2, exact2<MinNumber>, field2<ring::minNumber>, rangeOfMinNumber},
    // Of math: exact, or rounded as IEEE says.
    {"absf", 1, exact1<Abs>, field1<ring::abs>, rangeOfAbsolute},
    {"ceil", 1, exact1<Ceil>, integerValued<ring::Whole::Ceil>, monotonic<std::ceil>},
    {"floor", 1, exact1<Floor>, integerValued<ring::Whole::Floor>, monotonic<std::floor>},
    {"round", 1, exact1<Round>, integerValued<ring::Whole::Round>, monotonic<std::round>},
    {"roundeven", 1, exact1<RoundEven>, integerValued<ring::Whole::RoundEven>,
     monotonic<std::nearbyint>},
    {"trunc", 1, exact1<Trunc>, integerValued<ring::Whole::Trunc>, monotonic<std::trunc>},
    {"copysign", 2, exact2<CopySign>, field2<ring::copySign>, rangeOfCopySign},
    {"fma", 3, {fma32, fma64, fmaNarrow}, ringFma, rangeOfFma},
    {"sqrt", 1, rounded1<Sqrt>, hash1, monotonic<std::sqrt>, {3, 0}},
    // Of math: approximate.
    {"rsqrt", 1, fast1<fast::Rsqrt, rsqrt>, inverseHash, monotonic<rsqrt>, {2, 1}, "sqrt"},
    {"cbrt", 1, real1<std::cbrt>, hash1, monotonic<std::cbrt>, {1, 1}},
    {"exp", 1, fast1<fast::Exp, std::exp>, hashExp, monotonic<std::exp>, {2, 1, true}},
    {"exp2", 1, fast1<fast::Exp2, std::exp2>, hashExp, monotonic<std::exp2>, {2, 1}},
    {"expm1", 1, real1<std::expm1>, hash1, monotonic<std::expm1>, {1, 1}},
    {"log", 1, fast1<fast::Log, std::log>, hash1, monotonic<std::log>, {1, 1}},
    {"log2", 1, fast1<fast::Log2, std::log2>, hash1, monotonic<std::log2>, {1, 1}},
    {"log10", 1, real1<std::log10>, hash1, monotonic<std::log10>, {2, 1}},
    {"log1p", 1, real1<std::log1p>, hash1, monotonic<std::log1p>, {1, 1}},
    {"sin", 1, angle1<fast::Sin, std::sin>, hash1, rangeOfWave<std::sin>, {2, 2}},
    {"cos", 1, angle1<fast::Cos, std::cos>, hash1, rangeOfWave<std::cos>, {2, 2}},
    {"tan", 1, real1<std::tan>, hash1, pointOf<std::tan>, {4, 2}},
    {"asin", 1, real1<std::asin>, hash1, monotonic<std::asin>, {4, 2}},
    {"acos", 1, real1<std::acos>, hash1, monotonic<std::acos>, {3, 2}},
    {"atan", 1, real1<std::atan>, hash1, monotonic<std::atan>, {2, 2}},
    {"sinh", 1, real1<std::sinh>, hash1, monotonic<std::sinh>, {3, 2}},
    {"cosh", 1, real1<std::cosh>, hash1, rangeOfEven<std::cosh>, {2, 1}},
    {"tanh", 1, fast1<fast::Tanh, std::tanh>, hash1, monotonic<std::tanh>, {2, 2}},
    {"asinh", 1, real1<std::asinh>, hash1, monotonic<std::asinh>, {3, 3}},
    {"acosh", 1, real1<std::acosh>, hash1, monotonic<std::acosh>, {4, 3}},
    {"atanh", 1, real1<std::atanh>, hash1, monotonic<std::atanh>, {3, 2}},
    {"erf", 1, real1<std::erf>, hash1, monotonic<std::erf>, {3, 2}},
    {"erfc", 1, real1<std::erfc>, hash1, monotonic<std::erfc>, {6, 5}},
    {"powf", 2, real2<std::pow>, hash2, corners<std::pow>, {9, 2}},
    {"atan2", 2, real2<std::atan2>, hash2, corners<std::atan2>, {3, 2}},
    // Of device libraries alone.
    {"exp10", 1, real1<exp10>, hashExp, monotonic<exp10>, {2, 1}},
    {"rcp", 1, fast1<fast::Reciprocal, reciprocal>, field1<ring::inv>, pointOf<reciprocal>, {1, 1}},
    {"rcbrt", 1, real1<rcbrt>, hash1, pointOf<rcbrt>, {2, 1}},
    {"sinpi", 1, real1<sinpi>, hash1, pointOf<sinpi>, {2, 2}},
    {"cospi", 1, real1<cospi>, hash1, pointOf<cospi>, {2, 2}},
    {"lgamma", 1, real1<std::lgamma>, hash1, pointOf<std::lgamma>, {16, 16}},
    {"tgamma", 1, real1<std::tgamma>, hash1, pointOf<std::tgamma>, {11, 10}},
    {"hypot", 2, real2<std::hypot>, hash2, corners<std::hypot>, {3, 2}},
    {"fdim", 2, real2<std::fdim>, hash2, corners<std::fdim>},
    {"sign", 1, exact1<Sign>, field1<ring::signum>, monotonic<sign>},
    {"tf32", 1, {toTf32, nullptr, nullptr, true}, field1<keep>, rangeOfIdentity},
};

} // namespace

uint64_t keyOf(StringRef what) { return xxh3_64bits(what); }
uint64_t FloatFunction::key() const { return keyOf(keyName.empty() ? name : keyName); }

const FloatFunction *findFloatFunction(StringRef name) {
  static const StringMap<const FloatFunction *> byName = [] {
    StringMap<const FloatFunction *> made;
    for (const FloatFunction &function : table)
      made[function.name] = &function;
    return made;
  }();
  return byName.lookup(name);
}

//===--- One function in one type ---===//

std::optional<FloatPlan> planFloat(const FloatFunction &function, const Element &element,
                                   bool precise) {
  if (!element.isFloat)
    return std::nullopt;
  FloatPlan plan;
  plan.function = &function;
  plan.ringKey = function.key();
  plan.lane = element.ieee;
  const FloatKernels &kernels = function.ieee;
  bool narrow = element.kind != FloatKind::F32 && element.kind != FloatKind::F64;
  plan.ieee = element.ieee == Lane::F64             ? kernels.f64
              : narrow && kernels.narrow != nullptr ? kernels.narrow
                                                    : kernels.f32;
  plan.rounds = narrow && !kernels.narrow && !kernels.exact;
  plan.exactly.range = function.range;
  plan.exactly.kind = element.kind;
  plan.exactly.endUlps = kernels.narrow && function.range != rangeOfFma ? 4 : 1;
  plan.approximately = plan.exactly;
  if (!precise)
    plan.approximately.device = function.device;
  // Only one of the two errors is of this type.
  (element.kind == FloatKind::F64 ? plan.approximately.device.ulps32
                                  : plan.approximately.device.ulps64) = 0;
  plan.approximately.fuses = function.name == "mulf";
  return plan;
}

Value computeFloat(Frame &f, const FloatPlan &plan, ArrayRef<const Value *> in) {
  int64_t count = countOf(in);
  if (any_of(in, [](const Value *value) { return value->lane == Lane::Ring; })) {
    SmallVector<Value, 3> embedded;
    for (const Value *value : in)
      embedded.push_back(f.inRing(*value));
    SmallVector<const Value *, 3> operands;
    for (const Value &value : embedded)
      operands.push_back(&value);
    Value out = Value::make(Lane::Ring, count);
    runKernel(plan.function->ring, operands, out, plan.ringKey);
    out.poison = Frame::mergePoison(in, count);
    return out;
  }
  Value out = Value::make(plan.lane, count);
  FloatKind kind = plan.exactly.kind;
  runKernel(plan.ieee, in, out, uint64_t(kind));
  if (plan.rounds)
    floats::round(kind, floats::Rounding::NearestEven, floats::Overflow::Infinity,
                  out.elements<float>(), out.elements<float>(), count);
  out.poison = Frame::mergePoison(in, count);
  if (f.machine.semantics() == Semantics::Algebra)
    return out;
  const SlackRule &rule = f.machine.options.approximate ? plan.approximately : plan.exactly;
  if (!rule.isExact() || anySlack(in))
    addSlack(rule, in, out);
  return out;
}

} // namespace fathom::interp
