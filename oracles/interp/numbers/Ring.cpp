// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes in the field Z/(2^31 - 1) with infinities and NaN, on arrays.
#include "oracles/interp/numbers/Ring.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "oracles/interp/numbers/WideVectors.h"

namespace fathom::ring {
namespace {

constexpr int32_t p = modulus;

/// Elements that are looked at for specials before they are computed with, and inverted together.
constexpr size_t blockSize = 512;

//===--- Finite elements ---===//

/// m * 2^(31 j + shift), m below 2^31: a rotation of m's 31 bits.
FATHOM_INLINE inline uint32_t rotate(uint32_t m, uint32_t shift) {
  return ((m << shift) | (m >> (31 - shift))) & uint32_t(p);
}

/// From [-2 * largest, 2 * largest] into the field.
FATHOM_INLINE inline int32_t centre(int32_t sum) {
  sum = sum > largest ? sum - p : sum;
  return sum < -largest ? sum + p : sum;
}

FATHOM_INLINE inline int32_t addFinite(int32_t a, int32_t b) { return centre(a + b); }

/// From [0, 2^31 + 2^30) into the field. Unsigned, but a signed subtraction compares with `largest`.
FATHOM_INLINE inline int32_t centreBits(uint32_t sum) {
  bool above = int32_t(sum - uint32_t(largest + 1)) >= 0;
  return int32_t(above ? sum - uint32_t(p) : sum);
}

/// By magnitudes, since the baseline multiplies 32-bit lanes to 64 bits without sign only. 2^31 = 1, so the
/// product's high bits are added to the low 31; the sum is below 2^31 + 2^29.
FATHOM_INLINE inline int32_t mulFinite(int32_t a, int32_t b) {
  uint64_t product = uint64_t(uint32_t(a < 0 ? -a : a)) * uint32_t(b < 0 ? -b : b);
  int32_t magnitude = centreBits(uint32_t(product & uint32_t(p)) + uint32_t(product >> 31));
  int32_t negative = (a ^ b) >> 31;
  return (magnitude ^ negative) - negative;
}

/// x^(2^30 - 1) = x^((p - 1) / 2): 1 if x is a square, -1 if it is none, 0 of 0 (Euler's criterion).
int32_t legendre(int32_t x) {
  int32_t result = x, square = x;
  for (int bit = 1; bit < 30; ++bit) {
    square = mulFinite(square, square);
    result = mulFinite(result, square);
  }
  return result;
}

/// x^(p - 2), where p - 2 = 2 (2^30 - 1) - 1 has all of its 31 bits set but the second; 0 of 0 (Fermat).
int32_t invFinite(int32_t x) {
  int32_t result = x, square = mulFinite(x, x);
  for (int bit = 2; bit < 31; ++bit) {
    square = mulFinite(square, square);
    result = mulFinite(result, square);
  }
  return result;
}

//===--- All elements ---===//

/// In the specials alone the two highest bits differ.
FATHOM_INLINE inline int32_t specialMark(int32_t x) { return x ^ int32_t(uint32_t(x) << 1); }
FATHOM_INLINE inline bool isSpecial(int32_t x) { return specialMark(x) < 0; }

FATHOM_INLINE inline int32_t negAny(int32_t x) { return int32_t(0u - uint32_t(x)); }

/// Without branches, as masks of -inf are added often.
FATHOM_INLINE inline int32_t addAny(int32_t a, int32_t b) {
  int32_t finite = centre(int32_t(uint32_t(a) + uint32_t(b)));
  int32_t special = isSpecial(b) && a != b ? nan : a;
  special = isSpecial(a) ? special : b;
  return (specialMark(a) | specialMark(b)) < 0 ? special : finite;
}

/// With a memory of one sign, for an array of infinities is mostly multiplied by one constant.
struct MulAny {
  int32_t lastFinite = 0, lastSign = 0;

  int32_t signOf(int32_t x) {
    if (!isSpecial(x) && x != lastFinite) {
      lastFinite = x;
      lastSign = legendre(x);
    }
    return !isSpecial(x) ? lastSign : x == nan ? 0 : x == posInf ? 1 : -1;
  }

