// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts between the codes of float types, floats, and the nearest floats that a type has.
#include "oracles/interp/numbers/FloatFormat.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>

#include "oracles/interp/numbers/WideVectors.h"

namespace fathom {
namespace {

using Nan = FloatFormat::Nan;

constexpr FloatFormat formats[] = {
    {"f16", 16, 5, 10, 15, Nan::Ieee},
    {"bf16", 16, 8, 7, 127, Nan::Ieee},
    {"f32", 32, 8, 23, 127, Nan::Ieee},
    {"f64", 64, 11, 52, 1023, Nan::Ieee},
    {"tf32", 32, 8, 10, 127, Nan::Ieee},
    {"f8E4M3FN", 8, 4, 3, 7, Nan::AllOnes},
    {"f8E4M3FNUZ", 8, 4, 3, 8, Nan::NegativeZero},
    {"f8E5M2", 8, 5, 2, 15, Nan::Ieee},
    {"f8E5M2FNUZ", 8, 5, 2, 16, Nan::NegativeZero},
    {"f8E8M0FNU", 8, 8, 0, 127, Nan::AllOnes, /*isSigned=*/false},
    {"f6E2M3FN", 6, 2, 3, 1, Nan::None},
    {"f6E3M2FN", 6, 3, 2, 3, Nan::None},
    {"f4E2M1FN", 4, 2, 1, 1, Nan::None},
};
static_assert(std::size(formats) == numFloatKinds);

constexpr uint32_t signBit = 0x80000000, infinity = 0x7f800000, quietNan = 0x7fc00000;

/// Elements that are handled at once where a loop needs an intermediate array.
constexpr size_t blockSize = 256;

} // namespace

const FloatFormat &formatOf(FloatKind kind) { return formats[unsigned(kind)]; }

double FloatFormat::maxFinite() const {
  // AllOnes takes the largest mantissa for NaN; of F8E8M0, the largest exponent.
  int lost = nan == Nan::AllOnes && isSigned ? 1 : 0;
  return std::ldexp(2 - std::ldexp(1 + lost, -mantissaBits), maxExponent());
}

double FloatFormat::minPositive() const { return std::ldexp(1, minExponent() - mantissaBits); }

namespace floats {
namespace {

//===--- Decoding ---===//

/// From the fields of a code, for the tables of the 8-bit kinds.
float decodeFields(const FloatFormat &format, uint32_t code) {
  unsigned m = format.mantissaBits;
  uint32_t mantissa = code & ((1u << m) - 1);
  uint32_t exponentMask = (1u << format.exponentBits) - 1;
  uint32_t exponent = (code >> m) & exponentMask;
  uint32_t sign = format.isSigned ? code >> (format.codeBits - 1) << 31 : 0;
  bool allOnes = exponent == exponentMask && mantissa == (1u << m) - 1;
  if (format.nan == Nan::Ieee && exponent == exponentMask)
    return std::bit_cast<float>(sign | infinity | mantissa << (23 - m));
  if (format.nan == Nan::AllOnes && allOnes)
    return std::bit_cast<float>(sign | quietNan);
  if (format.nan == Nan::NegativeZero && sign && !exponent && !mantissa)
    return std::bit_cast<float>(quietNan);
  bool subnormal = exponent == 0 && format.isSigned;
  double significand = std::ldexp(mantissa, -int(m)) + !subnormal;
  int power = subnormal ? format.minExponent() : int(exponent) - format.bias;
  return float(std::ldexp(sign ? -significand : significand, power));
}

/// The values of all codes of a kind of at most 8 bits.
const float *decodeTable(FloatKind kind) {
  struct Tables {
    float values[numFloatKinds][256];
    Tables() {
      for (unsigned kind = 0; kind < numFloatKinds; ++kind)
        for (uint32_t code = 0; code < 256 && formats[kind].codeBits <= 8; ++code)
          values[kind][code] =
              decodeFields(formats[kind], code & ((1u << formats[kind].codeBits) - 1));
    }
  };
  static const Tables tables;
  return tables.values[unsigned(kind)];
}

void decodeF16(const uint16_t *codes, float *out, size_t n) {
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      uint32_t sign = uint32_t(codes[i] & 0x8000) << 16;
      // The magnitude with f32's exponent field, whose bias is larger by 112; infinity and NaN go on to
      // f32's last exponent.
      int32_t magnitude = (codes[i] & 0x7fff) << 13;
      int32_t rebiased = magnitude + (112 << 23) + (magnitude >= 31 << 23 ? 112 << 23 : 0);
      // A subnormal's mantissa, put behind a leading one that is then subtracted.
      float subnormal = std::bit_cast<float>(magnitude + (113 << 23)) - 0x1p-14f;
      int32_t bits = magnitude < 1 << 23 ? std::bit_cast<int32_t>(subnormal) : rebiased;
      out[i] = std::bit_cast<float>(sign | uint32_t(bits));
    }
  });
}

