// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks the field's arithmetic against 128-bit integers, and its laws over a sample with infinities and NaN.
#include "oracles/interp/numbers/Ring.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "oracles/interp/numbers/BothWidths.h"

using namespace fathom;
namespace r = fathom::ring;

namespace {

using Wide = __int128;

/// x mod p, centred, as a child would compute it.
int32_t reduced(Wide x) {
  Wide rest = x % r::modulus;
  if (rest > r::largest)
    rest -= r::modulus;
  if (rest < -r::largest)
    rest += r::modulus;
  return int32_t(rest);
}

Wide power(Wide base, uint64_t exponent) {
  Wide result = 1;
  for (; exponent; exponent >>= 1, base = base * base % r::modulus)
    if (exponent & 1)
      result = result * base % r::modulus;
  return result;
}

/// The number of an element, as Ring.h's rows say it.
double numberOf(int32_t x) {
  double inf = std::numeric_limits<double>::infinity();
  if (!r::isFinite(x))
    return x == r::nan ? NAN : x == r::posInf ? inf : -inf;
  if (std::abs(x) < 1 << 20)
    return x;
  for (int k = 1; k <= 14; ++k)
    if (int32_t scaled = reduced(Wide(x) << k); std::abs(scaled) < 1 << 16)
      return std::ldexp(scaled, -k);
  return x;
}

/// Small numbers, fractions, the extremes, squares and non-squares, and all specials.
std::vector<int32_t> sample() {
  std::vector<int32_t> all = {
      0,
      1,
      2,
      3,
      4,
      5,
      7,
      10,
      1000,
      1 << 20,
      1 << 29,
      r::largest,
      r::largest - 1,
      r::inv(3),
      r::inv(10),
      715827883,
      r::fromDouble(5.5),
      r::fromDouble(0.75),
      r::fromDouble(1.5),
      r::fromDouble(2.5),
      r::fromDouble(0x1p-14),
      r::fromDouble(0x1p-15), // No fraction of this kind, as the one after the next.
      r::fromDouble(65535.0 / 16384),
      r::fromDouble(65537.0 / 16384),
      r::fromDouble(65535.0 / 2),
      (1 << 20) - 1,
      r::posInf};
  for (size_t i = 1, n = all.size(); i < n; ++i)
    all.push_back(r::neg(all[i]));
  all.push_back(r::nan);
  return all;
}

std::vector<int32_t> randomElements(size_t n, unsigned seed, unsigned oneSpecialIn = 0) {
  std::mt19937 random(seed);
  std::vector<int32_t> all(n);
  const int32_t specials[] = {r::posInf, r::negInf, r::nan, 0};
  for (int32_t &x : all) {
    x = reduced(random());
    if (oneSpecialIn && random() % oneSpecialIn == 0)
      x = specials[random() % 4];
  }
  return all;
}

class RingTest : public BothWidths {};
INSTANTIATE_TEST_SUITE_P(, RingTest, testing::Bool(), widthName);

//===--- Laws ---===//

TEST(RingLawsTest, HeaderExamples) {
  EXPECT_EQ(r::fromDouble(0.5), -1073741823);
  EXPECT_EQ(r::fromDouble(0.25), 536870912);
  EXPECT_EQ(r::inv(3), -715827882);
  EXPECT_EQ(r::fromDouble(1e6), 1000000);
  EXPECT_EQ(r::fromDouble(0x1p31), 1);
  EXPECT_EQ(r::add(r::fromDouble(0.5), r::fromDouble(0.5)), 1);
  EXPECT_EQ(r::mul(r::fromDouble(0.25), 4), 1);
  EXPECT_EQ(r::mul(r::inv(3), 3), 1);
  EXPECT_EQ(r::mul(1, r::posInf), r::posInf);
  EXPECT_EQ(r::mul(-1, r::posInf), r::negInf);
  EXPECT_EQ(r::mul(r::fromDouble(0x1p-3), r::negInf), r::negInf);
  EXPECT_EQ(r::mul(3, r::posInf), r::negInf);
  EXPECT_EQ(r::mul(0, r::posInf), r::nan);
  EXPECT_EQ(r::add(r::posInf, r::negInf), r::nan);
  EXPECT_EQ(r::sub(r::posInf, r::posInf), r::nan);
  EXPECT_EQ(r::add(r::posInf, -5), r::posInf);
  EXPECT_EQ(r::inv(0), r::posInf);
  EXPECT_EQ(r::inv(r::negInf), 0);
  EXPECT_EQ(r::div(0, 0), r::nan);
  EXPECT_EQ(r::div(-1, 0), r::negInf);
  EXPECT_EQ(r::div(r::posInf, r::posInf), r::nan);
  EXPECT_EQ(r::div(7, r::negInf), 0);
}

TEST(RingLawsTest, SumsAndProductsAreAssociativeAndCommutative) {
  struct Row {
    const char *name;
    int32_t (*op)(int32_t, int32_t);
  };
  const Row rows[] = {{"add", r::add},
                      {"mul", r::mul},
                      {"minimum", r::minimum},
                      {"maximum", r::maximum},
                      {"minNumber", r::minNumber},
                      {"maxNumber", r::maxNumber}};
  for (const Row &row : rows)
    for (int32_t a : sample())
      for (int32_t b : sample()) {
        ASSERT_EQ(row.op(a, b), row.op(b, a)) << row.name << " " << a << " " << b;
        for (int32_t c : sample())
          ASSERT_EQ(row.op(row.op(a, b), c), row.op(a, row.op(b, c)))
              << row.name << " " << a << " " << b << " " << c;
      }
}

TEST(RingLawsTest, FieldLaws) {
  for (int32_t a : sample()) {
    ASSERT_EQ(r::add(a, 0), a);
    ASSERT_EQ(r::mul(a, 1), a);
    ASSERT_EQ(r::mul(a, -1), r::neg(a));
    ASSERT_EQ(r::neg(r::neg(a)), a);
    ASSERT_EQ(r::div(a, 1), a);
    if (r::isFinite(a)) {
      ASSERT_EQ(r::add(a, r::neg(a)), 0);
      ASSERT_EQ(r::mul(a, r::inv(a)), a ? 1 : r::nan);
    }
    for (int32_t b : sample()) {
      ASSERT_EQ(r::sub(a, b), r::add(a, r::neg(b)));
      ASSERT_EQ(r::neg(r::add(a, b)), r::add(r::neg(a), r::neg(b)));
      ASSERT_EQ(r::neg(r::mul(a, b)), r::mul(r::neg(a), b));
      for (int32_t c : sample())
        if (r::isFinite(a) && r::isFinite(b) && r::isFinite(c))
          ASSERT_EQ(r::mul(a, r::add(b, c)), r::add(r::mul(a, b), r::mul(a, c)));
    }
  }
}

TEST(RingLawsTest, SignIsTheLegendreSymbol) {
  // A multiplicative sign that is +1 on squares, and -1 of -1, is that symbol.
  EXPECT_EQ(r::sign(0), 0);
  EXPECT_EQ(r::sign(r::nan), 0);
  EXPECT_EQ(r::sign(r::posInf), 1);
  EXPECT_EQ(r::sign(r::negInf), -1);
  EXPECT_EQ(r::sign(-1), -1);
  EXPECT_EQ(r::sign(2), 1);
  EXPECT_EQ(r::sign(3), -1);
  std::vector<int32_t> some = randomElements(2000, 1);
  for (size_t i = 0; i + 1 < some.size(); ++i) {
    ASSERT_EQ(r::sign(r::mul(some[i], some[i])), 1);
    ASSERT_EQ(r::sign(r::mul(some[i], some[i + 1])), r::sign(some[i]) * r::sign(some[i + 1]));
  }
}

//===--- Arrays against integers ---===//

using Unary = void (*)(const int32_t *, int32_t *, size_t);
using Binary = void (*)(const int32_t *, const int32_t *, int32_t *, size_t);

TEST_P(RingTest, FiniteArithmeticIsThatOfIntegers) {
  // Pairs of the extremes, and random ones; more than a block.
  std::vector<int32_t> a, b;
  for (int32_t x : sample())
    for (int32_t y : sample())
      if (r::isFinite(x) && r::isFinite(y)) {
        a.push_back(x);
        b.push_back(y);
      }
  std::vector<int32_t> more = randomElements(20000, 2);
  a.insert(a.end(), more.begin(), more.end());
  b.insert(b.end(), more.rbegin(), more.rend());
  size_t n = a.size();
  std::vector<int32_t> c = randomElements(n, 3), out(n);
  auto expect = [&](const char *name, std::function<int32_t(size_t)> want) {
    for (size_t i = 0; i < n; ++i)
      ASSERT_EQ(out[i], want(i)) << name << " " << a[i] << " " << b[i] << " " << c[i];
  };
  r::add(a.data(), b.data(), out.data(), n);
  expect("add", [&](size_t i) { return reduced(Wide(a[i]) + b[i]); });
  r::sub(a.data(), b.data(), out.data(), n);
  expect("sub", [&](size_t i) { return reduced(Wide(a[i]) - b[i]); });
  r::mul(a.data(), b.data(), out.data(), n);
  expect("mul", [&](size_t i) { return reduced(Wide(a[i]) * b[i]); });
  r::fma(a.data(), b.data(), c.data(), out.data(), n);
  expect("fma", [&](size_t i) { return reduced(Wide(a[i]) * b[i] + c[i]); });
  r::neg(a.data(), out.data(), n);
  expect("neg", [&](size_t i) { return -a[i]; });
  r::abs(a.data(), out.data(), n);
  expect("abs", [&](size_t i) { return numberOf(a[i]) < 0 ? -a[i] : a[i]; });

  r::div(a.data(), b.data(), out.data(), n);
  for (size_t i = 0; i < n; ++i) {
    if (b[i] == 0)
      ASSERT_EQ(out[i], r::sign(a[i]) == 0 ? r::nan : r::sign(a[i]) > 0 ? r::posInf : r::negInf);
    else
      ASSERT_EQ(reduced(Wide(out[i]) * b[i]), a[i]) << a[i] << " / " << b[i];
  }
  r::inv(b.data(), out.data(), n);
  for (size_t i = 0; i < n; ++i)
    if (b[i])
      ASSERT_EQ(reduced(Wide(out[i]) * b[i]), 1) << b[i];
}

TEST_P(RingTest, ArraysAgreeWithSingleValues) {
  struct Row {
    const char *name;
    Binary array;
    int32_t (*one)(int32_t, int32_t);
  };
  const Row rows[] = {{"add", r::add, r::add},
                      {"sub", r::sub, r::sub},
                      {"mul", r::mul, r::mul},
                      {"div", r::div, r::div},
                      {"minimum", r::minimum, r::minimum},
                      {"maximum", r::maximum, r::maximum},
                      {"minNumber", r::minNumber, r::minNumber},
                      {"maxNumber", r::maxNumber, r::maxNumber}};
  // Lengths around those of vectors and blocks; specials everywhere, in some blocks, nowhere.
  for (size_t n : {0, 1, 2, 3, 7, 8, 15, 16, 17, 33, 100, 511, 512, 513, 1024, 1700})
    for (unsigned oneSpecialIn : {0, 2, 600}) {
      std::vector<int32_t> a = randomElements(n + 1, n, oneSpecialIn),
                           b = randomElements(n + 1, n + 1, oneSpecialIn);
      for (const Row &row : rows) {
        std::vector<int32_t> out(n + 1, 42), overA = a, overB = b;
        row.array(a.data(), b.data(), out.data(), n);
        row.array(overA.data(), b.data(), overA.data(), n);
        row.array(a.data(), overB.data(), overB.data(), n);
        for (size_t i = 0; i < n; ++i) {
          int32_t want = row.one(a[i], b[i]);
          ASSERT_TRUE(out[i] == want && overA[i] == want && overB[i] == want)
              << row.name << " " << a[i] << " " << b[i] << ": " << out[i] << " " << overA[i] << " "
              << overB[i] << ", not " << want;
        }
        EXPECT_TRUE(out[n] == 42 && overA[n] == a[n] && overB[n] == b[n]) << row.name;
      }
      std::vector<int32_t> out(n);
      r::fma(a.data(), b.data(), a.data(), out.data(), n);
      for (size_t i = 0; i < n; ++i)
        ASSERT_EQ(out[i], r::add(r::mul(a[i], b[i]), a[i])) << a[i] << " " << b[i];
      r::inv(a.data(), out.data(), n);
      for (size_t i = 0; i < n; ++i)
        ASSERT_EQ(out[i], r::inv(a[i])) << a[i];
      r::neg(a.data(), out.data(), n);
      for (size_t i = 0; i < n; ++i)
        ASSERT_EQ(out[i], r::neg(a[i]));
      r::abs(a.data(), out.data(), n);
      for (size_t i = 0; i < n; ++i)
        ASSERT_EQ(out[i], numberOf(a[i]) < 0 ? r::neg(a[i]) : a[i]);
    }
}

TEST(RingLawsTest, NumbersOfElements) {
  for (int k = 0; k <= 10; ++k)
    for (int numerator : {1, 3, 5, 7, 11, 127, 1001, 32767, 65535}) {
      double x = std::ldexp(numerator, -k);
      EXPECT_EQ(r::numberOf(r::fromDouble(x)), x);
      EXPECT_EQ(r::numberOf(r::fromDouble(-x)), -x);
    }
  EXPECT_EQ(r::numberOf(r::posInf), std::numeric_limits<double>::infinity());
  EXPECT_EQ(r::numberOf(r::negInf), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(r::numberOf(r::nan)));

  // No two elements have one number: all fractions there are, and integers by construction.
  std::vector<int32_t> fractions;
  size_t integers = 0;
  for (int k = 1; k <= 14; ++k)
    for (int numerator = 1; numerator < 1 << 16; numerator += 2) {
      int32_t x = r::fromDouble(std::ldexp(numerator, -k));
      if (std::abs(x) < 1 << 20) {
        ASSERT_TRUE(k > 10 && r::numberOf(x) == x) << numerator << " / 2^" << k;
        ++integers;
        continue;
      }
      ASSERT_EQ(r::numberOf(x), std::ldexp(numerator, -k));
      ASSERT_EQ(r::numberOf(-x), -std::ldexp(numerator, -k));
      fractions.push_back(x);
      fractions.push_back(-x);
    }
  EXPECT_LT(integers, 250u);
  std::sort(fractions.begin(), fractions.end());
  EXPECT_EQ(std::unique(fractions.begin(), fractions.end()), fractions.end());
  // Of 2^31 elements that many are fractions: random ones say whether there are others.
  unsigned found = 0;
  for (int32_t x : randomElements(1 << 20, 7)) {
    ASSERT_EQ(r::numberOf(x), numberOf(x)) << x;
    bool isFraction = r::numberOf(x) != x;
    ASSERT_EQ(isFraction, std::binary_search(fractions.begin(), fractions.end(), x)) << x;
    found += isFraction;
  }
  EXPECT_NEAR(found, 448, 5 * 21); // 14 * 2^16 / 2^31 of 2^20, and five sigma.
}

TEST_P(RingTest, OrderIsThatOfFloats) {
  // The same relations, among the numbers that the elements stand for.
  std::vector<int32_t> a, b;
  for (int32_t x : sample())
    for (int32_t y : sample()) {
      a.push_back(x);
      b.push_back(y);
    }
  std::vector<uint8_t> out(a.size());
  for (unsigned relations = 0; relations < 16; ++relations) {
    r::compare(uint8_t(relations), a.data(), b.data(), out.data(), a.size());
    for (size_t i = 0; i < a.size(); ++i) {
      double x = numberOf(a[i]), y = numberOf(b[i]);
      bool want = (relations & r::Equal && x == y) || (relations & r::Less && x < y) ||
                  (relations & r::Greater && x > y) || (relations & r::Unordered && x != x) ||
                  (relations & r::Unordered && y != y);
      ASSERT_EQ(out[i], want) << relations << " " << a[i] << " " << b[i];
    }
  }
  for (size_t i = 0; i < a.size(); ++i) {
    double x = numberOf(a[i]), y = numberOf(b[i]);
    bool anyNan = x != x || y != y;
    EXPECT_EQ(r::minimum(a[i], b[i]), anyNan ? r::nan : x < y ? a[i] : b[i]);
    EXPECT_EQ(r::maximum(a[i], b[i]), anyNan ? r::nan : x < y ? b[i] : a[i]);
    EXPECT_EQ(r::minNumber(a[i], b[i]), x != x ? b[i] : y != y || x < y ? a[i] : b[i]);
    EXPECT_EQ(r::maxNumber(a[i], b[i]), x != x ? b[i] : y != y || x > y ? a[i] : b[i]);
  }
  std::vector<int32_t> signs(a.size()), copied(a.size());
  r::signum(a.data(), signs.data(), a.size());
  r::copySign(a.data(), b.data(), copied.data(), a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    double x = numberOf(a[i]), y = numberOf(b[i]);
    EXPECT_EQ(signs[i], x != x ? r::nan : (x > 0) - (x < 0)) << a[i];
    EXPECT_EQ(copied[i], (x < 0) == (y < 0) ? a[i] : r::neg(a[i])) << a[i] << " " << b[i];
  }
}

TEST_P(RingTest, FractionsAmongOthersAreOrdered) {
  // Blocks without, with some, and with nothing but fractions; specials among them.
  for (unsigned oneFractionIn : {0, 1, 3, 300})
    for (size_t n : {1, 5, 127, 128, 129, 1000}) {
      std::mt19937 random(n);
      std::vector<int32_t> a = randomElements(n, n, 50), b = randomElements(n, n + 1, 50);
      for (std::vector<int32_t> *all : {&a, &b})
        for (int32_t &x : *all) {
          int32_t numerator = int32_t(random() % 20001) - 10000;
          if (oneFractionIn && random() % oneFractionIn == 0)
            x = r::fromDouble(std::ldexp(numerator, -int(random() % 15)));
          else if (random() % 2)
            x = numerator;
        }
      std::vector<int32_t> least(n), most(n), leastNumber(n), mostNumber(n);
      std::vector<uint8_t> less(n);
      r::minimum(a.data(), b.data(), least.data(), n);
      r::maximum(a.data(), b.data(), most.data(), n);
      r::minNumber(a.data(), b.data(), leastNumber.data(), n);
      r::maxNumber(a.data(), b.data(), mostNumber.data(), n);
      r::compare(r::Less, a.data(), b.data(), less.data(), n);
      for (size_t i = 0; i < n; ++i) {
        double x = numberOf(a[i]), y = numberOf(b[i]);
        bool anyNan = x != x || y != y;
        ASSERT_EQ(less[i], x < y) << a[i] << " " << b[i];
        ASSERT_EQ(least[i], anyNan ? r::nan : x < y ? a[i] : b[i]);
        ASSERT_EQ(most[i], anyNan ? r::nan : x < y ? b[i] : a[i]);
        ASSERT_EQ(leastNumber[i], x != x ? b[i] : y != y || x < y ? a[i] : b[i]);
        ASSERT_EQ(mostNumber[i], x != x ? b[i] : y != y || x > y ? a[i] : b[i]);
      }
      // In place, with fractions in the other operand's blocks only.
      std::vector<int32_t> inPlace = a;
      r::maximum(inPlace.data(), b.data(), inPlace.data(), n);
      ASSERT_EQ(inPlace, most);
    }
}

//===--- Embedding ---===//

/// m * 2^e mod p by repeated squaring, 2^-1 being 2^30.
int32_t embedded(double x) {
  if (x == 0)
    return 0;
  int exponent;
  double fraction = std::frexp(x, &exponent);
  Wide significand = int64_t(std::ldexp(fraction, 53));
  exponent -= 53;
  Wide factor = exponent >= 0 ? power(2, exponent) : power(Wide(1) << 30, -exponent);
  return reduced(significand % r::modulus * factor);
}

TEST_P(RingTest, FloatsAreEmbeddedExactly) {
  std::mt19937_64 random(4);
  std::vector<double> doubles = {0.0,        -0.0,        1,
                                 -1,         0.1,         0x1p-1074,
                                 -0x1p-1074, 0x1.8p-1070, std::numeric_limits<double>::max(),
                                 0x1p31,     0x1p62,      0x1p53 - 1};
  std::vector<float> floats = {
      0.0f,         -0.0f, 1, -1, 0.1f, 0x1p-149f, 0x1.8p-140f, std::numeric_limits<float>::max(),
      2147483647.0f};
  for (int i = 0; i < 20000; ++i) {
    double x = std::bit_cast<double>(random());
    if (std::isfinite(x))
      doubles.push_back(x);
    float y = std::bit_cast<float>(uint32_t(random()));
    if (std::isfinite(y))
      floats.push_back(y);
  }
  std::vector<int32_t> out(doubles.size());
  r::fromDouble(doubles.data(), out.data(), out.size());
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], embedded(doubles[i])) << doubles[i];
  out.resize(floats.size());
  r::fromFloat(floats.data(), out.data(), out.size());
  for (size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], embedded(floats[i])) << floats[i];

  const double ends[] = {INFINITY, -INFINITY, NAN, -NAN};
  const float floatEnds[] = {INFINITY, -INFINITY, NAN, std::bit_cast<float>(0xff800001)};
  int32_t fromDoubles[4], fromFloats[4];
  r::fromDouble(ends, fromDoubles, 4);
  r::fromFloat(floatEnds, fromFloats, 4);
  for (const int32_t *got : {fromDoubles, fromFloats}) {
    EXPECT_EQ(got[0], r::posInf);
    EXPECT_EQ(got[1], r::negInf);
    EXPECT_EQ(got[2], r::nan);
    EXPECT_EQ(got[3], r::nan);
  }
}

