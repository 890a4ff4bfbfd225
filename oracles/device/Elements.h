// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kinds of elements that a kernel writes, and what their bits mean.
//
//   decodeElement(F16, "\x00\x3e")        = 1.5
//   decodeElement(F8E4M3FN, "\x7f")       = NaN      (the one NaN of that kind, and its negative)
//   printElement(I32, "\xff\xff\xff\xff") = "-1"
#ifndef FATHOM_ORACLES_DEVICE_ELEMENTS_H
#define FATHOM_ORACLES_DEVICE_ELEMENTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fathom {

/// The values are those of the bundle's format: add at the end only.
enum class ElementKind : uint8_t {
  Bool, ///< A byte, 0 or 1.
  I8,   ///< Integers print signed; nothing else depends on the sign.
  I16,
  I32,
  I64,
  F16,
  BF16,
  F32,
  F64,
  F8E4M3FN,
  F8E5M2,
  F8E4M3FNUZ,
  F8E5M2FNUZ,
};
constexpr unsigned numElementKinds = unsigned(ElementKind::F8E5M2FNUZ) + 1;

unsigned elementBytes(ElementKind kind);
bool isFloat(ElementKind kind);
std::string_view
elementKindName(ElementKind kind); ///< "f32", "f8E4M3FN", as MLIR spells it; "i1" for Bool.
std::optional<ElementKind> parseElementKind(std::string_view name);

/// The value at `bits`, which need not be aligned. Exact for every kind but I64, which rounds.
double decodeElement(ElementKind kind, const char *bits);

/// The largest finite value of a floating-point kind; infinity for an integer.
double largestFinite(ElementKind kind);

/// Shortest text that tells the value from its neighbours; NaN shows its bits: "nan(0x7fc00000)".
std::string printElement(ElementKind kind, const char *bits);

} // namespace fathom

#endif
