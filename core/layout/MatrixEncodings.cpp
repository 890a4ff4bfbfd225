// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps the encodings of matrix products' results and operands: nvidia_mma, amd_mfma, amd_wmma and
// dot_op.
#include <algorithm>

#include "core/layout/EncodingParts.h"
#include "core/layout/LayoutFit.h"
#include "core/layout/MatrixTiles.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace fathom {

/// More than any instruction's tile has: 64 lanes, and a few hundred registers.
constexpr unsigned tileBits = 16;

static Error checkRank(ArrayRef<uint64_t> shape) {
  if (shape.size() < 2 || shape.size() > 3)
    return unmappable("a matrix or a batch of them has rank 2 or 3, not {0}", shape.size());
  return Error::success();
}

/// What these encodings have in common besides the tile.
struct Frame {
  unsigned rank;
  Sizes warps;
  LinearLayout blocks;
};

static Expected<Frame> frameOf(ArrayRef<int32_t> warpsPerCTA, BasisList cgaBases,
                               ArrayRef<uint64_t> shape, std::optional<unsigned> kAxis) {
  if (Error error = checkRank(shape))
    return std::move(error);
  unsigned rank = shape.size();
  auto warps = sizesOf("warpsPerCTA", warpsPerCTA, rank);
  if (!warps)
    return warps.takeError();
  auto blocks = blocksOf(cgaBases, rank, kAxis);
  if (!blocks)
    return blocks.takeError();
  if (Error error = checkBits(tileBits + bitsOf(*warps) + blocks->totalInBits() + bitsOf(shape)))
    return std::move(error);
  return Frame{rank, *warps, *blocks};
}

static bool isSize(uint64_t value, uint64_t least, uint64_t most) {
  return value >= least && value <= most && isPowerOf2_64(value);
}

//===--- nvidia_mma ---===//

static SmallVector<unsigned, 4> warpOrder(ttg::NvidiaMmaEncodingAttr encoding, unsigned rank) {
  // The four warps of a warp group lie below one another.
  return encoding.getVersionMajor() == 3 ? columnMajor(rank) : rowMajor(rank);
}

static Error checkVersion(ttg::NvidiaMmaEncodingAttr encoding) {
  unsigned version = encoding.getVersionMajor();
  if (version != 2 && version != 3)
    return unmappable("nvidia_mma of version {0} has no layout in registers", version);
  return Error::success();
}

Expected<LinearLayout> layoutOf(ttg::NvidiaMmaEncodingAttr encoding, ArrayRef<uint64_t> shape) {
  if (Error error = checkVersion(encoding))
    return std::move(error);
  auto frame = frameOf(encoding.getWarpsPerCTA(), encoding.getCgaBases(), shape, std::nullopt);
  if (!frame)
    return frame.takeError();
  ArrayRef<int32_t> instr = encoding.getInstrShape();
  if (instr.size() < 2)
    return unmappable("instrShape has {0} entries", instr.size());
  // mma's shape is [m, n], or [1, m, n] for batches; wgmma's is [m, n, k].
  ArrayRef<int32_t> mn = encoding.getVersionMajor() == 3 ? instr.take_front(2) : instr.take_back(2);
  if (!isSize(mn[0], 8, 64) || !isSize(mn[1], 8, 256))
    return unmappable("no layout for an instruction of {0} x {1}", mn[0], mn[1]);
  LinearLayout tile = nvidiaResultTile(frame->rank, mn[0], mn[1]) *
                      orderedIdentity(Dim::warp(), frame->warps, warpOrder(encoding, frame->rank));
  return fitToShape(tile, frame->blocks, shape);
}

