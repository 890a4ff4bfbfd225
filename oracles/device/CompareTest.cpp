// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "oracles/device/Compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace fathom;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
const float notANumber = std::numeric_limits<float>::quiet_NaN();

template <typename T> std::string bytesOf(const std::vector<T> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()), values.size() * sizeof(T));
}

CaseBuffer bufferOf(uint64_t size, std::vector<ElementRange> ranges) {
  CaseBuffer buffer;
  buffer.name = "out";
  buffer.size = size;
  buffer.check = CaseBuffer::Check::Compare;
  buffer.ranges = std::move(ranges);
  return buffer;
}

template <typename T>
std::vector<RangeReport> compare(ElementKind kind, const std::vector<T> &expected,
                                 const std::vector<T> &got, float slack, double factor = 1) {
  ElementRange range{0, expected.size(), kind, slack};
  CaseBuffer buffer = bufferOf(expected.size() * sizeof(T), {range});
  std::vector<RangeReport> reports;
  compareRanges(buffer, 1, bytesOf(expected), bytesOf(got), {factor, 2}, reports);
  return reports;
}

} // namespace

TEST(Compare, isWithin) {
  auto f32 = [](double got, double expected, double slack) {
    return isWithin(ElementKind::F32, got, expected, slack);
  };
  EXPECT_TRUE(f32(1.25, 1, 0.25));
  EXPECT_FALSE(f32(1.2500001, 1, 0.25));
  EXPECT_TRUE(f32(-0.0, 0.0, 0));
  EXPECT_FALSE(f32(1e-45, 0, 0));
  EXPECT_TRUE(f32(notANumber, notANumber, 0));
  EXPECT_FALSE(f32(notANumber, 1, 1e30));
  EXPECT_FALSE(f32(1, notANumber, 1e30));
  EXPECT_TRUE(f32(notANumber, 1, inf));
  EXPECT_TRUE(f32(1, notANumber, inf));
  EXPECT_TRUE(f32(inf, inf, 0));
  EXPECT_FALSE(f32(inf, -inf, 1));
  EXPECT_FALSE(f32(inf, 3.4028234e38, 0));
  EXPECT_TRUE(f32(inf, 3.4e38, 1e37));
  EXPECT_FALSE(f32(inf, 3.0e38, 1e37));
  EXPECT_TRUE(f32(3.4e38, inf, 1e37));
  EXPECT_TRUE(isWithin(ElementKind::F16, inf, 65500, 10));
  EXPECT_FALSE(isWithin(ElementKind::F16, inf, 65400, 10));
  EXPECT_FALSE(f32(1, 2, notANumber));
}

TEST(Compare, equalIsSilent) {
  EXPECT_TRUE(
      compare<float>(ElementKind::F32, {1, notANumber, inf, -0.0f}, {1, notANumber, inf, 0.0f}, 0)
          .empty());
}

TEST(Compare, countsAllAndShowsTheFirst) {
  std::vector<float> expected(3000, 1), got(3000, 1);
  for (unsigned i : {5u, 1500u, 2999u})
    got[i] = 2;
  auto reports = compare(ElementKind::F32, expected, got, 0.5);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].differing, 3u);
  EXPECT_EQ(reports[0].count, 3000u);
  ASSERT_EQ(reports[0].first.size(), 2u);
  EXPECT_EQ(reports[0].first[1].index, 1500u);
  EXPECT_EQ(reports[0].first[1].got, "2");
  EXPECT_EQ(reports[0].first[1].expected, "1");
  EXPECT_EQ(reports[0].first[1].slack, 0.5);
  EXPECT_TRUE(compare(ElementKind::F32, expected, got, 0.5, 2).empty());
}

TEST(Compare, everyKindSeesADifference) {
  for (unsigned k = 0; k < numElementKinds; ++k) {
    auto kind = ElementKind(k);
    std::string expected(8 * elementBytes(kind), '\x11'), got = expected;
    got[5 * elementBytes(kind)] = '\x12';
    CaseBuffer buffer = bufferOf(expected.size(), {ElementRange{0, 8, kind, 0}});
    std::vector<RangeReport> reports;
    compareRanges(buffer, 0, expected, got, {}, reports);
    ASSERT_EQ(reports.size(), 1u) << elementKindName(kind);
    EXPECT_EQ(reports[0].differing, 1u);
    EXPECT_EQ(reports[0].first[0].index, 5u);
    buffer.ranges[0].slack = inf;
    reports.clear();
    compareRanges(buffer, 0, expected, got, {}, reports);
    EXPECT_TRUE(reports.empty()) << elementKindName(kind);
  }
}

TEST(Compare, wideIntegersAreExact) {
  int64_t big = int64_t(1) << 60;
  EXPECT_EQ(compare<int64_t>(ElementKind::I64, {big, big}, {big, big + 1}, 0).size(), 1u);
  EXPECT_TRUE(compare<int32_t>(ElementKind::I32, {10}, {12}, 2).empty());
  EXPECT_EQ(compare<int32_t>(ElementKind::I32, {10}, {13}, 2).size(), 1u);
}

TEST(Compare, slacksOfTheirOwn) {
  std::vector<float> expected{1, 1, 1}, got{1.5, 1.5, 1.5}, slacks{1, 0.25, 0.5};
  ElementRange range{0, 3, ElementKind::F32, 0, bytesOf(slacks)};
  CaseBuffer buffer = bufferOf(12, {range});
  std::vector<RangeReport> reports;
  compareRanges(buffer, 0, bytesOf(expected), bytesOf(got), {}, reports);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].differing, 1u);
  EXPECT_EQ(reports[0].first[0].index, 1u);
}

TEST(Compare, bytesBesideTheRangesMustBeAsExpected) {
  // Bytes 0 to 3 are in no range, 4 to 7 are compared, 8 to 11 are ignored, 12 to 15 are in none.
  CaseBuffer buffer = bufferOf(16, {ElementRange{4, 1, ElementKind::F32, 1},
                                    ElementRange{8, 1, ElementKind::F32, 0, {}, true}});
  std::vector<float> expected{0, 1, 2, 3};
  auto differing = [&](std::vector<float> got) {
    std::vector<RangeReport> reports;
    compareRanges(buffer, 0, bytesOf(expected), bytesOf(got), {}, reports);
    std::vector<uint64_t> offsets;
    for (const RangeReport &report : reports)
      offsets.push_back(report.offset);
    return offsets;
  };
  using Offsets = std::vector<uint64_t>;
  EXPECT_EQ(differing({0, 1.5, 9, 3}), Offsets{});
  EXPECT_EQ(differing({9, 1, 2, 3}), Offsets{0});
  EXPECT_EQ(differing({0, 9, 2, 3}), Offsets{4});
  EXPECT_EQ(differing({0, 1, 2, 9}), Offsets{12});
}
