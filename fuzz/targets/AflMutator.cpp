// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mutations of a fuzz target as a custom mutator library of AFL++, which is loaded into afl-fuzz:
//
//   FATHOM_FUZZ_TARGET=pipelines AFL_CUSTOM_MUTATOR_LIBRARY=libfathom-afl-mutator.so AFL_CUSTOM_MUTATOR_ONLY=1 afl-fuzz -i IN -o OUT pipelines-afl
#include "fuzz/targets/FuzzTarget.h"

#include <cstdio>
#include <cstdlib>

using namespace fathom;

namespace {

struct Mutator {
  std::unique_ptr<FuzzTarget> target;
  Random random;
  Bytes made; ///< The last mutant; afl-fuzz reads it before it asks for the next.
};

} // namespace

extern "C" {

void *afl_custom_init(void *, unsigned int seed) {
  const char *name = getenv("FATHOM_FUZZ_TARGET");
  const FuzzTargetRow *row = name ? findFuzzTarget(name) : nullptr;
  if (!row) {
    fprintf(stderr, "fathom: FATHOM_FUZZ_TARGET names no fuzz target: %s\n",
            name ? name : "it is not set");
    exit(2);
  }
  return new Mutator{row->make({}), Random(seed), {}};
}

size_t afl_custom_fuzz(void *data, uint8_t *bytes, size_t size, uint8_t **out, uint8_t *donor,
                       size_t donorSize, size_t most) {
  auto &mutator = *static_cast<Mutator *>(data);
  uint64_t seed = mutator.random.next();
  llvm::ArrayRef<uint8_t> other;
  if (donor && mutator.random.below(4) == 0)
    other = {donor, donorSize};
  mutator.made = mutator.target->mutate({bytes, size}, other, seed, most);
  if (mutator.made.empty()) // afl-fuzz takes that for an error.
    mutator.made.push_back(0);
  *out = mutator.made.data();
  return mutator.made.size();
}

void afl_custom_deinit(void *data) { delete static_cast<Mutator *>(data); }
}
