// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Float ops against APFloat and the C library, the slack of their results, and the identities of the algebra.
#include "oracles/interp/FloatFunctions.h"
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <random>

namespace fathom::interp {
namespace {

using llvm::APFloat;
using llvm::APInt;

struct FloatType {
  const char *name;
  FloatKind kind;
  const llvm::fltSemantics &(*semantics)();
  unsigned bytes() const { return formatOf(kind).codeBytes(); }
};
const FloatType types[] = {
    {"f16", FloatKind::F16, APFloat::IEEEhalf},
    {"bf16", FloatKind::BF16, APFloat::BFloat},
    {"f32", FloatKind::F32, APFloat::IEEEsingle},
    {"f64", FloatKind::F64, APFloat::IEEEdouble},
};
std::string nameOf(const testing::TestParamInfo<FloatType> &info) { return info.param.name; }

APFloat fromBits(const FloatType &type, uint64_t bits) {
  return APFloat(type.semantics(), APInt(8 * type.bytes(), bits));
}
uint64_t bitsOf(const APFloat &number) { return number.bitcastToAPInt().getZExtValue(); }
uint64_t bitsOf(const FloatType &type, double number) {
  APFloat made(number);
  bool lost;
  made.convert(type.semantics(), APFloat::rmNearestTiesToEven, &lost);
  return bitsOf(made);
}

/// Codes with all that is special, and `random` others: half of them any codes, half near 1.
std::vector<uint64_t> someCodes(const FloatType &type, unsigned random, unsigned seed) {
  std::vector<uint64_t> codes;
  for (double number : {0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 3.0, 1e-3, 100.25})
    codes.push_back(bitsOf(type, number));
  const llvm::fltSemantics &semantics = type.semantics();
  codes.push_back(bitsOf(APFloat::getInf(semantics)));
  codes.push_back(bitsOf(APFloat::getInf(semantics, true)));
  codes.push_back(bitsOf(APFloat::getQNaN(semantics)));
  codes.push_back(bitsOf(APFloat::getLargest(semantics)));
  codes.push_back(bitsOf(APFloat::getSmallest(semantics)));
  codes.push_back(bitsOf(APFloat::getSmallestNormalized(semantics, true)));
  std::mt19937_64 rng(seed);
  for (unsigned k = 0; k < random; ++k)
    codes.push_back(k % 2 ? bitsOf(type, std::ldexp(double(int64_t(rng())), -62))
                          : rng() & (type.bytes() == 8 ? ~0ull : (1ull << 8 * type.bytes()) - 1));
  return codes;
}
TestArg bufferOfCodes(const FloatType &type, const std::vector<uint64_t> &codes) {
  TestArg arg;
  arg.buffer = true;
  arg.granule = type.bytes();
  for (uint64_t code : codes)
    for (unsigned byte = 0; byte < type.bytes(); ++byte)
      arg.bytes.push_back(code >> (8 * byte));
  return arg;
}
uint64_t codeAt(const RunResult &r, unsigned buffer, const FloatType &type, size_t k) {
  uint64_t bits = 0;
  std::memcpy(&bits, r.memory->buffers[buffer]->bytes.data() + k * type.bytes(), type.bytes());
  return bits;
}

//===--- Rounded as IEEE says ---===//

struct Arithmetic {
  const char *op;
  APFloat (*expected)(APFloat a, const APFloat &b, const APFloat &c);
  unsigned arity = 2;
};
constexpr auto even = APFloat::rmNearestTiesToEven;
APFloat whole(APFloat a, APFloat::roundingMode mode) {
  a.roundToIntegral(mode);
  return a;
}
const Arithmetic arithmetic[] = {
    {"arith.addf", [](APFloat a, auto &b, auto &) { return a.add(b, even), a; }},
    {"arith.subf", [](APFloat a, auto &b, auto &) { return a.subtract(b, even), a; }},
    {"arith.mulf", [](APFloat a, auto &b, auto &) { return a.multiply(b, even), a; }},
    {"arith.divf", [](APFloat a, auto &b, auto &) { return a.divide(b, even), a; }},
    {"tt.precise_divf", [](APFloat a, auto &b, auto &) { return a.divide(b, even), a; }},
    {"arith.remf", [](APFloat a, auto &b, auto &) { return a.mod(b), a; }},
    {"arith.maximumf", [](APFloat a, auto &b, auto &) { return llvm::maximum(a, b); }},
    {"arith.minimumf", [](APFloat a, auto &b, auto &) { return llvm::minimum(a, b); }},
    {"arith.maxnumf", [](APFloat a, auto &b, auto &) { return llvm::maximumnum(a, b); }},
    {"arith.minnumf", [](APFloat a, auto &b, auto &) { return llvm::minimumnum(a, b); }},
    {"math.copysign", [](APFloat a, auto &b, auto &) { return APFloat::copySign(a, b); }},
    {"math.fma", [](APFloat a, auto &b, auto &c) { return a.fusedMultiplyAdd(b, c, even), a; }, 3},
    {"arith.negf", [](APFloat a, auto &, auto &) { return -a; }, 1},
    {"math.absf", [](APFloat a, auto &, auto &) { return llvm::abs(a); }, 1},
    {"math.floor", [](APFloat a, auto &, auto &) { return whole(a, APFloat::rmTowardNegative); },
     1},
    {"math.ceil", [](APFloat a, auto &, auto &) { return whole(a, APFloat::rmTowardPositive); }, 1},
    {"math.trunc", [](APFloat a, auto &, auto &) { return whole(a, APFloat::rmTowardZero); }, 1},
    {"math.round", [](APFloat a, auto &, auto &) { return whole(a, APFloat::rmNearestTiesToAway); },
     1},
    {"math.roundeven", [](APFloat a, auto &, auto &) { return whole(a, even); }, 1},
};

struct FloatTypes : testing::TestWithParam<FloatType> {};
INSTANTIATE_TEST_SUITE_P(FloatOps, FloatTypes, testing::ValuesIn(types), nameOf);

TEST_P(FloatTypes, ArithmeticIsThatOfApFloat) {
  FloatType type = GetParam();
  std::vector<uint64_t> codes = someCodes(type, 112, 1), a, b, c;
  std::mt19937 rng(3);
  for (uint64_t x : codes)
    for (uint64_t y : codes)
      a.push_back(x), b.push_back(y), c.push_back(codes[rng() % codes.size()]);
  std::string n = std::to_string(a.size()), shape = n + "x" + type.name;
  ASSERT_EQ(a.size(), 16384u);
  TensorKernel kernel;
  kernel.input(shape, bufferOfCodes(type, a));
  kernel.input(shape, bufferOfCodes(type, b));
  kernel.input(shape, bufferOfCodes(type, c));
  std::vector<unsigned> outputs;
  for (auto [k, row] : llvm::enumerate(arithmetic)) {
    std::string r = "%r" + std::to_string(k);
    const char *operands[] = {"%0", "%0, %1", "%0, %1, %2"};
    kernel.body(r + " = " + row.op + " " + operands[row.arity - 1] + " : tensor<" + shape + ">");
    outputs.push_back(kernel.output(r, shape));
  }
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (auto [k, row] : llvm::enumerate(arithmetic))
    for (size_t at = 0; at < a.size(); ++at) {
      APFloat x = fromBits(type, a[at]), y = fromBits(type, b[at]), z = fromBits(type, c[at]);
      APFloat expected = row.expected(x, y, z),
              actual = fromBits(type, codeAt(r, outputs[k], type, at));
      if (expected.isNaN() && actual.isNaN())
        continue;
      ASSERT_EQ(bitsOf(expected), bitsOf(actual))
          << row.op << " of " << x.convertToDouble() << " " << y.convertToDouble() << " "
          << z.convertToDouble();
      ASSERT_TRUE(r.slack(outputs[k]).empty()) << row.op;
      ASSERT_TRUE(r.poison(outputs[k]).empty()) << row.op;
      at += at > 8192; // as() and its like copy.
    }
}

TEST_P(FloatTypes, ComparisonsAndClassesAreThoseOfApFloat) {
  FloatType type = GetParam();
  std::vector<uint64_t> codes = someCodes(type, 16, 2), a, b;
  for (uint64_t x : codes)
    for (uint64_t y : codes)
      a.push_back(x), b.push_back(y);
  std::string shape = "1024x" + std::string(type.name);
  TensorKernel kernel;
  kernel.input(shape, bufferOfCodes(type, a));
  kernel.input(shape, bufferOfCodes(type, b));
  const char *predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                              "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};
  std::vector<unsigned> outputs;
  for (const char *predicate : predicates) {
    std::string r = std::string("%") + predicate;
    kernel.body(r + " = arith.cmpf " + predicate + ", %0, %1 : tensor<" + shape + ">");
    outputs.push_back(kernel.output(r, "1024xi1"));
  }
  const char *classes[] = {"isnan", "isinf", "isfinite", "isnormal"};
  for (const char *name : classes) {
    std::string r = std::string("%") + name;
    kernel.body(r + " = math." + name + " %0 : tensor<" + shape + ">");
    outputs.push_back(kernel.output(r, "1024xi1"));
  }
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (size_t at = 0; at < a.size(); ++at) {
    APFloat x = fromBits(type, a[at]), y = fromBits(type, b[at]);
    APFloat::cmpResult relation = x.compare(y);
    for (unsigned k = 0; k < 16; ++k) {
      llvm::StringRef name = predicates[k];
      bool expected = name == "true";
      if (name != "true" && name != "false" && name != "ord" && name != "uno") {
        llvm::StringRef how = name.drop_front();
        expected = relation == APFloat::cmpUnordered  ? name[0] == 'u'
                   : relation == APFloat::cmpEqual    ? how == "eq" || how == "ge" || how == "le"
                   : relation == APFloat::cmpLessThan ? how == "lt" || how == "le" || how == "ne"
                                                      : how == "gt" || how == "ge" || how == "ne";
      } else if (name == "ord" || name == "uno") {
        expected = (relation == APFloat::cmpUnordered) == (name == "uno");
      }
      ASSERT_EQ(r.memory->buffers[outputs[k]]->bytes[at], expected)
          << x.convertToDouble() << " " << predicates[k] << " " << y.convertToDouble();
    }
    bool expected[] = {x.isNaN(), x.isInfinity(), x.isFinite(), x.isNormal()};
    for (unsigned k = 0; k < 4; ++k)
      ASSERT_EQ(r.memory->buffers[outputs[16 + k]]->bytes[at], expected[k])
          << classes[k] << " " << x.convertToDouble();
  }
}

//===--- Functions ---===//

struct Function {
  const char *op;
  long double (*exact)(long double);
};
const Function functions[] = {
    {"exp", std::exp},     {"exp2", std::exp2},
    {"expm1", std::expm1}, {"log", std::log},
    {"log2", std::log2},   {"log10", std::log10},
    {"log1p", std::log1p}, {"sin", std::sin},
    {"cos", std::cos},     {"tan", std::tan},
    {"asin", std::asin},   {"acos", std::acos},
    {"atan", std::atan},   {"sinh", std::sinh},
    {"cosh", std::cosh},   {"tanh", std::tanh},
    {"asinh", std::asinh}, {"acosh", std::acosh},
    {"atanh", std::atanh}, {"erf", std::erf},
    {"erfc", std::erfc},   {"sqrt", std::sqrt},
    {"cbrt", std::cbrt},   {"rsqrt", [](long double x) { return 1 / std::sqrt(x); }},
};

TEST_P(FloatTypes, FunctionsAreRoundedOnce) {
  FloatType type = GetParam();
  std::vector<uint64_t> codes = someCodes(type, 1008, 4);
  std::string shape = "1024x" + std::string(type.name);
  TensorKernel kernel;
  kernel.input(shape, bufferOfCodes(type, codes));
  std::vector<unsigned> outputs;
  for (const Function &function : functions) {
    std::string r = std::string("%") + function.op;
    kernel.body(r + " = math." + function.op + " %0 : tensor<" + shape + ">");
    outputs.push_back(kernel.output(r, shape));
  }
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (auto [k, function] : llvm::enumerate(functions))
    for (size_t at = 0; at < codes.size(); ++at) {
      double x = fromBits(type, codes[at]).convertToDouble();
      double actual = fromBits(type, codeAt(r, outputs[k], type, at)).convertToDouble();
      long double exact = function.exact(x);
      if (std::isnan(exact)) {
        ASSERT_TRUE(std::isnan(actual)) << function.op << " " << x;
        continue;
      }
      // Rounded to nearest, but for what the C library's double is off by; f64 is that double.
      double ulp = floats::ulp(type.kind, double(exact));
      if (std::isinf(actual) || !std::isfinite(double(exact))) {
        double limit = formatOf(type.kind).maxFinite();
        ASSERT_TRUE(std::fabs(exact) >= limit && (exact > 0) == (actual > 0))
            << function.op << " " << x;
        continue;
      }
      long double most = type.kind == FloatKind::F64 ? 4.0L : 0.50001L;
      ASSERT_LE(std::fabs(exact - actual), most * ulp)
          << function.op << " " << x << " is " << actual;
    }
}

TEST(FloatOps, PowersOfIntegersAndPairs) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({2, -3, 0.5f, 10}));
  kernel.input("4xi32", ints({10, 3, -2, 0}));
  kernel.input("4xf32", floats({0.5f, 2, 3, -1}));
  kernel.body("%i = math.fpowi %0, %1 : tensor<4xf32>, tensor<4xi32>\n"
              "%p = math.powf %0, %2 : tensor<4xf32>\n"
              "%a = math.atan2 %0, %2 : tensor<4xf32>\n"
              "%s, %c = math.sincos %0 : tensor<4xf32>");
  unsigned i = kernel.output("%i", "4xf32"), p = kernel.output("%p", "4xf32"),
           a = kernel.output("%a", "4xf32"), s = kernel.output("%s", "4xf32"),
           c = kernel.output("%c", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(i), (std::vector<float>{1024, -27, 4, 1}));
  EXPECT_EQ(r.as<float>(p), (std::vector<float>{std::sqrt(2.0f), 9, 0.125f, 0.1f}));
  EXPECT_EQ(r.as<float>(a)[0], float(std::atan2(2.0, 0.5)));
  EXPECT_EQ(r.as<float>(s)[1], float(std::sin(-3.0)));
  EXPECT_EQ(r.as<float>(c)[1], float(std::cos(-3.0)));
}

