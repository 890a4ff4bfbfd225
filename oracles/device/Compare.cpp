// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares buffers element by element: blocks with equal bits are passed over, and of the others a branchless loop accepts what is plainly
// within the slack, so that rounding differences cost little.
#include "oracles/device/Compare.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>

using namespace fathom;

bool fathom::isWithin(ElementKind kind, double got, double expected, double slack) {
  if (slack == std::numeric_limits<double>::infinity())
    return true;
  if (std::isnan(expected) || std::isnan(got))
    return std::isnan(expected) && std::isnan(got);
  if (got == expected)
    return true;
  if (!(slack > 0))
    return false;
  double limit = largestFinite(kind);
  return std::fabs(std::clamp(got, -limit, limit) - std::clamp(expected, -limit, limit)) <= slack;
}

namespace {

template <typename T> T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

template <typename T> struct LoadNative {
  static constexpr unsigned bytes = sizeof(T);
  double operator()(const char *from) const { return double(load<T>(from)); }
};

/// The kinds of one and two bytes, decoded once for all their bits.
template <typename Bits> struct LoadFromTable {
  static constexpr unsigned bytes = sizeof(Bits);
  const float *values;
  double operator()(const char *from) const { return values[load<Bits>(from)]; }
};

const float *tableOf(ElementKind kind) {
  static std::unique_ptr<float[]> tables[numElementKinds];
  static std::once_flag made[numElementKinds];
  std::unique_ptr<float[]> &table = tables[unsigned(kind)];
  std::call_once(made[unsigned(kind)], [&] {
    unsigned size = 1u << (8 * elementBytes(kind));
    table = std::make_unique<float[]>(size);
    for (unsigned bits = 0; bits < size; ++bits)
      table[bits] = float(decodeElement(kind, reinterpret_cast<const char *>(&bits)));
  });
  return table.get();
}

struct ConstantSlack {
  double slack;
  double operator()(uint64_t) const { return slack; }
};

struct ListedSlacks {
  const char *slacks;
  double factor;
  double operator()(uint64_t i) const { return factor * load<float>(slacks + 4 * i); }
};

/// Parts of a range that are compared at once.
constexpr uint64_t blockElements = 1024;

template <typename Load, typename Slack>
bool plainlyWithin(const char *got, const char *expected, uint64_t first, uint64_t count,
                   Load value, Slack slack) {
  uint64_t doubtful = 0;
  for (uint64_t i = first; i < first + count; ++i) {
    double g = value(got + i * Load::bytes), e = value(expected + i * Load::bytes);
    bool near = std::fabs(g - e) <= slack(i), same = g == e, nans = (g != g) & (e != e);
    doubtful += !(near | same | nans);
  }
  return doubtful == 0;
}

void noteDifference(ElementKind kind, uint64_t index, const char *got, const char *expected,
                    double slack, const CompareOptions &options, RangeReport &report) {
  ++report.differing;
  if (report.first.size() < options.showElements)
    report.first.push_back({index, printElement(kind, got), printElement(kind, expected), slack});
}

template <typename Load, typename Slack>
void compareElements(ElementKind kind, const char *got, const char *expected, uint64_t count,
                     Load value, Slack slack, const CompareOptions &options, RangeReport &report) {
  for (uint64_t first = 0; first < count; first += blockElements) {
    uint64_t size = std::min(blockElements, count - first);
    // Doubles do not hold all of i64.
    bool exact = kind != ElementKind::I64;
    if (!std::memcmp(got + first * Load::bytes, expected + first * Load::bytes,
                     size * Load::bytes) ||
        (exact && plainlyWithin(got, expected, first, size, value, slack)))
      continue;
    for (uint64_t i = first; i < first + size; ++i) {
      const char *g = got + i * Load::bytes, *e = expected + i * Load::bytes;
      if (!std::memcmp(g, e, Load::bytes) ||
          ((isFloat(kind) || slack(i) > 0) && isWithin(kind, value(g), value(e), slack(i))))
        continue;
      noteDifference(kind, i, g, e, slack(i), options, report);
    }
  }
}

template <typename Load>
void compareWithSlack(const ElementRange &range, const char *got, const char *expected, Load value,
                      const CompareOptions &options, RangeReport &report) {
  if (range.slacks.empty())
    compareElements(range.kind, got, expected, range.count, value,
                    ConstantSlack{options.slackFactor * range.slack}, options, report);
  else
    compareElements(range.kind, got, expected, range.count, value,
                    ListedSlacks{range.slacks.view().data(), options.slackFactor}, options, report);
}

void compareRange(const ElementRange &range, const char *got, const char *expected,
                  const CompareOptions &options, RangeReport &report) {
  auto with = [&](auto value) { compareWithSlack(range, got, expected, value, options, report); };
  switch (range.kind) {
  case ElementKind::Bool:
  case ElementKind::I8:
    return with(LoadNative<int8_t>{});
  case ElementKind::I16:
    return with(LoadNative<int16_t>{});
  case ElementKind::I32:
    return with(LoadNative<int32_t>{});
  case ElementKind::I64:
    return with(LoadNative<int64_t>{});
  case ElementKind::F32:
    return with(LoadNative<float>{});
  case ElementKind::F64:
    return with(LoadNative<double>{});
  case ElementKind::F16:
  case ElementKind::BF16:
    return with(LoadFromTable<uint16_t>{tableOf(range.kind)});
  case ElementKind::F8E4M3FN:
  case ElementKind::F8E5M2:
  case ElementKind::F8E4M3FNUZ:
  case ElementKind::F8E5M2FNUZ:
    return with(LoadFromTable<uint8_t>{tableOf(range.kind)});
  }
}

} // namespace

void fathom::compareBits(const CaseBuffer &buffer, uint32_t index, std::string_view where,
                         uint64_t offset, std::string_view expected, std::string_view got,
                         const CompareOptions &options, std::vector<RangeReport> &reports) {
  if (expected == got)
    return;
  RangeReport report{index, buffer.name, "i8", std::string(where), offset, got.size(), 0, {}};
  for (uint64_t i = 0; i < got.size(); ++i)
    if (got[i] != expected[i])
      noteDifference(ElementKind::I8, i, &got[i], &expected[i], 0, options, report);
  reports.push_back(std::move(report));
}

void fathom::compareRanges(const CaseBuffer &buffer, uint32_t index, std::string_view expected,
                           std::string_view got, const CompareOptions &options,
                           std::vector<RangeReport> &reports) {
  uint64_t end = 0;
  auto compareGap = [&](uint64_t to) {
    compareBits(buffer, index, "outside of the ranges", end, expected.substr(end, to - end),
                got.substr(end, to - end), options, reports);
  };
  for (const ElementRange &range : buffer.ranges) {
    compareGap(range.offset);
    end = range.offset + range.count * elementBytes(range.kind);
    if (range.ignored)
      continue;
    RangeReport report{index,
                       buffer.name,
                       std::string(elementKindName(range.kind)),
                       "range",
                       range.offset,
                       range.count,
                       0,
                       {}};
    compareRange(range, got.data() + range.offset, expected.data() + range.offset, options, report);
    if (report.differing)
      reports.push_back(std::move(report));
  }
  compareGap(buffer.size);
}
