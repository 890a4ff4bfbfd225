// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a campaign's programs of a folder's.
#include "fuzz/mutate/CorpusSource.h"

using namespace llvm;

namespace fathom {

Expected<std::optional<TestCase>> CorpusSource::makeProgram(uint64_t index,
                                                            mlir::MLIRContext &context) {
  if (index >= corpus->files().size())
    return corpus->make(corpus->choose(seed, index, /*keepMeaning=*/false), context);
  const std::string &file = corpus->files()[index];
  Expected<Stock> stock = corpus->load(file, context);
  if (!stock)
    return stock.takeError();
  TestCase test = std::move(stock->test);
  if (test.origin.empty())
    test.origin = "import:" + file;
  return test;
}

} // namespace fathom