TEST(FloatOps, ClampByItsRuleForNaN) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  TensorKernel kernel;
  kernel.input("4xf32", floats({-5, 0.25f, 7, nan}));
  kernel.input("4xf32", floats({-1, 1, -1, 1}));
  kernel.body("%low = arith.constant dense<-1.0> : tensor<4xf32>\n%high = arith.constant "
              "dense<1.0> : tensor<4xf32>\n"
              "%none = tt.clampf %0, %low, %high, propagateNan = none : tensor<4xf32>\n"
              "%all = tt.clampf %0, %low, %high, propagateNan = all : tensor<4xf32>\n"
              "%mixed = tt.clampf %0, %1, %low, propagateNan = all : tensor<4xf32>");
  unsigned none = kernel.output("%none", "4xf32"), all = kernel.output("%all", "4xf32"),
           mixed = kernel.output("%mixed", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(none), (std::vector<float>{-1, 0.25f, 1, -1}));
  EXPECT_EQ(r.as<float>(all)[2], 1);
  EXPECT_TRUE(std::isnan(r.as<float>(all)[3]));
  // Bounds the wrong way round are undefined.
  EXPECT_EQ(r.poison(mixed), (std::vector<uint8_t>{0, Undefined, 0, Undefined}));
}

//===--- Slack ---===//