//===--- Encoding ---===//

/// To codes of at most 16 bits. Works on the grid alone: every value is one of the kind's.
template <class Code>
void encodeNarrow(const FloatFormat &format, const float *in, Code *out, size_t n) {
  unsigned m = format.mantissaBits, shift = 23 - m;
  unsigned signShift = 32 - format.codeBits;
  int32_t smallestNormal = (format.minExponent() + 127) << 23;
  int32_t rebias = (format.minExponent() + 126) << m;
  // The float whose last place is the spacing of the subnormals: added, it puts their mantissa in the low
  // bits.
  float anchor = std::ldexp(1.0f, 23 + format.minExponent() - int(m));
  int32_t anchorBits = std::bit_cast<int32_t>(anchor);
  int32_t mantissaMask = (1 << m) - 1;
  int32_t exponentOnes = ((1 << format.exponentBits) - 1) << m;
  bool ieee = format.nan == Nan::Ieee;
  // For NaN: code = (top mantissa bits & payload) | base, with the sign if there is one. None: the largest.
  int32_t payload = ieee ? mantissaMask : 0;
  int32_t base = ieee                              ? exponentOnes
                 : format.nan == Nan::NegativeZero ? 1 << (format.codeBits - 1)
                                                   : exponentOnes | mantissaMask;
  int32_t quiet = ieee ? 1 << (m - 1) : 0;
  uint32_t nanSign = ieee || format.nan == Nan::AllOnes ? signBit : 0;

  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      uint32_t bits = std::bit_cast<uint32_t>(in[i]);
      int32_t magnitude = bits & ~signBit;
      int32_t normal = (magnitude >> shift) - rebias;
      int32_t subnormal =
          std::bit_cast<int32_t>(std::bit_cast<float>(magnitude) + anchor) - anchorBits;
      int32_t code = magnitude < smallestNormal ? subnormal : normal;

      bool isNan = magnitude > int32_t(infinity);
      int32_t kept = (magnitude >> shift) & payload;
      int32_t special = kept | base | (isNan && kept == 0 ? quiet : 0);
      code = magnitude >= int32_t(infinity) ? special : code;
      uint32_t sign = bits & (isNan ? nanSign : signBit);
      out[i] = Code(uint32_t(code) | sign >> signShift);
    }
  });
}

void encodeBF16(const float *in, uint16_t *out, size_t n) {
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      uint32_t bits = std::bit_cast<uint32_t>(in[i]);
      bool losesPayload = int32_t(bits & ~signBit) > int32_t(infinity) && !(bits & 0x7f0000);
      out[i] = uint16_t(bits >> 16 | (losesPayload ? 0x40 : 0));
    }
  });
}

/// The powers of two have no mantissa, and 2^-127 has f32's exponent field 0.
void encodeE8M0(const float *in, uint8_t *out, size_t n) {
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i)
      out[i] = uint8_t(std::bit_cast<uint32_t>(in[i]) >> 23 & 0xff);
  });
}