TEST(RingLawsTest, EmbeddingKeepsExactArithmetic) {
  std::mt19937 random(5);
  for (int i = 0; i < 10000; ++i) {
    // 20 bits each, so that sums and products are exact in double.
    double x = std::ldexp(int(random() % 2000001) - 1000000, -int(random() % 20));
    double y = std::ldexp(int(random() % 2000001) - 1000000, -int(random() % 20));
    int32_t a = r::fromDouble(x), b = r::fromDouble(y);
    ASSERT_EQ(r::fromDouble(x + y), r::add(a, b)) << x << " " << y;
    ASSERT_EQ(r::fromDouble(x * y), r::mul(a, b)) << x << " " << y;
  }
}

TEST_P(RingTest, IntegersAreReduced) {
  std::vector<int64_t> in = {0,
                             1,
                             -1,
                             INT64_MAX,
                             INT64_MIN,
                             INT64_MIN + 1,
                             r::modulus,
                             -int64_t(r::modulus),
                             r::largest,
                             r::largest + 1,
                             -r::largest - 1,
                             int64_t(1) << 31,
                             (int64_t(1) << 62) - 1,
                             int64_t(1) << 62};
  std::mt19937_64 random(6);
  for (int i = 0; i < 10000; ++i)
    in.push_back(int64_t(random()) >> random() % 64);
  std::vector<int32_t> out(in.size());
  r::fromInt64(in.data(), out.data(), in.size());
  for (size_t i = 0; i < in.size(); ++i)
    ASSERT_EQ(out[i], reduced(in[i])) << in[i];
  std::vector<uint64_t> wide(in.begin(), in.end());
  r::fromUInt64(wide.data(), out.data(), wide.size());
  for (size_t i = 0; i < wide.size(); ++i)
    ASSERT_EQ(out[i], reduced(Wide(wide[i]))) << wide[i];
}

