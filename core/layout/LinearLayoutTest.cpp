// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks linear layouts: the header's worked examples, and algebraic laws on random layouts.
#include "core/layout/LinearLayout.h"

#include <map>
#include <random>
#include <set>

#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace fathom;
using llvm::ArrayRef;
using llvm::SmallVector;
using DimSize = LinearLayout::DimSize;
using DimValue = LinearLayout::DimValue;
using Bases = LinearLayout::Bases;

namespace {

const Dim reg = Dim::reg(), lane = Dim::lane(), warp = Dim::warp(), block = Dim::block(),
          offset = Dim::offset(), dim0 = Dim::axis(0), dim1 = Dim::axis(1), dim2 = Dim::axis(2);

LinearLayout make(ArrayRef<std::pair<Dim, Bases>> ins, ArrayRef<DimSize> outs) {
  return llvm::cantFail(LinearLayout::create(ins, outs));
}

std::string errorOf(ArrayRef<std::pair<Dim, Bases>> ins, ArrayRef<DimSize> outs) {
  auto layout = LinearLayout::create(ins, outs);
  return layout ? "" : llvm::toString(layout.takeError());
}

/// The 4x4 tensor of the header.
LinearLayout example() {
  return make({{reg, {{0, 1}}}, {lane, {{0, 2}, {1, 0}}}, {warp, {{2, 0}}}},
              {{dim0, 4}, {dim1, 4}});
}

TEST(DimTest, NamesAreReadBack) {
  for (Dim dim : {reg, lane, warp, block, offset, dim0, Dim::axis(63)})
    EXPECT_EQ(Dim::parse(dim.name()), dim);
  EXPECT_EQ(Dim::parse("dim64"), std::nullopt);
  EXPECT_EQ(Dim::parse("lanes"), std::nullopt);
}

TEST(LinearLayoutTest, ExampleTable) {
  LinearLayout layout = example();
  // Row by row, the place of each element as warp, lane, register.
  unsigned table[4][4][3] = {{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}},
                             {{0, 2, 0}, {0, 2, 1}, {0, 3, 0}, {0, 3, 1}},
                             {{1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}},
                             {{1, 2, 0}, {1, 2, 1}, {1, 3, 0}, {1, 3, 1}}};
  for (unsigned row = 0; row != 4; ++row)
    for (unsigned col = 0; col != 4; ++col) {
      auto [w, l, r] = table[row][col];
      SmallVector<DimValue, 4> expected = {{dim0, row}, {dim1, col}};
      EXPECT_EQ(layout.apply({{warp, w}, {lane, l}, {reg, r}}), expected);
    }
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.applyPacked(0b1111), 0b1111u);
  EXPECT_EQ(layout.basis(lane, 0, dim1), 2u);
  EXPECT_EQ(layout.toString(), "register: (0,1); lane: (0,2) (1,0); warp: (2,0) -> dim0 4, dim1 4");
}

TEST(LinearLayoutTest, SwizzleExample) {
  LinearLayout layout = make({{offset, {{0, 1}, {0, 2}, {1, 1}, {2, 2}}}}, {{dim0, 4}, {dim1, 4}});
  for (unsigned row = 0; row != 4; ++row)
    for (unsigned col = 0; col != 4; ++col) {
      SmallVector<DimValue, 4> expected = {{dim0, row}, {dim1, col}};
      EXPECT_EQ(layout.apply({{offset, row * 4 + (col ^ row)}}), expected);
    }
}