  int32_t operator()(int32_t a, int32_t b) {
    if (!isSpecial(a) && !isSpecial(b))
      return mulFinite(a, b);
    int32_t product = signOf(a) * signOf(b);
    return product > 0 ? posInf : product < 0 ? negInf : nan;
  }
};

int32_t invAny(int32_t x) {
  if (isSpecial(x))
    return x == nan ? nan : 0;
  return x == 0 ? posInf : invFinite(x);
}

//===--- Fractions ---===//

constexpr int32_t smallBound = 1 << 20;
constexpr unsigned fractionBits = 14;

/// An element's number in two parts, so that lanes of 32 bits are enough: the next integer below, and how many 2^-14ths are
/// above it. Infinities and NaN are their codes.
template <class T> struct Number {
  T whole, rest;
  friend FATHOM_INLINE inline bool operator<(Number a, Number b) {
    return (a.whole < b.whole) | ((a.whole == b.whole) & (a.rest < b.rest));
  }
};

/// A fraction's number is x * 2^14, over 2^14: below 2^16 * 2^13, that is no other one's residue. With j zeros at its end,
/// x * 2^(14 - j) is the 2^j-th part of it, which must be below 2^16.
struct Fraction {
  int32_t scaled;
  bool is;

  FATHOM_INLINE explicit Fraction(int32_t x) {
    int32_t magnitude = x < 0 ? negAny(x) : x;
    // 0 of an infinity.
    scaled = centreBits(rotate(uint32_t(magnitude), fractionBits));
    int32_t scaledMagnitude = scaled < 0 ? -scaled : scaled;
    int32_t lowestBit = scaled & -scaled;
    constexpr int32_t most = 1 << (fractionBits - 1); // Not of integers.
    lowestBit = lowestBit < most ? lowestBit : most;
    // Of NaN the magnitude is negative.
    is = (magnitude >= smallBound) & (scaledMagnitude < lowestBit << 16);
    scaled = x < 0 ? -scaled : scaled;
  }
};

FATHOM_INLINE inline Number<int32_t> numberAt(int32_t x) {
  Fraction fraction(x);
  return {fraction.is ? fraction.scaled >> fractionBits : x,
          fraction.is ? fraction.scaled & ((1 << fractionBits) - 1) : 0};
}

//===--- Loops ---===//

template <class... Arrays>
FATHOM_INLINE inline bool anySpecial(size_t first, size_t count, Arrays... arrays) {
  int32_t marks = 0;
  for (size_t i = first; i < first + count; ++i)
    marks |= (specialMark(arrays[i]) | ...);
  return marks < 0;
}

/// out = fast(arrays...) element by element; `any` where a block has specials.
template <class Fast, class Any, class... Arrays>
void elementwise(Fast fast, Any any, int32_t *out, size_t n, Arrays... arrays) {
  withWideVectors([=](auto) FATHOM_INLINE {
    for (size_t first = 0; first < n; first += blockSize) {
      size_t count = std::min(blockSize, n - first);
      if (anySpecial(first, count, arrays...)) {
        Any anyOf = any;
        for (size_t i = first; i < first + count; ++i)
          out[i] = anyOf(arrays[i]...);
        continue;
      }
      FATHOM_VECTORISE
      for (size_t i = first; i < first + count; ++i)
        out[i] = fast(arrays[i]...);
    }
  });
}

/// The same for functions whose fast form knows the specials.
template <class Fast, class Out, class... Arrays>
void elementwise(Fast fast, Out *out, size_t n, Arrays... arrays) {
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i)
      out[i] = fast(arrays[i]...);
  });
}

/// Elements that are looked at for fractions together.
constexpr size_t orderBlockSize = 128;

/// Neither small nor special.
FATHOM_INLINE inline bool isLarge(int32_t x) {
  int32_t magnitude = x < 0 ? negAny(x) : x;
  return (magnitude >= smallBound) & (magnitude <= largest);
}

/// out = plain(arrays...) element by element; `fraction` where a block may have fractions.
template <class Plain, class Fraction, class Out, class... Arrays>
void byNumber(Plain plain, Fraction fraction, Out *out, size_t n, Arrays... arrays) {
  withWideVectors([=](auto) FATHOM_INLINE {
    for (size_t first = 0; first < n; first += orderBlockSize) {
      size_t count = std::min(orderBlockSize, n - first);
      uint32_t large = 0;
      for (size_t i = first; i < first + count; ++i)
        large |= (uint32_t(isLarge(arrays[i])) | ...);
      if (large) {
        FATHOM_VECTORISE
        for (size_t i = first; i < first + count; ++i)
          out[i] = fraction(arrays[i]...);
        continue;
      }
      FATHOM_VECTORISE
      for (size_t i = first; i < first + count; ++i)
        out[i] = plain(arrays[i]...);
    }
  });
}

