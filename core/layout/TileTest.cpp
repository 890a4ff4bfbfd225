// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks tiles against the vendors' formulas for each register of each lane, and how tiles are
// fitted to shapes.
#include <random>

#include "core/layout/LayoutFit.h"
#include "core/layout/MatrixTiles.h"
#include "core/layout/SharedLayouts.h"
#include "gtest/gtest.h"

using namespace fathom;
using llvm::ArrayRef;
using llvm::SmallVector;
using Bases = LinearLayout::Bases;

namespace {

const Dim reg = Dim::reg(), lane = Dim::lane(), warp = Dim::warp(), block = Dim::block(),
          offset = Dim::offset(), dim0 = Dim::axis(0), dim1 = Dim::axis(1), dim2 = Dim::axis(2);

using Element = std::pair<uint64_t, uint64_t>;

/// Row and column of register i of a lane.
Element at(const LinearLayout &layout, uint64_t l, uint64_t i) {
  Element element;
  for (auto [dim, value] : layout.apply({{lane, l}, {reg, i}}))
    (dim == dim0 ? element.first : element.second) = value;
  return element;
}

/// The layout holds exactly `registers` elements a lane, where the formula says.
template <typename Formula>
void expectFragment(const LinearLayout &layout, unsigned lanes, unsigned registers,
                    Formula formula) {
  ASSERT_EQ(layout.inSize(lane), lanes);
  ASSERT_EQ(layout.inSize(reg), registers);
  for (uint64_t l = 0; l != lanes; ++l)
    for (uint64_t i = 0; i != registers; ++i)
      EXPECT_EQ(at(layout, l, i), formula(l, i)) << "lane " << l << " register " << i;
}

//===--- NVIDIA, formulas of the PTX ISA ---===//

TEST(MmaTile, ResultOfM16N8) {
  expectFragment(nvidiaResultTile(2, 16, 8), 32, 4, [](uint64_t l, uint64_t i) {
    return Element(l / 4 + (i >= 2 ? 8 : 0), l % 4 * 2 + i % 2);
  });
}

TEST(MmaTile, OperandsOfM16N8K16InF16) {
  expectFragment(nvidiaOperandTile(2, 0, 2), 32, 8, [](uint64_t l, uint64_t i) {
    bool upper = i < 2 || (i >= 4 && i < 6);
    return Element(l / 4 + (upper ? 0 : 8), l % 4 * 2 + i % 2 + (i >= 4 ? 8 : 0));
  });
  expectFragment(nvidiaOperandTile(2, 1, 2), 32, 4, [](uint64_t l, uint64_t i) {
    return Element(l % 4 * 2 + i % 2 + (i >= 2 ? 8 : 0), l / 4);
  });
}

TEST(MmaTile, OperandsOfM16N8K8InTf32) {
  expectFragment(nvidiaOperandTile(2, 0, 1), 32, 4, [](uint64_t l, uint64_t i) {
    return Element(l / 4 + (i % 2 ? 8 : 0), l % 4 + (i >= 2 ? 4 : 0));
  });
  expectFragment(nvidiaOperandTile(2, 1, 1), 32, 2,
                 [](uint64_t l, uint64_t i) { return Element(l % 4 + (i ? 4 : 0), l / 4); });
}

TEST(MmaTile, OperandsOfM16N8K32InS8) {
  expectFragment(nvidiaOperandTile(2, 0, 4), 32, 16, [](uint64_t l, uint64_t i) {
    bool upper = i < 4 || (i >= 8 && i < 12);
    return Element(l / 4 + (upper ? 0 : 8), l % 4 * 4 + i % 4 + (i >= 8 ? 16 : 0));
  });
  expectFragment(nvidiaOperandTile(2, 1, 4), 32, 8, [](uint64_t l, uint64_t i) {
    return Element(l % 4 * 4 + i % 4 + (i >= 4 ? 16 : 0), l / 4);
  });
}

TEST(MmaTile, ResultOfOneWarpOfWgmma) {
  expectFragment(nvidiaResultTile(2, 16, 64), 32, 32, [](uint64_t l, uint64_t i) {
    return Element(l / 4 + (i % 4 >= 2 ? 8 : 0), i / 4 * 8 + l % 4 * 2 + i % 2);
  });
}

TEST(MmaTile, LdmatrixLoadsItEightByEight) {
  // A matrix of ldmatrix: 8 rows of 8 halves; lane l gets row l / 4, columns 2 * (l % 4) and the
  // next.
  LinearLayout matrix = LinearLayout::identity1D(2, reg, dim1) *
                        LinearLayout::identity1D(4, lane, dim1) *
                        LinearLayout::identity1D(8, lane, dim0);
  auto four = nvidiaOperandTile(2, 0, 2).divideLeft(matrix);
  ASSERT_TRUE(four);
  EXPECT_EQ(four->inSize(reg), 4u);
  EXPECT_EQ(four->inSize(lane), 1u);
  // Words of 8 elements along K are no such matrix.
  EXPECT_FALSE(nvidiaOperandTile(2, 0, 8).divideLeft(matrix));
}

TEST(MmaTile, LdmatrixTransposesWhatIsStoredTheOtherWay) {
  // With .trans lane l gets rows 2 * (l % 4) and the next of column l / 4: B, whose K are rows, when
  // memory is contiguous along N.
  LinearLayout matrix = LinearLayout::identity1D(2, reg, dim0) *
                        LinearLayout::identity1D(4, lane, dim0) *
                        LinearLayout::identity1D(8, lane, dim1);
  auto two = nvidiaOperandTile(2, 1, 2).divideLeft(matrix);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->inSize(reg), 2u);
  EXPECT_FALSE(nvidiaOperandTile(2, 0, 2).divideLeft(matrix));
  // In 8 bits a pair of rows would be in one element of it.
  EXPECT_FALSE(nvidiaOperandTile(2, 1, 4).divideLeft(matrix));
}

