// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does what plans say, lane by lane, and looks at what each register then holds.
#include "core/layout/ShufflePlan.h"

#include <random>

#include "gtest/gtest.h"

using namespace fathom;

namespace {

const Dim dim0 = Dim::axis(0);
constexpr Dim reg = Dim::reg(), lane = Dim::lane(), warp = Dim::warp(), block = Dim::block();
using Bases = LinearLayout::Bases;

LinearLayout make(Bases registers, Bases lanes, uint64_t size, Bases warps = {}) {
  return llvm::cantFail(LinearLayout::create(
      {{reg, registers}, {lane, lanes}, {warp, warps}, {block, {}}}, {{dim0, size}}));
}

uint64_t value(const LinearLayout &layout, uint64_t r, uint64_t l, Dim out) {
  return layout.apply({{reg, r}, {lane, l}}).front().value;
}

/// Whether each lane of warp 0 ends up with what `to` says.
void expectConverts(const LinearLayout &from, const LinearLayout &to, const ShufflePlan &plan) {
  uint64_t lanes = from.inSize(lane);
  std::vector<std::vector<int64_t>> after(lanes, std::vector<int64_t>(to.inSize(reg), -1));
  for (uint64_t round = 0; round < plan.numRounds(); ++round)
    for (uint64_t l = 0; l < lanes; ++l) {
      uint64_t source = value(plan.source, round, l, lane);
      uint64_t offered = value(plan.offered, round, source, reg);
      after[l][value(plan.taken, round, l, reg)] =
          from.apply({{reg, offered}, {lane, source}}).front().value;
    }
  for (uint64_t l = 0; l < lanes; ++l)
    for (uint64_t r = 0; r < to.inSize(reg); ++r)
      EXPECT_EQ(after[l][plan.copyOf[r]], int64_t(to.apply({{reg, r}, {lane, l}}).front().value))
          << from.toString() << "\n"
          << to.toString() << "\nlane " << l << " register " << r;
}

TEST(ShufflePlanTest, OneShuffleARegister) {
  // Lanes are renumbered, registers renamed.
  LinearLayout from = make({{1}, {2}}, {{4}, {8}}, 16), to = make({{2}, {1}}, {{8}, {4}}, 16);
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->numRounds(), 4u);
  EXPECT_EQ(plan->choiceBefore(), 0u);
  EXPECT_EQ(plan->choiceAfter(), 0u);
  expectConverts(from, to, *plan);
}

// All lanes hold everything, and each wants a part: more ways are tried than a basis has columns.
TEST(ShufflePlanTest, LanesThatAllHoldEverything) {
  Bases all, rest, parts;
  for (int64_t bit = 0; bit < 12; ++bit) {
    all.push_back({int64_t(1) << bit});
    (bit < 6 ? parts : rest).push_back({int64_t(1) << bit});
  }
  LinearLayout from = make(all, Bases(6, {0}), 4096), to = make(rest, parts, 4096);
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan);
  expectConverts(from, to, *plan);
}

TEST(ShufflePlanTest, ATransposition) {
  LinearLayout from = make({{1}}, {{2}}, 4), to = make({{2}}, {{1}}, 4);
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->choiceBefore(), 1u);
  EXPECT_EQ(plan->choiceAfter(), 1u);
  // The header's example.
  for (uint64_t round : {0, 1})
    for (uint64_t l : {0, 1}) {
      EXPECT_EQ(value(plan->offered, round, l, reg), l ^ round);
      EXPECT_EQ(value(plan->source, round, l, lane), l ^ round);
      EXPECT_EQ(value(plan->taken, round, l, reg), l ^ round);
    }
  expectConverts(from, to, *plan);
}

TEST(ShufflePlanTest, CopiesTakeNoRound) {
  LinearLayout from = make({{1}}, {{2}}, 4), to = make({{1}, {0}}, {{2}}, 4);
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->numRounds(), 2u);
  expectConverts(from, to, *plan);
}

TEST(ShufflePlanTest, OtherWarpsAreOutOfReach) {
  EXPECT_FALSE(planShuffles(make({{1}}, {{2}}, 8, {{4}}), make({{4}}, {{2}}, 8, {{1}})));
  EXPECT_TRUE(planShuffles(make({{1}}, {{2}}, 8, {{4}}), make({{2}}, {{1}}, 8, {{4}})));
}

class ShuffleLaws : public testing::TestWithParam<unsigned> {
protected:
  std::mt19937 rng{GetParam()};
  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(rng); }
  LinearLayout any(unsigned registers, unsigned lanes, bool copies) {
    std::vector<int64_t> columns;
    for (unsigned bit = 0; bit < registers + lanes; ++bit)
      columns.push_back(int64_t(1) << bit);
    std::shuffle(columns.begin(), columns.end(), rng);
    for (unsigned step = below(12); step-- > 0;) {
      unsigned a = below(columns.size()), b = below(columns.size());
      if (a != b)
        columns[a] ^= columns[b];
    }
    Bases ofRegisters, ofLanes;
    for (unsigned bit = 0; bit < registers; ++bit)
      ofRegisters.push_back({columns[bit]});
    for (unsigned bit = registers; bit < columns.size(); ++bit)
      ofLanes.push_back({columns[bit]});
    if (copies)
      ofRegisters.insert(ofRegisters.begin() + below(registers + 1), {int64_t(below(2))});
    return make(ofRegisters, ofLanes, uint64_t(1) << columns.size());
  }
};

TEST_P(ShuffleLaws, EachBijectionHasAPlan) {
  unsigned registers = below(4), lanes = 1 + below(5);
  LinearLayout from = any(registers, lanes, false), to = any(registers, lanes, false);
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan) << from.toString() << "\n" << to.toString();
  EXPECT_EQ(plan->numRounds(), uint64_t(1) << registers);
  expectConverts(from, to, *plan);
}

TEST_P(ShuffleLaws, WhatHasAPlanIsConverted) {
  unsigned registers = below(4), lanes = 1 + below(5);
  LinearLayout from = any(registers, lanes, below(2)), to = any(registers, lanes, below(2));
  if (auto plan = planShuffles(from, to))
    expectConverts(from, to, *plan);
}

TEST_P(ShuffleLaws, LanesMayHoldCopies) {
  // Two lane bits without effect before, after, or both; what lanes lack registers have.
  auto dealt = [&](bool copies) {
    std::vector<int64_t> columns = {1, 2, 4, 8};
    std::shuffle(columns.begin(), columns.end(), rng);
    Bases registers, ofLanes;
    for (int64_t column : columns)
      (registers.size() < (copies ? 3u : 1u) ? registers : ofLanes).push_back({column});
    while (ofLanes.size() < 3)
      ofLanes.insert(ofLanes.begin() + below(ofLanes.size() + 1), {0});
    return make(registers, ofLanes, 16);
  };
  LinearLayout from = dealt(below(2)), to = dealt(below(2));
  auto plan = planShuffles(from, to);
  ASSERT_TRUE(plan) << from.toString() << "\n" << to.toString();
  expectConverts(from, to, *plan);
}

INSTANTIATE_TEST_SUITE_P(Random, ShuffleLaws, testing::Range(0u, 300u));

} // namespace