/// Operands that may be off, for whom every legal result must lie within the slack of the result.
struct Uncertain {
  Value value;
  std::vector<double> slack;
};

double numberAt(const Value &value, int64_t k) {
  return value.lane == Lane::F64 ? value.elements<double>()[k] : value.elements<float>()[k];
}
void setNumber(Value &value, int64_t k, double number) {
  if (value.lane == Lane::F64)
    value.elements<double>()[k] = number;
  else
    value.elements<float>()[k] = float(number);
}

struct SlackOfType : testing::TestWithParam<FloatType> {};
INSTANTIATE_TEST_SUITE_P(FloatOps, SlackOfType, testing::ValuesIn(types), nameOf);

TEST_P(SlackOfType, CoversEveryLegalResult) {
  FloatType type = GetParam();
  Memory memory(Semantics::Ieee);
  InterpretOptions options;
  Machine machine(memory, options);
  Code code;
  Frame frame(machine, code);
  Element element;
  element.isFloat = true;
  element.kind = type.kind;
  element.ieee = element.lane = type.kind == FloatKind::F64 ? Lane::F64 : Lane::F32;
  std::mt19937 rng(7);
  auto random = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(rng);
  };
  auto rounded = [&](double x) {
    return type.kind == FloatKind::F64 ? x : fathom::floats::roundFromDouble(type.kind, x);
  };
  constexpr int64_t count = 2000;
  for (const char *name :
       {"addf", "subf", "mulf",  "divf",  "remf", "maximumf", "minnumf", "copysign", "fma",
        "negf", "absf", "floor", "round", "sqrt", "rsqrt",    "exp",     "exp2",     "log",
        "sin",  "cos",  "tanh",  "erf",   "cosh", "atan2",    "powf",    "cbrt"}) {
    const FloatFunction *function = findFloatFunction(name);
    ASSERT_TRUE(function) << name;
    std::optional<FloatPlan> plan = planFloat(*function, element);
    ASSERT_TRUE(plan);
    std::vector<Value> operands;
    std::vector<const Value *> in;
    for (unsigned k = 0; k < function->arity; ++k) {
      Value value = Value::make(element.ieee, count);
      value.slack = Array::make(count * sizeof(float));
      for (int64_t at = 0; at < count; ++at) {
        setNumber(value, at, rounded(random(-8, 8)));
        // From nothing over some ulps to a lot.
        int how = rng() % 4;
        value.slacks()[at] =
            how == 0   ? 0
            : how == 1 ? float(2 * fathom::floats::ulp(type.kind, numberAt(value, at)))
                       : float(std::fabs(numberAt(value, at)) * random(0, how == 2 ? 0.01 : 1.5));
      }
      operands.push_back(std::move(value));
    }
    for (const Value &value : operands)
      in.push_back(&value);
    Value out = computeFloat(frame, *plan, in);
    unsigned bounded = 0, open = 0;
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<Value> legal;
      std::vector<const Value *> legalIn;
      for (const Value &value : operands) {
        Value moved = Value::make(value.lane, count);
        for (int64_t at = 0; at < count; ++at) {
          double x = numberAt(value, at), s = value.slacks()[at],
                 y = rounded(x + s * random(-1, 1));
          if (trial < 2)
            y = rounded(trial ? x + s : x - s);
          setNumber(moved, at, std::fabs(y - x) <= s ? y : x);
        }
        legal.push_back(std::move(moved));
      }
      for (const Value &value : legal)
        legalIn.push_back(&value);
      Value result = computeFloat(frame, *plan, legalIn);
      for (int64_t at = 0; at < count; ++at) {
        if (out.poison && out.poisons()[at]) {
          open += trial == 0;
          continue;
        }
        double expected = numberAt(out, at), actual = numberAt(result, at);
        double slack = out.slack ? out.slacks()[at] : 0;
        if (std::isnan(expected)) {
          ASSERT_TRUE(std::isnan(actual)) << name << " " << numberAt(operands[0], at);
          continue;
        }
        bounded += trial == 0 && slack > 0;
        ASSERT_LE(expected == actual ? 0 : std::fabs(expected - actual), slack)
            << name << " of " << numberAt(operands[0], at) << " +- " << operands[0].slacks()[at]
            << ", " << (operands.size() > 1 ? numberAt(operands[1], at) : 0) << " +- "
            << (operands.size() > 1 ? operands[1].slacks()[at] : 0) << " is " << expected
            << ", not " << actual;
      }
    }
    // Slack that says something.
    EXPECT_GT(bounded, count / 8) << name;
    EXPECT_LT(open, count * 3 / 5) << name;
  }
}

