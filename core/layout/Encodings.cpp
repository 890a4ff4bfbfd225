// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps encodings to layouts: finds the kind, checks what it is given, and does blocked, slice and
// linear itself.
#include "core/layout/Encodings.h"

#include <algorithm>

#include "core/layout/EncodingParts.h"
#include "core/layout/LayoutFit.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using mlir::Attribute;

namespace fathom {

//===--- Parts ---===//

Expected<Sizes> sizesOf(StringRef name, ArrayRef<int32_t> numbers, size_t rank) {
  if (numbers.size() != rank)
    return unmappable("{0} has {1} entries for a tensor of rank {2}", name, numbers.size(), rank);
  Sizes sizes;
  for (int32_t number : numbers) {
    if (number < 1 || !isPowerOf2_32(number))
      return unmappable("{0} holds {1}, which is not a power of two", name, number);
    sizes.push_back(number);
  }
  return sizes;
}

Expected<SmallVector<unsigned, 4>> orderOf(ArrayRef<int32_t> numbers, size_t rank) {
  SmallVector<bool> seen(rank, false);
  SmallVector<unsigned, 4> order;
  for (int32_t axis : numbers) {
    if (axis < 0 || size_t(axis) >= rank || seen[axis])
      return unmappable("order is not a permutation of 0 to {0}", rank - 1);
    seen[axis] = true;
    order.push_back(axis);
  }
  if (order.size() != rank)
    return unmappable("order has {0} entries for a tensor of rank {1}", order.size(), rank);
  return order;
}

unsigned bitsOf(ArrayRef<uint64_t> sizes) {
  unsigned bits = 0;
  for (uint64_t size : sizes)
    bits += Log2_64(size);
  return bits;
}

Error checkBits(unsigned bits) {
  if (bits > 62)
    return unmappable("the layout would have about 2^{0} places", bits);
  return Error::success();
}

Expected<LinearLayout> layoutOfBases(ArrayRef<std::pair<Dim, BasisList>> ins, unsigned rank) {
  SmallVector<std::pair<Dim, LinearLayout::Bases>, 4> values;
  SmallVector<LinearLayout::DimSize> outs;
  for (unsigned axis = 0; axis != rank; ++axis)
    outs.push_back({Dim::axis(axis), 1});
  for (auto &[dim, list] : ins) {
    LinearLayout::Bases bases;
    for (mlir::DenseI32ArrayAttr basis : list) {
      ArrayRef<int32_t> entries = basis.asArrayRef();
      if (entries.size() != rank)
        return unmappable("a basis of {0} has {1} entries for a tensor of rank {2}", dim.name(),
                          entries.size(), rank);
      for (auto [entry, out] : zip(entries, outs))
        out.size = std::max(out.size, NextPowerOf2(std::max(entry, 0)));
      bases.emplace_back(entries.begin(), entries.end());
    }
    values.push_back({dim, std::move(bases)});
  }
  return LinearLayout::create(values, outs);
}

Expected<LinearLayout> blocksOf(BasisList bases, unsigned rank,
                                std::optional<unsigned> sharedAxis) {
  Expected<LinearLayout> blocks = layoutOfBases({{Dim::block(), bases}}, rank);
  if (!blocks)
    return blocks.takeError();
  if (!blocks->isSurjective())
    return unmappable("the blocks do not cover the tensor");
  if (!sharedAxis)
    return blocks;
  SmallVector<LinearLayout::DimSize> sizes;
  for (Dim dim : blocks->outDims())
    sizes.push_back({dim, dim == Dim::axis(*sharedAxis) ? 1 : blocks->outSize(dim)});
  return blocks->resizeOuts(sizes);
}

//===--- blocked ---===//

Expected<LinearLayout> layoutOf(ttg::BlockedEncodingAttr encoding, ArrayRef<uint64_t> shape) {
  size_t rank = shape.size();
  auto registers = sizesOf("sizePerThread", encoding.getSizePerThread(), rank);
  if (!registers)
    return registers.takeError();
  auto lanes = sizesOf("threadsPerWarp", encoding.getThreadsPerWarp(), rank);
  if (!lanes)
    return lanes.takeError();
  auto warps = sizesOf("warpsPerCTA", encoding.getWarpsPerCTA(), rank);
  if (!warps)
    return warps.takeError();
  auto order = orderOf(encoding.getOrder(), rank);
  if (!order)
    return order.takeError();
  auto blocks = blocksOf(encoding.getCgaBases(), rank);
  if (!blocks)
    return blocks.takeError();
  if (Error error = checkBits(bitsOf(*registers) + bitsOf(*lanes) + bitsOf(*warps) +
                              blocks->totalInBits() + bitsOf(shape)))
    return std::move(error);
  LinearLayout tile = orderedIdentity(Dim::reg(), *registers, *order) *
                      orderedIdentity(Dim::lane(), *lanes, *order) *
                      orderedIdentity(Dim::warp(), *warps, *order);
  return fitToShape(tile, *blocks, shape);
}

//===--- slice ---===//

static Expected<LinearLayout> layoutOf(ttg::SliceEncodingAttr encoding, ArrayRef<uint64_t> shape,
                                       unsigned elementBits) {
  unsigned cut = encoding.getDim(), rank = shape.size() + 1;
  if (cut >= rank)
    return unmappable("a tensor of rank {0} has no slice along dim {1}", rank - 1, cut);
  SmallVector<int64_t> parentShape(shape.begin(), shape.end());
  parentShape.insert(parentShape.begin() + cut, 1);
  Expected<LinearLayout> parent = toLinearLayout(parentShape, encoding.getParent(), elementBits);
  if (!parent)
    return parent.takeError();
  SmallVector<Dim> kept;
  SmallVector<LinearLayout::DimSize> renamed;
  for (unsigned axis = 0; axis != rank; ++axis)
    if (axis != cut) {
      renamed.push_back({Dim::axis(kept.size()), parent->outSize(Dim::axis(axis))});
      kept.push_back(Dim::axis(axis));
    }
  // Registers that differed only along the axis would hold copies; lanes and warps have to.
  return parent->sublayout(parent->inDims(), kept).reshapeOuts(renamed).removeZeroBases(Dim::reg());
}

//===--- linear and generic_linear ---===//

template <typename Encoding>
static Expected<LinearLayout> linearLayoutOf(Encoding encoding, ArrayRef<uint64_t> shape) {
  unsigned rank = shape.size();
  Expected<LinearLayout> given = layoutOfBases({{Dim::reg(), encoding.getRegisterBases()},
                                                {Dim::lane(), encoding.getLaneBases()},
                                                {Dim::warp(), encoding.getWarpBases()},
                                                {Dim::block(), encoding.getBlockBases()}},
                                               rank);
  if (!given)
    return given.takeError();
  if (Error error =
          checkBits(std::max(given->totalInBits(), given->totalOutBits()) + bitsOf(shape)))
    return std::move(error);

  // It repeats along axes in the order in which registers walk through them, then the last axis
  // first.
  SmallVector<Dim> axes, order;
  for (unsigned axis = 0; axis != rank; ++axis)
    axes.push_back(Dim::axis(axis));
  for (mlir::DenseI32ArrayAttr basis : encoding.getRegisterBases())
    for (auto [entry, axis] : zip(basis.asArrayRef(), axes))
      if (entry && !is_contained(order, axis))
        order.push_back(axis);
  for (Dim axis : reverse(axes))
    if (!is_contained(order, axis))
      order.push_back(axis);
  LinearLayout layout = shrinkTo(growTo(given->transposeOuts(order), shape), shape);

  // Registers that no longer lead anywhere are dropped; those that never did are copies that
  // somebody wants.
  SmallVector<std::pair<Dim, LinearLayout::Bases>, 4> ins;
  for (Dim in : layout.inDims()) {
    LinearLayout::Bases kept;
    for (auto [bit, basis] : enumerate(layout.bases(in))) {
      bool cut = bit < given->inBits(in) &&
                 all_of(
                     basis, [](int64_t v) { return v == 0; }) &&
                 any_of(given->bases(in)[bit], [](int64_t v) { return v != 0; });
      if (in != Dim::reg() || !cut)
        kept.push_back(basis);
    }
    ins.push_back({in, std::move(kept)});
  }
  SmallVector<LinearLayout::DimSize> outs;
  for (Dim out : layout.outDims())
    outs.push_back({out, layout.outSize(out)});
  return cantFail(LinearLayout::create(ins, outs)).transposeOuts(axes);
}

//===--- All of them ---===//

Expected<LinearLayout> toLinearLayout(ArrayRef<int64_t> shape, Attribute encoding,
                                      unsigned elementBits) {
  if (!encoding)
    return unmappable("the tensor has no encoding");
  // A slice of a slice of ... adds an axis each time.
  if (shape.empty() || shape.size() > 16)
    return unmappable("tensors of rank {0} have no layout", shape.size());
  Sizes sizes;
  for (int64_t size : shape) {
    if (size < 1 || !isPowerOf2_64(size))
      return unmappable("a dimension of size {0}, which is not a power of two", size);
    sizes.push_back(size);
  }
  if (Error error = checkBits(bitsOf(sizes)))
    return std::move(error);
  std::optional<unsigned> rank = ttg::rankOf(encoding);
  if (rank && *rank != shape.size())
    return unmappable("an encoding of rank {0} on a tensor of rank {1}", *rank, shape.size());

  auto layout =
      TypeSwitch<Attribute, Expected<LinearLayout>>(encoding)
          .Case<ttg::BlockedEncodingAttr, ttg::NvidiaMmaEncodingAttr, ttg::AMDMfmaEncodingAttr,
                ttg::AMDWmmaEncodingAttr>([&](auto a) { return layoutOf(a, sizes); })
          .Case<ttg::SliceEncodingAttr, ttg::DotOperandEncodingAttr>(
              [&](auto a) { return layoutOf(a, sizes, elementBits); })
          .Case<ttg::LinearEncodingAttr, ttg::GenericLinearEncodingAttr>(
              [&](auto a) { return linearLayoutOf(a, sizes); })
          .Default([&](Attribute a) { return sharedLayoutOf(a, sizes, elementBits); });
  if (layout && !layout->isSurjective())
    return unmappable("no place holds some elements of the tensor");
  return layout;
}

Expected<LinearLayout> toLinearLayout(mlir::RankedTensorType type) {
  mlir::Type element = type.getElementType();
  return toLinearLayout(type.getShape(), type.getEncoding(),
                        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64);
}

ttg::LinearEncodingAttr toLinearEncoding(mlir::MLIRContext *context, const LinearLayout &layout) {
  auto bases = [&](Dim in) {
    SmallVector<mlir::DenseI32ArrayAttr> list;
    for (const auto &basis : layout.bases(in))
      list.push_back(
          mlir::DenseI32ArrayAttr::get(context, SmallVector<int32_t>(basis.begin(), basis.end())));
    return list;
  };
  return ttg::LinearEncodingAttr::get(context, bases(Dim::reg()), bases(Dim::lane()),
                                      bases(Dim::warp()), bases(Dim::block()));
}

} // namespace fathom