TEST(LinearLayoutTest, Constructors) {
  EXPECT_EQ(LinearLayout::identity1D(4, lane, dim0), make({{lane, {{1}, {2}}}}, {{dim0, 4}}));
  EXPECT_EQ(LinearLayout::strided1D(4, 2, lane, dim0), make({{lane, {{2}, {4}}}}, {{dim0, 8}}));
  EXPECT_EQ(LinearLayout::zeros1D(4, lane, dim0), make({{lane, {{0}, {0}}}}, {{dim0, 1}}));
  EXPECT_EQ(LinearLayout::zeros1D(2, lane, dim0, 8), make({{lane, {{0}}}}, {{dim0, 8}}));
  EXPECT_EQ(LinearLayout::identity1D(1, lane, dim0), make({{lane, {}}}, {{dim0, 1}}));
  EXPECT_EQ(LinearLayout::identityND(reg, {2, 4}, {1, 0}),
            make({{reg, {{0, 1}, {0, 2}, {1, 0}}}}, {{dim0, 2}, {dim1, 4}}));
  EXPECT_EQ(LinearLayout::empty().totalInBits(), 0u);
}

TEST(LinearLayoutTest, BadBasesAreRefused) {
  EXPECT_EQ(errorOf({{reg, {{1}}}}, {{dim0, 3}}), "dim0 has size 3, which is not a power of two");
  EXPECT_EQ(errorOf({{reg, {{1}}}}, {{dim0, 0}}), "dim0 has size 0, which is not a power of two");
  EXPECT_EQ(errorOf({{reg, {{4}}}}, {{dim0, 4}}),
            "register basis 0 has the value 4 in dim0, whose size is 4");
  EXPECT_EQ(errorOf({{reg, {{1}, {-1}}}}, {{dim0, 4}}),
            "register basis 1 has the value -1 in dim0, whose size is 4");
  EXPECT_EQ(errorOf({{reg, {{1, 0}}}}, {{dim0, 4}}),
            "register basis 0 has 2 values for 1 dimensions");
  EXPECT_EQ(errorOf({{reg, {}}, {reg, {}}}, {{dim0, 4}}), "register is named twice");
  EXPECT_EQ(errorOf({}, {{dim0, 4}, {dim0, 4}}), "dim0 is named twice");
  EXPECT_EQ(errorOf({{reg, Bases(65, {0})}}, {{dim0, 1}}),
            "a layout of 65 bits in and 0 out; at most 64 are supported");
  EXPECT_EQ(errorOf({}, {{dim0, uint64_t(1) << 40}, {dim1, uint64_t(1) << 40}}),
            "a layout of 0 bits in and 80 out; at most 64 are supported");
}

TEST(LinearLayoutTest, FreeVariables) {
  SmallVector<DimValue, 4> broadcast = {{lane, 0b11}};
  EXPECT_EQ(LinearLayout::zeros1D(4, lane, dim0).freeVariableMasks(), broadcast);
  SmallVector<DimValue, 4> dependent = {{lane, 0b100}};
  EXPECT_EQ(make({{lane, {{1}, {2}, {3}}}}, {{dim0, 4}}).freeVariableMasks(), dependent);
  // A later dim's copy of an earlier one is the free one.
  SmallVector<DimValue, 4> later = {{reg, 0}, {lane, 1}};
  EXPECT_EQ(make({{reg, {{1}}}, {lane, {{1}}}}, {{dim0, 2}}).freeVariableMasks(), later);
}

TEST(LinearLayoutTest, Product) {
  EXPECT_EQ(LinearLayout::identity1D(2, reg, dim0) * LinearLayout::identity1D(4, lane, dim0),
            make({{reg, {{1}}}, {lane, {{2}, {4}}}}, {{dim0, 8}}));
  EXPECT_EQ(LinearLayout::identity1D(2, lane, dim0) * LinearLayout::zeros1D(4, lane, dim0),
            make({{lane, {{1}, {0}, {0}}}}, {{dim0, 2}}));
  // The order of dims: (lane, block) with (reg, lane, warp) slotted in.
  LinearLayout inner =
      LinearLayout::identity1D(1, lane, dim0) * LinearLayout::identity1D(1, block, dim0);
  LinearLayout outer = LinearLayout::identity1D(1, reg, dim0) *
                       LinearLayout::identity1D(1, lane, dim0) *
                       LinearLayout::identity1D(1, warp, dim0);
  SmallVector<Dim, 4> order = {reg, lane, block, warp};
  EXPECT_EQ((inner * outer).inDims(), order);
}

