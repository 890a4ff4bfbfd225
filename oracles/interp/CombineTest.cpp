// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.reduce, tt.scan, tt.histogram and tt.gather.
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace fathom::interp {
namespace {

//===--- tt.reduce ---===//

std::string reduce(const std::string &op, const std::string &from, const std::string &to,
                   const std::string &element, int axis) {
  return "%r = \"tt.reduce\"(%0) <{axis = " + std::to_string(axis) +
         " : i32}> ({\n^bb0(%a: " + element + ", %b: " + element + "):\n  %c = " + op +
         " %a, %b : " + element + "\n  tt.reduce.return %c : " + element + "\n}) : (tensor<" +
         from + ">) -> " + to;
}

/// Each op along each axis, for each width; the naive loop knows nothing of lanes.
template <class T> void checkIntegers(const std::string &element) {
  using U = std::make_unsigned_t<T>;
  const std::pair<const char *, T (*)(T, T)> ops[] = {
      {"arith.addi", [](T a, T b) { return T(U(a) + U(b)); }},
      {"arith.muli", [](T a, T b) { return T(uint64_t(U(a)) * uint64_t(U(b))); }},
      {"arith.andi", [](T a, T b) { return T(a & b); }},
      {"arith.ori", [](T a, T b) { return T(a | b); }},
      {"arith.xori", [](T a, T b) { return T(a ^ b); }},
      {"arith.maxsi", [](T a, T b) { return std::max(a, b); }},
      {"arith.minsi", [](T a, T b) { return std::min(a, b); }},
      {"arith.maxui", [](T a, T b) { return T(std::max(U(a), U(b))); }},
      {"arith.minui", [](T a, T b) { return T(std::min(U(a), U(b))); }},
  };
  std::mt19937_64 rng(3);
  std::vector<T> in(4 * 8 * 2);
  for (T &x : in)
    x = T(rng());
  const std::string results[] = {"8x2x", "4x2x", "4x8x"};
  const int n[] = {4, 8, 2}, inner[] = {16, 2, 1};
  for (auto [op, apply] : ops)
    for (int axis : {0, 1, 2}) {
      TensorKernel kernel;
      kernel.input("4x8x2x" + element, bufferOf(in));
      std::string type = results[axis] + element;
      kernel.body(reduce(op, "4x8x2x" + element, "tensor<" + type + ">", element, axis));
      unsigned out = kernel.output("%r", type);
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "") << op;
      std::vector<T> result = r.as<T>(out);
      for (size_t at = 0; at < result.size(); ++at) {
        size_t start = at / inner[axis] * n[axis] * inner[axis] + at % inner[axis];
        T all = in[start];
        for (int k = 1; k < n[axis]; ++k)
          all = apply(all, in[start + k * inner[axis]]);
        EXPECT_EQ(result[at], all) << op << " of " << element << " along " << axis;
      }
    }
}

TEST(Reduce, Integers) {
  checkIntegers<int8_t>("i8");
  checkIntegers<int16_t>("i16");
  checkIntegers<int32_t>("i32");
  checkIntegers<int64_t>("i64");
}

TEST(Reduce, Bits) {
  for (auto [op, expected] : {std::pair{"arith.addi", 1},
                              {"arith.xori", 1},
                              {"arith.andi", 0},
                              {"arith.maxsi", 0},
                              {"arith.maxui", 1},
                              {"arith.minsi", 1}}) {
    TensorKernel kernel;
    kernel.input("4xi1", bufferOf<uint8_t>({1, 0, 1, 1}));
    kernel.body(reduce(op, "4xi1", "i1", "i1", 0));
    unsigned out = kernel.output("%r", "i1");
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(r.as<uint8_t>(out)[0], expected) << op; // As signed numbers 1 is -1.
  }
}

TEST(Reduce, MaximaAndNaN) {
  for (auto [op, nan] : {std::pair{"arith.maxnumf", false}, {"arith.maximumf", true}}) {
    std::vector<float> in(64, -3);
    in[17] = 8, in[40] = NAN;
    TensorKernel kernel;
    kernel.input("64xf32", floats(in));
    kernel.body(reduce(op, "64xf32", "f32", "f32", 0));
    unsigned out = kernel.output("%r", "f32");
    float result = kernel.run(Semantics::Ieee).as<float>(out)[0];
    if (nan)
      EXPECT_TRUE(std::isnan(result));
    else
      EXPECT_EQ(result, 8);
  }
}

TEST(Reduce, SumsInBothSemantics) {
  std::mt19937 rng(4);
  std::vector<float> in(32 * 64);
  std::normal_distribution<float> normal;
  for (float &x : in)
    x = normal(rng);
  TensorKernel kernel;
  kernel.input("32x64xf32", floats(in));
  kernel.body(reduce("arith.addf", "32x64xf32", "tensor<32xf32>", "f32", 1));
  unsigned out = kernel.output("%r", "32xf32");
  RunResult ieee = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(ieee.stop() + algebra.stop(), "");
  for (int row = 0; row < 32; ++row) {
    double exact = 0;
    int32_t ring = 0;
    for (int k = 0; k < 64; ++k) {
      exact += in[row * 64 + k];
      ring = ring::add(ring, ring::fromDouble(in[row * 64 + k]));
    }
    EXPECT_NEAR(ieee.as<float>(out)[row], exact, 1e-5);
    EXPECT_GT(ieee.slack(out)[row], 0);
    EXPECT_LT(ieee.slack(out)[row], 1e-3);
    EXPECT_EQ(algebra.ring(out)[row], ring);
  }
}

/// A half is the largest code of the ring, or the smallest.
TEST(Reduce, LongSumsOfLargeElements) {
  const int n = 1 << 17;
  for (float term : {0.5f, -0.5f})
    for (bool infinite : {false, true}) {
      std::vector<float> in(n, term);
      if (infinite)
        in[n - 3] = INFINITY;
      std::string type = std::to_string(n) + "xf32";
      TensorKernel kernel;
      kernel.input(type, floats(in));
      kernel.body(reduce("arith.addf", type, "f32", "f32", 0));
      unsigned out = kernel.output("%r", "f32");
      RunResult r = kernel.run(Semantics::Algebra);
      ASSERT_EQ(r.stop(), "");
      EXPECT_EQ(r.ring(out)[0], infinite ? ring::posInf : int32_t(term * n));
    }
}

const char *argmax(bool leftmost) {
  return leftmost ? R"(
    %v, %i = "tt.reduce"(%0, %1) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %gt = arith.cmpf ogt, %a, %b : f32
      %eq = arith.cmpf oeq, %a, %b : f32
      %lt = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %eq, %lt : i1
      %first = arith.ori %gt, %tie : i1
      %rv = arith.select %first, %a, %b : f32
      %ri = arith.select %first, %ai, %bi : i32
      tt.reduce.return %rv, %ri : f32, i32
    }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32))"
                  : R"(
    %v, %i = "tt.reduce"(%0, %1) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %gt = arith.cmpf ogt, %a, %b : f32
      %rv = arith.select %gt, %a, %b : f32
      %ri = arith.select %gt, %ai, %bi : i32
      tt.reduce.return %rv, %ri : f32, i32
    }) : (tensor<8xf32>, tensor<8xi32>) -> (f32, i32))";
}

