// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts conversions by how far they move data.
#include "core/layout/ConversionClass.h"

#include "core/layout/Encodings.h"

using namespace fathom;

llvm::StringRef fathom::toString(ConversionClass kind) {
  static constexpr llvm::StringRef names[] = {"alias", "registers", "lanes", "warps", "blocks"};
  return names[size_t(kind)];
}

/// Whether `dim` goes to itself and nothing else goes there or comes from there.
static bool isLeftAlone(const LinearLayout &map, Dim dim) {
  if (map.inBits(dim) != map.outBits(dim))
    return false;
  return map.inBits(dim) == 0 || map.quotient({dim}).has_value();
}

ConversionClass fathom::conversionClass(const LinearLayout &from, const LinearLayout &to) {
  if (from == to)
    return ConversionClass::Alias;
  std::optional<LinearLayout> map = to.invertAndCompose(from);
  if (!map)
    return ConversionClass::Blocks;
  static constexpr ConversionClass classes[] = {ConversionClass::Blocks, ConversionClass::Warps,
                                                ConversionClass::Lanes, ConversionClass::Registers};
  for (auto [dim, kind] :
       llvm::zip(std::array{Dim::block(), Dim::warp(), Dim::lane(), Dim::reg()}, classes))
    if (!isLeftAlone(*map, dim))
      return kind;
  return ConversionClass::Alias;
}

llvm::Expected<ConversionClass> fathom::conversionClass(mlir::RankedTensorType from,
                                                        mlir::RankedTensorType to) {
  llvm::Expected<LinearLayout> source = toLinearLayout(from);
  if (!source)
    return source.takeError();
  llvm::Expected<LinearLayout> destination = toLinearLayout(to);
  if (!destination)
    return destination.takeError();
  return conversionClass(*source, *destination);
}
