// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps the encodings of shared-memory buffers: swizzled, rotating, nvmma, padded (its linear part)
// and linear.
#include "core/layout/EncodingParts.h"
#include "core/layout/Encodings.h"
#include "core/layout/LayoutFit.h"
#include "core/layout/SharedLayouts.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace fathom {

/// The layout of what one block holds, dealt out to the blocks.
static Expected<LinearLayout>
dealtOut(BasisList cgaBases, ArrayRef<uint64_t> shape,
         function_ref<Expected<LinearLayout>(ArrayRef<uint64_t>)> part) {
  auto blocks = blocksOf(cgaBases, shape.size());
  if (!blocks)
    return blocks.takeError();
  if (Error error = checkBits(blocks->totalInBits() + bitsOf(shape)))
    return std::move(error);
  auto tile = part(shapePerBlock(*blocks, shape));
  if (!tile)
    return tile.takeError();
  return fitToShape(*tile, *blocks, shape);
}

template <typename Encoding>
static Expected<LinearLayout> swizzled(Encoding encoding, bool rotating, ArrayRef<uint64_t> shape) {
  auto order = orderOf(encoding.getOrder(), shape.size());
  if (!order)
    return order.takeError();
  Swizzle swizzle{encoding.getVec(), encoding.getPerPhase(), encoding.getMaxPhase(), rotating};
  for (uint64_t number : {swizzle.vec, swizzle.perPhase, swizzle.maxPhase})
    if (!isPowerOf2_64(number))
      return unmappable("a swizzle parameter of {0}, which is not a power of two", number);
  return dealtOut(encoding.getCgaBases(), shape, [&](ArrayRef<uint64_t> part) {
    return Expected<LinearLayout>(swizzledLayout(part, *order, swizzle));
  });
}

static Expected<LinearLayout> layoutOf(ttg::NVMMASharedEncodingAttr encoding,
                                       ArrayRef<uint64_t> shape) {
  TmaTiling tiling{encoding.getSwizzlingByteWidth(), encoding.getTransposed(),
                   encoding.getElementBitWidth(), encoding.getFp4Padded()};
  if (!is_contained({0u, 32u, 64u, 128u}, tiling.swizzleBytes))
    return unmappable("no swizzle of {0} bytes", tiling.swizzleBytes);
  if (!isPowerOf2_32(tiling.elementBits) || tiling.elementBits < 4 || tiling.elementBits > 128 ||
      (tiling.fp4Padded && tiling.elementBits != 8))
    return unmappable("no swizzle of elements of {0} bits", tiling.elementBits);
  return dealtOut(encoding.getCgaBases(), shape,
                  [&](ArrayRef<uint64_t> part) { return tmaLayout(part, tiling); });
}

/// Bases as they are: they must have been made for this very shape.
static Expected<LinearLayout> ofBases(BasisList offsets, BasisList blocks,
                                      ArrayRef<uint64_t> shape) {
  auto layout = layoutOfBases({{Dim::offset(), offsets}, {Dim::block(), blocks}}, shape.size());
  if (!layout)
    return layout.takeError();
  for (auto [axis, size] : enumerate(shape))
    if (layout->outSize(Dim::axis(axis)) != size)
      return unmappable("bases for size {0} in dim {1} of a buffer where it has size {2}",
                        layout->outSize(Dim::axis(axis)), axis, size);
  return layout;
}

static Expected<LinearLayout> layoutOf(ttg::PaddedSharedEncodingAttr encoding,
                                       ArrayRef<uint64_t> shape) {
  if (encoding.getOrder().empty())
    return ofBases(encoding.getOffsetBases(), encoding.getBlockBases(), shape);
  auto order = orderOf(encoding.getOrder(), shape.size());
  if (!order)
    return order.takeError();
  return dealtOut(encoding.getBlockBases(), shape, [&](ArrayRef<uint64_t> part) {
    return Expected<LinearLayout>(orderedIdentity(Dim::offset(), part, *order));
  });
}

Expected<LinearLayout> sharedLayoutOf(mlir::Attribute encoding, ArrayRef<uint64_t> shape,
                                      unsigned elementBits) {
  encoding = ttg::withElementWidth(encoding, elementBits, shape.size());
  return TypeSwitch<mlir::Attribute, Expected<LinearLayout>>(encoding)
      .Case<ttg::SwizzledSharedEncodingAttr>([&](auto a) -> Expected<LinearLayout> {
        if (a.getHasLeadingOffset())
          return unmappable("hasLeadingOffset needs an element width");
        return swizzled(a, /*rotating=*/false, shape);
      })
      .Case<ttg::AMDRotatingSharedEncodingAttr>(
          [&](auto a) { return swizzled(a, /*rotating=*/true, shape); })
      .Case<ttg::NVMMASharedEncodingAttr, ttg::PaddedSharedEncodingAttr>(
          [&](auto a) { return layoutOf(a, shape); })
      .Case<ttg::SharedLinearEncodingAttr>(
          [&](auto a) { return ofBases(a.getOffsetBases(), a.getBlockBases(), shape); })
      .Default([](mlir::Attribute) { return unmappable("no layout for this attribute"); });
}

uint64_t paddedOffset(ttg::PaddedSharedEncodingAttr encoding, uint64_t offset) {
  uint64_t padded = offset;
  for (auto [interval, padding] : zip(encoding.getIntervals(), encoding.getPaddings()))
    padded += offset / interval * padding;
  return padded;
}

} // namespace fathom