/// TF32: infinity must not be made of a NaN whose payload lies in the dropped bits.
void encodeTF32(const float *in, uint32_t *out, size_t n) {
  withWideVectors([=](auto) FATHOM_INLINE {
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      uint32_t bits = std::bit_cast<uint32_t>(in[i]);
      bool losesPayload = int32_t(bits & ~signBit) > int32_t(infinity) && !(bits & 0x7fe000);
      out[i] = (bits & 0xffffe000) | (losesPayload ? 0x400000 : 0);
    }
  });
}

//===--- Rounding ---===//

/// What rounding to a kind does at the ends, as bits of f32 without sign.
struct Ends {
  uint32_t overflow;   ///< For a finite value that is too large.
  uint32_t infinite;   ///< For infinity.
  uint32_t nanPayload; ///< Of a NaN: (bits & nanPayload) | nanBase.
  uint32_t nanBase;
  uint32_t nanSign;  ///< signBit if a NaN keeps its sign, else 0.
  uint32_t zeroSign; ///< The same for zero.

  Ends(const FloatFormat &format, Rounding rounding, Overflow policy) {
    uint32_t max = std::bit_cast<uint32_t>(float(format.maxFinite()));
    infinite = policy == Overflow::Saturate ? max
               : format.hasInf()            ? infinity
               : format.hasNan()            ? quietNan
                                            : max;
    overflow = rounding == Rounding::TowardZero ? max : infinite;
    nanPayload = format.nan == Nan::Ieee ? (infinity - 1) & ~0u << (23 - format.mantissaBits) : 0;
    nanBase = format.hasNan() ? quietNan : max;
    nanSign = format.hasNan() && format.hasNegativeZero() ? signBit : 0;
    zeroSign = format.hasNegativeZero() ? signBit : 0;
  }
};

template <class Real> struct RealBits;
template <> struct RealBits<float> {
  using Bits = uint32_t;
  static constexpr int mantissaBits = 23, bias = 127;
};
template <> struct RealBits<double> {
  using Bits = uint64_t;
  static constexpr int mantissaBits = 52, bias = 1023;
};

/// Rounds by adding, and subtracting, a power of two whose last place is the wanted spacing. That power must
/// exist in Real: from float, for kinds of at most 5 exponent bits; from double, for all.
template <Rounding rounding, class Real>
void roundByAnchor(const FloatFormat &format, Overflow policy, const Real *in, float *out,
                   size_t n) {
  using Bits = typename RealBits<Real>::Bits;
  constexpr int ownMantissa = RealBits<Real>::mantissaBits;
  Ends ends(format, rounding, policy);
  Real maxFinite = format.maxFinite();
  Real tooLarge = std::ldexp(Real(1), format.maxExponent() + 1);
  Real smallestNormal = std::ldexp(Real(1), format.minExponent());
  Bits toAnchor = Bits(ownMantissa - format.mantissaBits) << ownMantissa;
  Bits toSpacing = Bits(format.mantissaBits) << ownMantissa;
  constexpr Bits exponentMask = Bits(2 * RealBits<Real>::bias + 1) << ownMantissa;

  withWideVectors([=](auto) FATHOM_INLINE {
    // Values, not addresses to choose from: such a choice is not vectorised.
    uint32_t atOverflow = ends.overflow, atInfinity = ends.infinite;
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      Bits bits = std::bit_cast<Bits>(in[i]);
      Bits magnitudeBits = bits & ~(Bits(1) << (sizeof(Real) * 8 - 1));
      Real magnitude = std::bit_cast<Real>(magnitudeBits);
      bool isNan = magnitude != magnitude;
      bool isInf = magnitude == std::numeric_limits<Real>::infinity();
      Real clamped = magnitude < tooLarge ? magnitude : tooLarge;
      Real binade = clamped > smallestNormal ? clamped : smallestNormal;
      Bits exponent = std::bit_cast<Bits>(binade) & exponentMask;
      Real anchor = std::bit_cast<Real>(exponent + toAnchor);
      Real rounded = (clamped + anchor) - anchor;
      if constexpr (rounding != Rounding::NearestEven) {
        Real spacing = std::bit_cast<Real>(exponent - toSpacing);
        if constexpr (rounding == Rounding::TowardZero)
          rounded -= rounded > clamped ? spacing : Real(0);
        else // A tie went down to the even neighbour.
          rounded += clamped - rounded == spacing * Real(0.5) ? spacing : Real(0);
      }

      uint32_t result = std::bit_cast<uint32_t>(float(rounded));
      uint32_t end = isInf ? atInfinity : atOverflow;
      result = rounded > maxFinite ? end : result;
      // The top of the mantissa is the same in both widths.
      uint32_t payload = uint32_t(magnitudeBits >> (ownMantissa - 23)) & ends.nanPayload;
      result = isNan ? payload | ends.nanBase : result;
      uint32_t signMask = result == 0 ? ends.zeroSign : signBit;
      signMask = isNan || result == quietNan ? ends.nanSign : signMask;
      uint32_t sign = uint32_t(bits >> (sizeof(Real) * 8 - 32)) & signMask;
      out[i] = std::bit_cast<float>(result | sign);
    }
  });
}