TEST(Reduce, ArgmaxWithTies) {
  for (bool leftmost : {true, false})
    for (bool tie : {true, false}) {
      TensorKernel kernel;
      kernel.input("8xf32", floats({1, 7, 3, tie ? 7.0f : 6.0f, 5, 0, 2, 4}));
      kernel.input("8xi32", ints({0, 1, 2, 3, 4, 5, 6, 7}));
      kernel.body(argmax(leftmost));
      unsigned value = kernel.output("%v", "f32"), index = kernel.output("%i", "i32");
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      EXPECT_EQ(r.as<float>(value)[0], 7);
      EXPECT_TRUE(r.poison(value).empty());
      EXPECT_TRUE(r.slack(value).empty());
      if (tie && !leftmost) { // Which one is left open.
        EXPECT_EQ(r.poison(index), std::vector<uint8_t>{Unspecified});
        continue;
      }
      EXPECT_TRUE(r.poison(index).empty());
      EXPECT_EQ(r.as<int32_t>(index)[0], 1);
    }
}

/// Regions that are not associative, or not commutative: two lines that compute %r of %a and %b.
const char *const ordered[] = {
    "%r = arith.subi %a, %b : i32",
    "%s = arith.subi %b, %a : i32\n%r = arith.addi %s, %b : i32",
    "%m = arith.constant -1 : i32\n%s = arith.addi %a, %b : i32\n%r = arith.muli %s, %m : i32",
    "%t = arith.constant 1 : i32\n%s = arith.addi %a, %b : i32\n%r = arith.shrsi %s, %t : i32",
    "%s = arith.muli %a, %b : i32\n%r = arith.subi %s, %a : i32",
};
std::vector<int32_t> someInts(int n, unsigned seed) {
  std::mt19937 rng(seed);
  std::vector<int32_t> numbers(n);
  for (int32_t &number : numbers)
    number = int32_t(rng() % 100000);
  return numbers;
}

