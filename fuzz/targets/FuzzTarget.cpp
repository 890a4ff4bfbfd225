// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of fuzz targets, and what those on choices share.
#include "fuzz/targets/FuzzTarget.h"

using namespace fathom;

#define FUZZ_TARGET(NAME, MAKE, SENTENCE)                                                          \
  std::unique_ptr<FuzzTarget> MAKE(const FuzzTargetOptions &);
namespace fathom {
#include "fuzz/targets/FuzzTargets.def"
}

llvm::ArrayRef<FuzzTargetRow> fathom::allFuzzTargets() {
  static const FuzzTargetRow rows[] = {
#define FUZZ_TARGET(NAME, MAKE, SENTENCE) {NAME, SENTENCE, MAKE},
#include "fuzz/targets/FuzzTargets.def"
  };
  return rows;
}

const FuzzTargetRow *fathom::findFuzzTarget(llvm::StringRef name) {
  for (const FuzzTargetRow &row : allFuzzTargets())
    if (row.name == name)
      return &row;
  return nullptr;
}

Bytes ChoicesTarget::mutate(llvm::ArrayRef<uint8_t> input, llvm::ArrayRef<uint8_t> donor,
                            uint64_t rngSeed, size_t most) {
  ChoicesMutator mutator([this](Choices &choices) { read(choices); }, std::min(limit, most));
  return donor.empty() ? mutator.mutate(input, rngSeed) : mutator.cross(input, donor, rngSeed);
}