/// For kinds with f32's exponents, the grid is made of f32's codes with low bits zero, subnormals included.
template <Rounding rounding>
void roundByMask(const FloatFormat &format, Overflow policy, const float *in, float *out,
                 size_t n) {
  Ends ends(format, rounding, policy);
  unsigned dropped = 23 - format.mantissaBits;
  uint32_t half = dropped ? 1u << (dropped - 1) : 0, keep = ~0u << dropped;

  withWideVectors([=](auto) FATHOM_INLINE {
    uint32_t atOverflow = ends.overflow, atInfinity = ends.infinite;
    FATHOM_VECTORISE
    for (size_t i = 0; i < n; ++i) {
      uint32_t bits = std::bit_cast<uint32_t>(in[i]);
      uint32_t magnitude = bits & ~signBit, rounded = magnitude;
      if constexpr (rounding == Rounding::NearestEven)
        rounded += half - 1 + (magnitude >> dropped & 1);
      if constexpr (rounding == Rounding::NearestAway)
        rounded += half;
      rounded &= keep;
      uint32_t end = magnitude == infinity ? atInfinity : atOverflow;
      rounded = int32_t(rounded) >= int32_t(infinity) ? end : rounded;
      rounded = int32_t(magnitude) > int32_t(infinity)
                    ? (magnitude & ends.nanPayload) | ends.nanBase
                    : rounded;
      out[i] = std::bit_cast<float>(rounded | (bits & signBit));
    }
  });
}

/// F8E8M0, which has neither sign nor zero; a step after rounding by magnitude.
void mendUnsigned(const FloatFormat &format, const double *in, float *out, size_t n) {
  float smallest = float(format.minPositive());
  for (size_t i = 0; i < n; ++i) {
    if (in[i] < 0)
      out[i] = std::bit_cast<float>(quietNan);
    else if (out[i] < smallest)
      out[i] = smallest;
  }
}

/// Calls body with the rounding as a compile-time constant.
template <class Body> void withRounding(Rounding rounding, Body body) {
  switch (rounding) {
  case Rounding::NearestEven:
    return body(std::integral_constant<Rounding, Rounding::NearestEven>());
  case Rounding::TowardZero:
    return body(std::integral_constant<Rounding, Rounding::TowardZero>());
  case Rounding::NearestAway:
    return body(std::integral_constant<Rounding, Rounding::NearestAway>());
  }
}

/// Rounds what `produce(first, count, buffer)` writes, block by block.
template <class Produce>
void roundProduced(FloatKind kind, Rounding rounding, Overflow overflow, float *out, size_t n,
                   Produce produce) {
  double buffer[blockSize];
  for (size_t first = 0; first < n; first += blockSize) {
    size_t count = std::min(blockSize, n - first);
    produce(first, count, buffer);
    roundFromDouble(kind, rounding, overflow, buffer, out + first, count);
  }
}