TEST(LinearLayoutTest, DivisionExamples) {
  LinearLayout one = LinearLayout::identity1D(2, lane, dim0);
  EXPECT_EQ(LinearLayout::identity1D(8, lane, dim0).divideLeft(one),
            LinearLayout::identity1D(4, lane, dim0));
  EXPECT_EQ(make({{lane, {{1}, {3}}}}, {{dim0, 4}}).divideLeft(one), std::nullopt);
  EXPECT_EQ(make({{lane, {{1}, {2}}}, {reg, {{1}}}}, {{dim0, 4}}).divideLeft(one), std::nullopt);
  EXPECT_EQ(one.divideLeft(LinearLayout::identity1D(4, lane, dim0)), std::nullopt);
  EXPECT_EQ(one.divideLeft(LinearLayout::identity1D(2, warp, dim0)), std::nullopt);
}

TEST(LinearLayoutTest, Quotient) {
  LinearLayout layout = make({{reg, {{1, 0}}}, {block, {{0, 1}, {0, 2}}}}, {{dim0, 2}, {block, 4}});
  EXPECT_EQ(layout.quotient(block), LinearLayout::identity1D(2, reg, dim0));
  EXPECT_EQ(layout.quotient(reg), std::nullopt);
  LinearLayout leaks = make({{reg, {{1, 1}}}, {block, {{0, 1}}}}, {{dim0, 2}, {block, 2}});
  EXPECT_EQ(leaks.quotient(block), std::nullopt);
  LinearLayout spills = make({{reg, {{1, 0}}}, {block, {{1, 1}}}}, {{dim0, 2}, {block, 2}});
  EXPECT_EQ(spills.quotient(block), std::nullopt);
}

TEST(LinearLayoutTest, Renaming) {
  LinearLayout layout = make({{reg, {{1}}}, {lane, {{2}, {4}}}}, {{dim0, 8}});
  EXPECT_EQ(layout.reshapeIns({{offset, 8}}), LinearLayout::identity1D(8, offset, dim0));
  EXPECT_EQ(layout.reshapeOuts({{dim1, 2}, {dim0, 4}}),
            make({{reg, {{1, 0}}}, {lane, {{0, 1}, {0, 2}}}}, {{dim1, 2}, {dim0, 4}}));
  EXPECT_EQ(
      example().transposeOuts({dim1, dim0}),
      make({{reg, {{1, 0}}}, {lane, {{2, 0}, {0, 1}}}, {warp, {{0, 2}}}}, {{dim1, 4}, {dim0, 4}}));
  EXPECT_EQ(make({{reg, {{1}, {0}, {2}}}, {lane, {{0}}}}, {{dim0, 4}}).removeZeroBases(reg),
            make({{reg, {{1}, {2}}}, {lane, {{0}}}}, {{dim0, 4}}));
  EXPECT_EQ(LinearLayout::identity1D(8, lane, dim0).resizeOuts({{dim0, 4}}),
            make({{lane, {{1}, {2}, {0}}}}, {{dim0, 4}}));
  EXPECT_EQ(
      example().resizeOuts({{dim0, 8}, {dim1, 2}}),
      make({{reg, {{0, 1}}}, {lane, {{0, 0}, {1, 0}}}, {warp, {{2, 0}}}}, {{dim0, 8}, {dim1, 2}}));
  EXPECT_EQ(example().sublayout({lane}, {dim1}), make({{lane, {{2}, {0}}}}, {{dim1, 4}}));
  EXPECT_TRUE(example().sublayoutIsZero({warp}, {dim1}));
  EXPECT_FALSE(example().sublayoutIsZero({warp, lane}, {dim1}));
}

