// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which choices may stand for each other, and those that come before a program's.
#ifndef FATHOM_FUZZ_IMPORT_CHOICEKIND_H
#define FATHOM_FUZZ_IMPORT_CHOICEKIND_H

#include "fuzz/Choices.h"

namespace fathom {

inline uint32_t choiceKind(bool length, llvm::ArrayRef<unsigned> weights, uint64_t bound) {
  if (length)
    return 1;
  if (weights.empty())
    return 2 + 2 * bound;
  return weights.size() == 2 ? 1001 + 2 * weights[1] : 3 + 2 * weights.size();
}

/// Warps and stages, which generateTestCase chooses first.
inline constexpr unsigned optionChoices = 2;
inline void drawOptions(Choices &choices) {
  for (unsigned i = 0; i != optionChoices; ++i)
    choices.below(8);
}

} // namespace fathom

#endif
