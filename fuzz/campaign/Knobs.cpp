// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combines lists of knobs.
#include "fuzz/campaign/Knobs.h"

namespace fathom {

std::vector<CompileOptions> Knobs::combinations(const CompileOptions &own) const {
  auto orOwn = [](const std::vector<int> &values, int value) {
    return values.empty() ? std::vector<int>{value} : values;
  };
  std::vector<CompileOptions> all;
  for (int warps : orOwn(numWarps, own.numWarps))
    for (int stages : orOwn(numStages, own.numStages))
      for (int ctas : orOwn(numCtas, own.numCtas))
        all.push_back({warps, stages, ctas});
  return all;
}

} // namespace fathom