static Expected<LinearLayout> operandOf(ttg::NvidiaMmaEncodingAttr parent, unsigned operand,
                                        unsigned kWidth, ArrayRef<uint64_t> shape,
                                        unsigned elementBits) {
  if (Error error = checkVersion(parent))
    return std::move(error);
  if (parent.getVersionMajor() == 3 && operand != 0)
    return unmappable("operand 1 of wgmma is in shared memory only");
  if (kWidth == 0 && elementBits != 0)
    kWidth = std::max(1u, 32 / elementBits);
  if (!isSize(kWidth, 1, 64))
    return unmappable("no layout for a kWidth of {0}", kWidth);
  if (Error error = checkRank(shape))
    return std::move(error);
  MatrixAxes axes{unsigned(shape.size())};
  auto frame = frameOf(parent.getWarpsPerCTA(), parent.getCgaBases(), shape, axes.k(operand));
  if (!frame)
    return frame.takeError();
  LinearLayout tile = nvidiaOperandTile(frame->rank, operand, kWidth) *
                      orderedIdentityWithCopies(Dim::warp(), frame->warps,
                                                warpOrder(parent, frame->rank), axes.k(operand));
  return fitToShape(tile, frame->blocks, shape);
}

//===--- amd_mfma ---===//

struct MfmaShape {
  uint64_t m, n;
  Sizes tilesPerWarp;
};

static Expected<MfmaShape> shapeOf(ttg::AMDMfmaEncodingAttr encoding, unsigned rank) {
  ArrayRef<int32_t> instr = encoding.getInstrShape();
  std::pair<int32_t, int32_t> mn = {instr.size() < 2 ? 0 : instr[0],
                                    instr.size() < 2 ? 0 : instr[1]};
  std::pair<int32_t, int32_t> known[] = {{32, 32}, {16, 16}, {4, 4}, {4, 64}, {64, 4}};
  if (!is_contained(known, mn))
    return unmappable("no layout for an mfma of {0} x {1}", mn.first, mn.second);
  MfmaShape shape{uint64_t(mn.first), uint64_t(mn.second), Sizes(rank, 1)};
  if (!encoding.getTilesPerWarp().empty()) {
    auto tiles = sizesOf("tilesPerWarp", encoding.getTilesPerWarp(), rank);
    if (!tiles)
      return tiles.takeError();
    shape.tilesPerWarp = *tiles;
  }
  return shape;
}

Expected<LinearLayout> layoutOf(ttg::AMDMfmaEncodingAttr encoding, ArrayRef<uint64_t> shape) {
  auto frame = frameOf(encoding.getWarpsPerCTA(), encoding.getCgaBases(), shape, std::nullopt);
  if (!frame)
    return frame.takeError();
  auto instr = shapeOf(encoding, frame->rank);
  if (!instr)
    return instr.takeError();
  if (Error error = checkBits(tileBits + bitsOf(frame->warps) + bitsOf(instr->tilesPerWarp) +
                              frame->blocks.totalInBits() + bitsOf(shape)))
    return std::move(error);
  MatrixAxes axes{frame->rank};
  auto identity = [](Dim in, uint64_t size, unsigned axis) {
    return LinearLayout::identity1D(size, in, Dim::axis(axis));
  };
  // A warp's tiles and the warps along N, then all that is left of N, and only then M: the products
  // are done in that order.
  Sizes part = shapePerBlock(frame->blocks, shape), wide(frame->rank, 1);
  LinearLayout tile = mfmaResultTile(frame->rank, instr->m, instr->n, encoding.getIsTransposed(),
                                     encoding.getElementBitWidth()) *
                      identity(Dim::reg(), instr->tilesPerWarp[axes.col()], axes.col()) *
                      identity(Dim::warp(), frame->warps[axes.col()], axes.col());
  wide[axes.col()] = part[axes.col()];
  tile = growTo(tile, wide) * identity(Dim::reg(), instr->tilesPerWarp[axes.row()], axes.row()) *
         identity(Dim::warp(), frame->warps[axes.row()], axes.row());
  if (frame->rank == 3)
    tile *= identity(Dim::warp(), frame->warps[0], 0);
  return fitToShape(tile, frame->blocks, shape);
}