/// To a double that rounds to 24 bits or fewer as the integer does: what a double cannot hold becomes one
/// sticky bit, far below the 24 first.
double withSticky(uint64_t magnitude) {
  constexpr uint64_t low = (1 << 12) - 1;
  if (magnitude >> 53)
    magnitude = (magnitude & ~low) | (magnitude & low ? 1 << 11 : 0);
  return double(magnitude);
}

} // namespace

void decode(FloatKind kind, const void *codes, float *out, size_t n) {
  assert(kind != FloatKind::F64 && "f64 is held as double");
  switch (kind) {
  case FloatKind::F16:
    return decodeF16(static_cast<const uint16_t *>(codes), out, n);
  case FloatKind::BF16: {
    const uint16_t *from = static_cast<const uint16_t *>(codes);
    return withWideVectors([=](auto) FATHOM_INLINE {
      FATHOM_VECTORISE
      for (size_t i = 0; i < n; ++i)
        out[i] = std::bit_cast<float>(uint32_t(from[i]) << 16);
    });
  }
  case FloatKind::F32:
  case FloatKind::TF32:
    if (n)
      std::memmove(out, codes, n * sizeof(float));
    return;
  default: {
    const float *table = decodeTable(kind);
    const uint8_t *from = static_cast<const uint8_t *>(codes);
    for (size_t i = 0; i < n; ++i)
      out[i] = table[from[i]];
  }
  }
}

void encode(FloatKind kind, const float *in, void *codes, size_t n) {
  assert(kind != FloatKind::F64 && "f64 is held as double");
  switch (kind) {
  case FloatKind::BF16:
    return encodeBF16(in, static_cast<uint16_t *>(codes), n);
  case FloatKind::F32:
    if (n)
      std::memmove(codes, in, n * sizeof(float));
    return;
  case FloatKind::TF32:
    return encodeTF32(in, static_cast<uint32_t *>(codes), n);
  case FloatKind::F8E8M0:
    return encodeE8M0(in, static_cast<uint8_t *>(codes), n);
  case FloatKind::F16:
    return encodeNarrow(formatOf(kind), in, static_cast<uint16_t *>(codes), n);
  default:
    return encodeNarrow(formatOf(kind), in, static_cast<uint8_t *>(codes), n);
  }
}

void round(FloatKind kind, Rounding rounding, Overflow overflow, const float *in, float *out,
           size_t n) {
  assert(kind != FloatKind::F64 && "f64 is held as double");
  const FloatFormat &format = formatOf(kind);
  switch (kind) {
  case FloatKind::F32: // All floats are on the grid, and nothing is to be dropped.
    return roundByMask<Rounding::TowardZero>(format, overflow, in, out, n);
  case FloatKind::BF16:
  case FloatKind::TF32:
    return withRounding(rounding,
                        [&](auto mode) { roundByMask<mode.value>(format, overflow, in, out, n); });
  case FloatKind::F8E8M0:
    return roundProduced(kind, rounding, overflow, out, n,
                         [=](size_t first, size_t count, double *buffer) {
                           std::copy_n(in + first, count, buffer);
                         });
  default:
    return withRounding(
        rounding, [&](auto mode) { roundByAnchor<mode.value>(format, overflow, in, out, n); });
  }
}

void roundFromDouble(FloatKind kind, Rounding rounding, Overflow overflow, const double *in,
                     float *out, size_t n) {
  assert(kind != FloatKind::F64 && "f64 is held as double");
  const FloatFormat &format = formatOf(kind);
  withRounding(rounding,
               [&](auto mode) { roundByAnchor<mode.value>(format, overflow, in, out, n); });
  if (!format.isSigned)
    mendUnsigned(format, in, out, n);
}

void roundFromInt64(FloatKind kind, Rounding rounding, Overflow overflow, const int64_t *in,
                    float *out, size_t n) {
  roundProduced(kind, rounding, overflow, out, n, [=](size_t first, size_t count, double *buffer) {
    for (size_t i = 0; i < count; ++i) {
      int64_t x = in[first + i];
      buffer[i] = x < 0 ? -withSticky(-uint64_t(x)) : withSticky(x);
    }
  });
}

