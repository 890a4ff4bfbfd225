// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bits that a ring element has in a float type, and the element that bits stand for.
//
// In wide types (f32, f64) an element has the bits of its number (numbers/Ring.h): each small fraction and each integer of up to 24 bits has its own bits in f32, all
// have in f64. The narrow ones have few of them, but all of their codes are listed by the element that their value is embedded as. So an f16 that was read
// from memory gets its own bits back.
#include "oracles/interp/Memory.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

using namespace llvm;

namespace fathom::interp {

static double realOf(FloatKind kind, uint64_t bits) {
  return kind == FloatKind::F64 ? llvm::bit_cast<double>(bits)
                                : floats::decode(kind, uint32_t(bits));
}
static uint64_t bitsOfReal(FloatKind kind, double real) {
  return kind == FloatKind::F64 ? llvm::bit_cast<uint64_t>(real)
                                : floats::encode(kind, float(real));
}

int32_t ringOfBits(FloatKind kind, uint64_t bits) { return ring::fromDouble(realOf(kind, bits)); }

static bool isNarrow(FloatKind kind) { return formatOf(kind).codeBytes() <= 2; }

/// m * 2^shift in 31 bits, m below 2^31.
static uint32_t rotated(uint32_t m, unsigned shift) {
  return ((m << shift) | (m >> (31 - shift))) & uint32_t(ring::modulus);
}

/// The value of a narrow type that is embedded as a finite element. Of several (2^-24 and 128 are the same: 2^31 = 1) the largest.
static std::optional<double> narrowValue(FloatKind kind, int32_t element) {
  const FloatFormat &format = formatOf(kind);
  if (element == 0)
    return format.isSigned ? std::optional<double>(0) : std::nullopt;
  // A value of few digits, times a power of two, is a rotation of these: elsewhere the bits are all 0, or all 1 if it is negative. Bit i: the n + 1 bits up to i + 1 are
  // equal, for a growing n.
  const auto magnitude = uint32_t(std::abs(element));
  const unsigned digits = format.mantissaBits + 1, same = 31 - digits;
  uint32_t equal = ~(magnitude ^ rotated(magnitude, 30)) & uint32_t(ring::modulus);
  for (unsigned n = 1; n + 1 < same;) {
    unsigned step = std::min(n, same - 1 - n);
    equal &= rotated(equal, step);
    n += step;
  }
  if (!equal)
    return std::nullopt;
  // Makes them the highest bits.
  const unsigned shift = (29 - llvm::countr_zero(equal) + 31) % 31;
  uint32_t significand = rotated(magnitude, shift);
  bool negative = element < 0;
  if (significand >> digits) {
    significand = uint32_t(ring::modulus) - significand;
    negative = !negative;
  }
  if (negative && !format.isSigned)
    return std::nullopt;
  // significand * 2^(31 j - shift)
  int most = format.maxExponent() - int(llvm::Log2_32(significand));
  int exponent = most - (((most + int(shift)) % 31 + 31) % 31);
  double value = std::ldexp(significand, exponent);
  if (value > format.maxFinite())
    value = std::ldexp(significand, exponent - 31);
  if (floats::roundFromDouble(kind, value) != value)
    return std::nullopt;
  return negative ? -value : value;
}

/// The bits of the element's real value, if the type has it.
static std::optional<uint64_t> realBits(FloatKind kind, int32_t element) {
  if (isNarrow(kind)) {
    const FloatFormat &format = formatOf(kind);
    std::optional<double> value = ring::numberOf(element);
    if (ring::isFinite(element))
      value = narrowValue(kind, element);
    else if (!(element == ring::nan ? format.hasNan() : format.hasInf()))
      value = std::nullopt;
    return value ? std::optional<uint64_t>(bitsOfReal(kind, *value)) : std::nullopt;
  }
  double number = ring::numberOf(element);
  if (kind == FloatKind::F64 || std::isnan(number) || double(float(number)) == number)
    return bitsOfReal(kind, number);
  return std::nullopt;
}

/// A bijection: two elements do not get the same bits of f32, unless the first ones were not free.
static uint32_t mix(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352d;
  x = (x ^ (x >> 15)) * 0x846ca68b;
  return x ^ (x >> 16);
}

/// Bits that are free: of no special value, and (in f32) of no element's number.
static bool areFree(FloatKind kind, uint32_t bits) {
  double real = realOf(kind, bits);
  return std::isfinite(real) && (isNarrow(kind) || ring::numberOf(ring::fromDouble(real)) != real);
}

uint64_t ringBits(FloatKind kind, int32_t element) {
  if (std::optional<uint64_t> bits = realBits(kind, element))
    return *bits;
  unsigned width = formatOf(kind).codeBits;
  assert(width <= 32 && "f64 has all elements as real values");
  assert((isNarrow(kind) || kind == FloatKind::F32 || kind == FloatKind::TF32) && "a kind of f32");
  uint32_t hash = uint32_t(element), bits;
  do {
    hash = mix(hash + 0x9e3779b9);
    bits = width < 32 ? hash & ((1u << width) - 1) : hash;
  } while (!areFree(kind, bits));
  return bits;
}

} // namespace fathom::interp
