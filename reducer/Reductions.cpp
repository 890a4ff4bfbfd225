// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of reductions, and how one of its steps is applied.
#include "reducer/Reduction.h"

#include "reducer/Sweep.h"

namespace fathom {

#define REDUCTION(NAME, FUNCTION, SENTENCE) void FUNCTION(Candidate candidate, Chunk &chunk);
#include "reducer/Reductions.def"
#undef REDUCTION

llvm::ArrayRef<Reduction> allReductions() {
  static const Reduction rows[] = {
#define REDUCTION(NAME, FUNCTION, SENTENCE) {NAME, SENTENCE, FUNCTION},
#include "reducer/Reductions.def"
#undef REDUCTION
  };
  return rows;
}

const Reduction *findReduction(llvm::StringRef name) {
  for (const Reduction &reduction : allReductions())
    if (reduction.name == name)
      return &reduction;
  return nullptr;
}

size_t applyStep(const Reduction &reduction, Candidate candidate, Chunk chunk) {
  Sweep sweep(candidate.program);
  reduction.step(candidate, chunk);
  sweep.run(candidate.program);
  return chunk.offered();
}

} // namespace fathom