TEST(Reduce, RegionThatDependsOnTheOrder) {
  for (int n : {4, 8, 16, 32, 64, 128})
    for (const char *region : ordered) {
      TensorKernel kernel;
      std::string type = std::to_string(n) + "xi32";
      kernel.input(type, ints(someInts(n, n)));
      kernel.body("%x = \"tt.reduce\"(%0) <{axis = 0 : i32}> ({\n^bb0(%a: i32, %b: i32):\n" +
                  std::string(region) + "\ntt.reduce.return %r : i32\n}) : (tensor<" + type +
                  ">) -> i32");
      unsigned out = kernel.output("%x", "i32");
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      EXPECT_EQ(r.poison(out), std::vector<uint8_t>{Unspecified}) << n << ": " << region;
    }
}

/// The first or the last of two may be kept; which pair it is does not matter.
TEST(Reduce, EachTieIsSeen) {
  for (int first = 0; first < 16; ++first)
    for (int last = first + 1; last < 16; ++last) {
      std::vector<int32_t> numbers(16, 5), places(16);
      std::iota(places.begin(), places.end(), 0);
      numbers[first] = numbers[last] = 3;
      TensorKernel kernel;
      kernel.input("16xi32", ints(numbers));
      kernel.input("16xi32", ints(places));
      kernel.body(R"(%v:2 = "tt.reduce"(%0, %1) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %i: i32, %b: i32, %j: i32):
      %less = arith.cmpi sle, %a, %b : i32
      %r = arith.select %less, %a, %b : i32
      %k = arith.select %less, %i, %j : i32
      tt.reduce.return %r, %k : i32, i32
    }) : (tensor<16xi32>, tensor<16xi32>) -> (i32, i32))");
      unsigned value = kernel.output("%v#0", "i32"), place = kernel.output("%v#1", "i32");
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      EXPECT_EQ(r.as<int32_t>(value)[0], 3);
      EXPECT_TRUE(r.poison(value).empty());
      EXPECT_EQ(r.poison(place), std::vector<uint8_t>{Unspecified}) << first << " and " << last;
    }
}

TEST(Reduce, RegionThatRounds) {
  TensorKernel kernel;
  std::vector<float> in(2 * 16 * 2);
  std::iota(in.begin(), in.end(), 1.0f);
  kernel.input("2x16x2xf32", floats(in));
  kernel.body(R"(%r = "tt.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %aa = arith.mulf %a, %a : f32
      %bb = arith.mulf %b, %b : f32
      %s = arith.addf %aa, %bb : f32
      %c = math.sqrt %s : f32
      tt.reduce.return %c : f32
    }) : (tensor<2x16x2xf32>) -> tensor<2x2xf32>)");
  unsigned out = kernel.output("%r", "2x2xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int at = 0; at < 4; ++at) {
    double sum = 0;
    for (int k = 0; k < 16; ++k)
      sum += std::pow(in[at / 2 * 32 + k * 2 + at % 2], 2);
    EXPECT_NEAR(r.as<float>(out)[at], std::sqrt(sum), r.slack(out)[at]);
    EXPECT_LT(r.slack(out)[at], 1e-3 * std::sqrt(sum));
  }
}

/// A region with control flow is run for each element.
TEST(Reduce, RegionWithBranches) {
  TensorKernel kernel;
  kernel.input("4x8xi32", ints({3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3,
                                2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5}));
  kernel.body(R"(%r = "tt.reduce"(%0) <{axis = 1 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %gt = arith.cmpi sgt, %a, %b : i32
      %c = scf.if %gt -> i32 {
        scf.yield %a : i32
      } else {
        scf.yield %b : i32
      }
      tt.reduce.return %c : i32
    }) : (tensor<4x8xi32>) -> tensor<4xi32>)");
  unsigned out = kernel.output("%r", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int32_t>(out), (std::vector<int32_t>{9, 9, 8, 9}));
}

