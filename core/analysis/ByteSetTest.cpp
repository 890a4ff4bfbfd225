// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets of bytes against sets of numbers.
#include "core/analysis/ByteSet.h"

#include <random>
#include <set>

#include "gtest/gtest.h"

using namespace fathom;

namespace {

TEST(ByteSetTest, RangesThatTouchAreOne) {
  ByteSet set;
  EXPECT_TRUE(set.add({0, 16}));
  EXPECT_TRUE(set.add({16, 32}));
  EXPECT_EQ(set.list().size(), 1u);
  EXPECT_FALSE(set.add({4, 20}));
  EXPECT_FALSE(set.add({7, 7}));
  EXPECT_TRUE(set.meets({31, 40}));
  EXPECT_FALSE(set.meets({32, 40}));
  EXPECT_FALSE(set.meets({8, 8}));
}

TEST(ByteSetTest, IsASetOfNumbers) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 rng(seed);
    ByteSet set;
    std::set<uint64_t> bytes;
    for (unsigned step = 0; step < 12; ++step) {
      uint64_t first = rng() % 40;
      ByteRange range{first, first + rng() % 8};
      bool meets = false, adds = false;
      for (uint64_t at = range.first; at < range.last; ++at) {
        meets |= bytes.count(at) != 0;
        adds |= bytes.count(at) == 0;
      }
      EXPECT_EQ(set.meets(range), meets);
      EXPECT_EQ(set.add(range), adds);
      for (uint64_t at = range.first; at < range.last; ++at)
        bytes.insert(at);
      uint64_t size = 0, last = 0;
      for (ByteRange one : set.list()) {
        EXPECT_TRUE(size == 0 || one.first > last);
        last = one.last;
        size += one.last - one.first;
      }
      EXPECT_EQ(size, bytes.size());
    }
  }
}

} // namespace