/// The same for f(elements..., numbers...): where there are no fractions the codes will do for numbers.
template <class F, class Out, class... Arrays>
void byOrder(F f, Out *out, size_t n, Arrays... arrays) {
  byNumber([f](auto... x) FATHOM_INLINE { return f(x..., x...); },
           [f](auto... x) FATHOM_INLINE { return f(x..., numberAt(x)...); }, out, n, arrays...);
}

/// Inverts `count` finite elements, not 0, at once: products of pairs, of pairs of pairs, ... up to one, whose
/// inverse is then taken apart again, since inv(l) = inv(l r) r. Three multiplications for each element.
void invBlock(int32_t *x, size_t count) {
  // Node i of a level of `half` nodes is the product of nodes i and i + half of the level below.
  int32_t tree[2 * blockSize];
  size_t leaves = std::bit_ceil(count);
  std::copy_n(x, count, tree);
  std::fill(tree + count, tree + leaves, 1);
  withWideVectors([=, tree = &tree[0]](auto) FATHOM_INLINE {
    int32_t *level = tree;
    for (size_t half = leaves / 2; half; half /= 2) {
      int32_t *above = level + 2 * half;
      FATHOM_VECTORISE
      for (size_t i = 0; i < half; ++i)
        above[i] = mulFinite(level[i], level[i + half]);
      level = above;
    }
    *level = invFinite(*level);
    for (size_t half = 1; half < leaves; half *= 2) {
      int32_t *above = level;
      level -= 2 * half;
      FATHOM_VECTORISE
      for (size_t i = 0; i < half; ++i) {
        int32_t left = level[i], right = level[i + half];
        level[i] = mulFinite(above[i], right);
        level[i + half] = mulFinite(above[i], left);
      }
    }
  });
  std::copy_n(tree, count, x);
}

/// body(first, count, inverses of the block)
template <class Body> void withInverses(const int32_t *in, size_t n, Body body) {
  int32_t inverses[blockSize];
  for (size_t first = 0; first < n; first += blockSize) {
    size_t count = std::min(blockSize, n - first);
    for (size_t i = 0; i < count; ++i)
      inverses[i] = isSpecial(in[first + i]) || in[first + i] == 0 ? 1 : in[first + i];
    invBlock(inverses, count);
    for (size_t i = 0; i < count; ++i) {
      int32_t x = in[first + i];
      inverses[i] = isSpecial(x) ? (x == nan ? nan : 0) : x == 0 ? posInf : inverses[i];
    }
    body(first, count, inverses);
  }
}

//===--- Embedding ---===//

FATHOM_INLINE inline int32_t embedUnsigned(uint64_t x) {
  // Three digits of base 2^31, whose weights are all 1.
  uint64_t sum = (x & uint64_t(p)) + (x >> 31 & uint64_t(p)) + (x >> 62);
  return centreBits(uint32_t(sum & uint64_t(p)) + uint32_t(sum >> 31));
}

FATHOM_INLINE inline int32_t embedSigned(int64_t x) {
  int32_t magnitude = embedUnsigned(x < 0 ? 0 - uint64_t(x) : uint64_t(x));
  return x < 0 ? -magnitude : magnitude;
}

/// What both widths end with: the sign, and the specials by a zero or other mantissa under the last exponent.
FATHOM_INLINE inline int32_t withSpecials(int32_t magnitude, bool isNegative, bool isLastExponent,
                                          bool isMantissaZero) {
  magnitude = isLastExponent ? (isMantissaZero ? posInf : nan) : magnitude;
  return negAny(isNegative ? magnitude : negAny(magnitude));
}

FATHOM_INLINE inline int32_t embedFloat(float x) {
  uint32_t bits = std::bit_cast<uint32_t>(x);
  uint32_t exponent = bits >> 23 & 0xff, mantissa = bits & 0x7fffff;
  // m * 2^(max(exponent, 1) - 150), and 150 = 5 * 31 - 5.
  uint32_t m = mantissa | (exponent ? 1u << 23 : 0);
  uint32_t shift = ((exponent ? exponent : 1) + 5) % 31;
  return withSpecials(centreBits(rotate(m, shift)), int32_t(bits) < 0, exponent == 0xff,
                      mantissa == 0);
}