TEST(Reduce, PoisonSpreads) {
  TensorKernel kernel;
  kernel.input("2x4xi32", ints({1, 2, 3, 4, 5, 6, 7, 8}), {1, 1, 1, 1, 1, 0, 1, 1});
  kernel.body(reduce("arith.addi", "2x4xi32", "tensor<2xi32>", "i32", 1));
  unsigned out = kernel.output("%r", "2xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.poison(out), (std::vector<uint8_t>{0, Undefined}));
  EXPECT_EQ(r.as<int32_t>(out)[0], 10);
}

//===--- tt.scan ---===//

std::string scan(const std::string &op, const std::string &type, const std::string &element,
                 int axis, bool reverse) {
  return "%r = \"tt.scan\"(%0) <{axis = " + std::to_string(axis) +
         " : i32, reverse = " + (reverse ? "true" : "false") + "}> ({\n^bb0(%a: " + element +
         ", %b: " + element + "):\n  %c = " + op + " %a, %b : " + element +
         "\n  tt.scan.return %c : " + element + "\n}) : (tensor<" + type + ">) -> tensor<" + type +
         ">";
}

TEST(Scan, SumsAlongEachAxis) {
  std::vector<int32_t> in(4 * 8 * 2);
  std::iota(in.begin(), in.end(), -7);
  const int n[] = {4, 8, 2}, inner[] = {16, 2, 1};
  for (int axis : {0, 1, 2})
    for (bool reverse : {false, true}) {
      TensorKernel kernel;
      kernel.input("4x8x2xi32", ints(in));
      kernel.body(scan("arith.addi", "4x8x2xi32", "i32", axis, reverse));
      unsigned out = kernel.output("%r", "4x8x2xi32");
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      for (int at = 0; at < 64; ++at) {
        int place = at / inner[axis] % n[axis], sum = 0;
        for (int k = 0; k < n[axis]; ++k)
          if (reverse ? k >= place : k <= place)
            sum += in[at + (k - place) * inner[axis]];
        EXPECT_EQ(r.as<int32_t>(out)[at], sum);
      }
    }
}

/// x -> a x + b, composed: associative, not commutative. All ways of putting parentheses agree.
TEST(Scan, LinearRecurrence) {
  for (bool reverse : {false, true}) {
    std::vector<int32_t> a(2 * 32), b(2 * 32);
    for (int k = 0; k < 64; ++k)
      a[k] = k % 3 - 1, b[k] = k % 7;
    TensorKernel kernel;
    kernel.input("2x32xi32", ints(a));
    kernel.input("2x32xi32", ints(b));
    kernel.body(std::string(R"(%p, %q = "tt.scan"(%0, %1) <{axis = 1 : i32, reverse = )") +
                (reverse ? "true" : "false") + R"(}> ({
    ^bb0(%a1: i32, %b1: i32, %a2: i32, %b2: i32):
      %a = arith.muli %a1, %a2 : i32
      %t = arith.muli %b1, %a2 : i32
      %b = arith.addi %t, %b2 : i32
      tt.scan.return %a, %b : i32, i32
    }) : (tensor<2x32xi32>, tensor<2x32xi32>) -> (tensor<2x32xi32>, tensor<2x32xi32>))");
    unsigned p = kernel.output("%p", "2x32xi32"), q = kernel.output("%q", "2x32xi32");
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_TRUE(r.poison(p).empty());
    EXPECT_TRUE(r.poison(q).empty());
    for (int row = 0; row < 2; ++row) {
      int32_t x = 1, y = 0;
      for (int k = 0; k < 32; ++k) {
        int at = row * 32 + (reverse ? 31 - k : k);
        x *= a[at], y = y * a[at] + b[at];
        EXPECT_EQ(r.as<int32_t>(p)[at], x) << at;
        EXPECT_EQ(r.as<int32_t>(q)[at], y) << at;
      }
    }
  }
}

/// Taking the later element is associative: the scan is the identity.
TEST(Scan, TakesTheLaterElement) {
  for (int n : {1, 2, 4, 8, 64}) {
    std::vector<int32_t> in(n);
    std::iota(in.begin(), in.end(), 5);
    std::string type = std::to_string(n) + "xi32";
    TensorKernel kernel;
    kernel.input(type, ints(in));
    kernel.body("%r = \"tt.scan\"(%0) <{axis = 0 : i32, reverse = false}> ({\n^bb0(%a: i32, %b: "
                "i32):\n tt.scan.return %b : i32\n}) : (tensor<" +
                type + ">) -> tensor<" + type + ">");
    unsigned out = kernel.output("%r", type);
    RunResult r = kernel.run(Semantics::Ieee);
    ASSERT_EQ(r.stop(), "");
    EXPECT_EQ(r.as<int32_t>(out), in);
    EXPECT_TRUE(r.poison(out).empty());
  }
}

