// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the matrix products against the plain triple loop, bit by bit.
#include "oracles/interp/numbers/Dot.h"

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "oracles/interp/numbers/BothWidths.h"
#include "oracles/interp/numbers/Ring.h"

using namespace fathom;

namespace {

class DotTest : public BothWidths {};
INSTANTIATE_TEST_SUITE_P(, DotTest, testing::Bool(), widthName);

struct Shape {
  size_t M, N, K;
};
/// Around the sizes of tiles (4 rows, 4 to 16 columns) and of a panel's depth (256).
const Shape shapes[] = {{1, 1, 1},    {2, 2, 2},    {3, 5, 7},     {4, 16, 3},  {5, 17, 4},
                        {16, 16, 5},  {33, 9, 64},  {1, 100, 255}, {7, 3, 256}, {2, 31, 257},
                        {9, 40, 520}, {64, 64, 32}, {0, 4, 4},     {4, 0, 4},   {4, 4, 0}};

template <class T> using Product = void (*)(const T *, const T *, T *, size_t, size_t, size_t);

/// `step(c, a, b)` is c + a * b.
template <class T, class Make, class Step>
void expectPlainLoop(Product<T> product, Make make, Step step) {
  for (Shape shape : shapes) {
    auto [M, N, K] = shape;
    std::vector<T> a(M * K), b(K * N), c(M * N + 1);
    for (std::vector<T> *matrix : {&a, &b, &c})
      for (T &x : *matrix)
        x = make();
    std::vector<T> want = c;
    for (size_t i = 0; i < M; ++i)
      for (size_t j = 0; j < N; ++j)
        for (size_t k = 0; k < K; ++k)
          want[i * N + j] = step(want[i * N + j], a[i * K + k], b[k * N + j]);
    product(a.data(), b.data(), c.data(), M, N, K);
    for (size_t i = 0; i < c.size(); ++i)
      ASSERT_TRUE(c[i] == want[i] || (c[i] != c[i] && want[i] != want[i]))
          << M << "x" << N << "x" << K << " at " << i << ": " << c[i] << ", not " << want[i];
  }
}

template <class T> void example(Product<T> product) {
  const T a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8};
  T c[] = {100, 0, 0, 0};
  product(a, b, c, 2, 2, 2);
  EXPECT_EQ(std::vector<T>(c, c + 4), std::vector<T>({119, 22, 43, 50}));
}

void dotF32Plain(const float *a, const float *b, float *c, size_t M, size_t N, size_t K) {
  dotF32(a, b, c, M, N, K);
}

TEST_P(DotTest, HeaderExample) {
  example<float>(dotF32Plain);
  example<double>(dotF64);
  example<int32_t>(dotI32);
  example<int32_t>(dotRing);
}

TEST_P(DotTest, FloatsAreSummedInOrder) {
  std::mt19937 random(1);
  auto any = [&] { return std::ldexp(float(int32_t(random())), int(random() % 20) - 40); };
  // Products in variables of their own, so that no compiler fuses them with the sum.
  expectPlainLoop<float>(dotF32Plain, any, [](float c, float a, float b) {
    volatile float product = a * b;
    return c + product;
  });
  expectPlainLoop<double>(
      dotF64, [&] { return double(any()) * any(); },
      [](double c, double a, double b) {
        volatile double product = a * b;
        return c + product;
      });
  // Infinities and NaN, whose products with the padding must not be seen.
  expectPlainLoop<float>(
      dotF32Plain,
      [&] {
        return random() % 50 ? any()
                             : std::bit_cast<float>(uint32_t(0x7f800000 | random() % 2 << 22));
      },
      [](float c, float a, float b) {
        volatile float product = a * b;
        return c + product;
      });
}

TEST_P(DotTest, MagnitudesBoundTheSum) {
  std::mt19937 random(2);
  for (Shape shape : shapes) {
    auto [M, N, K] = shape;
    std::vector<float> a(M * K), b(K * N), c(M * N), sumAbs(M * N, -1), withoutSums = c;
    for (std::vector<float> *matrix : {&a, &b})
      for (float &x : *matrix)
        x = float(int32_t(random())) * 0x1p-31f;
    dotF32(a.data(), b.data(), c.data(), M, N, K, sumAbs.data());
    dotF32(a.data(), b.data(), withoutSums.data(), M, N, K);
    EXPECT_EQ(c, withoutSums);
    for (size_t i = 0; i < M; ++i)
      for (size_t j = 0; j < N; ++j) {
        double exact = 0, exactAbs = 0;
        for (size_t k = 0; k < K; ++k) {
          double product = double(a[i * K + k]) * b[k * N + j];
          exact += product;
          exactAbs += std::fabs(product);
        }
        float sum = c[i * N + j], sumOfAbs = sumAbs[i * N + j];
        ASSERT_LE(std::fabs(sumOfAbs - exactAbs), (K + 1) * 0x1p-24 * exactAbs);
        ASSERT_LE(std::fabs(sum - exact), (K + 1) * 0x1p-24 * sumOfAbs * 1.001);
      }
  }
}

TEST_P(DotTest, IntegersWrap) {
  std::mt19937 random(3);
  expectPlainLoop<int32_t>(
      dotI32, [&] { return int32_t(random()); },
      [](int32_t c, int32_t a, int32_t b) {
        return int32_t(uint32_t(c) + uint32_t(a) * uint32_t(b));
      });
}

TEST_P(DotTest, FieldElementsAreExact) {
  std::mt19937 random(4);
  auto step = [](int32_t c, int32_t a, int32_t b) { return ring::add(c, ring::mul(a, b)); };
  auto any = [&] { return ring::fromInt64(random()); };
  expectPlainLoop<int32_t>(dotRing, any, step);
  // The largest products there are, which must not overflow between two folds.
  expectPlainLoop<int32_t>(dotRing, [&] { return random() % 8 ? -1 : ring::largest; }, step);
  expectPlainLoop<int32_t>(dotRing, [] { return -1; }, step);
  // Specials, few and many, and zeros for them to meet.
  const int32_t specials[] = {ring::posInf, ring::negInf, ring::nan, 0};
  for (unsigned oneIn : {2, 30, 2000})
    expectPlainLoop<int32_t>(
        dotRing, [&] { return random() % oneIn ? any() : specials[random() % 4]; }, step);
}

} // namespace
