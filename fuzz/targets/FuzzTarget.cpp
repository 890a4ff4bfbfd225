// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of fuzz targets, and what those on choices share.
#include "fuzz/targets/FuzzTarget.h"

using namespace fathom;

// Of the profile runtime, in programs that are linked with it.
extern "C" {
__attribute__((weak)) int __llvm_profile_write_file(void);
__attribute__((weak)) void __llvm_profile_reset_counters(void);
// Without LLVM_PROFILE_FILE nothing is written.
extern const char __llvm_profile_filename[];
const char __llvm_profile_filename[] = "/dev/null";
}

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

void fathom::saveCoverage(bool now) {
  static constexpr unsigned inputsPerWrite = 256;
  static const bool wanted = __llvm_profile_write_file && getenv("LLVM_PROFILE_FILE");
  static unsigned inputs = 0;
  if (!wanted || (++inputs % inputsPerWrite && !now))
    return;
  // Files named with %m are added to.
  __llvm_profile_write_file();
  __llvm_profile_reset_counters();
}