FATHOM_INLINE inline int32_t embedDouble(double x) {
  uint64_t bits = std::bit_cast<uint64_t>(x);
  uint32_t exponent = uint32_t(bits >> 52) & 0x7ff;
  uint64_t mantissa = bits & ((uint64_t(1) << 52) - 1);
  // m * 2^(max(exponent, 1) - 1075), and 1075 = 35 * 31 - 10. m has 53 bits, two digits of base 2^31.
  uint64_t m = mantissa | (exponent ? uint64_t(1) << 52 : 0);
  uint32_t sum = uint32_t(m & uint64_t(p)) + uint32_t(m >> 31);
  sum = (sum & uint32_t(p)) + (sum >> 31);
  uint32_t shift = ((exponent ? exponent : 1) + 10) % 31;
  return withSpecials(centreBits(rotate(sum, shift)), int64_t(bits) < 0, exponent == 0x7ff,
                      mantissa == 0);
}

//===--- Hashes ---===//

/// The finaliser of MurmurHash3: a bijection in which every bit of the input flips half of the output's.
FATHOM_INLINE inline uint32_t mix(uint32_t h) {
  h = (h ^ h >> 16) * 0x85ebca6b;
  h = (h ^ h >> 13) * 0xc2b2ae35;
  return h ^ h >> 16;
}

/// A key as the hashes use it. Keys may be small numbers, and f(key, x) must not be f(x, key).
struct MixedKey {
  uint32_t first, second;

  explicit MixedKey(uint64_t key) {
    // The finaliser of SplitMix64.
    key += 0x9e3779b97f4a7c15;
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9;
    key = (key ^ key >> 27) * 0x94d049bb133111eb;
    key ^= key >> 31;
    first = uint32_t(key);
    second = uint32_t(key >> 32);
  }
};

FATHOM_INLINE inline uint32_t hashBits(MixedKey key, int32_t x) {
  return mix(mix(uint32_t(x) ^ key.first) + key.second);
}

FATHOM_INLINE inline int32_t hashAny(MixedKey key, int32_t x) {
  return x == nan ? nan : centreBits(hashBits(key, x) >> 1);
}

FATHOM_INLINE inline int32_t hashAny(MixedKey key, int32_t x, int32_t y) {
  uint32_t h = mix(mix(mix(uint32_t(x) ^ key.first) + uint32_t(y)) ^ key.second);
  return x == nan || y == nan ? nan : centreBits(h >> 1);
}

FATHOM_INLINE inline int32_t hashExpAny(MixedKey key, int32_t x) {
  int32_t result = hashAny(key, x);
  result = x == 0 ? 1 : result;
  result = x == negInf ? 0 : result;
  return x == posInf ? posInf : result;
}

FATHOM_INLINE inline int32_t integerAny(MixedKey key, int32_t x) {
  int32_t hash = int32_t(hashBits(key, x) >> 11) - smallBound;
  hash = hash == -smallBound ? 0 : hash;
  return isLarge(x) ? hash : x;
}

/// Of a number times 2^14, `scaled`, the integer that the rule gives.
template <Whole rule> FATHOM_INLINE inline int32_t wholeOf(int32_t scaled) {
  constexpr int32_t one = 1 << fractionBits, half = one / 2;
  int32_t negative = scaled >> 31;
  switch (rule) {
  case Whole::Floor:
    return scaled >> fractionBits;
  case Whole::Ceil:
    return -(-scaled >> fractionBits);
  case Whole::Trunc:
    return (scaled + (negative & (one - 1))) >> fractionBits;
  case Whole::Round:
    return (((scaled ^ negative) - negative + half) >> fractionBits ^ negative) - negative;
  case Whole::RoundEven: {
    int32_t up = (scaled + half) >> fractionBits;
    return (scaled & (one - 1)) == half ? up & ~1 : up;
  }
  }
}

template <Whole rule> void integersByRule(MixedKey key, const int32_t *x, int32_t *out, size_t n) {
  byNumber([=](int32_t x) FATHOM_INLINE { return integerAny(key, x); },
           [=](int32_t x) FATHOM_INLINE {
             Fraction fraction(x);
             return fraction.is ? wholeOf<rule>(fraction.scaled) : integerAny(key, x);
           },
           out, n, x);
}

//===--- Order ---===//
// Of codes, or numbers. In either NaN is below everything.

FATHOM_INLINE inline int32_t least(int32_t x, int32_t y, auto a, auto b) { return a < b ? x : y; }
FATHOM_INLINE inline int32_t most(int32_t x, int32_t y, auto a, auto b) { return b < a ? x : y; }

