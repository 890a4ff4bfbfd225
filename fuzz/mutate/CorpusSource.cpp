// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a campaign's programs of a folder's.
#include "fuzz/mutate/CorpusSource.h"

using namespace llvm;

namespace fathom {

Expected<std::optional<TestCase>> CorpusSource::makeProgram(uint64_t index,
                                                            mlir::MLIRContext &context) {
  if (index < corpus->files().size())
    return corpus->program(corpus->files()[index], context);
  // Of what the first choices name all may decline.
  constexpr uint64_t tries = 8;
  for (uint64_t attempt = 0; attempt < tries; ++attempt) {
    MutationOrigin origin = corpus->choose(seed, index | attempt << 48, /*keepMeaning=*/false);
    Expected<std::optional<TestCase>> test = corpus->make(origin, context);
    if (!test || *test)
      return test;
  }
  return std::nullopt;
}

} // namespace fathom