TEST_P(RingTest, ToIntKeepsWhatFits) {
  std::vector<int32_t> in = {0,          1,           -1,        -3,        127,   128,
                             -128,       -129,        255,       256,       32767, 32768,
                             r::largest, -r::largest, r::posInf, r::negInf, r::nan};
  for (double x : {0.5, -0.5, 31.75, -3.5, -128.5, 127.75, 128.25, 32767.5, 0x1p-14, 255.99609375})
    in.push_back(r::fromDouble(x));
  std::vector<int64_t> out(in.size()), other(in.size());
  for (unsigned bits : {1, 8, 16, 32, 64})
    for (bool isSigned : {false, true}) {
      r::toInt(1, in.data(), bits, isSigned, out.data(), in.size());
      r::toInt(2, in.data(), bits, isSigned, other.data(), in.size());
      Wide low = isSigned ? -(Wide(1) << (bits - 1)) : 0;
      Wide high = (Wide(1) << (isSigned ? bits - 1 : bits)) - 1;
      unsigned keyed = 0;
      for (size_t i = 0; i < in.size(); ++i) {
        double number = std::trunc(numberOf(in[i]));
        bool fits = r::isFinite(in[i]) && number >= double(low) && number <= double(high);
        if (fits)
          EXPECT_EQ(out[i], number) << bits;
        // 64 unsigned bits are given as the int64_t of the same code.
        if (bits < 64)
          EXPECT_TRUE(out[i] >= low && out[i] <= high) << in[i] << " " << bits << " " << out[i];
        keyed += out[i] != other[i];
        if (fits)
          EXPECT_EQ(out[i], other[i]);
      }
      EXPECT_GT(keyed, 0u) << bits << ": a hash must depend on the key";
    }
}

