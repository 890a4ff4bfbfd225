// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fragments of NVIDIA's and AMD's matrix instructions as layouts.
#include "core/layout/MatrixTiles.h"

#include <algorithm>

#include "core/layout/LayoutFit.h"

using namespace llvm;

namespace fathom {

static LinearLayout regs(uint64_t size, unsigned axis) {
  return LinearLayout::identity1D(size, Dim::reg(), Dim::axis(axis));
}

static LinearLayout lanes(uint64_t size, unsigned axis) {
  return LinearLayout::identity1D(size, Dim::lane(), Dim::axis(axis));
}

static LinearLayout laneCopies(uint64_t size, unsigned axis) {
  return LinearLayout::zeros1D(size, Dim::lane(), Dim::axis(axis));
}

/// One element, with the axes in the order in which the tile is to repeat.
static LinearLayout oneElement(ArrayRef<unsigned> repeatOrder) {
  return orderedIdentity(Dim::reg(), SmallVector<uint64_t>(repeatOrder.size(), 1), repeatOrder);
}

static SmallVector<unsigned, 4> kFirst(unsigned rank, unsigned operand) {
  return operand == 0 ? rowMajor(rank) : columnMajor(rank);
}

LinearLayout nvidiaFragment(ArrayRef<unsigned> repeatOrder, unsigned inner, unsigned outer,
                            uint64_t innerSize, uint64_t outerSize, uint64_t contiguous) {
  return oneElement(repeatOrder) * regs(contiguous, inner) * lanes(4, inner) * lanes(8, outer) *
         regs(outerSize / 8, outer) * regs(innerSize / (4 * contiguous), inner);
}

LinearLayout nvidiaResultTile(unsigned rank, uint64_t m, uint64_t n) {
  MatrixAxes axes{rank};
  return nvidiaFragment(rowMajor(rank), axes.col(), axes.row(), n, m, 2);
}

LinearLayout nvidiaOperandTile(unsigned rank, unsigned operand, uint64_t kWidth) {
  MatrixAxes axes{rank};
  return nvidiaFragment(kFirst(rank, operand), axes.k(operand), axes.nonK(operand), 8 * kWidth,
                        operand == 0 ? 16 : 8, kWidth);
}

LinearLayout mfmaResultTile(unsigned rank, uint64_t m, uint64_t n, bool transposed,
                            unsigned elementBits) {
  constexpr uint64_t waveSize = 64;
  MatrixAxes axes{rank};
  unsigned down = axes.row(), across = axes.col();
  uint64_t height = m, width = n;
  if (transposed) {
    std::swap(down, across);
    std::swap(height, width);
  }
  uint64_t perLane = std::min<uint64_t>(elementBits == 64 ? 1 : 4, height);
  uint64_t lanesAcross = std::min(width, waveSize);
  uint64_t lanesDown = std::min(waveSize / lanesAcross, height / perLane);
  uint64_t copies = waveSize / (lanesAcross * lanesDown);
  return oneElement(rowMajor(rank)) * regs(perLane, down) * lanes(lanesAcross, across) *
         lanes(lanesDown, down) * laneCopies(copies, down) *
         regs(height / (perLane * lanesDown), down);
}

LinearLayout mfmaOperandTile(unsigned rank, unsigned operand, uint64_t m, uint64_t n,
                             uint64_t kWidth, uint64_t kSize) {
  constexpr uint64_t waveSize = 64;
  MatrixAxes axes{rank};
  unsigned k = axes.k(operand), other = axes.nonK(operand);
  uint64_t lanesAcross = operand == 0 ? m : n;
  uint64_t lanesAlongK = waveSize / lanesAcross;
  uint64_t tileK = kWidth * lanesAlongK;
  LinearLayout tile = oneElement(kFirst(rank, operand)) * regs(kWidth, k) *
                      lanes(lanesAcross, other) * lanes(lanesAlongK, k);
  // 4x64 and 64x4 do sixteen steps along K, whose long operand is all in registers.
  if (lanesAcross == 64 && m != n) {
    tile *= regs(16, k);
    tileK *= 16;
  }
  return kSize > tileK ? tile * regs(kSize / tileK, k) : tile;
}

LinearLayout wmmaResultTile(unsigned rank, unsigned version, uint64_t m, bool transposed) {
  MatrixAxes axes{rank};
  unsigned down = axes.row(), across = axes.col();
  if (transposed)
    std::swap(down, across);
  LinearLayout tile = oneElement(rowMajor(rank));
  if (version == 1)
    return tile * lanes(16, across) * lanes(2, down) * regs(8, down);
  return tile * regs(8, down) * lanes(16, across) * lanes(2, down) * regs(m / 16, down);
}

LinearLayout wmmaOperandTile(unsigned rank, unsigned operand, unsigned version, uint64_t nonK,
                             uint64_t instrK, uint64_t kWidth) {
  MatrixAxes axes{rank};
  unsigned k = axes.k(operand), other = axes.nonK(operand);
  uint64_t tileK = version == 1 ? kWidth : 2 * kWidth;
  return oneElement(kFirst(rank, operand)) * regs(kWidth, k) * lanes(16, other) *
         (version == 1 ? laneCopies(2, k) : lanes(2, k)) *
         regs(std::max<uint64_t>(instrK / tileK, 1), k) * regs(nonK / 16, other);
}

} // namespace fathom
