// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A campaign's programs as mutations of the programs in a folder.
#ifndef FATHOM_FUZZ_MUTATE_CORPUSSOURCE_H
#define FATHOM_FUZZ_MUTATE_CORPUSSOURCE_H

#include "fuzz/campaign/ProgramSource.h"
#include "fuzz/mutate/Corpus.h"

namespace fathom {

/// The first programs are the files as they are, the others mutations of them.
class CorpusSource : public ProgramSource {
public:
  CorpusSource(std::unique_ptr<Corpus> corpus, uint64_t seed)
      : corpus(std::move(corpus)), seed(seed) {}

  std::string identity() const override { return "corpus of " + corpus->digest(); }
  llvm::Expected<std::optional<TestCase>> makeProgram(uint64_t index,
                                                      mlir::MLIRContext &context) override;

private:
  std::unique_ptr<Corpus> corpus;
  uint64_t seed;
};

} // namespace fathom

#endif