TEST(LinearLayoutTest, InvertAndComposePrefersTheOwnPlace) {
  // Both are broadcast over lanes: each lane reads its own copy.
  LinearLayout a = make({{reg, {{1}, {2}}}, {lane, {{0}, {0}}}}, {{dim0, 4}});
  LinearLayout b = make({{reg, {{2}, {1}}}, {lane, {{0}, {0}}}}, {{dim0, 4}});
  EXPECT_EQ(a.invertAndCompose(b),
            make({{reg, {{2, 0}, {1, 0}}}, {lane, {{0, 1}, {0, 2}}}}, {{reg, 4}, {lane, 4}}));
  // Without a copy of its own it reads the one of lane 0.
  LinearLayout c = make({{reg, {{1}, {2}}}, {lane, {{0}}}}, {{dim0, 4}});
  EXPECT_EQ(a.invertAndCompose(c),
            make({{reg, {{1, 0}, {2, 0}}}, {lane, {{0, 0}, {0, 0}}}}, {{reg, 4}, {lane, 2}}));
  // The shared dim (lane) is needed for what the others lack.
  LinearLayout d = make({{reg, {{2}, {1}}}, {lane, {{1}}}}, {{dim0, 4}});
  LinearLayout e = make({{reg, {{2}, {2}}}, {lane, {{1}}}}, {{dim0, 4}});
  EXPECT_EQ(d.invertAndCompose(e),
            make({{reg, {{1, 0}, {0, 1}}}, {lane, {{0, 1}}}}, {{reg, 4}, {lane, 2}}));
  // An element that is nowhere.
  EXPECT_EQ(d.invertAndCompose(make({{reg, {{2}}}}, {{dim0, 4}})), std::nullopt);
  // The header's example.
  EXPECT_EQ(make({{lane, {{1}, {2}}}}, {{dim0, 4}})
                .invertAndCompose(make({{offset, {{2}, {1}}}}, {{dim0, 4}})),
            make({{lane, {{2}, {1}}}}, {{offset, 4}}));
}

TEST(LinearLayoutTest, SixtyFourBits) {
  LinearLayout wide = LinearLayout::identity1D(uint64_t(1) << 63, offset, dim0) *
                      LinearLayout::identity1D(2, lane, dim0);
  EXPECT_EQ(wide.totalOutBits(), 64u);
  EXPECT_TRUE(wide.isInvertible());
  EXPECT_EQ(wide.applyPacked(~uint64_t(0)), ~uint64_t(0));
  EXPECT_EQ(wide.compose(*wide.invert()).applyPacked(12345), 12345u);
  EXPECT_EQ(wide.divideRight(LinearLayout::identity1D(2, lane, dim0)),
            LinearLayout::identity1D(uint64_t(1) << 63, offset, dim0) *
                LinearLayout::identity1D(1, lane, dim0));
}

//===--- Laws on random layouts ---===//

class LayoutLaws : public testing::TestWithParam<unsigned> {
protected:
  std::mt19937 rng{GetParam()};
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(rng); }

  /// Any bases; dims of 1 to 8 places and elements.
  LinearLayout any(ArrayRef<Dim> inDims, ArrayRef<Dim> outDims, unsigned maxBits = 3) {
    SmallVector<DimSize> outs;
    for (Dim dim : outDims)
      outs.push_back({dim, uint64_t(1) << below(maxBits + 1)});
    return into(inDims, outs, maxBits);
  }
  LinearLayout into(ArrayRef<Dim> inDims, ArrayRef<DimSize> outs, unsigned maxBits = 3) {
    SmallVector<std::pair<Dim, Bases>, 4> ins;
    for (Dim dim : inDims) {
      Bases bases(below(maxBits + 1));
      for (auto &basis : bases)
        for (const DimSize &out : outs)
          basis.push_back(below(3) ? below(out.size) : 0);
      ins.push_back({dim, bases});
    }
    return make(ins, outs);
  }
  SmallVector<DimSize> outsOf(const LinearLayout &layout) {
    SmallVector<DimSize> outs;
    for (Dim dim : layout.outDims())
      outs.push_back({dim, layout.outSize(dim)});
    return outs;
  }
  uint64_t somePlace(const LinearLayout &layout) {
    return rng() & ((uint64_t(1) << layout.totalInBits()) - 1);
  }
};

