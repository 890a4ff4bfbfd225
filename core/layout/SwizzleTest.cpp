// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a swizzle promises, on random layouts, and conflicts counted lane by lane.
#include "core/layout/Swizzle.h"

#include <map>
#include <random>
#include <set>

#include "gtest/gtest.h"

using namespace fathom;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

const Dim dim0 = Dim::axis(0), dim1 = Dim::axis(1);
constexpr Dim reg = Dim::reg(), lane = Dim::lane(), warp = Dim::warp(), block = Dim::block(),
              offset = Dim::offset();
using Bases = LinearLayout::Bases;

/// From bases as (dim0, dim1), over a tensor of rows x cols.
LinearLayout make(Bases registers, Bases lanes, Bases warps, uint64_t rows, uint64_t cols) {
  return llvm::cantFail(LinearLayout::create(
      {{reg, registers}, {lane, lanes}, {warp, warps}, {block, {}}}, {{dim0, rows}, {dim1, cols}}));
}

/// Conflicts lane by lane: of the lanes that are served at once, how many different rows one bank must give.
unsigned countedConflicts(const LinearLayout &registers, const SharedSwizzle &shared,
                          unsigned elementBits) {
  std::map<uint64_t, uint64_t> offsets;
  for (uint64_t at = 0; at < shared.elementsInMemory(); ++at)
    for (uint64_t part = 0; part < shared.numParts(); ++part) {
      uint64_t element = shared.layout.applyPacked(at);
      for (size_t bit = 0; bit < shared.parts.size(); ++bit)
        if (part >> bit & 1)
          element ^= shared.parts[bit];
      offsets[element] = at;
    }
  unsigned vectorBits = elementBits << shared.vectorLog;
  uint64_t lanes = std::min<uint64_t>(registers.inSize(lane), 1024 / std::max(vectorBits, 32u));
  std::map<uint64_t, std::set<uint64_t>> rows;
  for (uint64_t number = 0; number < lanes; ++number) {
    uint64_t element = registers.applyPacked(number << registers.inBits(reg));
    uint64_t bit = offsets.at(element) * elementBits;
    rows[bit % 1024 / std::max(vectorBits, 32u)].insert(bit / 1024);
  }
  unsigned most = 1;
  for (auto &[bank, list] : rows)
    most = std::max<unsigned>(most, list.size());
  return most;
}

SharedSwizzle rowMajor(uint64_t elements, unsigned vectorLog) {
  SharedSwizzle shared;
  shared.layout =
      LinearLayout::identity1D(elements, offset, dim0) * LinearLayout::identity1D(1, block, dim0);
  shared.vectorLog = vectorLog;
  return shared;
}

TEST(SwizzleTest, ATransposition) {
  // 32 x 32: lanes along a row, and along a column; dim0 is in the lowest bits of an element's number.
  Bases steps0, steps1, far0, far1;
  for (int64_t step = 1; step < 32; step *= 2) {
    steps0.push_back({step, 0});
    steps1.push_back({0, step});
  }
  LinearLayout rows = make(steps0, steps1, {}, 32, 32), columns = make(steps1, steps0, {}, 32, 32);
  EXPECT_EQ(bankConflicts(rows, rowMajor(1024, 0), 32), 32u);
  EXPECT_EQ(bankConflicts(columns, rowMajor(1024, 0), 32), 1u);
  auto best = optimalSwizzle(rows, columns, 32);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->vectorLog, 0u);
  EXPECT_EQ(best->elementsInMemory(), 1024u);
  EXPECT_EQ(bankConflicts(rows, *best, 32), 1u);
  EXPECT_EQ(bankConflicts(columns, *best, 32), 1u);
}

TEST(SwizzleTest, VectorsAndPartsAreWhatBothSidesHold) {
  // 8 elements in a row and 2 rows on both sides, other lanes: 128 bits of f32 at once, four parts.
  Bases registers = {{0, 1}, {0, 2}, {0, 4}, {16, 0}};
  LinearLayout from = make(registers, {{1, 0}, {2, 0}}, {{4, 0}, {8, 0}}, 32, 8);
  LinearLayout to = make(registers, {{4, 0}, {8, 0}}, {{1, 0}, {2, 0}}, 32, 8);
  auto best = optimalSwizzle(from, to, 32);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->vectorLog, 2u);
  EXPECT_EQ(best->numParts(), 4u);
  EXPECT_EQ(best->elementsInMemory(), 64u);
  // Bytes: 16 of them at once, and all that is in registers fits.
  EXPECT_EQ(optimalSwizzle(from, to, 8)->vectorLog, 4u);
  EXPECT_EQ(optimalSwizzle(from, to, 8)->numParts(), 1u);
}