static Expected<LinearLayout> operandOf(ttg::AMDMfmaEncodingAttr parent, unsigned operand,
                                        unsigned kWidth, ArrayRef<uint64_t> shape) {
  if (!isSize(kWidth, 1, 64))
    return unmappable("no layout for a kWidth of {0}", kWidth);
  if (Error error = checkRank(shape))
    return std::move(error);
  MatrixAxes axes{unsigned(shape.size())};
  unsigned k = axes.k(operand), other = axes.nonK(operand);
  auto frame = frameOf(parent.getWarpsPerCTA(), parent.getCgaBases(), shape, k);
  if (!frame)
    return frame.takeError();
  auto instr = shapeOf(parent, frame->rank);
  if (!instr)
    return instr.takeError();
  if (Error error = checkBits(tileBits + bitsOf(frame->warps) + bitsOf(instr->tilesPerWarp) +
                              frame->blocks.totalInBits() + bitsOf(shape)))
    return std::move(error);
  LinearLayout tile =
      mfmaOperandTile(frame->rank, operand, instr->m, instr->n, kWidth, shape[k]) *
      LinearLayout::identity1D(instr->tilesPerWarp[other], Dim::reg(), Dim::axis(other)) *
      orderedIdentityWithCopies(Dim::warp(), frame->warps, rowMajor(frame->rank), k);
  return fitToShape(tile, frame->blocks, shape);
}

//===--- amd_wmma ---===//

struct WmmaShape {
  uint64_t m = 16, k = 16;
};

static Expected<WmmaShape> shapeOf(ttg::AMDWmmaEncodingAttr encoding) {
  if (encoding.getVersion() < 1 || encoding.getVersion() > 3)
    return unmappable("no layout for wmma of version {0}", encoding.getVersion());
  WmmaShape shape;
  if (ArrayRef<int32_t> instr = encoding.getInstrShape(); !instr.empty()) {
    if (instr.size() != 3 || (instr[0] != 16 && (instr[0] != 32 || encoding.getVersion() == 1)) ||
        instr[1] != 16 || !isSize(instr[2], 4, 256))
      return unmappable("no layout for the instrShape of this amd_wmma");
    shape = {uint64_t(instr[0]), uint64_t(instr[2])};
  }
  return shape;
}

/// The warps, and further tiles of each warp, in units of tiles.
static Expected<LinearLayout> warpsOf(ttg::AMDWmmaEncodingAttr encoding, ArrayRef<uint64_t> shape,
                                      std::optional<unsigned> kAxis) {
  unsigned rank = shape.size();
  if (encoding.getWarpsPerCTA().empty()) {
    auto given = layoutOfBases(
        {{Dim::reg(), encoding.getCtaRegister()}, {Dim::warp(), encoding.getCtaWarp()}}, rank);
    if (!given || !kAxis)
      return given;
    SmallVector<LinearLayout::DimSize> sizes;
    for (Dim dim : given->outDims())
      sizes.push_back({dim, dim == Dim::axis(*kAxis) ? 1 : given->outSize(dim)});
    return given->resizeOuts(sizes).removeZeroBases(Dim::reg());
  }
  auto warps = sizesOf("warpsPerCTA", encoding.getWarpsPerCTA(), rank);
  if (!warps)
    return warps.takeError();
  Sizes tiles(rank, 1);
  if (!encoding.getTilesPerWarp().empty()) {
    auto given = sizesOf("tilesPerWarp", encoding.getTilesPerWarp(), rank);
    if (!given)
      return given.takeError();
    tiles = *given;
  }
  if (kAxis)
    tiles[*kAxis] = 1;
  if (Error error = checkBits(bitsOf(*warps) + bitsOf(tiles)))
    return std::move(error);
  auto order = rowMajor(rank);
  return orderedIdentity(Dim::reg(), tiles, order) *
         (kAxis ? orderedIdentityWithCopies(Dim::warp(), *warps, order, *kAxis)
                : orderedIdentity(Dim::warp(), *warps, order));
}

static Expected<LinearLayout> wmmaLayout(ttg::AMDWmmaEncodingAttr encoding, LinearLayout tile,
                                         ArrayRef<uint64_t> shape, std::optional<unsigned> kAxis) {
  auto warps = warpsOf(encoding, shape, kAxis);
  if (!warps)
    return warps.takeError();
  auto blocks = blocksOf(encoding.getCgaBases(), shape.size(), kAxis);
  if (!blocks)
    return blocks.takeError();
  if (Error error = checkBits(tileBits + std::max(warps->totalInBits(), warps->totalOutBits()) +
                              blocks->totalInBits() + bitsOf(shape)))
    return std::move(error);
  return fitToShape(tile * *warps, *blocks, shape);
}