TEST_P(LayoutLaws, Linear) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  uint64_t x = somePlace(a), y = somePlace(a);
  EXPECT_EQ(a.applyPacked(x ^ y), a.applyPacked(x) ^ a.applyPacked(y));
  EXPECT_EQ(a.applyPacked(0), 0u);
}

TEST_P(LayoutLaws, CreateReadsBackBases) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  SmallVector<std::pair<Dim, Bases>, 4> ins;
  for (Dim dim : a.inDims())
    ins.push_back({dim, a.bases(dim)});
  LinearLayout b = make(ins, outsOf(a));
  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_value(a), hash_value(b));
}

TEST_P(LayoutLaws, ProductIsAssociativeWithUnit) {
  LinearLayout a = any({reg, lane}, {dim0}), b = any({reg, lane, warp}, {dim0, dim1}),
               c = any({lane, warp}, {dim0, dim1});
  EXPECT_EQ((a * b) * c, a * (b * c));
  EXPECT_EQ(LinearLayout::empty() * b, b);
  EXPECT_EQ(b * LinearLayout::empty(), b);
}

TEST_P(LayoutLaws, ProductPutsOuterAbove) {
  LinearLayout inner = any({reg, lane}, {dim0, dim1}), outer = any({lane, warp}, {dim1, dim2});
  LinearLayout product = inner * outer;
  SmallVector<DimValue> place, innerPlace, outerPlace;
  for (Dim dim : {reg, lane, warp}) {
    uint64_t value = below(product.inSize(dim));
    place.push_back({dim, value});
    if (inner.hasInDim(dim))
      innerPlace.push_back({dim, value % inner.inSize(dim)});
    if (outer.hasInDim(dim))
      outerPlace.push_back({dim, value / inner.inSize(dim)});
  }
  std::map<unsigned, uint64_t> expected;
  for (auto [dim, value] : inner.apply(innerPlace))
    expected[dim.axisIndex()] += value;
  for (auto [dim, value] : outer.apply(outerPlace))
    expected[dim.axisIndex()] += value * inner.outSize(dim);
  for (auto [dim, value] : product.apply(place))
    EXPECT_EQ(value, expected[dim.axisIndex()]) << product.toString();
}

TEST_P(LayoutLaws, DivisionUndoesTheProduct) {
  LinearLayout a = any({reg, lane}, {dim0, dim1}), b = any({reg, lane}, {dim0, dim1});
  EXPECT_EQ((a * b).divideLeft(a), b);
  EXPECT_EQ((a * b).divideRight(b), a);
}

TEST_P(LayoutLaws, DivisionIsTrueWhenItSucceeds) {
  LinearLayout a = any({reg, lane}, {dim0, dim1}, 2), b = any({reg, lane}, {dim0, dim1}, 1);
  if (auto c = a.divideLeft(b)) {
    EXPECT_EQ(b * *c, a);
  }
  if (auto c = a.divideRight(b)) {
    EXPECT_EQ(*c * b, a);
  }
}

TEST_P(LayoutLaws, CompositionAppliesInTurn) {
  LinearLayout a = any({reg, lane}, {dim0, dim1});
  // The outer layout takes dim1 first, and more of it than `a` has.
  SmallVector<DimSize> offsets = {{offset, 16}};
  SmallVector<std::pair<Dim, Bases>, 4> ins;
  for (Dim dim : {dim1, dim0}) {
    Bases bases(a.outBits(dim) + below(2));
    for (auto &basis : bases)
      basis.push_back(below(16));
    ins.push_back({dim, bases});
  }
  LinearLayout b = make(ins, offsets), c = a.compose(b);
  uint64_t place = somePlace(a);
  uint64_t r = place & (a.inSize(reg) - 1), l = place >> a.inBits(reg);
  EXPECT_EQ(c.apply({{reg, r}, {lane, l}}), b.apply(a.apply({{reg, r}, {lane, l}})));
}

