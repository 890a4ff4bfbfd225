// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounds of sums and products hold in random orders, and are not much larger than they must be.
#include "oracles/interp/Sums.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace fathom::interp {
namespace {

float rounded(FloatKind kind, float x) { return floats::round(kind, x); }

/// A sum in a random order and association, each step rounded.
float someSum(FloatKind kind, std::vector<float> terms, std::mt19937 &rng) {
  while (terms.size() > 1) {
    std::shuffle(terms.begin(), terms.end(), rng);
    // A few steps of a chain, or one of a tree.
    size_t steps = 1 + rng() % (terms.size() - 1);
    float sum = terms.back();
    terms.pop_back();
    for (size_t k = 0; k < steps; ++k) {
      sum = rounded(kind, sum + terms.back());
      terms.pop_back();
    }
    terms.push_back(sum);
  }
  return terms[0];
}

Value valueOf(const std::vector<float> &terms) {
  Value value = Value::make(Lane::F32, terms.size());
  std::copy(terms.begin(), terms.end(), value.elements<float>());
  return value;
}

TEST(Sums, EveryOrderLiesWithinTheSlack) {
  std::mt19937 rng(1);
  for (FloatKind kind : {FloatKind::F32, FloatKind::F16, FloatKind::BF16})
    for (int n : {2, 4, 16, 128}) {
      std::vector<float> terms(n);
      std::normal_distribution<float> normal(0, 8);
      for (float &term : terms)
        term = rounded(kind, normal(rng));
      for (int64_t inner : {1, 2}) {
        std::vector<float> twice;
        for (float term : terms)
          twice.insert(twice.end(), inner, term);
        Value sum = sumsOf(valueOf(twice), kind, 1, n, inner);
        ASSERT_EQ(sum.count, inner);
        for (int64_t k = 0; k < inner; ++k) {
          float value = sum.elements<float>()[k], slack = sum.slack ? sum.slacks()[k] : 0;
          float absolute = 0;
          for (float term : terms)
            absolute += std::fabs(term);
          // Not just infinite; and two terms have one sum.
          if (n == 2)
            EXPECT_EQ(slack, 0);
          EXPECT_LE(slack, 2.2 * n * unitRoundoff(kind) * absolute);
          for (int trial = 0; trial < 50; ++trial)
            EXPECT_LE(std::fabs(someSum(kind, terms, rng) - value), slack);
        }
      }
    }
}

TEST(Sums, ExactSumsHaveNoSlack) {
  std::mt19937 rng(2);
  for (FloatKind kind : {FloatKind::F32, FloatKind::F16, FloatKind::BF16}) {
    // Multiples of 1/4 whose absolute values have a sum below 2^p / 4.
    int most = kind == FloatKind::BF16 ? 3 : 31;
    std::vector<float> terms(64);
    float exact = 0;
    for (float &term : terms)
      exact += term = float(int(rng() % (2 * most + 1)) - most) / 4;
    Value sum = sumsOf(valueOf(terms), kind, 1, 64, 1);
    EXPECT_FALSE(sum.slack);
    EXPECT_EQ(sum.elements<float>()[0], exact);
    for (int trial = 0; trial < 20; ++trial)
      EXPECT_EQ(someSum(kind, terms, rng), exact);
  }
}

TEST(Sums, RightAtTheEndOfExactness) {
  auto slackOf = [](std::vector<float> terms) {
    Value sum = sumsOf(valueOf(terms), FloatKind::F16, 1, terms.size(), 1);
    return sum.slack ? sum.slacks()[0] : 0;
  };
  EXPECT_EQ(slackOf({2046, 1}), 0);
  EXPECT_GE(slackOf({2048, 1, 1, 0}), 2); // 2048 or 2050
  EXPECT_EQ(slackOf({0, 0, -0.0f, 0}), 0);
}

TEST(Sums, OverflowAndInfinities) {
  const float inf = INFINITY, most = 65504;
  auto sumOf = [](std::vector<float> terms) {
    return sumsOf(valueOf(terms), FloatKind::F16, 1, terms.size(), 1);
  };
  auto poisonOf = [](const Value &value) { return value.poison ? value.poisons()[0] : 0; };
  Value sum = sumOf({most, most, -most, -most}); // 0, or inf - inf
  EXPECT_EQ(poisonOf(sum), Unspecified);
  sum = sumOf({most, most, most, most});
  EXPECT_EQ(poisonOf(sum), Defined);
  EXPECT_EQ(sum.elements<float>()[0], inf);
  sum = sumOf({1, inf, 2, 3});
  EXPECT_EQ(poisonOf(sum), Defined);
  EXPECT_EQ(sum.elements<float>()[0], inf);
  EXPECT_FALSE(sum.slack && sum.slacks()[0] != 0);
  sum = sumOf({1, inf, -inf, 3});
  EXPECT_TRUE(std::isnan(sum.elements<float>()[0]));
  EXPECT_EQ(poisonOf(sum), Defined);
  sum = sumOf({inf, -most, -most, 0}); // inf, or inf - inf
  EXPECT_EQ(poisonOf(sum), Unspecified);
}

TEST(Sums, SlackOfTermsComesOnTop) {
  Value terms = valueOf({1, 2, 3, 4});
  terms.slack = Array::zeros(16);
  terms.slacks()[2] = 0.5f;
  Value sum = sumsOf(terms, FloatKind::F32, 1, 4, 1);
  EXPECT_EQ(sum.elements<float>()[0], 10);
  EXPECT_GE(sum.slacks()[0], 0.5f);
  EXPECT_LE(sum.slacks()[0], 0.51f);
}

TEST(Sums, Products) {
  auto of = [](std::vector<double> factors, FloatKind kind = FloatKind::F16) {
    Product product;
    for (double factor : factors)
      product.multiply(factor);
    return settle(product, kind, factors.size());
  };
  EXPECT_EQ(of({2, 3, 0.5, 5, -4}).slack, 0);
  EXPECT_EQ(of({2, 3, 0.5, 5, -4}).value, -60);
  EXPECT_GT(of({1.1015625, 1.1015625, 1.1015625}).slack, 0);
  EXPECT_EQ(of({300, 300, 0.001}).poison, Unspecified); // 90, or inf
  EXPECT_EQ(of({300, 300}).value, INFINITY);
  EXPECT_EQ(of({0, 5}).value, 0);
  EXPECT_EQ(of({0, 300, 300}).poison, Unspecified); // 0, or 0 * inf
  EXPECT_TRUE(std::isnan(of({0, INFINITY}).value));
}

/// A prefix of n terms is their sum, and so is its slack, about.
TEST(Sums, PrefixesAreSums) {
  std::mt19937 rng(5);
  std::normal_distribution<float> normal;
  for (FloatKind kind : {FloatKind::F32, FloatKind::F16})
    for (int64_t inner : {1, 4})
      for (bool reverse : {false, true}) {
        const int64_t n = 32;
        std::vector<float> terms(2 * n * inner);
        for (float &term : terms)
          term = rounded(kind, normal(rng));
        Value prefixes = prefixSumsOf(valueOf(terms), kind, 2, n, inner, reverse);
        for (int64_t row = 0; row < 2; ++row)
          for (int64_t column = 0; column < inner; ++column)
            for (int64_t k = 0; k < n; ++k) {
              std::vector<float> some;
              int64_t at = 0;
              for (int64_t j = 0; j <= k; ++j) {
                at = (row * n + (reverse ? n - 1 - j : j)) * inner + column;
                some.push_back(terms[at]);
              }
              float slack = prefixes.slacks()[at], absolute = 0;
              for (float term : some)
                absolute += std::fabs(term);
              if (k < 2)
                EXPECT_EQ(slack, 0);
              EXPECT_LE(slack, 1.5 * double(k + 2) * unitRoundoff(kind) * absolute);
              for (int trial = 0; trial < 3; ++trial)
                EXPECT_NEAR(prefixes.elements<float>()[at], someSum(kind, some, rng), slack);
            }
      }
}

TEST(Sums, PrefixesWithInfinities) {
  Value prefixes = prefixSumsOf(valueOf({1, 2, INFINITY, 4, -INFINITY, 5, 6, 7}), FloatKind::F32, 1,
                                8, 1, false);
  const float *value = prefixes.elements<float>();
  EXPECT_EQ(value[1], 3);
  EXPECT_EQ(value[2], INFINITY);
  EXPECT_EQ(value[3], INFINITY);
  EXPECT_TRUE(std::isnan(value[4]));
  EXPECT_FALSE(prefixes.poison);
}

} // namespace
} // namespace fathom::interp