/// NaN above everything.
FATHOM_INLINE inline uint32_t nanLast(int32_t code) { return uint32_t(code) - uint32_t(negInf); }
FATHOM_INLINE inline Number<uint32_t> nanLast(Number<int32_t> number) {
  return {nanLast(number.whole), uint32_t(number.rest)};
}
FATHOM_INLINE inline int32_t leastNumber(int32_t x, int32_t y, auto a, auto b) {
  return least(x, y, nanLast(a), nanLast(b));
}
FATHOM_INLINE inline int32_t mostOrNan(int32_t x, int32_t y, auto a, auto b) {
  return most(x, y, nanLast(a), nanLast(b));
}

FATHOM_INLINE inline bool isBelowZero(int32_t code) { return code < 0; }
FATHOM_INLINE inline bool isBelowZero(Number<int32_t> number) { return number.whole < 0; }

#define FATHOM_BODY(...) [=](__VA_ARGS__) FATHOM_INLINE

} // namespace

int sign(int32_t x) { return MulAny().signOf(x); }

double numberOf(int32_t x) {
  if (isSpecial(x))
    return x == nan      ? std::numeric_limits<double>::quiet_NaN()
           : x == posInf ? std::numeric_limits<double>::infinity()
                         : -std::numeric_limits<double>::infinity();
  Number<int32_t> number = numberAt(x);
  return number.whole + double(number.rest) / (1 << fractionBits);
}

void add(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(int32_t x, int32_t y) { return addAny(x, y); }, out, n, a, b);
}
void sub(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(int32_t x, int32_t y) { return addAny(x, negAny(y)); }, out, n, a, b);
}
void mul(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  elementwise(
      FATHOM_BODY(int32_t x, int32_t y) { return mulFinite(x, y); }, MulAny(), out, n, a, b);
}
void fma(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *out, size_t n) {
  elementwise(
      FATHOM_BODY(int32_t x, int32_t y, int32_t z) { return addFinite(mulFinite(x, y), z); },
      [mul = MulAny()](int32_t x, int32_t y, int32_t z) mutable { return addAny(mul(x, y), z); },
      out, n, a, b, c);
}
void neg(const int32_t *a, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(int32_t x) { return negAny(x); }, out, n, a);
}
void abs(const int32_t *a, int32_t *out, size_t n) {
  byOrder(FATHOM_BODY(int32_t x, auto a) { return isBelowZero(a) ? negAny(x) : x; }, out, n, a);
}
void copySign(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  byOrder(
      FATHOM_BODY(int32_t x, int32_t y, auto a, auto b) {
        bool negative = isBelowZero(b) & (y != nan);
        return isBelowZero(a) == negative ? x : negAny(x);
      },
      out, n, a, b);
}
void signum(const int32_t *a, int32_t *out, size_t n) {
  byOrder(
      FATHOM_BODY(int32_t x, auto a) {
        int32_t sign = isBelowZero(a) ? -1 : x == 0 ? 0 : 1;
        return x == nan ? nan : sign;
      },
      out, n, a);
}
void inv(const int32_t *a, int32_t *out, size_t n) {
  withInverses(a, n, [=](size_t first, size_t count, const int32_t *inverses) {
    std::copy_n(inverses, count, out + first);
  });
}
void div(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  withInverses(b, n, [=](size_t first, size_t count, const int32_t *inverses) {
    mul(a + first, inverses, out + first, count);
  });
}

#define FATHOM_CHOICE(choice)                                                                      \
  FATHOM_BODY(int32_t x, int32_t y, auto a, auto b) { return choice(x, y, a, b); }
void minimum(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  byOrder(FATHOM_CHOICE(least), out, n, a, b);
}
void maximum(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  byOrder(FATHOM_CHOICE(mostOrNan), out, n, a, b);
}
void minNumber(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  byOrder(FATHOM_CHOICE(leastNumber), out, n, a, b);
}
void maxNumber(const int32_t *a, const int32_t *b, int32_t *out, size_t n) {
  byOrder(FATHOM_CHOICE(most), out, n, a, b);
}

void compare(uint8_t relations, const int32_t *a, const int32_t *b, uint8_t *out, size_t n) {
  byOrder(
      FATHOM_BODY(int32_t x, int32_t y, auto a, auto b) {
        uint32_t relation = x == y ? Equal : b < a ? Greater : Less;
        relation = x == nan || y == nan ? Unordered : relation;
        return uint8_t((relations & relation) != 0);
      },
      out, n, a, b);
}