TEST_P(LayoutLaws, RankCountsElements) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  std::set<uint64_t> elements;
  for (uint64_t place = 0; place >> a.totalInBits() == 0; ++place)
    elements.insert(a.applyPacked(place));
  EXPECT_EQ(elements.size(), uint64_t(1) << a.rank());
  EXPECT_EQ(a.isSurjective(), elements.size() == uint64_t(1) << a.totalOutBits());
  EXPECT_EQ(a.isInjective(), elements.size() == uint64_t(1) << a.totalInBits());
}

TEST_P(LayoutLaws, PlacesWithoutFreeBitsHoldEachElementOnce) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  uint64_t free = 0;
  unsigned position = 0;
  for (auto [dim, mask] : a.freeVariableMasks()) {
    free |= mask << position;
    position += a.inBits(dim);
  }
  std::set<uint64_t> elements;
  unsigned places = 0;
  for (uint64_t place = 0; place >> a.totalInBits() == 0; ++place)
    if (!(place & free)) {
      elements.insert(a.applyPacked(place));
      ++places;
    }
  EXPECT_EQ(elements.size(), places);
  EXPECT_EQ(places, uint64_t(1) << a.rank());
}

TEST_P(LayoutLaws, InvertAndComposeFindsEachElement) {
  LinearLayout s = any({reg, lane, warp}, {dim0, dim1}), r = into({reg, lane, warp}, outsOf(s));
  auto x = r.invertAndCompose(s);
  bool reachable =
      s.concatIns(r.reshapeIns({{offset, uint64_t(1) << r.totalInBits()}})).rank() == s.rank();
  ASSERT_EQ(x.has_value(), reachable);
  if (x) {
    EXPECT_EQ(x->compose(s), r);
  }
}

TEST_P(LayoutLaws, InvertAndComposeIgnoresTheOrderOfAxes) {
  LinearLayout s = any({reg, lane, warp}, {dim0, dim1}), r = into({reg, lane, warp}, outsOf(s));
  EXPECT_EQ(r.transposeOuts({dim1, dim0}).invertAndCompose(s), r.invertAndCompose(s));
}

TEST_P(LayoutLaws, ALayoutConvertsToItselfByDoingNothing) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  auto x = a.invertAndCompose(a);
  ASSERT_TRUE(x);
  for (uint64_t place = 0; place >> a.totalInBits() == 0; ++place)
    EXPECT_EQ(x->applyPacked(place), place);
}

TEST_P(LayoutLaws, PseudoinverseIsARightInverse) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  auto y = a.pseudoinvert();
  ASSERT_EQ(y.has_value(), a.isSurjective());
  if (y)
    for (uint64_t element = 0; element >> a.totalOutBits() == 0; ++element)
      EXPECT_EQ(a.applyPacked(y->applyPacked(element)), element);
  if (auto inverse = a.invert())
    EXPECT_EQ(inverse->invert(), a);
  else
    EXPECT_FALSE(a.isInvertible());
}

TEST_P(LayoutLaws, RenamingLosesNothing) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  uint64_t places = uint64_t(1) << a.totalInBits(), elements = uint64_t(1) << a.totalOutBits();
  LinearLayout flat = a.reshapeIns({{offset, places}}).reshapeOuts({{dim2, elements}});
  EXPECT_EQ(flat.reshapeIns({{reg, a.inSize(reg)}, {lane, a.inSize(lane)}, {warp, a.inSize(warp)}})
                .reshapeOuts(outsOf(a)),
            a);
  EXPECT_EQ(a.transposeOuts({dim1, dim0}).transposeOuts({dim0, dim1}), a);
  EXPECT_EQ(a.transposeIns({warp, reg, lane}).transposeIns({reg, lane, warp}), a);
}

TEST_P(LayoutLaws, SublayoutsConcatenateToTheWhole) {
  LinearLayout a = any({reg, lane, warp}, {dim0, dim1});
  EXPECT_EQ(a.sublayout({reg}, {dim0, dim1}).concatIns(a.sublayout({lane, warp}, {dim0, dim1})), a);
  EXPECT_EQ(
      a.sublayout({reg, lane, warp}, {dim0}).concatOuts(a.sublayout({reg, lane, warp}, {dim1})), a);
}