TEST(FloatSlack, IsNoneForExactOperands) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 3, 1e30f}));
  kernel.body("%r = arith.divf %0, %0 : tensor<4xf32>\n%e = math.exp %0 : tensor<4xf32>\n%s = "
              "arith.addf %r, %e : tensor<4xf32>");
  unsigned out = kernel.output("%s", "4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  EXPECT_TRUE(r.slack(out).empty());
  EXPECT_TRUE(r.poison(out).empty());
}

TEST(FloatSlack, OfDevicesThatApproximate) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 0.1f, 0}));
  kernel.input("4xf32", floats({3, 4, 3e38f, 1}));
  kernel.body(
      "%d = arith.divf %0, %1 : tensor<4xf32>\n%p = tt.precise_divf %0, %1 : tensor<4xf32>\n"
      "%e = math.exp2 %0 : tensor<4xf32>\n%m = arith.mulf %0, %0 : tensor<4xf32>\n%c = arith.cmpf "
      "olt, %d, %p : tensor<4xf32>");
  unsigned d = kernel.output("%d", "4xf32"), p = kernel.output("%p", "4xf32"),
           e = kernel.output("%e", "4xf32"), m = kernel.output("%m", "4xf32"),
           c = kernel.output("%c", "4xi1");
  InterpretOptions options;
  options.approximate = true;
  RunResult r = kernel.run(Semantics::Ieee, {1, 1, 1}, options);
  ASSERT_EQ(r.stop(), "");
  double ulp = fathom::floats::ulp(FloatKind::F32, 1 / 3.0);
  EXPECT_NEAR(r.slack(d)[0], 2 * ulp, 1.1 * ulp);
  EXPECT_EQ(r.poison(d), (std::vector<uint8_t>{0, 0, Unspecified,
                                               0})); // PTX promises nothing for large divisors.
  EXPECT_TRUE(r.slack(p).empty());
  EXPECT_NEAR(r.slack(e)[1], 2 * fathom::floats::ulp(FloatKind::F32, 4), 1e-9);
  // A product may stay unrounded: 0.1f squared is no float, 2 squared is.
  EXPECT_EQ(r.slack(m)[1], 0);
  EXPECT_NEAR(r.slack(m)[2], std::fabs(double(0.1f) * 0.1f - 0.1f * 0.1f), 1e-12);
  EXPECT_GT(r.slack(m)[2], 0);
  // Whether an approximate quotient is below the rounded one is open.
  EXPECT_EQ(r.poison(c),
            (std::vector<uint8_t>{Unspecified, Unspecified, Unspecified, Unspecified}));
}