/// The first two prefixes have one way each.
TEST(Scan, RegionThatDependsOnParentheses) {
  for (int n : {2, 4, 8, 16, 32, 128})
    for (const char *region : ordered) {
      TensorKernel kernel;
      std::string type = std::to_string(n) + "xi32";
      kernel.input(type, ints(someInts(n, n)));
      kernel.body("%x = \"tt.scan\"(%0) <{axis = 0 : i32, reverse = false}> ({\n^bb0(%a: i32, %b: "
                  "i32):\n" +
                  std::string(region) + "\ntt.scan.return %r : i32\n}) : (tensor<" + type +
                  ">) -> tensor<" + type + ">");
      unsigned out = kernel.output("%x", type);
      RunResult r = kernel.run(Semantics::Ieee);
      ASSERT_EQ(r.stop(), "");
      std::vector<uint8_t> poison = r.poison(out), expected(n, Unspecified);
      poison.resize(n);
      expected[0] = expected[1] = Defined;
      EXPECT_EQ(poison, expected) << n << ": " << region;
    }
}

TEST(Scan, SumsOfFloats) {
  std::vector<float> in(16);
  for (int k = 0; k < 16; ++k)
    in[k] = k < 8 ? float(k) : 0.1f * float(k);
  TensorKernel kernel;
  kernel.input("16xf32", floats(in));
  kernel.body(scan("arith.addf", "16xf32", "f32", 0, false));
  unsigned out = kernel.output("%r", "16xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  double sum = 0;
  int32_t ring = 0;
  for (int k = 0; k < 16; ++k) {
    sum += in[k];
    ring = ring::add(ring, ring::fromDouble(in[k]));
    EXPECT_NEAR(r.as<float>(out)[k], sum, 1e-5);
    if (k < 8)
      EXPECT_EQ(r.slack(out)[k], 0);
    else
      EXPECT_GT(r.slack(out)[k], 0);
    EXPECT_EQ(algebra.ring(out)[k], ring);
  }
}

TEST(Scan, PoisonReachesWhatFollows) {
  TensorKernel kernel;
  kernel.input("4xi32", ints({1, 2, 3, 4}), {1, 1, 0, 1});
  kernel.body(scan("arith.maxsi", "4xi32", "i32", 0, false));
  unsigned out = kernel.output("%r", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  EXPECT_EQ(r.poison(out), (std::vector<uint8_t>{0, 0, Undefined, Undefined}));
}

//===--- tt.histogram and tt.gather ---===//

TEST(Histogram, CountsWithAMask) {
  TensorKernel kernel;
  kernel.input("8xi32", ints({0, 3, 3, 1, 9, 3, 0, -1}));
  kernel.input("8xi1", bufferOf<uint8_t>({1, 1, 1, 1, 0, 1, 0, 0}));
  kernel.body("%r = tt.histogram %0, %1 : tensor<8xi32> -> tensor<4xi32>\n"
              "%s = tt.histogram %0 : tensor<8xi32> -> tensor<4xi32>");
  unsigned out = kernel.output("%r", "4xi32"), all = kernel.output("%s", "4xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<int32_t>(out), (std::vector<int32_t>{1, 1, 0, 3}));
  EXPECT_TRUE(r.poison(out).empty());
  EXPECT_EQ(r.poison(all), std::vector<uint8_t>(4, Undefined)); // 9 and -1 are no bins.
}

TEST(Gather, AlongEachAxis) {
  std::vector<float> in(4 * 8);
  std::iota(in.begin(), in.end(), 0.0f);
  TensorKernel kernel;
  kernel.input("4x8xf32", floats(in));
  kernel.input("2x8xi32", ints({3, 0, 1, 2, 3, 0, 1, 2, 0, 0, 0, 0, 1, 1, 4, -1}));
  kernel.input("4x2xi32", ints({7, 0, 1, 1, 2, 3, 4, 5}));
  kernel.body("%r = tt.gather %0[%1] {axis = 0 : i32} : (tensor<4x8xf32>, tensor<2x8xi32>) -> "
              "tensor<2x8xf32>\n"
              "%s = tt.gather %0[%2] {axis = 1 : i32} : (tensor<4x8xf32>, tensor<4x2xi32>) -> "
              "tensor<4x2xf32>");
  unsigned rows = kernel.output("%r", "2x8xf32"), columns = kernel.output("%s", "4x2xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  std::vector<float> result = r.as<float>(rows);
  EXPECT_EQ(std::vector<float>(result.begin(), result.begin() + 14),
            (std::vector<float>{24, 1, 10, 19, 28, 5, 14, 23, 0, 1, 2, 3, 12, 13}));
  std::vector<uint8_t> poison(16, Defined);
  poison[14] = poison[15] = Undefined;
  EXPECT_EQ(r.poison(rows), poison);
  EXPECT_EQ(r.as<float>(columns), (std::vector<float>{7, 0, 9, 9, 18, 19, 28, 29}));
}

} // namespace
} // namespace fathom::interp
