// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares what a launch left in a buffer with what it should have left.
//
//   expected 1.0, slack 0.25:  1.25 passes, 1.26 does not, NaN does not
//   expected NaN:              any NaN passes, nothing else does (but with an infinite slack everything does)
//   expected +inf, slack > 0:  the largest finite value passes, and so it is with what is within the slack of it: where the exact result is
//                              at the end of the kind's range, either may come out
#ifndef FATHOM_ORACLES_DEVICE_COMPARE_H
#define FATHOM_ORACLES_DEVICE_COMPARE_H

#include "oracles/device/Bundle.h"
#include "oracles/device/CaseVerdict.h"

namespace fathom {

struct CompareOptions {
  double slackFactor =
      1; ///< Times each slack: 2 for two results that are each within it of a third.
  unsigned showElements = 8; ///< In a report's `first`.
};

/// Whether `got` will do where `expected` is expected, as above.
bool isWithin(ElementKind kind, double got, double expected, double slack);

/// Compares by the ranges of the buffer, and all bytes outside of them bit by bit. Requires both to have the buffer's size. Appends a report
/// for each part that is off.
void compareRanges(const CaseBuffer &buffer, uint32_t index, std::string_view expected,
                   std::string_view got, const CompareOptions &options,
                   std::vector<RangeReport> &reports);

/// Compares bit by bit, and reports at most one part, said to be at `where`.
void compareBits(const CaseBuffer &buffer, uint32_t index, std::string_view where, uint64_t offset,
                 std::string_view expected, std::string_view got, const CompareOptions &options,
                 std::vector<RangeReport> &reports);

} // namespace fathom

#endif