//===--- Algebra ---===//

TEST(Algebra, RewritesOfSumsAndProductsAreEqual) {
  TensorKernel kernel;
  std::mt19937 rng(5);
  std::normal_distribution<float> normal(0, 100);
  for (unsigned k = 0; k < 3; ++k) {
    std::vector<float> numbers(64);
    for (float &number : numbers)
      number = normal(rng);
    kernel.input("64xf32", floats(numbers));
  }
  auto line = [&](const std::string &name, const std::string &op, const std::string &operands) {
    kernel.body("%" + name + " = " + op + " " + operands + " : tensor<64xf32>");
  };
  kernel.body("%half = arith.constant dense<0.5> : tensor<64xf32>\n%two = arith.constant "
              "dense<2.0> : tensor<64xf32>\n"
              "%one = arith.constant dense<1.0> : tensor<64xf32>\n%third = arith.constant "
              "dense<0.1> : tensor<64xf32>");
  line("ab", "arith.addf", "%0, %1"), line("l1", "arith.addf", "%ab, %2");
  line("bc", "arith.addf", "%1, %2"), line("r1", "arith.addf", "%0, %bc");
  line("l2", "arith.divf", "%0, %two"), line("r2", "arith.mulf", "%half, %0");
  line("l3a", "arith.mulf", "%0, %1"), line("l3", "arith.addf", "%l3a, %2"),
      line("r3", "math.fma", "%1, %0, %2");
  line("l4a", "arith.subf", "%1, %2"), line("l4", "arith.mulf", "%0, %l4a");
  line("r4a", "arith.mulf", "%0, %1"), line("r4b", "arith.mulf", "%0, %2"),
      line("r4", "arith.subf", "%r4a, %r4b");
  line("l5a", "math.sqrt", "%0"), line("l5", "arith.divf", "%one, %l5a"),
      line("r5", "math.rsqrt", "%0");
  line("l6", "tt.precise_divf", "%0, %1"), line("r6", "arith.divf", "%0, %1");
  line("l7", "arith.negf", "%0"), line("r7a", "arith.subf", "%0, %0"),
      line("r7", "arith.subf", "%r7a, %0");
  // Equal operands, equal results, and no others.
  line("l8", "math.exp", "%l1"), line("r8", "math.exp", "%r1");
  line("ne1", "math.exp", "%0"), line("ne2", "math.exp2", "%0");
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned k = 1; k <= 8; ++k) {
    std::string n = std::to_string(k);
    unsigned l = kernel.output("%l" + n, "64xf32");
    pairs.push_back({l, kernel.output("%r" + n, "64xf32")});
  }
  unsigned ne1 = kernel.output("%ne1", "64xf32"), ne2 = kernel.output("%ne2", "64xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  for (auto [k, pair] : llvm::enumerate(pairs)) {
    ASSERT_EQ(r.ring(pair.first).size(), 64u);
    EXPECT_EQ(r.ring(pair.first), r.ring(pair.second)) << k + 1;
  }
  for (unsigned k = 0; k < 64; ++k)
    EXPECT_NE(r.ring(ne1)[k], r.ring(ne2)[k]);
}

