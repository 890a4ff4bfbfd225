// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mutations of a fuzz target as a custom mutator library of AFL++, which is loaded into afl-fuzz and asks a core-fuzz beside the library:
//
//   FATHOM_FUZZ_TARGET=pipelines AFL_CUSTOM_MUTATOR_LIBRARY=bin/libfathom-afl-mutator.so AFL_CUSTOM_MUTATOR_ONLY=1 afl-fuzz -i IN -o OUT bin/pipelines-afl
#include "fuzz/targets/MutantServer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/prctl.h>
#include <vector>

using namespace fathom;

namespace {

struct Mutator {
  int requests, answers;
  uint64_t seed;
  std::vector<uint8_t> made; ///< The last mutant; afl-fuzz reads it before it asks for the next.
};

[[noreturn]] void fail(const std::string &why) {
  fprintf(stderr, "fathom: %s\n", why.c_str());
  exit(2);
}

} // namespace

extern "C" {

void *afl_custom_init(void *, unsigned int seed) {
  const char *target = getenv("FATHOM_FUZZ_TARGET");
  if (!target)
    fail("FATHOM_FUZZ_TARGET says for which fuzz target mutants are; it is not set");
  Dl_info library;
  if (!dladdr(reinterpret_cast<void *>(afl_custom_init), &library))
    fail("cannot tell where the mutator library is");
  std::string path = library.dli_fname;
  path = path.substr(0, path.rfind('/') + 1) + "core-fuzz";
  int there[2], back[2];
  if (pipe2(there, O_CLOEXEC) || pipe2(back, O_CLOEXEC))
    fail("cannot make pipes");
  pid_t child = fork();
  if (child < 0)
    fail("cannot fork");
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(there[0], 0);
    dup2(back[1], 1);
    execl(path.c_str(), path.c_str(), "--what", target, "--serve-mutants", nullptr);
    fprintf(stderr, "fathom: cannot run %s\n", path.c_str());
    _exit(2);
  }
  close(there[0]);
  close(back[1]);
  return new Mutator{there[1], back[0], seed, {}};
}

size_t afl_custom_fuzz(void *data, uint8_t *bytes, size_t size, uint8_t **out, uint8_t *donor,
                       size_t donorSize, size_t most) {
  auto &mutator = *static_cast<Mutator *>(data);
  // Every fourth is a child of two.
  bool crosses = ++mutator.seed % 4 == 0 && donor;
  MutantRequest request = {mutator.seed, size, crosses ? donorSize : 0, most};
  uint64_t made = 0;
  if (!writeAll(mutator.requests, &request, sizeof request) ||
      !writeAll(mutator.requests, bytes, size) ||
      !writeAll(mutator.requests, donor, request.donorSize) ||
      !readAll(mutator.answers, &made, sizeof made))
    fail("core-fuzz, which makes the mutants, has ended");
  mutator.made.assign(made ? made : 1, 0); // afl-fuzz takes none for an error.
  if (!readAll(mutator.answers, mutator.made.data(), made))
    fail("core-fuzz, which makes the mutants, has ended");
  *out = mutator.made.data();
  return mutator.made.size();
}

void afl_custom_deinit(void *data) {
  auto *mutator = static_cast<Mutator *>(data);
  close(mutator->requests);
  close(mutator->answers);
  delete mutator;
}
}
