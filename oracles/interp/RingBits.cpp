// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bits that a ring element has in a float type, and the element that bits stand for.
//
// In wide types (f32, f64) an element has the bits of its number (numbers/Ring.h): each small fraction and each integer of up to 24 bits has its own bits in f32, all
// have in f64. The narrow ones have few of them, but all of their codes are listed by the element that their value is embedded as. So an f16 that was read
// from memory gets its own bits back.
#include "oracles/interp/Memory.h"
#include "oracles/interp/numbers/Ring.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <vector>

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

namespace {
/// The codes of a narrow type by the elements that their values are embedded as. Of several values of one element (2^-24 and 128 are the same: 2^31 = 1)
/// the largest has it. By 64 bits, for the largest and the smallest of 32 bits are the infinities, and a DenseMap keeps those two keys to itself.
using Codes = llvm::DenseMap<int64_t, uint16_t>;
} // namespace

static Codes makeCodes(FloatKind kind) {
  uint32_t count = 1u << formatOf(kind).codeBits;
  bool bytes = formatOf(kind).codeBytes() == 1;
  std::vector<uint8_t> narrow(count);
  std::vector<uint16_t> wide(count);
  std::iota(narrow.begin(), narrow.end(), 0);
  std::iota(wide.begin(), wide.end(), 0);
  std::vector<float> reals(count);
  std::vector<int32_t> elements(count);
  floats::decode(kind, bytes ? static_cast<const void *>(narrow.data()) : wide.data(), reals.data(),
                 count);
  ring::fromFloat(reals.data(), elements.data(), count);
  Codes codes;
  codes.reserve(count);
  for (uint32_t code = 0; code < count; ++code) {
    auto [entry, fresh] = codes.try_emplace(elements[code], code);
    if (!fresh && std::fabs(reals[code]) > std::fabs(reals[entry->second]))
      entry->second = code;
  }
  return codes;
}

static const Codes &codesOf(FloatKind kind) {
  static std::array<std::once_flag, numFloatKinds> made;
  static std::array<Codes, numFloatKinds> codes;
  unsigned k = unsigned(kind);
  std::call_once(made[k], [&] { codes[k] = makeCodes(kind); });
  return codes[k];
}

/// The bits of the element's real value, if the type has it.
static std::optional<uint64_t> realBits(FloatKind kind, int32_t element) {
  if (isNarrow(kind)) {
    const Codes &codes = codesOf(kind);
    auto found = codes.find(element);
    return found == codes.end() ? std::nullopt : std::optional<uint64_t>(found->second);
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