TEST(MmaTile, StmatrixStoresResultsEightByEight) {
  // The result's 16 x 8 in 16 bits: two matrices, one above the other.
  LinearLayout matrix = LinearLayout::identity1D(2, reg, dim1) *
                        LinearLayout::identity1D(4, lane, dim1) *
                        LinearLayout::identity1D(8, lane, dim0);
  auto two = nvidiaResultTile(2, 16, 8).divideLeft(matrix);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->inSize(reg), 2u);
  EXPECT_EQ(two->outSize(dim0), 2u);
}

TEST(MmaTile, BatchesComeLast) {
  LinearLayout tile = nvidiaOperandTile(3, 1, 2);
  SmallVector<Dim, 4> order = {dim1, dim2, dim0};
  EXPECT_EQ(tile.outDims(), order);
  EXPECT_EQ(tile.outSize(dim0), 1u);
  EXPECT_EQ(tile.outSize(dim1), 16u);
  EXPECT_EQ(tile.outSize(dim2), 8u);
}

//===--- AMD, formulas of the matrix instruction calculator ---===//

TEST(MfmaTile, Results) {
  expectFragment(mfmaResultTile(2, 32, 32, false, 32), 64, 16, [](uint64_t l, uint64_t i) {
    return Element(i / 4 * 8 + l / 32 * 4 + i % 4, l % 32);
  });
  expectFragment(mfmaResultTile(2, 16, 16, false, 32), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(l / 16 * 4 + i, l % 16); });
  expectFragment(mfmaResultTile(2, 16, 16, false, 64), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(i * 4 + l / 16, l % 16); });
  expectFragment(mfmaResultTile(2, 4, 64, false, 32), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(i, l); });
  expectFragment(mfmaResultTile(2, 64, 4, true, 32), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(l, i); });
  expectFragment(mfmaResultTile(2, 4, 4, false, 32), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(i, l % 4); });
}

TEST(MfmaTile, TransposedSwapsRowsAndColumns) {
  for (uint64_t size : {16, 32}) {
    LinearLayout plain = mfmaResultTile(2, size, size, false, 32);
    expectFragment(mfmaResultTile(2, size, size, true, 32), 64, size * size / 64,
                   [&](uint64_t l, uint64_t i) {
                     return Element(at(plain, l, i).second, at(plain, l, i).first);
                   });
  }
}

TEST(MfmaTile, Operands) {
  // v_mfma_f32_32x32x8_f16
  expectFragment(mfmaOperandTile(2, 0, 32, 32, 4, 8), 64, 4,
                 [](uint64_t l, uint64_t i) { return Element(l % 32, l / 32 * 4 + i); });
  // v_mfma_f32_16x16x16_f16, twice along K
  expectFragment(mfmaOperandTile(2, 1, 16, 16, 4, 32), 64, 8, [](uint64_t l, uint64_t i) {
    return Element(l / 16 * 4 + i % 4 + i / 4 * 16, l % 16);
  });
  // Sixteen steps of v_mfma_f32_4x4x4_16b_f16
  EXPECT_EQ(mfmaOperandTile(2, 0, 64, 4, 4, 64).inSize(reg), 64u);
  EXPECT_EQ(mfmaOperandTile(2, 1, 64, 4, 4, 64).inSize(reg), 4u);
}