void fromInt64(const int64_t *in, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(int64_t x) { return embedSigned(x); }, out, n, in);
}
void fromUInt64(const uint64_t *in, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(uint64_t x) { return embedUnsigned(x); }, out, n, in);
}
void fromDouble(const double *in, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(double x) { return embedDouble(x); }, out, n, in);
}
void fromFloat(const float *in, int32_t *out, size_t n) {
  elementwise(FATHOM_BODY(float x) { return embedFloat(x); }, out, n, in);
}

void toInt(uint64_t key, const int32_t *in, unsigned bits, bool isSigned, int64_t *out, size_t n) {
  assert(bits >= 1 && bits <= 64 && "not a width of an integer");
  MixedKey mixed(key);
  // A finite value has 31 bits; wider integers have the same bounds as those of 32.
  unsigned width = std::min(bits, 32u);
  int64_t low = isSigned ? -(int64_t(1) << (width - 1)) : 0;
  int64_t high = (int64_t(1) << (isSigned ? width - 1 : width)) - 1;
  unsigned unused = 64 - bits;
  // The number of x has no fraction but `whole`.
  auto convert = [=](int32_t x, int32_t whole) FATHOM_INLINE {
    uint64_t hash = uint64_t(uint32_t(hashBits(mixed, x))) << unused;
    int64_t cut = isSigned ? int64_t(hash) >> unused : int64_t(hash >> unused);
    return !isSpecial(x) && whole >= low && whole <= high ? int64_t(whole) : cut;
  };
  byNumber([=](int32_t x) FATHOM_INLINE { return convert(x, x); },
           [=](int32_t x) FATHOM_INLINE {
             Fraction fraction(x);
             return convert(x, fraction.is ? wholeOf<Whole::Trunc>(fraction.scaled) : x);
           },
           out, n, in);
}

void hash1(uint64_t key, const int32_t *x, int32_t *out, size_t n) {
  MixedKey mixed(key);
  elementwise(FATHOM_BODY(int32_t x) { return hashAny(mixed, x); }, out, n, x);
}
void hash2(uint64_t key, const int32_t *x, const int32_t *y, int32_t *out, size_t n) {
  MixedKey mixed(key);
  elementwise(FATHOM_BODY(int32_t x, int32_t y) { return hashAny(mixed, x, y); }, out, n, x, y);
}
void hashExp(uint64_t key, const int32_t *x, int32_t *out, size_t n) {
  MixedKey mixed(key);
  elementwise(FATHOM_BODY(int32_t x) { return hashExpAny(mixed, x); }, out, n, x);
}
void integerValued(Whole rule, uint64_t key, const int32_t *x, int32_t *out, size_t n) {
  MixedKey mixed(key);
  switch (rule) {
  case Whole::Floor:
    return integersByRule<Whole::Floor>(mixed, x, out, n);
  case Whole::Ceil:
    return integersByRule<Whole::Ceil>(mixed, x, out, n);
  case Whole::Round:
    return integersByRule<Whole::Round>(mixed, x, out, n);
  case Whole::RoundEven:
    return integersByRule<Whole::RoundEven>(mixed, x, out, n);
  case Whole::Trunc:
    return integersByRule<Whole::Trunc>(mixed, x, out, n);
  }
}

int32_t add(int32_t a, int32_t b) { return addAny(a, b); }
int32_t sub(int32_t a, int32_t b) { return addAny(a, negAny(b)); }
int32_t mul(int32_t a, int32_t b) { return MulAny()(a, b); }
int32_t inv(int32_t a) { return invAny(a); }
int32_t div(int32_t a, int32_t b) { return MulAny()(a, invAny(b)); }
int32_t neg(int32_t a) { return negAny(a); }
int32_t minimum(int32_t a, int32_t b) { return least(a, b, numberAt(a), numberAt(b)); }
int32_t maximum(int32_t a, int32_t b) { return mostOrNan(a, b, numberAt(a), numberAt(b)); }
int32_t minNumber(int32_t a, int32_t b) { return leastNumber(a, b, numberAt(a), numberAt(b)); }
int32_t maxNumber(int32_t a, int32_t b) { return most(a, b, numberAt(a), numberAt(b)); }
int32_t fromInt64(int64_t x) { return embedSigned(x); }
int32_t fromDouble(double x) { return embedDouble(x); }
int32_t hash1(uint64_t key, int32_t x) { return hashAny(MixedKey(key), x); }
int32_t hash2(uint64_t key, int32_t x, int32_t y) { return hashAny(MixedKey(key), x, y); }

} // namespace fathom::ring