Expected<LinearLayout> layoutOf(ttg::AMDWmmaEncodingAttr encoding, ArrayRef<uint64_t> shape) {
  if (Error error = checkRank(shape))
    return std::move(error);
  auto instr = shapeOf(encoding);
  if (!instr)
    return instr.takeError();
  return wmmaLayout(
      encoding,
      wmmaResultTile(shape.size(), encoding.getVersion(), instr->m, encoding.getIsTransposed()),
      shape, std::nullopt);
}

static Expected<LinearLayout> operandOf(ttg::AMDWmmaEncodingAttr parent, unsigned operand,
                                        unsigned kWidth, ArrayRef<uint64_t> shape) {
  if (!isSize(kWidth, 1, 64))
    return unmappable("no layout for a kWidth of {0}", kWidth);
  if (Error error = checkRank(shape))
    return std::move(error);
  auto instr = shapeOf(parent);
  if (!instr)
    return instr.takeError();
  // The longer side of 32 x 16 is that of the rows, or of the columns when the result is
  // transposed.
  uint64_t nonK = operand == unsigned(parent.getIsTransposed()) ? instr->m : 16;
  MatrixAxes axes{unsigned(shape.size())};
  return wmmaLayout(
      parent, wmmaOperandTile(axes.rank, operand, parent.getVersion(), nonK, instr->k, kWidth),
      shape, axes.k(operand));
}

//===--- dot_op ---===//

/// Products without matrix instructions: each thread has all of K for the rows and columns of its
/// results.
static Expected<LinearLayout> operandOf(ttg::BlockedEncodingAttr parent, unsigned operand,
                                        ArrayRef<uint64_t> shape) {
  if (Error error = checkRank(shape))
    return std::move(error);
  unsigned rank = shape.size(), k = MatrixAxes{rank}.k(operand);
  auto registers = sizesOf("sizePerThread", parent.getSizePerThread(), rank);
  if (!registers)
    return registers.takeError();
  auto lanes = sizesOf("threadsPerWarp", parent.getThreadsPerWarp(), rank);
  if (!lanes)
    return lanes.takeError();
  auto order = orderOf(parent.getOrder(), rank);
  if (!order)
    return order.takeError();
  auto frame = frameOf(parent.getWarpsPerCTA(), parent.getCgaBases(), shape, k);
  if (!frame)
    return frame.takeError();
  (*registers)[k] = shape[k];
  if (Error error = checkBits(bitsOf(*registers) + bitsOf(*lanes) + bitsOf(frame->warps) +
                              frame->blocks.totalInBits() + bitsOf(shape)))
    return std::move(error);
  LinearLayout tile = orderedIdentity(Dim::reg(), *registers, *order) *
                      orderedIdentityWithCopies(Dim::lane(), *lanes, *order, k) *
                      orderedIdentityWithCopies(Dim::warp(), frame->warps, *order, k);
  return fitToShape(tile, frame->blocks, shape);
}

Expected<LinearLayout> layoutOf(ttg::DotOperandEncodingAttr encoding, ArrayRef<uint64_t> shape,
                                unsigned elementBits) {
  unsigned operand = encoding.getOpIdx(), kWidth = encoding.getKWidth();
  if (operand > 1)
    return unmappable("a product has no operand {0}", operand);
  return TypeSwitch<mlir::Attribute, Expected<LinearLayout>>(encoding.getParent())
      .Case<ttg::BlockedEncodingAttr>([&](auto a) { return operandOf(a, operand, shape); })
      .Case<ttg::NvidiaMmaEncodingAttr>(
          [&](auto a) { return operandOf(a, operand, kWidth, shape, elementBits); })
      .Case<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(
          [&](auto a) { return operandOf(a, operand, kWidth, shape); })
      .Default(
          [](mlir::Attribute) { return unmappable("no operands of a product in this layout"); });
}

} // namespace fathom