TEST(WmmaTile, Results) {
  expectFragment(wmmaResultTile(2, 1, 16, false), 32, 8,
                 [](uint64_t l, uint64_t i) { return Element(i * 2 + l / 16, l % 16); });
  for (unsigned version : {2, 3})
    expectFragment(wmmaResultTile(2, version, 16, false), 32, 8,
                   [](uint64_t l, uint64_t i) { return Element(l / 16 * 8 + i, l % 16); });
  expectFragment(wmmaResultTile(2, 2, 16, true), 32, 8,
                 [](uint64_t l, uint64_t i) { return Element(l % 16, l / 16 * 8 + i); });
  expectFragment(wmmaResultTile(2, 3, 32, false), 32, 16, [](uint64_t l, uint64_t i) {
    return Element(i / 8 * 16 + l / 16 * 8 + i % 8, l % 16);
  });
}

TEST(WmmaTile, Operands) {
  // Version 1: both halves of the wave hold the same.
  expectFragment(wmmaOperandTile(2, 0, 1, 16, 16, 16), 32, 16,
                 [](uint64_t l, uint64_t i) { return Element(l % 16, i); });
  expectFragment(wmmaOperandTile(2, 1, 2, 16, 16, 8), 32, 8,
                 [](uint64_t l, uint64_t i) { return Element(l / 16 * 8 + i, l % 16); });
  // K of 32 in steps of 8: the second 16 in the upper registers.
  expectFragment(wmmaOperandTile(2, 0, 3, 16, 32, 8), 32, 16, [](uint64_t l, uint64_t i) {
    return Element(l % 16, i / 8 * 16 + l / 16 * 8 + i % 8);
  });
}

//===--- Shared memory ---===//

TEST(SharedLayout, SwizzleFormula) {
  for (bool rotating : {false, true})
    for (uint64_t vec : {1, 4, 8})
      for (uint64_t perPhase : {1, 2})
        for (uint64_t maxPhase : {1, 4, 8}) {
          Swizzle swizzle{vec, perPhase, maxPhase, rotating};
          uint64_t rows = 64, cols = 16;
          LinearLayout layout = swizzledLayout({rows, cols}, {1, 0}, swizzle);
          EXPECT_TRUE(layout.isInvertible());
          for (uint64_t row = 0; row != rows; ++row)
            for (uint64_t col = 0; col != cols; ++col) {
              uint64_t phase = row / perPhase % maxPhase;
              if (rotating)
                phase ^= row / perPhase / maxPhase % maxPhase;
              uint64_t o = row * cols + (col ^ vec * phase % cols);
              SmallVector<LinearLayout::DimValue, 4> expected = {{dim1, col}, {dim0, row}};
              ASSERT_EQ(layout.apply({{offset, o}}), expected) << layout.toString();
            }
        }
}

TEST(SharedLayout, OrderSaysWhichAxisIsContiguous) {
  // order = [0, 2, 1]: dim0 is swizzled by dim2, and dim1 counts matrices.
  LinearLayout layout = swizzledLayout({4, 2, 8}, {0, 2, 1}, {1, 1, 4});
  EXPECT_EQ(layout.toString(), "offset: (1,0,0) (2,0,0) (1,1,0) (2,2,0) (0,4,0) (0,0,1)"
                               " -> dim0 4, dim2 8, dim1 2");
}

/// TMA's swizzle as it is on addresses: bits 4 and up are XORed with bits 7 and up.
uint64_t swizzleAddress(uint64_t address, unsigned swizzleBytes) {
  uint64_t mask = swizzleBytes - 16;
  return address ^ (address >> 3 & mask);
}

TEST(SharedLayout, TmaSwizzleIsAnXorOfAddressBits) {
  for (unsigned bits : {8, 16, 32})
    for (unsigned swizzleBytes : {32, 64, 128})
      for (bool transposed : {false, true}) {
        uint64_t rows = 32, cols = 8 * 2 * swizzleBytes / bits, boxCols = cols / 2;
        SmallVector<uint64_t> shape = {rows, cols};
        if (transposed)
          std::swap(shape[0], shape[1]);
        LinearLayout layout =
            llvm::cantFail(tmaLayout(shape, {swizzleBytes, transposed, bits, false}));
        EXPECT_TRUE(layout.isInvertible());
        for (uint64_t row = 0; row != rows; ++row)
          for (uint64_t col = 0; col != cols; ++col) {
            uint64_t inBox = row * swizzleBytes + col % boxCols * bits / 8;
            uint64_t o =
                swizzleAddress(inBox, swizzleBytes) * 8 / bits + col / boxCols * rows * boxCols;
            auto element = layout.apply({{offset, o}});
            ASSERT_EQ(element[transposed ? 1 : 0].value, row);
            ASSERT_EQ(element[transposed ? 0 : 1].value, col);
          }
      }
}