TEST(SwizzleTest, BlocksKeepTheirParts) {
  auto over = [](int64_t blockStep, int64_t laneStep) {
    return llvm::cantFail(LinearLayout::create(
        {{reg, {}}, {lane, {{laneStep}}}, {warp, {}}, {block, {{blockStep}}}}, {{dim0, 4}}));
  };
  EXPECT_FALSE(optimalSwizzle(over(1, 2), over(2, 1), 32));
  auto same = optimalSwizzle(over(2, 1), over(2, 1), 32);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->elementsInMemory(), 2u);
}

class SwizzleLaws : public testing::TestWithParam<unsigned> {
protected:
  std::mt19937 rng{GetParam()};
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(rng); }

  /// A random bijection of bits, dealt out to registers, lanes and warps, copies among them.
  LinearLayout any(unsigned bits) {
    SmallVector<uint64_t> columns;
    for (unsigned bit = 0; bit < bits; ++bit)
      columns.push_back(uint64_t(1) << bit);
    std::shuffle(columns.begin(), columns.end(), rng);
    // Half of them keep to the axes, as most encodings do.
    if (below(2))
      for (unsigned step = 0; step < bits; ++step) {
        unsigned a = below(bits), b = below(bits);
        if (a != b)
          columns[a] ^= columns[b];
      }
    Bases ins[3];
    for (unsigned copy = below(3); copy-- > 0;)
      ins[below(3)].push_back({0});
    for (uint64_t column : columns) {
      unsigned in = below(3);
      // At most 32 lanes; the rest goes to registers.
      if (in == 1 && ins[1].size() >= 5)
        in = 0;
      ins[in].push_back({int64_t(column)});
    }
    return llvm::cantFail(
        LinearLayout::create({{reg, ins[0]}, {lane, ins[1]}, {warp, ins[2]}, {block, {}}},
                             {{dim0, uint64_t(1) << bits}}));
  }
  static std::set<uint64_t> inRegisters(const LinearLayout &layout) {
    std::set<uint64_t> elements;
    for (uint64_t place = 0; place < layout.inSize(reg); ++place)
      elements.insert(layout.applyPacked(place));
    return elements;
  }
};

TEST_P(SwizzleLaws, EachElementHasOnePlace) {
  LinearLayout from = any(8), to = any(8);
  auto best = optimalSwizzle(from, to, 8u << below(4));
  ASSERT_TRUE(best);
  std::set<uint64_t> elements;
  for (uint64_t at = 0; at < best->elementsInMemory(); ++at)
    for (uint64_t part = 0; part < best->numParts(); ++part) {
      uint64_t element = best->layout.applyPacked(at);
      for (size_t bit = 0; bit < best->parts.size(); ++bit)
        if (part >> bit & 1)
          element ^= best->parts[bit];
      elements.insert(element);
    }
  EXPECT_EQ(elements.size(), 256u);
  EXPECT_EQ(best->elementsInMemory() * best->numParts(), 256u);
}

TEST_P(SwizzleLaws, VectorsAreAsWideAsCanBe) {
  LinearLayout from = any(8), to = any(8);
  unsigned bits = 8u << below(4);
  auto best = optimalSwizzle(from, to, bits);
  ASSERT_TRUE(best);
  std::set<uint64_t> held = inRegisters(from), wanted = inRegisters(to), both;
  std::set_intersection(held.begin(), held.end(), wanted.begin(), wanted.end(),
                        std::inserter(both, both.end()));
  EXPECT_EQ(uint64_t(1) << best->vectorLog, std::min<uint64_t>(both.size(), 128 / bits));
  // What lies side by side, and what is left for other parts, is in the registers of one thread on both sides.
  for (uint64_t at = 0; at < uint64_t(1) << best->vectorLog; ++at)
    EXPECT_TRUE(both.count(best->layout.applyPacked(at)));
  for (uint64_t part : best->parts)
    EXPECT_TRUE(both.count(part));
  EXPECT_EQ(best->numParts() << best->vectorLog, both.size());
}

TEST_P(SwizzleLaws, NobodyWaitsForABank) {
  LinearLayout from = any(9), to = any(9);
  unsigned bits = 8u << below(4);
  auto best = optimalSwizzle(from, to, bits);
  ASSERT_TRUE(best);
  EXPECT_EQ(bankConflicts(from, *best, bits), 1u) << from.toString() << "\n" << to.toString();
  EXPECT_EQ(bankConflicts(to, *best, bits), 1u) << from.toString() << "\n" << to.toString();
  EXPECT_EQ(countedConflicts(from, *best, bits), 1u);
  EXPECT_EQ(countedConflicts(to, *best, bits), 1u);
}

TEST_P(SwizzleLaws, ConflictsAreCountedRight) {
  LinearLayout registers = any(10);
  unsigned bits = 8u << below(4);
  SharedSwizzle plain = rowMajor(1024, 0);
  EXPECT_EQ(bankConflicts(registers, plain, bits), countedConflicts(registers, plain, bits))
      << registers.toString() << " of " << bits << " bits";
}

INSTANTIATE_TEST_SUITE_P(Random, SwizzleLaws, testing::Range(0u, 300u));

} // namespace
