// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes and prints the elements that kernels write.
#include "oracles/device/Elements.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace fathom;

namespace {

enum class Specials {
  Ieee,  ///< The highest exponent holds the infinities and NaN.
  Fn,    ///< No infinities; all bits but the sign set is NaN.
  Fnuz,  ///< No infinities, no negative zero: its bits are the one NaN.
  Whole, ///< An integer.
};

struct KindFacts {
  std::string_view name;
  unsigned bytes;
  Specials specials;
  int exponentBits, mantissaBits, bias;
};

constexpr std::array<KindFacts, numElementKinds> allFacts{{
    {"i1", 1, Specials::Whole, 0, 0, 0},
    {"i8", 1, Specials::Whole, 0, 0, 0},
    {"i16", 2, Specials::Whole, 0, 0, 0},
    {"i32", 4, Specials::Whole, 0, 0, 0},
    {"i64", 8, Specials::Whole, 0, 0, 0},
    {"f16", 2, Specials::Ieee, 5, 10, 15},
    {"bf16", 2, Specials::Ieee, 8, 7, 127},
    {"f32", 4, Specials::Ieee, 8, 23, 127},
    {"f64", 8, Specials::Ieee, 11, 52, 1023},
    {"f8E4M3FN", 1, Specials::Fn, 4, 3, 7},
    {"f8E5M2", 1, Specials::Ieee, 5, 2, 15},
    {"f8E4M3FNUZ", 1, Specials::Fnuz, 4, 3, 8},
    {"f8E5M2FNUZ", 1, Specials::Fnuz, 5, 2, 16},
}};

const KindFacts &factsOf(ElementKind kind) { return allFacts[unsigned(kind)]; }

uint64_t readBits(const char *bits, unsigned bytes) {
  uint64_t result = 0;
  std::memcpy(&result, bits, bytes);
  return result;
}

int64_t readInteger(const char *bits, unsigned bytes) {
  unsigned unused = 64 - 8 * bytes;
  return int64_t(readBits(bits, bytes) << unused) >> unused;
}

double decodeFloat(const KindFacts &facts, uint64_t bits) {
  uint64_t mantissaMask = (uint64_t(1) << facts.mantissaBits) - 1;
  uint64_t exponentMask = (uint64_t(1) << facts.exponentBits) - 1;
  uint64_t mantissa = bits & mantissaMask;
  uint64_t exponent = (bits >> facts.mantissaBits) & exponentMask;
  bool negative = (bits >> (facts.mantissaBits + facts.exponentBits)) & 1;
  double nan = std::numeric_limits<double>::quiet_NaN();
  double sign = negative ? -1 : 1;
  switch (facts.specials) {
  case Specials::Ieee:
    if (exponent == exponentMask)
      return mantissa ? nan : sign * std::numeric_limits<double>::infinity();
    break;
  case Specials::Fn:
    if (exponent == exponentMask && mantissa == mantissaMask)
      return nan;
    break;
  case Specials::Fnuz:
    if (negative && exponent == 0 && mantissa == 0)
      return nan;
    break;
  case Specials::Whole:
    break;
  }
  if (exponent == 0)
    return sign * std::ldexp(double(mantissa), 1 - facts.bias - facts.mantissaBits);
  return sign * std::ldexp(double(mantissa | (mantissaMask + 1)),
                           int(exponent) - facts.bias - facts.mantissaBits);
}

} // namespace

unsigned fathom::elementBytes(ElementKind kind) { return factsOf(kind).bytes; }

bool fathom::isFloat(ElementKind kind) { return factsOf(kind).specials != Specials::Whole; }

std::string_view fathom::elementKindName(ElementKind kind) { return factsOf(kind).name; }

std::optional<ElementKind> fathom::parseElementKind(std::string_view name) {
  for (unsigned kind = 0; kind < numElementKinds; ++kind)
    if (allFacts[kind].name == name)
      return ElementKind(kind);
  return std::nullopt;
}

double fathom::decodeElement(ElementKind kind, const char *bits) {
  const KindFacts &facts = factsOf(kind);
  if (kind == ElementKind::F32) {
    float value;
    std::memcpy(&value, bits, sizeof(value));
    return value;
  }
  if (kind == ElementKind::F64) {
    double value;
    std::memcpy(&value, bits, sizeof(value));
    return value;
  }
  if (facts.specials == Specials::Whole)
    return double(readInteger(bits, facts.bytes));
  return decodeFloat(facts, readBits(bits, facts.bytes));
}

double fathom::largestFinite(ElementKind kind) {
  const KindFacts &facts = factsOf(kind);
  uint64_t magnitude = (uint64_t(1) << (facts.exponentBits + facts.mantissaBits)) - 1;
  switch (facts.specials) {
  case Specials::Whole:
    return std::numeric_limits<double>::infinity();
  case Specials::Ieee:
    return decodeFloat(facts, magnitude - (uint64_t(1) << facts.mantissaBits));
  case Specials::Fn:
    return decodeFloat(facts, magnitude - 1);
  case Specials::Fnuz:
    return decodeFloat(facts, magnitude);
  }
  return 0;
}

std::string fathom::printElement(ElementKind kind, const char *bits) {
  const KindFacts &facts = factsOf(kind);
  char text[64];
  if (facts.specials == Specials::Whole) {
    std::snprintf(text, sizeof(text), "%lld", (long long)readInteger(bits, facts.bytes));
    return text;
  }
  double value = decodeElement(kind, bits);
  if (std::isnan(value)) {
    std::snprintf(text, sizeof(text), "nan(0x%0*llx)", int(2 * facts.bytes),
                  (unsigned long long)readBits(bits, facts.bytes));
    return text;
  }
  // So many digits tell any two neighbours apart: ceil(1 + p log10 2).
  int digits = int(std::ceil(1 + (facts.mantissaBits + 1) * 0.30103));
  for (int precision = 1; precision <= digits; ++precision) {
    std::snprintf(text, sizeof(text), "%.*g", precision, value);
    double read = std::strtod(text, nullptr);
    if (read == value || (kind == ElementKind::F32 && float(read) == float(value)))
      break;
  }
  return text;
}
