// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeats and cuts tiles until they have a tensor's shape.
#include "core/layout/LayoutFit.h"

#include <algorithm>

using namespace llvm;

namespace fathom {

LinearLayout orderedIdentity(Dim in, ArrayRef<uint64_t> sizes, ArrayRef<unsigned> order) {
  LinearLayout layout;
  for (unsigned axis : order)
    layout *= LinearLayout::identity1D(sizes[axis], in, Dim::axis(axis));
  return layout;
}

LinearLayout orderedIdentityWithCopies(Dim in, ArrayRef<uint64_t> sizes, ArrayRef<unsigned> order,
                                       unsigned repeatedAxis) {
  LinearLayout layout;
  for (unsigned axis : order)
    layout *= axis == repeatedAxis ? LinearLayout::zeros1D(sizes[axis], in, Dim::axis(axis))
                                   : LinearLayout::identity1D(sizes[axis], in, Dim::axis(axis));
  return layout;
}

LinearLayout growTo(LinearLayout layout, ArrayRef<uint64_t> shape) {
  Dim in = layout.inDims().front();
  for (Dim out : layout.outDims()) {
    uint64_t have = layout.outSize(out), want = shape[out.axisIndex()];
    if (have < want)
      layout *= LinearLayout::identity1D(want / have, in, out);
  }
  return layout;
}

LinearLayout shrinkTo(const LinearLayout &layout, ArrayRef<uint64_t> shape) {
  SmallVector<LinearLayout::DimSize> sizes;
  for (Dim out : layout.outDims())
    sizes.push_back({out, std::min(layout.outSize(out), shape[out.axisIndex()])});
  return layout.resizeOuts(sizes);
}

SmallVector<uint64_t, 4> shapePerBlock(const LinearLayout &blocks, ArrayRef<uint64_t> shape) {
  SmallVector<uint64_t, 4> result;
  for (auto [axis, size] : enumerate(shape))
    result.push_back(size / std::min(size, blocks.outSize(Dim::axis(axis))));
  return result;
}

LinearLayout fitToShape(const LinearLayout &tile, const LinearLayout &blocks,
                        ArrayRef<uint64_t> shape) {
  SmallVector<Dim> axes;
  for (unsigned axis = 0; axis != shape.size(); ++axis)
    axes.push_back(Dim::axis(axis));
  SmallVector<uint64_t, 4> part = shapePerBlock(blocks, shape);
  LinearLayout inBlock = shrinkTo(growTo(tile, part), part);
  LinearLayout whole = inBlock * shrinkTo(blocks, shape);
  if (!whole.hasInDim(Dim::block()))
    whole *= LinearLayout::identity1D(1, Dim::block(), axes.front());
  return whole.transposeOuts(axes);
}

SmallVector<unsigned, 4> rowMajor(unsigned rank) {
  SmallVector<unsigned, 4> order;
  for (unsigned axis = rank; axis-- > 0;)
    order.push_back(axis);
  return order;
}

SmallVector<unsigned, 4> columnMajor(unsigned rank) {
  SmallVector<unsigned, 4> order = rowMajor(rank);
  std::swap(order[0], order[1]);
  return order;
}

} // namespace fathom
