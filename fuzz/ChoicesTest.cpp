// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that choices are bounded, deterministic and simplest past the end.
#include "fuzz/Choices.h"

#include <gtest/gtest.h>

using namespace fathom;

TEST(Choices, ReadsTheWorkedExampleOfTheHeader) {
  uint8_t bytes[] = {0x05, 0xff, 0x10};
  Choices choices(bytes);
  EXPECT_EQ(choices.below(3), 2u);
  EXPECT_EQ(choices.below(2), 1u);
  EXPECT_EQ(choices.below(300), 16u);
  EXPECT_TRUE(choices.atEnd());
  EXPECT_EQ(choices.used(), 3u);
}

TEST(Choices, TakesTheSimplestPastTheEnd) {
  Choices choices({});
  EXPECT_EQ(choices.below(1000), 0u);
  EXPECT_EQ(choices.between(-3, 7), -3);
  EXPECT_FALSE(choices.chance(99));
  EXPECT_EQ(choices.pick({4, 1, 2}), 4);
  EXPECT_EQ(choices.weighted({3, 5}), 0u);
  EXPECT_EQ(choices.used(), 0u);
}

TEST(Choices, ReadsNothingWhereThereIsNoChoice) {
  uint8_t bytes[] = {7};
  Choices choices(bytes);
  EXPECT_EQ(choices.below(1), 0u);
  EXPECT_EQ(choices.used(), 0u);
}

TEST(Choices, WeighsInProportion) {
  std::vector<uint8_t> bytes = randomBytes(1, 2, 10000);
  Choices choices(bytes);
  unsigned counts[3] = {};
  for (int i = 0; i < 10000; ++i)
    ++counts[choices.weighted({6, 0, 2})];
  EXPECT_NEAR(counts[0], 7500, 300);
  EXPECT_EQ(counts[1], 0u);
  EXPECT_NEAR(counts[2], 2500, 300);
}

TEST(Choices, RandomBytesAreTheSameOnEveryMachine) {
  std::vector<uint8_t> bytes = randomBytes(1, 0, 4);
  EXPECT_EQ(bytes, randomBytes(1, 0, 4));
  std::vector<uint8_t> longer = randomBytes(1, 0, 9);
  EXPECT_EQ(bytes, std::vector<uint8_t>(longer.begin(), longer.begin() + 4));
  EXPECT_NE(randomBytes(1, 1, 16), randomBytes(1, 0, 16));
  EXPECT_NE(randomBytes(2, 0, 16), randomBytes(1, 0, 16));
}