TEST(Algebra, ConstantsAreFoldedByRounding) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, 2, 3, 4}));
  kernel.body(
      "%a = arith.constant dense<0.1> : tensor<4xf32>\n%b = arith.constant dense<0.2> : "
      "tensor<4xf32>\n"
      "%sum = arith.addf %a, %b : tensor<4xf32>\n%x = arith.addf %0, %a : tensor<4xf32>\n%y = "
      "arith.addf %x, %b : tensor<4xf32>\n"
      "%minus = arith.constant dense<0xFF800000> : tensor<4xf32>\n%e = math.exp2 %minus : "
      "tensor<4xf32>\n"
      "%masked = arith.addf %0, %minus : tensor<4xf32>\n%m = math.exp %masked : tensor<4xf32>");
  unsigned sum = kernel.output("%sum", "4xf32"), y = kernel.output("%y", "4xf32"),
           e = kernel.output("%e", "4xf32"), m = kernel.output("%m", "4xf32");
  RunResult r = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop(), "");
  int32_t folded = ring::fromDouble(0.1f + 0.2f),
          exact = ring::add(ring::fromDouble(0.1f), ring::fromDouble(0.2f));
  EXPECT_NE(folded, exact);
  if (r.ring(sum).empty())
    EXPECT_EQ(r.as<float>(sum)[0], 0.1f + 0.2f);
  else
    EXPECT_EQ(r.ring(sum)[0], folded);
  EXPECT_EQ(r.ring(y)[0], ring::add(1, exact));
  EXPECT_EQ(r.ring(m), (std::vector<int32_t>{0, 0, 0, 0}));
  (void)e;
}

TEST(Algebra, ComparesByTheOrderOfElements) {
  TensorKernel kernel;
  kernel.input("4xf32", floats({1, -2, 3, 0}));
  kernel.input("f32", floats({0}));
  kernel.body("%z = tt.splat %1 : f32 -> tensor<4xf32>\n%c = arith.cmpf ogt, %0, %z : "
              "tensor<4xf32>\n%m = arith.maxnumf %0, %z : tensor<4xf32>\n"
              "%n = math.isnan %0 : tensor<4xf32>");
  unsigned c = kernel.output("%c", "4xi1"), m = kernel.output("%m", "4xf32"),
           n = kernel.output("%n", "4xi1");
  RunResult r = kernel.run(Semantics::Algebra);
  EXPECT_EQ(r.as<uint8_t>(c), (std::vector<uint8_t>{1, 0, 1, 0}));
  EXPECT_EQ(r.ring(m), (std::vector<int32_t>{1, 0, 3, 0}));
  EXPECT_EQ(r.as<uint8_t>(n), (std::vector<uint8_t>{0, 0, 0, 0}));
}

} // namespace
} // namespace fathom::interp
