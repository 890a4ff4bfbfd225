// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/interp/Sums.h"
#include "oracles/interp/TensorTesting.h"
#include "oracles/interp/numbers/Ring.h"

#include <cmath>
#include <random>

namespace fathom::interp {
namespace {

/// Small integers: products and sums of them are exact.
std::vector<float> integers(size_t n, unsigned seed, int most = 4) {
  std::mt19937 rng(seed);
  std::vector<float> values(n);
  for (float &x : values)
    x = float(int(rng() % (2 * most + 1)) - most);
  return values;
}
std::vector<float> normal(size_t n, unsigned seed) {
  std::mt19937 rng(seed);
  std::normal_distribution<float> distribution;
  std::vector<float> values(n);
  for (float &x : values)
    x = distribution(rng);
  return values;
}

/// a [M][K], b [K][N], c [M][N], in long double.
template <class A, class B, class C>
std::vector<long double> product(const std::vector<A> &a, const std::vector<B> &b,
                                 const std::vector<C> &c, int M, int N, int K) {
  std::vector<long double> d(c.begin(), c.end());
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < K; ++k)
        d[i * N + j] += (long double)(a[i * K + k]) * (long double)(b[k * N + j]);
  return d;
}

TEST(Dot, HalvesExactly) {
  std::vector<float> a = integers(16 * 32, 1), b = integers(32 * 8, 2), c = integers(16 * 8, 3);
  TensorKernel kernel;
  kernel.input("16x32xf16", halves(a));
  kernel.input("32x8xf16", halves(b));
  kernel.input("16x8xf32", floats(c));
  kernel.body("%r = tt.dot %0, %1, %2 : tensor<16x32xf16> * tensor<32x8xf16> -> tensor<16x8xf32>");
  unsigned out = kernel.output("%r", "16x8xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  std::vector<long double> d = product(a, b, c, 16, 8, 32);
  EXPECT_TRUE(r.slack(out).empty());
  for (int k = 0; k < 128; ++k) {
    EXPECT_EQ(r.as<float>(out)[k], d[k]);
    EXPECT_EQ(algebra.ring(out)[k], int32_t(d[k]));
  }
}

TEST(Dot, OrderOfSumsLiesWithinTheSlack) {
  const int M = 16, N = 16, K = 64;
  std::vector<float> a = normal(M * K, 4), b = normal(K * N, 5), c = normal(M * N, 6);
  TensorKernel kernel;
  kernel.input("16x64xf32", floats(a));
  kernel.input("64x16xf32", floats(b));
  kernel.input("16x16xf32", floats(c));
  kernel.body("%r = tt.dot %0, %1, %2, inputPrecision = ieee : tensor<16x64xf32> * "
              "tensor<64x16xf32> -> tensor<16x16xf32>");
  unsigned out = kernel.output("%r", "16x16xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  std::vector<long double> exact = product(a, b, c, M, N, K);
  for (int at = 0; at < M * N; ++at) {
    float slack = r.slack(out)[at], value = r.as<float>(out)[at];
    EXPECT_GT(slack, 0);
    EXPECT_LT(slack, 1e-3);
    EXPECT_NEAR(value, double(exact[at]), slack);
    // Backwards, fused, and the accumulator last.
    float other = 0;
    for (int k = K; k-- > 0;)
      other = std::fma(a[at / N * K + k], b[k * N + at % N], other);
    EXPECT_NEAR(value, other + c[at], slack);
  }
}

/// Rounded to nearest, cut, or not at all.
TEST(Dot, Tf32ReadsOperandsSomehow) {
  const int M = 16, N = 16, K = 16;
  std::vector<float> a = normal(M * K, 7), b = normal(K * N, 8), c(M * N, 0);
  TensorKernel kernel;
  kernel.input("16x16xf32", floats(a));
  kernel.input("16x16xf32", floats(b));
  kernel.input("16x16xf32", floats(c));
  kernel.body("%r = tt.dot %0, %1, %2, inputPrecision = tf32 : tensor<16x16xf32> * "
              "tensor<16x16xf32> -> tensor<16x16xf32>");
  unsigned out = kernel.output("%r", "16x16xf32");
  RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
  ASSERT_EQ(r.stop() + algebra.stop(), "");
  EXPECT_TRUE(algebra.poison(out).empty());
  for (auto rounding :
       {std::optional(fathom::floats::tf32Convert), std::optional(fathom::floats::tf32TensorCore),
        std::optional<fathom::floats::Rounding>()}) {
    std::vector<float> left = a, right = b;
    if (rounding)
      for (auto *operand : {&left, &right})
        for (float &x : *operand)
          x = fathom::floats::round(FloatKind::TF32, x, *rounding);
    std::vector<long double> d = product(left, right, c, M, N, K);
    for (int at = 0; at < M * N; ++at) {
      EXPECT_NEAR(r.as<float>(out)[at], double(d[at]), r.slack(out)[at]);
      EXPECT_LT(r.slack(out)[at], 0.1);
    }
  }
}

TEST(Dot, Tf32OfSmallIntegersIsExact) {
  std::vector<float> a = integers(16 * 16, 9, 100), b = integers(16 * 16, 10, 100);
  TensorKernel kernel;
  kernel.input("16x16xf32", floats(a));
  kernel.input("16x16xf32", floats(b));
  kernel.body("%c = arith.constant dense<0.0> : tensor<16x16xf32>\n"
              "%r = tt.dot %0, %1, %c, inputPrecision = tf32 : tensor<16x16xf32> * "
              "tensor<16x16xf32> -> tensor<16x16xf32>");
  unsigned out = kernel.output("%r", "16x16xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_TRUE(r.slack(out).empty());
  EXPECT_EQ(r.as<float>(out)[17], product(a, b, std::vector<float>(256, 0), 16, 16, 16)[17]);
}

/// In the ring the first part of an element is all of it.
TEST(Dot, SplitPrecisions) {
  for (const char *precision : {"tf32x3", "bf16x3", "bf16x6"}) {
    std::vector<float> a = normal(16 * 16, 11), b = normal(16 * 16, 12), c(16 * 16, 0);
    TensorKernel kernel;
    kernel.input("16x16xf32", floats(a));
    kernel.input("16x16xf32", floats(b));
    kernel.input("16x16xf32", floats(c));
    kernel.body(std::string("%r = tt.dot %0, %1, %2, inputPrecision = ") + precision +
                " : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>");
    unsigned out = kernel.output("%r", "16x16xf32");
    RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
    ASSERT_EQ(r.stop() + algebra.stop(), "");
    EXPECT_TRUE(algebra.poison(out).empty()) << precision;
    for (int at = 0; at < 256; ++at) {
      int32_t sum = 0;
      for (int k = 0; k < 16; ++k)
        sum = ring::add(sum, ring::mul(ring::fromDouble(a[at / 16 * 16 + k]),
                                       ring::fromDouble(b[k * 16 + at % 16])));
      ASSERT_EQ(algebra.ring(out)[at], sum) << precision;
    }
    std::vector<long double> d = product(a, b, c, 16, 16, 16);
    // What the split computes: the large parts' product, and those of a large and a small one.
    FloatKind kind = precision[0] == 't' ? FloatKind::TF32 : FloatKind::BF16;
    auto large = [&](float x) { return fathom::floats::round(kind, x); };
    for (int at = 0; at < 256; ++at) {
      EXPECT_NEAR(r.as<float>(out)[at], double(d[at]), r.slack(out)[at]);
      EXPECT_LT(r.slack(out)[at], 0.01);
      if (llvm::StringRef(precision).ends_with("6"))
        continue;
      double sum = 0;
      for (int k = 0; k < 16; ++k) {
        float x = a[at / 16 * 16 + k], y = b[k * 16 + at % 16];
        float xl = large(x), yl = large(y), xs = large(x - xl), ys = large(y - yl);
        sum += double(xl) * yl + double(xl) * ys + double(xs) * yl;
      }
      EXPECT_NEAR(r.as<float>(out)[at], sum, r.slack(out)[at]) << precision;
    }
  }
}

/// What is rounded to its first part, and infinities, whose rest is NaN.
TEST(Dot, SplitsOfLiteralsAndInfinities) {
  std::vector<float> a = normal(16 * 16, 11);
  a[3 * 16 + 5] = INFINITY;
  for (bool exact : {true, false}) {
    TensorKernel kernel;
    kernel.input("16x16xf32", floats(a));
    kernel.input("i32", ints({exact ? 255 : 257}));
    kernel.body("%n = tt.splat %1 : i32 -> tensor<16x16xi32>\n"
                "%b = arith.sitofp %n : tensor<16x16xi32> to tensor<16x16xf32>\n"
                "%c = arith.constant dense<0.0> : tensor<16x16xf32>\n"
                "%r = tt.dot %0, %b, %c, inputPrecision = bf16x3 : tensor<16x16xf32> * "
                "tensor<16x16xf32> -> tensor<16x16xf32>");
    unsigned out = kernel.output("%r", "16x16xf32");
    RunResult r = kernel.run(Semantics::Algebra);
    ASSERT_EQ(r.stop(), "");
    std::vector<uint8_t> expected(256, exact ? Defined : Unspecified);
    std::fill_n(expected.begin() + 3 * 16, 16, Unspecified);
    EXPECT_EQ(r.poison(out), expected) << exact;
  }
}

TEST(Dot, BytesAsSignedIntegers) {
  std::mt19937 rng(13);
  std::vector<int8_t> a(16 * 32), b(32 * 16);
  for (auto *operand : {&a, &b})
    for (int8_t &x : *operand)
      x = int8_t(rng());
  std::vector<int32_t> c(256, INT32_MAX);
  TensorKernel kernel;
  kernel.input("16x32xi8", bufferOf(a));
  kernel.input("32x16xi8", bufferOf(b));
  kernel.input("16x16xi32", ints(c));
  kernel.body("%r = tt.dot %0, %1, %2 : tensor<16x32xi8> * tensor<32x16xi8> -> tensor<16x16xi32>");
  unsigned out = kernel.output("%r", "16x16xi32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  std::vector<long double> d = product(a, b, c, 16, 16, 32);
  for (int at = 0; at < 256; ++at)
    EXPECT_EQ(r.as<int32_t>(out)[at], int32_t(int64_t(d[at])));
}

TEST(Dot, DoublesInBatches) {
  std::vector<double> a, b, c;
  for (float x : normal(2 * 4 * 8, 14))
    a.push_back(x);
  for (float x : normal(2 * 8 * 4, 15))
    b.push_back(x);
  for (float x : normal(2 * 4 * 4, 16))
    c.push_back(x);
  TensorKernel kernel;
  kernel.input("2x4x8xf64", bufferOf(a));
  kernel.input("2x8x4xf64", bufferOf(b));
  kernel.input("2x4x4xf64", bufferOf(c));
  kernel.body("%r = tt.dot %0, %1, %2 : tensor<2x4x8xf64> * tensor<2x8x4xf64> -> "
              "tensor<2x4x4xf64>");
  unsigned out = kernel.output("%r", "2x4x4xf64");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int batch = 0; batch < 2; ++batch) {
    auto part = [&](const std::vector<double> &whole, int size) {
      return std::vector<double>(whole.begin() + batch * size, whole.begin() + (batch + 1) * size);
    };
    std::vector<long double> d = product(part(a, 32), part(b, 32), part(c, 16), 4, 4, 8);
    for (int at = 0; at < 16; ++at) {
      EXPECT_NEAR(r.as<double>(out)[batch * 16 + at], double(d[at]), 1e-13);
      EXPECT_LT(r.slack(out)[batch * 16 + at], 1e-12);
    }
  }
}

/// An accumulator of f16 may be rounded after each step, or once.
TEST(Dot, HalfAccumulator) {
  std::vector<float> a = normal(8 * 16, 17), b = normal(16 * 8, 18), c = normal(64, 19);
  for (auto *operand : {&a, &b, &c})
    for (float &x : *operand)
      x = fathom::floats::round(FloatKind::F16, x);
  TensorKernel kernel;
  kernel.input("8x16xf16", halves(a));
  kernel.input("16x8xf16", halves(b));
  kernel.input("8x8xf16", halves(c));
  kernel.body("%r = tt.dot %0, %1, %2 : tensor<8x16xf16> * tensor<16x8xf16> -> tensor<8x8xf16>");
  unsigned out = kernel.output("%r", "8x8xf16");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  std::vector<float> result = halvesOf(r.as<uint16_t>(out));
  for (int at = 0; at < 64; ++at) {
    float steps = c[at];
    for (int k = 0; k < 16; ++k)
      steps = fathom::floats::round(FloatKind::F16,
                                    std::fma(a[at / 8 * 16 + k], b[k * 8 + at % 8], steps));
    EXPECT_NEAR(result[at], steps, r.slack(out)[at]);
    EXPECT_LT(r.slack(out)[at], 1);
  }
}

TEST(Dot, BytesOfFloatsHaveFewBitsInAnAccumulator) {
  // 512 * 16 + 1 * 16 needs more than the 13 bits that are kept.
  std::vector<float> a(16 * 32, 1), b(32 * 16, 0.0625);
  a[0] = 448;
  TensorKernel kernel;
  kernel.input("16x32xf8E4M3FN", bufferOf(codesOf<uint8_t>(FloatKind::F8E4M3FN, a)));
  kernel.input("32x16xf8E5M2", bufferOf(codesOf<uint8_t>(FloatKind::F8E5M2, b)));
  kernel.body("%c = arith.constant dense<2048.0> : tensor<16x16xf32>\n"
              "%r = tt.dot %0, %1, %c {maxNumImpreciseAcc = 32 : i32} : tensor<16x32xf8E4M3FN> * "
              "tensor<32x16xf8E5M2> -> tensor<16x16xf32>");
  unsigned out = kernel.output("%r", "16x16xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(out)[0], 2048 + 28 + 31 * 0.0625f);
  EXPECT_EQ(r.as<float>(out)[255], 2050);
  EXPECT_GT(r.slack(out)[0], 4);
  EXPECT_LT(r.slack(out)[0], 20);
}

TEST(Dot, PoisonSpreadsAlongRowsAndColumns) {
  std::vector<uint8_t> maskA(16, 1), maskB(16, 1);
  maskA[1 * 4 + 2] = 0, maskB[3 * 4 + 0] = 0;
  TensorKernel kernel;
  kernel.input("4x4xf32", floats(integers(16, 20)), maskA);
  kernel.input("4x4xf32", floats(integers(16, 21)), maskB);
  kernel.body("%c = arith.constant dense<1.0> : tensor<4x4xf32>\n"
              "%r = tt.dot %0, %1, %c : tensor<4x4xf32> * tensor<4x4xf32> -> tensor<4x4xf32>");
  unsigned out = kernel.output("%r", "4x4xf32");
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    RunResult r = kernel.run(semantics);
    ASSERT_EQ(r.stop(), "");
    for (int at = 0; at < 16; ++at)
      EXPECT_EQ(r.poison(out)[at], at / 4 == 1 || at % 4 == 0 ? Undefined : Defined);
  }
}

TEST(Dot, InfinitiesAndOverflow) {
  std::vector<float> a(16, 1), b(16, 1), big(16, 3e38f);
  a[0] = INFINITY;
  big[5] = -3e38f;
  TensorKernel kernel;
  kernel.input("4x4xf32", floats(a));
  kernel.input("4x4xf32", floats(b));
  kernel.input("4x4xf32", floats(big));
  kernel.body("%c = arith.constant dense<0.0> : tensor<4x4xf32>\n"
              "%r = tt.dot %0, %1, %c : tensor<4x4xf32> * tensor<4x4xf32> -> tensor<4x4xf32>\n"
              "%s = tt.dot %2, %1, %c : tensor<4x4xf32> * tensor<4x4xf32> -> tensor<4x4xf32>");
  unsigned infinite = kernel.output("%r", "4x4xf32"), large = kernel.output("%s", "4x4xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  EXPECT_EQ(r.as<float>(infinite)[0], INFINITY);
  EXPECT_EQ(r.as<float>(infinite)[4], 4);
  EXPECT_TRUE(r.poison(infinite).empty());
  EXPECT_EQ(r.poison(large)[4], Unspecified); // 3e38 - 3e38 + 3e38 + 3e38 in some order.
}

/// What a first product leaves open, a second one passes on.
TEST(Dot, SlackOfOperands) {
  std::vector<float> a = normal(256, 22), b = normal(256, 23);
  TensorKernel kernel;
  kernel.input("16x16xf32", floats(a));
  kernel.input("16x16xf32", floats(b));
  kernel.body("%c = arith.constant dense<0.0> : tensor<16x16xf32>\n"
              "%d = tt.dot %0, %1, %c : tensor<16x16xf32> * tensor<16x16xf32> -> "
              "tensor<16x16xf32>\n"
              "%r = tt.dot %d, %1, %c : tensor<16x16xf32> * tensor<16x16xf32> -> "
              "tensor<16x16xf32>");
  unsigned once = kernel.output("%d", "16x16xf32"), twice = kernel.output("%r", "16x16xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int at = 0; at < 256; ++at) {
    float brought = 0;
    for (int k = 0; k < 16; ++k)
      brought += r.slack(once)[at / 16 * 16 + k] * std::fabs(b[k * 16 + at % 16]);
    EXPECT_GT(r.slack(twice)[at], brought);
    EXPECT_LT(r.slack(twice)[at], 100 * brought);
  }
}

//===--- tt.dot_scaled ---===//

float e8m0(uint8_t code) { return std::ldexp(1.0f, int(code) - 127); }
constexpr float e2m1[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0f, -0.5, -1, -1.5, -2, -3, -4, -6};

/// a of fp8 codes with scales, b of two codes a byte, packed along K or along N.
TEST(DotScaled, NarrowOperands) {
  const int M = 16, N = 16, K = 64;
  std::mt19937 rng(24);
  std::vector<uint8_t> aCodes(M * K), bCodes(K * N), aScales(M * 2), bScales(N * 2);
  for (uint8_t &code : aCodes)
    code = uint8_t(0x30 + rng() % 16 + (rng() % 2) * 0x80); // 0.5 to 1.9
  for (uint8_t &code : bCodes)
    code = rng() % 16;
  for (auto *scales : {&aScales, &bScales})
    for (uint8_t &scale : *scales)
      scale = uint8_t(126 + rng() % 3);
  std::vector<float> a(M * K), b(K * N);
  fathom::floats::decode(FloatKind::F8E4M3FN, aCodes.data(), a.data(), a.size());
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k)
      a[i * K + k] *= e8m0(aScales[i * 2 + k / 32]);
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < N; ++j)
      b[k * N + j] = e2m1[bCodes[k * N + j]] * e8m0(bScales[j * 2 + k / 32]);
  std::vector<long double> d = product(a, b, std::vector<float>(M * N, 0), M, N, K);

  for (bool alongK : {true, false}) {
    std::vector<uint8_t> packed(K * N / 2);
    for (int k = 0; k < K; ++k)
      for (int j = 0; j < N; ++j) {
        uint8_t code = bCodes[k * N + j];
        if (alongK)
          packed[k / 2 * N + j] |= uint8_t(code << 4 * (k % 2));
        else
          packed[(k * N + j) / 2] |= uint8_t(code << 4 * (j % 2));
      }
    std::string bType = alongK ? "32x16xi8" : "64x8xi8";
    TensorKernel kernel;
    kernel.input("16x64xi8", bufferOf(aCodes));
    kernel.input(bType, bufferOf(packed));
    kernel.input("16x2xi8", bufferOf(aScales));
    kernel.input("16x2xi8", bufferOf(bScales));
    kernel.body("%c = arith.constant dense<0.0> : tensor<16x16xf32>\n"
                "%r = tt.dot_scaled %0 scale %2, %1 scale %3, %c lhs = e4m3 rhs = e2m1 {fastMath "
                "= false" +
                std::string(alongK ? "" : ", rhs_k_pack = false") +
                "} : tensor<16x64xi8>, tensor<16x2xi8> * tensor<" + bType +
                ">, tensor<16x2xi8> -> tensor<16x16xf32>");
    unsigned out = kernel.output("%r", "16x16xf32");
    RunResult r = kernel.run(Semantics::Ieee), algebra = kernel.run(Semantics::Algebra);
    ASSERT_EQ(r.stop() + algebra.stop(), "");
    for (int at = 0; at < M * N; ++at) {
      EXPECT_NEAR(r.as<float>(out)[at], double(d[at]), r.slack(out).empty() ? 0 : r.slack(out)[at]);
      EXPECT_NEAR(r.as<float>(out)[at], double(d[at]), 1e-3);
      EXPECT_EQ(algebra.ring(out)[at], ring::fromDouble(double(d[at])));
    }
  }
}

TEST(DotScaled, MissingScaleIsOneAndNaNScaleIsNaN) {
  std::vector<uint8_t> scales(8, 127);
  scales[3] = 255;
  std::vector<float> ones(8 * 32, 1);
  std::vector<uint16_t> bf16 = codesOf<uint16_t>(FloatKind::BF16, ones);
  TensorKernel kernel;
  kernel.input("8x32xf8E5M2", bufferOf(codesOf<uint8_t>(FloatKind::F8E5M2, ones)));
  kernel.input("32x8xbf16", bufferOf(bf16));
  kernel.input("8x1xi8", bufferOf(scales));
  kernel.body("%c = arith.constant dense<0.0> : tensor<8x8xf32>\n"
              "%r = tt.dot_scaled %0 scale %2, %1, %c lhs = e5m2 rhs = bf16 {fastMath = false} : "
              "tensor<8x32xf8E5M2>, tensor<8x1xi8> * tensor<32x8xbf16> -> tensor<8x8xf32>");
  unsigned out = kernel.output("%r", "8x8xf32");
  RunResult r = kernel.run(Semantics::Ieee);
  ASSERT_EQ(r.stop(), "");
  for (int at = 0; at < 64; ++at)
    if (at / 8 == 3)
      EXPECT_TRUE(std::isnan(r.as<float>(out)[at]));
    else
      EXPECT_EQ(r.as<float>(out)[at], 32);
}

} // namespace
} // namespace fathom::interp
