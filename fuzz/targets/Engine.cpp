// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fuzz target as libFuzzer and AFL++ call it. One program for all targets: its name says which (passes-fuzz, passes-afl), or FATHOM_FUZZ_TARGET does; FATHOM_MUTANT (a row of
// core/Mutants.def) injects a bug, FATHOM_PLANT=1 plants one, to see an engine find it.
#include "core/mutant/Mutant.h"
#include "fuzz/targets/FuzzTarget.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>

using namespace fathom;

extern "C" {
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
// AflCounters.cpp has them.
__attribute__((weak)) void fathomBeforeInput(void);
__attribute__((weak)) void fathomAfterInput(void);
}

static std::unique_ptr<FuzzTarget> target;
static bool isText;

[[noreturn]] static void fail(const llvm::Twine &why) {
  llvm::errs() << "fathom: " << why << "\n";
  std::exit(2);
}

extern "C" int LLVMFuzzerInitialize(int *, char ***argv) {
  const char *asked = getenv("FATHOM_FUZZ_TARGET");
  std::string name = asked ? asked : std::filesystem::path((*argv)[0]).stem().string();
  if (!asked)
    name = name.substr(0, name.rfind('-'));
  const FuzzTargetRow *row = findFuzzTarget(name);
  if (!row)
    fail("no fuzz target '" + name + "'; there are " +
         llvm::join(llvm::map_range(allFuzzTargets(), [](auto &row) { return row.name.str(); }),
                    ", ") +
         "; the program's name or FATHOM_FUZZ_TARGET says which");
  if (const char *mutant = getenv("FATHOM_MUTANT")) {
    llvm::Expected<Mutant> parsed = parseMutant(mutant);
    if (!parsed)
      fail(llvm::toString(parsed.takeError()));
    injectMutant(*parsed);
  }
  FuzzTargetOptions options;
  options.plant = getenv("FATHOM_PLANT");
  target = row->make(options);
  isText = name.ends_with("texts");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (fathomBeforeInput)
    fathomBeforeInput();
  FuzzTarget::Outcome outcome = target->run({data, size});
  if (fathomAfterInput)
    fathomAfterInput();
  if (!outcome.problem.empty()) {
    llvm::errs() << "fathom: " << outcome.problem << "\n" << outcome.detail;
    std::abort();
  }
  return 0;
}

static size_t give(llvm::ArrayRef<uint8_t> made, uint8_t *data, size_t size) {
  if (made.empty()) // libFuzzer wants a byte.
    return size;
  std::memcpy(data, made.data(), made.size());
  return made.size();
}

// Texts are left to the engine's own mutations of bytes.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                                          unsigned int seed) {
  if (isText)
    return LLVMFuzzerMutate(data, size, maxSize);
  return give(target->mutate({data, size}, {}, seed, maxSize), data, size);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t aSize, const uint8_t *b,
                                            size_t bSize, uint8_t *out, size_t maxSize,
                                            unsigned int seed) {
  if (isText) { // One's beginning, the other's end.
    size_t head = aSize ? Random(seed).below(std::min(aSize, maxSize) + 1) : 0;
    size_t tail = std::min(bSize ? Random(seed + 1).below(bSize + 1) : 0, maxSize - head);
    std::memcpy(out, a, head);
    std::memcpy(out + head, b + bSize - tail, tail);
    return head + tail;
  }
  Bytes made = target->mutate({a, aSize}, {b, bSize}, seed, maxSize);
  std::memcpy(out, made.data(), made.size());
  return made.size();
}
