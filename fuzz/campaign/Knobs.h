// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of knobs to compile with: all combinations of what the caller named, and a test case's own where nothing was named.
#ifndef FATHOM_FUZZ_CAMPAIGN_KNOBS_H
#define FATHOM_FUZZ_CAMPAIGN_KNOBS_H

#include "oracles/TestCase.h"

namespace fathom {

struct Knobs {
  std::vector<int> numWarps, numStages, numCtas; ///< Empty: the test case's own.

  /// numWarps {4, 8} and a test case of 2 stages: {4, 2}, {8, 2}.
  std::vector<CompileOptions> combinations(const CompileOptions &own) const;
};

} // namespace fathom

#endif