TEST_P(RingTest, FractionsAreRoundedByRule) {
  struct Row {
    r::Whole rule;
    double (*real)(double);
  };
  const Row rows[] = {{r::Whole::Floor, std::floor},
                      {r::Whole::Ceil, std::ceil},
                      {r::Whole::Round, std::round},
                      {r::Whole::RoundEven, std::nearbyint},
                      {r::Whole::Trunc, std::trunc}};
  std::vector<double> numbers;
  for (int k = 0; k <= 14; ++k)
    for (int numerator : {0, 1, 2, 3, 4, 5, 6, 7, 9, 8191, 8192, 8193, 16383, 16385, 24575, 24576,
                          24577, 40960, 65535})
      for (int sign : {1, -1})
        numbers.push_back(std::ldexp(sign * numerator, -k));
  size_t n = numbers.size();
  std::vector<int32_t> in(n), out(n);
  r::fromDouble(numbers.data(), in.data(), n);
  for (const Row &row : rows) {
    r::integerValued(row.rule, 7, in.data(), out.data(), n);
    for (size_t i = 0; i < n; ++i)
      ASSERT_EQ(out[i], row.real(numberOf(in[i]))) << numbers[i] << " rule " << int(row.rule);
  }
}

//===--- Hashes ---===//

TEST_P(RingTest, HashesStayInTheFieldAndKeepNaN) {
  std::vector<int32_t> a, b;
  for (int32_t x : sample())
    for (int32_t y : sample()) {
      a.push_back(x);
      b.push_back(y);
    }
  size_t n = a.size();
  std::vector<int32_t> one(n), two(n), exp(n), integer(n), again(n);
  r::hash1(7, a.data(), one.data(), n);
  r::hash2(7, a.data(), b.data(), two.data(), n);
  r::hashExp(7, a.data(), exp.data(), n);
  r::integerValued(r::Whole::Floor, 7, a.data(), integer.data(), n);
  r::integerValued(r::Whole::Ceil, 8, integer.data(), again.data(), n);
  for (size_t i = 0; i < n; ++i) {
    EXPECT_EQ(one[i] == r::nan, a[i] == r::nan);
    EXPECT_EQ(two[i] == r::nan, a[i] == r::nan || b[i] == r::nan);
    EXPECT_TRUE(r::isFinite(one[i]) || one[i] == r::nan);
    EXPECT_TRUE(r::isFinite(two[i]) || two[i] == r::nan);
    EXPECT_EQ(one[i], r::hash1(7, a[i]));
    EXPECT_EQ(two[i], r::hash2(7, a[i], b[i]));
    int32_t want = a[i] == r::negInf ? 0 : a[i] == r::posInf ? r::posInf : a[i] == 0 ? 1 : one[i];
    EXPECT_EQ(exp[i], want) << a[i];
    double number = numberOf(a[i]);
    bool stays = std::abs(int64_t(a[i])) < 1 << 20 || !r::isFinite(a[i]);
    if (stays)
      EXPECT_EQ(integer[i], a[i]);
    else if (number != a[i])
      EXPECT_EQ(integer[i], std::floor(number));
    else
      EXPECT_LT(std::abs(integer[i]), 1 << 20);
    EXPECT_EQ(again[i], integer[i]) << "applied twice";
  }
}