TEST(SharedLayout, TmaExampleAndCopyLimit) {
  LinearLayout layout = llvm::cantFail(tmaLayout({16, 128}, {128, false, 16, false}));
  EXPECT_EQ(layout.toString(),
            "offset: (0,1) (0,2) (0,4) (0,8) (0,16) (0,32) (1,8) (2,16) (4,32) (8,0) (0,64)"
            " -> dim0 16, dim1 128");
  // 512 columns are two copies of 256; rows come in between.
  EXPECT_EQ(llvm::cantFail(tmaLayout({2, 512}, {0, false, 16, false})).bases(offset).back(),
            (SmallVector<int64_t, 4>{0, 256}));
  // Three axes: rows are dim1 and then dim0.
  LinearLayout three = llvm::cantFail(tmaLayout({2, 8, 16}, {32, false, 16, false}));
  EXPECT_EQ(three.toString(),
            "offset: (0,0,1) (0,0,2) (0,0,4) (0,0,8) (0,1,0) (0,2,0) (0,4,8) (1,0,0)"
            " -> dim0 2, dim1 8, dim2 16");
}

TEST(SharedLayout, Fp4PaddingShowsEachElementTwice) {
  LinearLayout layout = llvm::cantFail(tmaLayout({8, 64}, {128, false, 8, true}));
  EXPECT_EQ(layout.inSize(offset), 8u * 128);
  EXPECT_TRUE(layout.isSurjective());
  // Offsets 8 to 15 are padding: the same elements as 0 to 7.
  for (uint64_t o = 0; o != 8; ++o)
    EXPECT_EQ(layout.applyPacked(o + 8), layout.applyPacked(o));
}

TEST(SharedLayout, TooSmallForABox) {
  auto layout = tmaLayout({4, 64}, {128, false, 16, false});
  ASSERT_FALSE(layout);
  EXPECT_EQ(llvm::toString(layout.takeError()),
            "a tensor with 64 contiguous elements and 4 rows is smaller than a box of 64 elements "
            "and 8 rows");
}

//===--- Fitting ---===//

LinearLayout rowTile() {
  return orderedIdentity(reg, {1, 2}, {1, 0}) * orderedIdentity(lane, {1, 4}, {1, 0});
}

TEST(LayoutFit, RepeatsCutsAndDeals) {
  EXPECT_EQ(fitToShape(rowTile(), {}, {2, 16}).toString(),
            "register: (0,1) (0,8) (1,0); lane: (0,2) (0,4); block: -> dim0 2, dim1 16");
  EXPECT_EQ(fitToShape(rowTile(), {}, {1, 4}).toString(),
            "register: (0,1); lane: (0,2) (0,0); block: -> dim0 1, dim1 4");
  LinearLayout blocks = LinearLayout::identity1D(2, block, dim1);
  EXPECT_EQ(fitToShape(rowTile(), blocks, {1, 16}).toString(),
            "register: (0,1); lane: (0,2) (0,4); block: (0,8) -> dim0 1, dim1 16");
  // More blocks than elements: blocks share them.
  LinearLayout many = LinearLayout::identity1D(4, block, dim1);
  EXPECT_EQ(fitToShape(rowTile(), many, {1, 2}).toString(),
            "register: (0,0); lane: (0,0) (0,0); block: (0,1) (0,0) -> dim0 1, dim1 2");
}

TEST(LayoutFit, CopiesAlongAnAxis) {
  EXPECT_EQ(orderedIdentityWithCopies(warp, {2, 4}, {1, 0}, 1).toString(),
            "warp: (0,0) (0,0) (0,1) -> dim1 1, dim0 2");
}

TEST(LayoutFit, EveryElementIsHeldWhateverTheShape) {
  std::mt19937 rng(1);
  auto size = [&](unsigned bits) { return uint64_t(1) << rng() % (bits + 1); };
  for (unsigned round = 0; round != 500; ++round) {
    unsigned rank = 1 + rng() % 3;
    SmallVector<uint64_t> shape(rank), threads(rank), warps(rank), registers(rank), split(rank);
    SmallVector<unsigned> order(rank);
    for (unsigned axis = 0; axis != rank; ++axis) {
      shape[axis] = size(5), threads[axis] = size(3), warps[axis] = size(2);
      registers[axis] = size(2), split[axis] = size(2), order[axis] = axis;
    }
    std::shuffle(order.begin(), order.end(), rng);
    LinearLayout tile = orderedIdentity(reg, registers, order) *
                        orderedIdentity(lane, threads, order) * orderedIdentity(warp, warps, order);
    LinearLayout blocks = orderedIdentity(block, split, order);
    LinearLayout layout = fitToShape(tile, blocks, shape);
    EXPECT_TRUE(layout.isSurjective()) << layout.toString();
    EXPECT_EQ(layout.inSize(lane), tile.inSize(lane));
    EXPECT_EQ(layout.inSize(warp), tile.inSize(warp));
    EXPECT_EQ(layout.inSize(block), blocks.inSize(block));
    for (unsigned axis = 0; axis != rank; ++axis)
      EXPECT_EQ(layout.outSize(Dim::axis(axis)), shape[axis]);
  }
}

} // namespace
