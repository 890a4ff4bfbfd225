// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks float codes and rounding against a search for the nearest value in a list of all values.
#include "oracles/interp/numbers/FloatFormat.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "oracles/interp/numbers/BothWidths.h"

using namespace fathom;
using namespace fathom::floats;

namespace {

constexpr FloatKind allKinds[] = {FloatKind::F16,        FloatKind::BF16,   FloatKind::F32,
                                  FloatKind::F64,        FloatKind::TF32,   FloatKind::F8E4M3FN,
                                  FloatKind::F8E4M3FNUZ, FloatKind::F8E5M2, FloatKind::F8E5M2FNUZ,
                                  FloatKind::F8E8M0,     FloatKind::F6E2M3, FloatKind::F6E3M2,
                                  FloatKind::F4E2M1};
static_assert(std::size(allKinds) == numFloatKinds);

constexpr FloatKind byteKinds[] = {FloatKind::F8E4M3FN,   FloatKind::F8E4M3FNUZ, FloatKind::F8E5M2,
                                   FloatKind::F8E5M2FNUZ, FloatKind::F8E8M0,     FloatKind::F6E2M3,
                                   FloatKind::F6E3M2,     FloatKind::F4E2M1};

constexpr Rounding allRoundings[] = {Rounding::NearestEven, Rounding::TowardZero,
                                     Rounding::NearestAway};
constexpr float inf = std::numeric_limits<float>::infinity();

uint32_t bitsOf(float x) { return std::bit_cast<uint32_t>(x); }
float fromBits(uint32_t bits) { return std::bit_cast<float>(bits); }

/// Equal as the interpreter compares: same bits, any NaN for NaN.
bool same(float a, float b) { return std::isnan(a) ? std::isnan(b) : bitsOf(a) == bitsOf(b); }

//===--- The reference ---===//

/// A kind as a list of its magnitudes, ascending, and the value that would follow the largest one. Written
/// from the types' definitions, knowing nothing of FloatFormat.
struct Grid {
  std::vector<double> values;
  double beyond = 0;
  bool hasInf = false, hasNan = true, hasNegativeZero = true, isSigned = true;

  /// `finiteCodes` magnitudes, code by code.
  Grid(int mantissaBits, int bias, int finiteCodes) {
    for (int code = 0; code <= finiteCodes; ++code) {
      int exponent = code >> mantissaBits, mantissa = code & ((1 << mantissaBits) - 1);
      double value = exponent == 0 ? std::ldexp(mantissa, 1 - bias - mantissaBits)
                                   : std::ldexp((1 << mantissaBits) + mantissa,
                                                exponent - bias - mantissaBits);
      (code < finiteCodes ? values.emplace_back() : beyond) = value;
    }
  }

  static Grid of(FloatKind kind) {
    auto with = [](Grid grid, bool hasInf, bool hasNan, bool hasNegativeZero) {
      grid.hasInf = hasInf;
      grid.hasNan = hasNan;
      grid.hasNegativeZero = hasNegativeZero;
      return grid;
    };
    switch (kind) {
    case FloatKind::F16:
      return with(Grid(10, 15, 0x7c00), true, true, true);
    case FloatKind::BF16:
      return with(Grid(7, 127, 0x7f80), true, true, true);
    case FloatKind::TF32:
      return with(Grid(10, 127, 255 << 10), true, true, true);
    case FloatKind::F8E4M3FN:
      return with(Grid(3, 7, 0x7f), false, true, true);
    case FloatKind::F8E4M3FNUZ:
      return with(Grid(3, 8, 0x80), false, true, false);
    case FloatKind::F8E5M2:
      return with(Grid(2, 15, 0x7c), true, true, true);
    case FloatKind::F8E5M2FNUZ:
      return with(Grid(2, 16, 0x80), false, true, false);
    case FloatKind::F6E2M3:
      return with(Grid(3, 1, 32), false, false, true);
    case FloatKind::F6E3M2:
      return with(Grid(2, 3, 32), false, false, true);
    case FloatKind::F4E2M1:
      return with(Grid(1, 1, 8), false, false, true);
    case FloatKind::F8E8M0: {
      Grid grid(0, 0, 0);
      for (int code = 0; code < 255; ++code)
        grid.values.push_back(std::ldexp(1, code - 127));
      grid.beyond = std::ldexp(1, 128);
      grid.isSigned = false;
      return grid;
    }
    case FloatKind::F32:
    case FloatKind::F64:
      break;
    }
    ADD_FAILURE() << "too many values to list";
    return Grid(0, 0, 1);
  }