TEST_P(RingTest, IntegerValuesAreBelowTheirBound) {
  // 2^23 hashes of 21 bits: each value comes up, but for -2^20, which would be hashed again.
  size_t n = 1 << 23;
  std::vector<int32_t> in(n), out(n);
  for (size_t i = 0; i < n; ++i)
    in[i] = int32_t(i) + (1 << 20);
  r::integerValued(r::Whole::Trunc, 3, in.data(), out.data(), n);
  auto [least, most] = std::minmax_element(out.begin(), out.end());
  EXPECT_GT(*least, -(1 << 20));
  EXPECT_LT(*least, -(1 << 20) + 16);
  EXPECT_LT(*most, 1 << 20);
  EXPECT_GT(*most, (1 << 20) - 16);
}

TEST_P(RingTest, HashesMixWell) {
  // Small consecutive integers and small keys, which is what programs have.
  size_t n = 1 << 14;
  std::vector<int32_t> in(n), out(n);
  for (size_t i = 0; i < n; ++i)
    in[i] = int32_t(i) - int32_t(n / 2);
  std::set<int32_t> seen;
  for (uint64_t key : {0, 1, 2, 3}) {
    r::hash1(key, in.data(), out.data(), n);
    seen.insert(out.begin(), out.end());
  }
  // Of 65,536 draws out of 2^31, one pair is equal on average.
  EXPECT_GT(seen.size(), 4 * n - 10);
  // And of two arguments, in either order.
  seen.clear();
  unsigned symmetric = 0;
  for (int32_t x = -128; x < 128; ++x)
    for (int32_t y = -128; y < 128; ++y) {
      seen.insert(r::hash2(5, x, y));
      symmetric += x != y && r::hash2(5, x, y) == r::hash2(5, y, x);
    }
  EXPECT_GT(seen.size(), 65536u - 10);
  EXPECT_EQ(symmetric, 0u);
  // Keys and operands do not change places.
  EXPECT_NE(r::hash1(1, 2), r::hash1(2, 1));

  // Each bit of an operand flips each bit of the result about every other time: 2000 flips, of which
  // 1000 +- 22 (one sigma) are seen.
  std::vector<int32_t> operands = randomElements(2000, 8);
  for (int operand = 0; operand < 3; ++operand)
    for (int bit = 0; bit < 29; ++bit) {
      unsigned flips[31] = {};
      for (int32_t x : operands) {
        int32_t y = x ^ 1 << bit; // Below bit 29, so that it stays finite.
        uint32_t change = operand == 0   ? r::hash1(9, x) ^ r::hash1(9, y)
                          : operand == 1 ? r::hash2(9, x, 77) ^ r::hash2(9, y, 77)
                                         : r::hash2(9, 77, x) ^ r::hash2(9, 77, y);
        for (int i = 0; i < 31; ++i)
          flips[i] += change >> i & 1;
      }
      for (unsigned count : flips)
        EXPECT_NEAR(count, 1000, 150) << "operand " << operand << " bit " << bit;
    }
}

} // namespace
