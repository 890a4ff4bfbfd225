// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of bytes as disjoint ranges in ascending order.
//
//   ByteSet s;  s.add({0, 16});  s.add({16, 32});      s is [0, 32), one range
//   s.meets({31, 40})  s.meets({32, 40})               true, false
#ifndef FATHOM_CORE_ANALYSIS_BYTESET_H
#define FATHOM_CORE_ANALYSIS_BYTESET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace fathom {

/// first to last, the latter not included.
struct ByteRange {
  uint64_t first, last;
  bool operator==(const ByteRange &) const = default;
};

class ByteSet {
public:
  /// Whether that changed the set.
  bool add(ByteRange range) {
    if (range.first >= range.last)
      return false;
    auto *from = llvm::partition_point(ranges, [&](ByteRange r) { return r.last < range.first; });
    if (from != ranges.end() && from->first <= range.first && from->last >= range.last)
      return false;
    auto *to = from;
    for (; to != ranges.end() && to->first <= range.last; ++to)
      range = {std::min(range.first, to->first), std::max(range.last, to->last)};
    ranges.insert(ranges.erase(from, to), range);
    return true;
  }
  bool add(const ByteSet &other) {
    bool changed = false;
    for (ByteRange range : other.ranges)
      changed |= add(range);
    return changed;
  }
  bool meets(ByteRange range) const {
    auto *at = llvm::partition_point(ranges, [&](ByteRange r) { return r.last <= range.first; });
    return at != ranges.end() && at->first < range.last && range.first < range.last;
  }
  bool empty() const { return ranges.empty(); }
  void clear() { ranges.clear(); }
  llvm::ArrayRef<ByteRange> list() const { return ranges; }

private:
  llvm::SmallVector<ByteRange, 4> ranges;
};

} // namespace fathom

#endif