void roundFromUInt64(FloatKind kind, Rounding rounding, Overflow overflow, const uint64_t *in,
                     float *out, size_t n) {
  roundProduced(kind, rounding, overflow, out, n, [=](size_t first, size_t count, double *buffer) {
    for (size_t i = 0; i < count; ++i)
      buffer[i] = withSticky(in[first + i]);
  });
}

void fma(FloatKind kind, Rounding rounding, Overflow overflow, const float *a, const float *b,
         const float *c, float *out, size_t n) {
  roundProduced(kind, rounding, overflow, out, n, [=](size_t first, size_t count, double *buffer) {
    withWideVectors([=](auto) FATHOM_INLINE {
      FATHOM_VECTORISE
      for (size_t i = 0; i < count; ++i) {
        // Two 24-bit significands make an exact product. Of the sum, the part that a double loses is
        // computed (Knuth's two-sum), and the sum is rounded to odd: to the neighbour whose last bit is set,
        // which every later rounding to fewer bits can tell from a tie.
        double product = double(a[first + i]) * double(b[first + i]);
        double addend = c[first + i];
        double sum = product + addend;
        double part = sum - product;
        double lost = (product - (sum - part)) + (addend - part);
        uint64_t bits = std::bit_cast<uint64_t>(sum);
        uint64_t outward = bits + 1, inward = bits - 1;
        uint64_t neighbour = (lost > 0) == (sum > 0) ? outward : inward;
        // NaN, in `lost` of infinite sums, is neither.
        bool inexact = lost > 0 || lost < 0;
        buffer[i] = std::bit_cast<double>(inexact && !(bits & 1) ? neighbour : bits);
      }
    });
  });
}

void unpackNibbles(const uint8_t *bytes, uint8_t *codes, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    codes[2 * i] = bytes[i] & 15;
    codes[2 * i + 1] = bytes[i] >> 4;
  }
}

void packNibbles(const uint8_t *codes, uint8_t *bytes, size_t n) {
  for (size_t i = 0; i < n; ++i)
    bytes[i] = (codes[2 * i] & 15) | codes[2 * i + 1] << 4;
}

float decode(FloatKind kind, uint32_t code) {
  uint8_t byte = uint8_t(code);
  uint16_t word = uint16_t(code);
  unsigned bytes = formatOf(kind).codeBytes();
  const void *codes = bytes == 1   ? static_cast<const void *>(&byte)
                      : bytes == 2 ? static_cast<const void *>(&word)
                                   : &code;
  float value;
  decode(kind, codes, &value, 1);
  return value;
}

uint32_t encode(FloatKind kind, float value) {
  uint8_t byte = 0;
  uint16_t word = 0;
  uint32_t code = 0;
  switch (formatOf(kind).codeBytes()) {
  case 1:
    encode(kind, &value, &byte, 1);
    return byte;
  case 2:
    encode(kind, &value, &word, 1);
    return word;
  default:
    encode(kind, &value, &code, 1);
    return code;
  }
}

float round(FloatKind kind, float value, Rounding rounding, Overflow overflow) {
  round(kind, rounding, overflow, &value, &value, 1);
  return value;
}

float roundFromDouble(FloatKind kind, double value, Rounding rounding, Overflow overflow) {
  float result;
  roundFromDouble(kind, rounding, overflow, &value, &result, 1);
  return result;
}

bool isExact(FloatKind kind, double value) {
  const FloatFormat &format = formatOf(kind);
  if (std::isnan(value))
    return format.hasNan();
  if (kind == FloatKind::F64)
    return true;
  if (value == 0 && std::signbit(value))
    return format.hasNegativeZero();
  return roundFromDouble(kind, value, Rounding::TowardZero) == value;
}

double ulp(FloatKind kind, double value) {
  const FloatFormat &format = formatOf(kind);
  if (!std::isfinite(value))
    return std::numeric_limits<double>::infinity();
  int exponent =
      value == 0 ? format.minExponent() : std::max(std::ilogb(value), format.minExponent());
  return std::ldexp(1, exponent - format.mantissaBits);
}

} // namespace floats
} // namespace fathom
