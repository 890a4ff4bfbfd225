// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The classes of conversions.
#include "core/layout/ConversionClass.h"

#include "gtest/gtest.h"

using namespace fathom;

namespace {

/// Bases of one axis of size 16: those of registers, lanes, warps and blocks.
LinearLayout layout(std::array<llvm::SmallVector<int64_t, 4>, 4> bases) {
  std::vector<std::pair<Dim, LinearLayout::Bases>> ins;
  for (auto [dim, images] :
       llvm::zip(std::array{Dim::reg(), Dim::lane(), Dim::warp(), Dim::block()}, bases)) {
    LinearLayout::Bases list;
    for (int64_t image : images)
      list.push_back({image});
    ins.push_back({dim, list});
  }
  return llvm::cantFail(LinearLayout::create(ins, {{Dim::axis(0), 16}}));
}

TEST(ConversionClass, StripsFromTheOutside) {
  LinearLayout base = layout({{{1, 2}, {4}, {8}, {}}});
  EXPECT_EQ(conversionClass(base, base), ConversionClass::Alias);
  EXPECT_EQ(conversionClass(base, layout({{{2, 1}, {4}, {8}, {}}})), ConversionClass::Registers);
  EXPECT_EQ(conversionClass(base, layout({{{4, 2}, {1}, {8}, {}}})), ConversionClass::Lanes);
  EXPECT_EQ(conversionClass(base, layout({{{1, 2}, {8}, {4}, {}}})), ConversionClass::Warps);
  EXPECT_EQ(conversionClass(layout({{{1, 2}, {}, {4}, {8}}}), layout({{{1, 2}, {}, {8}, {4}}})),
            ConversionClass::Blocks);
}

// A copy that the thread has itself is not fetched elsewhere.
TEST(ConversionClass, ReadsTheNearestCopy) {
  LinearLayout copies = layout({{{1, 2, 4, 8}, {0}, {0}, {}}});
  EXPECT_EQ(conversionClass(copies, layout({{{1, 2, 4}, {8}, {0}, {}}})), ConversionClass::Lanes);
  EXPECT_EQ(conversionClass(layout({{{1, 2, 4, 8}, {0}, {0}, {}}}),
                            layout({{{1, 4, 2, 8}, {0}, {0}, {}}})),
            ConversionClass::Registers);
}

// Registers that hold copies are made, or left out, within threads.
TEST(ConversionClass, CopiesInRegisters) {
  LinearLayout one = layout({{{1, 2}, {4}, {8}, {}}});
  LinearLayout two = layout({{{1, 2, 0}, {4}, {8}, {}}});
  EXPECT_EQ(conversionClass(one, two), ConversionClass::Registers);
  EXPECT_EQ(conversionClass(two, one), ConversionClass::Registers);
}

} // namespace
