// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared-memory buffers as layouts from offset to element.
#include "core/layout/SharedLayouts.h"

#include <algorithm>

#include "core/layout/LayoutFit.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace fathom {

/// Columns (axis 0) and rows (axis 1) of a swizzled matrix; `packed` says which column a padded one
/// shows.
static LinearLayout swizzledMatrix(uint64_t rows, uint64_t cols, const Swizzle &swizzle,
                                   function_ref<uint64_t(uint64_t)> packed) {
  LinearLayout::Bases bases;
  for (uint64_t col = 1; col < cols; col *= 2)
    bases.push_back({int64_t(packed(col)), 0});
  for (uint64_t row = 1; row < rows; row *= 2)
    bases.push_back({int64_t(packed(swizzle.vec * swizzle.phase(row) % cols)), int64_t(row)});
  uint64_t packedCols = cols == 1 ? 1 : packed(cols / 2) * 2;
  return cantFail(LinearLayout::create({{Dim::offset(), bases}},
                                       {{Dim::axis(0), packedCols}, {Dim::axis(1), rows}}));
}

LinearLayout swizzledLayout(ArrayRef<uint64_t> shape, ArrayRef<unsigned> order,
                            const Swizzle &swizzle) {
  if (shape.size() == 1)
    return LinearLayout::identity1D(shape[0], Dim::offset(), Dim::axis(0));
  LinearLayout layout =
      swizzledMatrix(shape[order[1]], shape[order[0]], swizzle, [](uint64_t col) { return col; })
          .reshapeOuts(
              {{Dim::axis(order[0]), shape[order[0]]}, {Dim::axis(order[1]), shape[order[1]]}});
  for (unsigned axis : order.drop_front(2))
    layout *= LinearLayout::identity1D(shape[axis], Dim::offset(), Dim::axis(axis));
  return layout;
}

Expected<LinearLayout> tmaLayout(ArrayRef<uint64_t> shape, const TmaTiling &tiling) {
  constexpr uint64_t longestCopy = 256, boxRows = 8;
  unsigned rank = shape.size(), contiguous = tiling.transposed ? 0 : rank - 1;
  uint64_t packing = tiling.fp4Padded ? 2 : 1;

  SmallVector<uint64_t, 4> copy;
  for (auto [axis, size] : enumerate(shape))
    copy.push_back(std::min(axis == contiguous ? longestCopy / packing : longestCopy, size));
  SmallVector<Dim> axes;
  for (unsigned axis = 0; axis != rank; ++axis)
    axes.push_back(Dim::axis(axis));

  if (tiling.swizzleBytes == 0 || rank == 1)
    return growTo(orderedIdentity(Dim::offset(), copy, rowMajor(rank)).transposeOuts(axes), shape);

  uint64_t boxCols = 8 * tiling.swizzleBytes / tiling.elementBits;
  copy[contiguous] = boxCols / packing;
  uint64_t rows = 1;
  for (unsigned axis = 0; axis != rank; ++axis)
    if (axis != contiguous)
      rows *= copy[axis];
  if (shape[contiguous] < copy[contiguous] || rows < boxRows)
    return createStringError(
        formatv("a tensor with {0} contiguous elements and {1} rows is smaller than a box of {2} "
                "elements and {3} rows",
                shape[contiguous], rows, copy[contiguous], boxRows)
            .str());

  Swizzle swizzle;
  swizzle.vec = 128 / tiling.elementBits;
  swizzle.perPhase = 128 / tiling.swizzleBytes;
  swizzle.maxPhase = tiling.swizzleBytes / 16;
  // Of each 16 padded columns the first 8 are real and the others show nothing new.
  auto packed = [&](uint64_t col) { return tiling.fp4Padded ? col / 16 * 8 + col % 8 : col; };
  LinearLayout box = swizzledMatrix(boxRows, boxCols, swizzle, packed) *
                     LinearLayout::identity1D(rows / boxRows, Dim::offset(), Dim::axis(1));

  // Rows are the other axes together, the last one fastest.
  SmallVector<LinearLayout::DimSize> split = {{axes[contiguous], copy[contiguous]}};
  for (unsigned axis = rank; axis-- > 0;)
    if (axis != contiguous)
      split.push_back({axes[axis], copy[axis]});
  return growTo(box.reshapeOuts(split).transposeOuts(axes), shape);
}

} // namespace fathom