/// What `into` takes as out-dims, as the in-dims of a layout.
LinearLayout outer(ArrayRef<DimSize> ins, ArrayRef<DimSize> outs, std::mt19937 &rng) {
  SmallVector<std::pair<Dim, Bases>, 4> list;
  for (const DimSize &in : ins) {
    Bases bases(llvm::Log2_64(in.size));
    for (auto &basis : bases)
      for (const DimSize &out : outs)
        basis.push_back(rng() % out.size);
    list.push_back({in.dim, bases});
  }
  return make(list, outs);
}

TEST_P(LayoutLaws, CompositionIsAssociativeWithUnit) {
  LinearLayout a = any({reg, lane}, {dim0, dim1});
  LinearLayout b = outer(outsOf(a), {{dim0, 4}, {dim2, 8}}, rng);
  LinearLayout c = outer(outsOf(b), {{offset, 16}}, rng);
  EXPECT_EQ(a.compose(b).compose(c), a.compose(b.compose(c)));
  LinearLayout unit = LinearLayout::identity1D(a.outSize(dim0), dim0, dim0) *
                      LinearLayout::identity1D(a.outSize(dim1), dim1, dim1);
  EXPECT_EQ(a.compose(unit), a);
}

TEST_P(LayoutLaws, ProductsComposeFactorByFactor) {
  LinearLayout a = any({reg, lane}, {dim0, dim1}), b = any({reg, lane}, {dim0, dim1});
  LinearLayout c = outer(outsOf(a), {{offset, 4}, {dim2, 2}}, rng),
               d = outer(outsOf(b), {{offset, 8}, {dim2, 4}}, rng);
  EXPECT_EQ((a * b).compose(c * d), a.compose(c) * b.compose(d));
}

TEST_P(LayoutLaws, ConversionsInTurnAreOne) {
  LinearLayout b = any({reg, lane, warp}, {dim0, dim1}), c = into({reg, lane, warp}, outsOf(b)),
               a = into({reg, lane, warp}, outsOf(b));
  auto first = a.invertAndCompose(b), second = b.invertAndCompose(c);
  if (!first || !second)
    return;
  // From places of a to places of b to places of c: where what a holds is.
  EXPECT_EQ(first->compose(*second).compose(c), a);
}

TEST_P(LayoutLaws, TheInverseOfACompositionIsTheOtherWayRound) {
  // Triangular, so that both are invertible.
  auto triangular = [&](Dim in, Dim out) {
    Bases bases;
    for (unsigned bit = 0; bit < 5; ++bit)
      bases.push_back({int64_t(1) << bit | int64_t(rng() & ((1u << bit) - 1))});
    return make({{in, bases}}, {{out, 32}});
  };
  LinearLayout a = triangular(lane, dim0), b = triangular(dim0, offset);
  EXPECT_EQ(a.compose(b).invert(), b.invert()->compose(*a.invert()));
  EXPECT_EQ(a.pseudoinvert(), a.invert());
  EXPECT_EQ(a.compose(*a.invert()), LinearLayout::identity1D(32, lane, lane));
}

TEST_P(LayoutLaws, QuotientTakesAnIdentityAway) {
  LinearLayout a = any({reg, lane}, {dim0, dim1});
  EXPECT_EQ((a * LinearLayout::identity1D(4, block, block)).quotient(block), a);
}

TEST_P(LayoutLaws, ZeroBasesHaveNoPart) {
  LinearLayout a = any({reg, lane}, {dim0, dim1}), less = a.removeZeroBases(reg);
  EXPECT_EQ(less.rank(), a.rank());
  EXPECT_EQ(less.removeZeroBases(reg), less);
  EXPECT_EQ(less.sublayout(lane, {dim0, dim1}), a.sublayout(lane, {dim0, dim1}));
}

INSTANTIATE_TEST_SUITE_P(Random, LayoutLaws, testing::Range(0u, 200u));

} // namespace