  /// `x` has more digits than the grid; long double holds doubles and (on x86) 64-bit integers exactly.
  float round(long double x, Rounding rounding, Overflow overflow) const {
    double max = values.back();
    float nan = std::numeric_limits<float>::quiet_NaN();
    if (std::isnan(x))
      return hasNan ? nan : max;
    bool isNegative = std::signbit(x);
    if (!isSigned && x < 0)
      return nan;
    auto withSign = [&](double magnitude) {
      if (!isSigned || (magnitude == 0 && !hasNegativeZero))
        isNegative = false;
      return float(isNegative ? -magnitude : magnitude);
    };
    long double magnitude = std::fabs(x);
    bool isInf = std::isinf(magnitude);
    auto atEnd = [&] {
      if (overflow == Overflow::Saturate || (rounding == Rounding::TowardZero && !isInf))
        return withSign(max);
      return hasInf ? withSign(inf) : hasNan ? nan : withSign(max);
    };
    if (magnitude >= beyond)
      return atEnd();
    // The neighbours, of which the upper may be the one beyond.
    size_t above = std::upper_bound(values.begin(), values.end(), magnitude) - values.begin();
    if (above == 0) // F8E8M0 alone has no zero.
      return withSign(values.front());
    double lower = values[above - 1], upper = above < values.size() ? values[above] : beyond;
    long double middle = (static_cast<long double>(lower) + upper) / 2;
    bool up = magnitude > middle;
    if (magnitude == middle) // The codes of even mantissas are even; F8E8M0's only digit is odd.
      up = rounding == Rounding::NearestAway || !isSigned || (above - 1) % 2 == 1;
    if (rounding == Rounding::TowardZero)
      up = false;
    if (up && above == values.size())
      return atEnd();
    return withSign(up ? upper : lower);
  }
};

/// Every `stride`th value of the grid, the midpoint above it, their neighbours in Real; with both signs.
template <class Real> std::vector<Real> pointsAround(const Grid &grid, size_t stride = 1) {
  std::vector<Real> points = {
      0, std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN(),
      std::numeric_limits<Real>::max(), std::numeric_limits<Real>::denorm_min()};
  auto add = [&](double x) {
    Real point = Real(x);
    points.push_back(point);
    points.push_back(std::nextafter(point, Real(0)));
    points.push_back(std::nextafter(point, std::numeric_limits<Real>::infinity()));
  };
  for (size_t i = 0; i < grid.values.size();
       i += i < 64 || i + 64 > grid.values.size() ? 1 : stride) {
    double value = grid.values[i];
    double next = i + 1 < grid.values.size() ? grid.values[i + 1] : grid.beyond;
    add(value);
    add((value + next) / 2);
    add(value + (next - value) * 0.3);
  }
  add(grid.values.front() / 2);
  add(grid.beyond);
  // Far outside, where a careless intermediate result overflows or vanishes.
  for (int exponent = std::numeric_limits<Real>::min_exponent - 1;
       exponent < std::numeric_limits<Real>::max_exponent; ++exponent)
    points.push_back(std::ldexp(Real(1.5), exponent));
  for (size_t i = 0, n = points.size(); i < n; ++i)
    points.push_back(-points[i]);
  return points;
}

std::string describe(FloatKind kind, Rounding rounding, Overflow overflow, double x, float got,
                     float want) {
  char text[200];
  snprintf(text, sizeof text, "%s rounding %d overflow %d: %a -> %a, not %a", formatOf(kind).name,
           int(rounding), int(overflow), x, got, want);
  return text;
}

/// `roundAll(rounding, overflow, out)` must give what the reference does for each point.
template <class Point, class RoundAll>
void expectRounded(FloatKind kind, const Grid &grid, const std::vector<Point> &points,
                   RoundAll roundAll) {
  std::vector<float> out(points.size());
  int failures = 0;
  for (Rounding rounding : allRoundings)
    for (Overflow overflow : {Overflow::Infinity, Overflow::Saturate}) {
      roundAll(rounding, overflow, out.data());
      for (size_t i = 0; i < points.size() && failures < 5; ++i) {
        float want = grid.round(points[i], rounding, overflow);
        if (same(out[i], want))
          continue;
        ++failures;
        ADD_FAILURE() << describe(kind, rounding, overflow, double(points[i]), out[i], want);
      }
    }
}

bool isListed(FloatKind kind) { return kind != FloatKind::F32 && kind != FloatKind::F64; }
/// Of 261,120 values of tf32 some thousands will do; the others are looked at one by one.
size_t strideOf(FloatKind kind) {
  return kind == FloatKind::TF32 ? 61 : kind == FloatKind::BF16 ? 3 : 1;
}

class FloatFormatTest : public BothWidths {};
INSTANTIATE_TEST_SUITE_P(, FloatFormatTest, testing::Bool(), widthName);

//===--- The table ---===//

TEST(FloatFormatTableTest, ExtremesAreThoseOfTheStandards) {
  struct Row {
    FloatKind kind;
    double maxFinite, minPositive, ulpOfOne;
  };
  const Row rows[] = {
      {FloatKind::F16, 65504, 0x1p-24, 0x1p-10},
      {FloatKind::BF16, 0x1.fep127, 0x1p-133, 0x1p-7},
      {FloatKind::F32, std::numeric_limits<float>::max(), 0x1p-149, 0x1p-23},
      {FloatKind::F64, std::numeric_limits<double>::max(), 0x1p-1074, 0x1p-52},
      {FloatKind::TF32, 0x1.ffcp127, 0x1p-136, 0x1p-10},
      {FloatKind::F8E4M3FN, 448, 0x1p-9, 0x1p-3},
      {FloatKind::F8E4M3FNUZ, 240, 0x1p-10, 0x1p-3},
      {FloatKind::F8E5M2, 57344, 0x1p-16, 0x1p-2},
      {FloatKind::F8E5M2FNUZ, 57344, 0x1p-17, 0x1p-2},
      {FloatKind::F8E8M0, 0x1p127, 0x1p-127, 1},
      {FloatKind::F6E2M3, 7.5, 0.125, 0.125},
      {FloatKind::F6E3M2, 28, 0.0625, 0.25},
      {FloatKind::F4E2M1, 6, 0.5, 0.5},
  };
  static_assert(std::size(rows) == numFloatKinds);
  for (const Row &row : rows) {
    const FloatFormat &format = formatOf(row.kind);
    EXPECT_EQ(format.maxFinite(), row.maxFinite) << format.name;
    EXPECT_EQ(format.minPositive(), row.minPositive) << format.name;
    EXPECT_EQ(ulp(row.kind, 1), row.ulpOfOne) << format.name;
    EXPECT_EQ(ulp(row.kind, -1), row.ulpOfOne) << format.name;
    EXPECT_TRUE(isExact(row.kind, row.maxFinite)) << format.name;
    EXPECT_TRUE(isExact(row.kind, row.minPositive)) << format.name;
    EXPECT_EQ(isExact(row.kind, 0), row.kind != FloatKind::F8E8M0) << format.name;
    EXPECT_EQ(isExact(row.kind, 0.3), row.kind == FloatKind::F64) << format.name;
  }
}

TEST(FloatFormatTableTest, UlpIsTheDistanceToTheNextValue) {
  for (FloatKind kind : allKinds) {
    if (!isListed(kind))
      continue;
    Grid grid = Grid::of(kind);
    for (size_t i = 0; i < grid.values.size(); ++i) {
      double next = i + 1 < grid.values.size() ? grid.values[i + 1] : grid.beyond;
      ASSERT_EQ(ulp(kind, grid.values[i]), next - grid.values[i])
          << formatOf(kind).name << " " << i;
      ASSERT_TRUE(isExact(kind, grid.values[i]));
      ASSERT_FALSE(isExact(kind, (grid.values[i] + next) / 2));
    }
    EXPECT_EQ(ulp(kind, grid.beyond), 2 * ulp(kind, grid.beyond / 2));
  }
  EXPECT_EQ(ulp(FloatKind::F16, 1.999), 0x1p-10);
  EXPECT_EQ(ulp(FloatKind::F8E4M3FN, 17), 2);
  EXPECT_EQ(ulp(FloatKind::F32, 1e30), std::nextafter(1e30f, inf) - 1e30f);
  EXPECT_EQ(ulp(FloatKind::F64, 0x1p-1060), 0x1p-1074);
  EXPECT_EQ(ulp(FloatKind::F16, -inf), double(inf));
  EXPECT_TRUE(std::isinf(ulp(FloatKind::F16, NAN)));
}

TEST(FloatFormatTableTest, OnlyWhatAKindHasIsExact) {
  EXPECT_TRUE(isExact(FloatKind::F8E5M2, inf));
  EXPECT_FALSE(isExact(FloatKind::F8E4M3FN, inf));
  EXPECT_FALSE(isExact(FloatKind::F4E2M1, inf));
  EXPECT_TRUE(isExact(FloatKind::F8E4M3FN, NAN));
  EXPECT_FALSE(isExact(FloatKind::F4E2M1, NAN));
  EXPECT_TRUE(isExact(FloatKind::F8E4M3FN, -0.0));
  EXPECT_FALSE(isExact(FloatKind::F8E4M3FNUZ, -0.0));
  EXPECT_FALSE(isExact(FloatKind::F8E8M0, -1));
}

//===--- Codes ---===//

TEST_P(FloatFormatTest, EveryCodeHasItsValueAndComesBack) {
  for (FloatKind kind : allKinds) {
    const FloatFormat &format = formatOf(kind);
    if (format.codeBits > 16)
      continue;
    Grid grid = Grid::of(kind);
    uint32_t count = 1u << format.codeBits, signs = grid.isSigned ? 2 : 1;
    std::vector<uint8_t> bytes(count);
    std::vector<uint16_t> words(count);
    for (uint32_t code = 0; code < count; ++code) {
      bytes[code] = uint8_t(code);
      words[code] = uint16_t(code);
    }
    bool isByte = format.codeBytes() == 1;
    const void *codes = isByte ? static_cast<const void *>(bytes.data()) : words.data();
    std::vector<float> values(count);
    decode(kind, codes, values.data(), count);

    unsigned finite = 0, infinite = 0, nans = 0;
    for (uint32_t code = 0; code < count; ++code) {
      uint32_t magnitude = code % (count / signs);
      bool isNegative = code >= count / signs;
      float value = values[code];
      ASSERT_TRUE(same(decode(kind, code), value)) << format.name << " " << code;
      infinite += std::isinf(value);
      nans += std::isnan(value);
      if (!std::isfinite(value))
        continue;
      ++finite;
      ASSERT_LT(magnitude, grid.values.size()) << format.name << " " << code;
      ASSERT_EQ(std::fabs(value), grid.values[magnitude]) << format.name << " " << code;
      ASSERT_EQ(std::signbit(value), isNegative) << format.name << " " << code;
    }
    EXPECT_EQ(finite, grid.values.size() * signs - (signs == 2 && !grid.hasNegativeZero))
        << format.name;
    EXPECT_EQ(infinite, grid.hasInf ? 2u : 0u) << format.name;
    EXPECT_EQ(nans, count - finite - infinite) << format.name;
    EXPECT_EQ(nans > 0, grid.hasNan) << format.name;

    // No kind of up to 16 bits has more NaNs than float has payloads, so all codes come back.
    std::vector<uint8_t> bytesBack(count);
    std::vector<uint16_t> wordsBack(count);
    encode(kind, values.data(),
           isByte ? static_cast<void *>(bytesBack.data()) : static_cast<void *>(wordsBack.data()),
           count);
    for (uint32_t code = 0; code < count; ++code)
      ASSERT_EQ(isByte ? bytesBack[code] : wordsBack[code], code)
          << format.name << " " << values[code];
  }
}

TEST_P(FloatFormatTest, CodesOf32BitsAreFloats) {
  const uint32_t codes[] = {0, 0x80000000, 0x3f800000, 0x00002000, 0x7f800000, 0xffc02000};
  for (FloatKind kind : {FloatKind::F32, FloatKind::TF32})
    for (uint32_t code : codes) {
      EXPECT_EQ(bitsOf(decode(kind, code)), code);
      EXPECT_EQ(encode(kind, fromBits(code)), code);
    }
}

TEST_P(FloatFormatTest, NaNKeepsSignAndPayloadAndNeverBecomesInfinity) {
  // A payload in the lowest bit alone is lost by every narrower kind; 0x7fa... is signalling.
  for (uint32_t payload : {0x000001u, 0x001000u, 0x200000u, 0x400000u, 0x600000u, 0x7fffffu})
    for (uint32_t sign : {0u, 0x80000000u}) {
      float nan = fromBits(sign | 0x7f800000 | payload);
      for (FloatKind kind : allKinds) {
        const FloatFormat &format = formatOf(kind);
        if (kind == FloatKind::F64)
          continue;
        if (!format.hasNan()) {
          EXPECT_EQ(decode(kind, encode(kind, nan)), format.maxFinite()) << format.name;
          EXPECT_EQ(round(kind, nan), format.maxFinite()) << format.name;
          EXPECT_EQ(roundFromDouble(kind, nan), format.maxFinite()) << format.name;
          continue;
        }
        float back = decode(kind, encode(kind, nan));
        EXPECT_TRUE(std::isnan(back)) << format.name << " " << std::hex << bitsOf(nan);
        bool keepsSign = kind != FloatKind::F8E4M3FNUZ && kind != FloatKind::F8E5M2FNUZ &&
                         kind != FloatKind::F8E8M0;
        EXPECT_EQ(std::signbit(back), keepsSign && sign) << format.name;
        if (format.hasInf()) {
          uint32_t kept = payload >> (23 - format.mantissaBits) << (23 - format.mantissaBits);
          EXPECT_EQ(bitsOf(back) & 0x7fffff, kept ? kept : 0x400000) << format.name;
        }
        for (Rounding rounding : allRoundings)
          for (Overflow overflow : {Overflow::Infinity, Overflow::Saturate}) {
            float rounded = round(kind, nan, rounding, overflow);
            EXPECT_TRUE(std::isnan(rounded)) << format.name;
            EXPECT_TRUE(bitsOf(rounded) & 0x400000) << format.name << ": must be quiet";
            EXPECT_EQ(std::signbit(rounded), keepsSign && sign) << format.name;
            // What round keeps, encode keeps.
            EXPECT_EQ(bitsOf(decode(kind, encode(kind, rounded))), bitsOf(rounded)) << format.name;
            uint64_t wide = uint64_t(sign) << 32 | 0x7ff0000000000000 | uint64_t(payload) << 29;
            float fromDouble =
                roundFromDouble(kind, std::bit_cast<double>(wide), rounding, overflow);
            EXPECT_EQ(bitsOf(fromDouble), bitsOf(rounded)) << format.name;
          }
      }
    }
  // Of a double, a payload that no float has.
  EXPECT_TRUE(std::isnan(
      roundFromDouble(FloatKind::F32, std::bit_cast<double>(uint64_t(0x7ff0000000000001)))));
}

TEST(FloatFormatCodeTest, NibblesAreUnpackedLowFirst) {
  const uint8_t bytes[] = {0x21, 0x43, 0xf0};
  uint8_t codes[6], back[3];
  unpackNibbles(bytes, codes, 3);
  EXPECT_EQ(std::vector<uint8_t>(codes, codes + 6), std::vector<uint8_t>({1, 2, 3, 4, 0, 15}));
  packNibbles(codes, back, 3);
  EXPECT_TRUE(std::equal(bytes, bytes + 3, back));
  float values[6];
  decode(FloatKind::F4E2M1, codes, values, 6);
  EXPECT_EQ(std::vector<float>(values, values + 6), std::vector<float>({0.5, 1, 1.5, 2, 0, -6}));
}

//===--- Rounding ---===//

TEST_P(FloatFormatTest, HeaderTable) {
  struct Row {
    float in, even, zero, away;
  };
  const Row rows[] = {{17, 16, 16, 18},        {19, 20, 18, 20},     {19.5, 20, 18, 20},
                      {0x1p-10, 0, 0, 0x1p-9}, {464, 448, 448, NAN}, {465, NAN, 448, NAN}};
  for (const Row &row : rows) {
    FloatKind kind = FloatKind::F8E4M3FN;
    EXPECT_TRUE(same(round(kind, row.in), row.even)) << row.in;
    EXPECT_TRUE(same(round(kind, row.in, Rounding::TowardZero), row.zero)) << row.in;
    EXPECT_TRUE(same(round(kind, row.in, Rounding::NearestAway), row.away)) << row.in;
  }
  EXPECT_EQ(round(FloatKind::F8E4M3FN, 465, Rounding::NearestEven, Overflow::Saturate), 448);
}

TEST_P(FloatFormatTest, RoundsFloatsAroundEveryValueAndMidpoint) {
  for (FloatKind kind : allKinds) {
    if (!isListed(kind))
      continue;
    Grid grid = Grid::of(kind);
    std::vector<float> points = pointsAround<float>(grid, strideOf(kind));
    expectRounded(kind, grid, points, [&](Rounding rounding, Overflow overflow, float *out) {
      round(kind, rounding, overflow, points.data(), out, points.size());
    });
  }
}

TEST_P(FloatFormatTest, RoundsDoublesAroundEveryValueAndMidpoint) {
  for (FloatKind kind : allKinds) {
    if (!isListed(kind))
      continue;
    Grid grid = Grid::of(kind);
    std::vector<double> points = pointsAround<double>(grid, strideOf(kind));
    expectRounded(kind, grid, points, [&](Rounding rounding, Overflow overflow, float *out) {
      roundFromDouble(kind, rounding, overflow, points.data(), out, points.size());
    });
  }
}

TEST_P(FloatFormatTest, RoundsEveryF16ToEveryNarrowKind) {
  std::vector<uint16_t> codes(65536);
  for (unsigned code = 0; code < codes.size(); ++code)
    codes[code] = uint16_t(code);
  std::vector<float> values(codes.size());
  decode(FloatKind::F16, codes.data(), values.data(), codes.size());
  for (FloatKind kind : byteKinds)
    expectRounded(kind, Grid::of(kind), values,
                  [&](Rounding rounding, Overflow overflow, float *out) {
                    round(kind, rounding, overflow, values.data(), out, values.size());
                  });
}

TEST_P(FloatFormatTest, RoundsDoublesToF32) {
  // The machine converts to nearest; toward zero and ties away are found from its neighbours.
  std::mt19937_64 random(1);
  std::vector<double> points = {0x1.ffffffp127,
                                0x1.fffffefffffffp127,
                                0x1.ffffffp127 * 2,
                                0x1p-150,
                                0x1.0000000000001p-150,
                                0x1p-1074,
                                -0.0,
                                double(inf)};
  for (int i = 0; i < 20000; ++i) {
    float value = fromBits(uint32_t(random()));
    if (!std::isfinite(value))
      continue;
    double middle = (double(value) + std::nextafter(value, inf)) / 2;
    for (double point :
         {double(value), middle, std::nextafter(middle, 1e300), std::nextafter(middle, -1e300)})
      points.push_back(point);
  }
  for (double x : points) {
    float nearest = float(x);
    ASSERT_TRUE(same(roundFromDouble(FloatKind::F32, x), nearest)) << x;
    float inner = std::fabs(nearest) > std::fabs(x) && std::isfinite(x)
                      ? std::nextafter(nearest, 0.0f)
                      : nearest;
    inner = std::copysign(inner, float(x));
    ASSERT_TRUE(same(roundFromDouble(FloatKind::F32, x, Rounding::TowardZero), inner)) << x;
    float outer = std::nextafter(inner, std::copysign(inf, inner));
    bool isTie = std::isfinite(outer) && std::fabs(x) != std::fabs(inner) &&
                 std::fabs(x - inner) == std::fabs(outer - x);
    float away = isTie ? outer : nearest;
    ASSERT_TRUE(same(roundFromDouble(FloatKind::F32, x, Rounding::NearestAway), away)) << x;
  }
}

TEST_P(FloatFormatTest, F32StaysAsItIs) {
  std::mt19937 random(2);
  std::vector<float> values(10000), out(values.size());
  for (float &value : values)
    value = fromBits(random());
  for (Rounding rounding : allRoundings) {
    round(FloatKind::F32, rounding, Overflow::Infinity, values.data(), out.data(), out.size());
    for (size_t i = 0; i < values.size(); ++i)
      ASSERT_TRUE(same(values[i], out[i]));
  }
  EXPECT_EQ(round(FloatKind::F32, inf), inf);
  EXPECT_EQ(round(FloatKind::F32, -inf, Rounding::NearestEven, Overflow::Saturate),
            -std::numeric_limits<float>::max());
}

TEST_P(FloatFormatTest, RoundingTwiceIsNotRoundingOnce) {
  auto narrow = FloatKind::F8E4M3FN;
  float x = 17 + 0x1p-10f;
  EXPECT_EQ(round(narrow, x), 18);
  EXPECT_EQ(round(FloatKind::F16, x), 17);
  EXPECT_EQ(round(narrow, round(FloatKind::F16, x)), 16);
  // f64 -> f16: just above the tie of 1 and its successor, by less than f32 can see.
  double y = 1 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(roundFromDouble(FloatKind::F16, y), 1 + 0x1p-10f);
  EXPECT_EQ(round(FloatKind::F16, float(y)), 1);
  // Into fp8 by way of f16, near each midpoint: every kind has such values.
  for (FloatKind kind :
       {FloatKind::F8E4M3FN, FloatKind::F8E4M3FNUZ, FloatKind::F8E5M2, FloatKind::F8E5M2FNUZ,
        FloatKind::F6E2M3, FloatKind::F6E3M2, FloatKind::F4E2M1}) {
    unsigned differ = 0;
    for (float point : pointsAround<float>(Grid::of(kind)))
      differ += !same(round(kind, point), round(kind, round(FloatKind::F16, point)));
    EXPECT_GT(differ, 0u) << formatOf(kind).name;
  }
}

TEST_P(FloatFormatTest, TF32HasTwoRules) {
  float tie = 1 + 0x1p-11f;
  EXPECT_EQ(round(FloatKind::TF32, tie, tf32Convert), 1 + 0x1p-10f);
  EXPECT_EQ(round(FloatKind::TF32, tie, tf32TensorCore), 1);
  EXPECT_EQ(round(FloatKind::TF32, 1 + 0x1p-10f - 0x1p-23f, tf32TensorCore), 1);
  EXPECT_EQ(round(FloatKind::TF32, -tie, tf32Convert), -1 - 0x1p-10f);
  EXPECT_EQ(round(FloatKind::TF32, std::numeric_limits<float>::max(), tf32Convert), inf);
}

template <class Int, class RoundAll> void expectIntegersRounded(FloatKind kind, RoundAll roundAll) {
  std::vector<Int> points = {0, 1, std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max(),
                             std::numeric_limits<Int>::max() - 1};
  // Powers, ties one and two places below them in each kind, and one more or less.
  for (int power = 1; power < std::numeric_limits<Int>::digits; ++power)
    for (int place = 0; place <= 25 && place <= power; ++place)
      for (int off = -1; off <= 1; ++off) {
        uint64_t top = uint64_t(1) << power, bit = uint64_t(1) << (power - place);
        for (uint64_t x : {top + bit + off, top + bit + bit / 2 + off}) {
          points.push_back(Int(x));
          points.push_back(Int(0 - x));
        }
      }
  expectRounded(kind, Grid::of(kind), points,
                [&](Rounding rounding, Overflow overflow, float *out) {
                  roundAll(rounding, overflow, points.data(), out, points.size());
                });
}

TEST_P(FloatFormatTest, RoundsIntegersInOneStep) {
  for (FloatKind kind : {FloatKind::F16, FloatKind::BF16, FloatKind::TF32, FloatKind::F8E5M2}) {
    expectIntegersRounded<int64_t>(
        kind, [&](Rounding rounding, Overflow overflow, const int64_t *in, float *out, size_t n) {
          roundFromInt64(kind, rounding, overflow, in, out, n);
        });
    expectIntegersRounded<uint64_t>(
        kind, [&](Rounding rounding, Overflow overflow, const uint64_t *in, float *out, size_t n) {
          roundFromUInt64(kind, rounding, overflow, in, out, n);
        });
  }
  // f32, which has no list: the machine's own conversion.
  std::mt19937_64 random(3);
  std::vector<int64_t> in = {(int64_t(1) << 60) + (int64_t(1) << 36) + 1, INT64_MIN, INT64_MAX};
  for (int i = 0; i < 20000; ++i) {
    int shift = random() % 40;
    int64_t tie = int64_t((random() | 1) << 63 >> (shift + 1) | random() << 40 >> (shift + 1));
    for (int off = -1; off <= 1; ++off)
      in.push_back((i % 2 ? -tie : tie) + off);
  }
  std::vector<float> out(in.size());
  roundFromInt64(FloatKind::F32, Rounding::NearestEven, Overflow::Infinity, in.data(), out.data(),
                 in.size());
  for (size_t i = 0; i < in.size(); ++i)
    ASSERT_EQ(out[i], float(in[i])) << in[i];
  EXPECT_EQ(out[0], 0x1.000002p60f);
}

//===--- Fused multiply-add ---===//

using Wide = __int128;
/// x * 2^60 as an integer. Requires |x| < 2^66 and no bit below 2^-60.
Wide toFixed(double x) {
  int exponent;
  double fraction = std::frexp(x, &exponent);
  int64_t significand = int64_t(std::ldexp(fraction, 53));
  int shift = exponent - 53 + 60;
  return shift >= 0 ? Wide(significand) * (Wide(1) << shift) : Wide(significand) >> -shift;
}

TEST_P(FloatFormatTest, FmaRoundsTheExactSumOnce) {
  struct Sample {
    FloatKind kind;
    int mantissaBits, lowExponent, highExponent;
  };
  // Products reach down to 2^-60 at most, so that all is exact in fixed point.
  for (Sample sample : {Sample{FloatKind::F16, 10, -14, 14}, Sample{FloatKind::BF16, 7, -20, 20},
                        Sample{FloatKind::F8E5M2, 2, -14, 14}}) {
    Grid grid = Grid::of(sample.kind);
    std::mt19937 random(4);
    auto any = [&] {
      uint32_t mantissa = random() % (1 << sample.mantissaBits);
      mantissa &= random() % 2 ? ~0u : ~0u << (sample.mantissaBits / 2); // Short ones make ties.
      int exponent =
          int(random() % (sample.highExponent - sample.lowExponent)) + sample.lowExponent;
      float value = std::ldexp(1 + std::ldexp(float(mantissa), -sample.mantissaBits), exponent);
      return random() % 2 ? value : -value;
    };
    size_t n = 40000;
    std::vector<float> a(n), b(n), c(n), out(n);
    for (size_t i = 0; i < n; ++i) {
      a[i] = any(), b[i] = any(), c[i] = any();
      if (i % 4 == 0) { // Often a tie, decided by an addend that the sum in double does not see.
        a[i] = std::ldexp(a[i], 5 - std::ilogb(a[i]));
        b[i] = std::ldexp(b[i], 5 - std::ilogb(b[i]));
        c[i] = std::ldexp(c[i], -45 - std::ilogb(c[i]));
      }
    }
    unsigned doubleIsWrong = 0;
    for (Rounding rounding : allRoundings) {
      fma(sample.kind, rounding, Overflow::Infinity, a.data(), b.data(), c.data(), out.data(), n);
      for (size_t i = 0; i < n; ++i) {
        Wide exact = toFixed(double(a[i]) * b[i]) + toFixed(c[i]);
        Wide magnitude = exact < 0 ? -exact : exact;
        // Bisect the grid in fixed point: its first value above `exact`.
        size_t low = 0, high = grid.values.size();
        auto fixed = [&](size_t index) {
          double value = index < grid.values.size() ? grid.values[index] : grid.beyond;
          return value < 0x1p-59 ? Wide(0) : value >= 0x1p65 ? Wide(1) << 126 : toFixed(value);
        };
        while (low < high) {
          size_t middle = (low + high) / 2;
          if (fixed(middle) <= magnitude)
            low = middle + 1;
          else
            high = middle;
        }
        Wide below = fixed(low - 1), above = fixed(low), twice = 2 * magnitude;
        bool up =
            twice > below + above ||
            (twice == below + above && (rounding == Rounding::NearestAway || (low - 1) % 2 == 1));
        if (rounding == Rounding::TowardZero)
          up = false;
        double value = !up                        ? grid.values[low - 1]
                       : low < grid.values.size() ? grid.values[low]
                                                  : double(inf);
        if (low == grid.values.size() && rounding != Rounding::TowardZero && magnitude >= above)
          value = inf;
        float want = float(exact < 0 ? -value : value);
        if (exact == 0)
          want = 0;
        ASSERT_TRUE(same(out[i], want))
            << formatOf(sample.kind).name << " " << int(rounding) << ": " << a[i] << " * " << b[i]
            << " + " << c[i] << " = " << out[i] << ", not " << want;
        doubleIsWrong +=
            !same(want, roundFromDouble(sample.kind, double(a[i]) * b[i] + c[i], rounding));
      }
    }
    EXPECT_GT(doubleIsWrong, 0u) << "the samples do not need a fused operation";
  }
}

TEST_P(FloatFormatTest, FmaIsDecidedByItsLastTerm) {
  auto fmaOf = [](FloatKind kind, float a, float b, float c) {
    float out;
    fma(kind, Rounding::NearestEven, Overflow::Infinity, &a, &b, &c, &out, 1);
    return out;
  };
  float tie = 1.0078125f;
  EXPECT_EQ(fmaOf(FloatKind::BF16, 1.5, tie, 0), 1.515625f);
  EXPECT_EQ(fmaOf(FloatKind::BF16, 1.5, tie, 0x1p-100f), 1.515625f);
  EXPECT_EQ(fmaOf(FloatKind::BF16, 1.5, tie, -0x1p-100f), 1.5078125f);
  EXPECT_EQ(fmaOf(FloatKind::BF16, -1.5, tie, 0x1p-100f), -1.5078125f);
  EXPECT_EQ(roundFromDouble(FloatKind::BF16, 1.5 * tie - 0x1p-100), 1.515625f) << "the naive way";
  EXPECT_TRUE(same(fmaOf(FloatKind::F16, 1, -1, 1), 0.0f));
  EXPECT_TRUE(same(fmaOf(FloatKind::F16, -1, 0, -0.0f), -0.0f));
  EXPECT_EQ(fmaOf(FloatKind::F16, 256, 256, -256), 65280) << "the product alone is too large";
  EXPECT_EQ(fmaOf(FloatKind::F16, 256, 256, 0), inf);
  EXPECT_EQ(fmaOf(FloatKind::F32, inf, 1, 1), inf);
  EXPECT_TRUE(std::isnan(fmaOf(FloatKind::F32, inf, 1, -inf)));
  EXPECT_TRUE(std::isnan(fmaOf(FloatKind::F32, inf, 0, 1)));
}

TEST_P(FloatFormatTest, FmaOfF32IsTheMachines) {
  std::mt19937 random(5);
  size_t n = 50000;
  std::vector<float> a(n), b(n), c(n), out(n);
  for (size_t i = 0; i < n; ++i) {
    a[i] = fromBits(random());
    b[i] = fromBits(random());
    c[i] = fromBits(random());
    if (i % 2) // Of comparable sizes, so that they cancel or meet in ties.
      c[i] = -a[i] * b[i] * (i % 4 == 1 ? 1 : 0x1p-23f);
  }
  fma(FloatKind::F32, Rounding::NearestEven, Overflow::Infinity, a.data(), b.data(), c.data(),
      out.data(), n);
  for (size_t i = 0; i < n; ++i)
    ASSERT_TRUE(same(out[i], std::fma(a[i], b[i], c[i]))) << a[i] << " " << b[i] << " " << c[i];
}

//===--- Arrays ---===//

TEST_P(FloatFormatTest, AnyLengthAndInPlace) {
  std::mt19937 random(6);
  for (size_t n = 0; n <= 70; ++n) {
    std::vector<float> in(n + 1), out(n + 1, 42), inPlace;
    for (float &value : in)
      value = std::ldexp(float(random()), int(random() % 60) - 60);
    inPlace = in;
    for (FloatKind kind : allKinds) {
      if (kind == FloatKind::F64)
        continue;
      inPlace = in;
      round(kind, Rounding::NearestEven, Overflow::Saturate, in.data(), out.data(), n);
      round(kind, Rounding::NearestEven, Overflow::Saturate, inPlace.data(), inPlace.data(), n);
      EXPECT_EQ(out[n], 42) << "wrote beyond the end";
      EXPECT_EQ(inPlace[n], in[n]) << "wrote beyond the end";
      for (size_t i = 0; i < n; ++i) {
        float want = round(kind, in[i], Rounding::NearestEven, Overflow::Saturate);
        ASSERT_TRUE(same(out[i], want) && same(inPlace[i], want))
            << formatOf(kind).name << " " << n << " " << i;
      }
      std::vector<uint32_t> codes(n + 1, 0x5a5a5a5a);
      encode(kind, out.data(), codes.data(), n);
      std::vector<float> back(n + 1, 42);
      decode(kind, codes.data(), back.data(), n);
      EXPECT_EQ(back[n], 42);
      for (size_t i = 0; i < n; ++i)
        ASSERT_TRUE(same(back[i], out[i])) << formatOf(kind).name << " " << n << " " << i;
    }
  }
}

} // namespace
