// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fuzz target: something that must hold for every input. Which there are stands in FuzzTargets.def; each has its file. Three things run them:
//
//   core-fuzz --what passes --count 1000      a plain seeded loop (core-fuzz.cpp)
//   passes-fuzz -max_total_time=60 CORPUS     libFuzzer (Engine.cpp)
//   afl-fuzz -i CORPUS -o OUT passes-afl      AFL++ (Engine.cpp, AflCounters.cpp; AflMutator.cpp in afl-fuzz itself)
//
// An input is the bytes of Choices, or a text. Any bytes are an input.
#ifndef FATHOM_FUZZ_TARGETS_FUZZTARGET_H
#define FATHOM_FUZZ_TARGETS_FUZZTARGET_H

#include "core/target/Target.h"
#include "fuzz/ChoicesMutator.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <string>
#include <vector>

namespace fathom {

struct Profile;

using Bytes = std::vector<uint8_t>;

class FuzzTarget {
public:
  virtual ~FuzzTarget() = default;

  struct Outcome {
    std::string
        problem; ///< What does not hold, the same for the same bug: "same-meaning on cuda:80: stored values differ"; empty: all is well.
    std::string detail; ///< More of it for a person.
    bool judged =
        true; ///< False: the input says nothing (it is no IR, it means nothing, the core refuses it).
  };
  /// May crash, hang and eat memory, as what it runs may.
  virtual Outcome run(llvm::ArrayRef<uint8_t> input) = 0;

  /// The index-th input of a plain seeded run.
  virtual Bytes input(uint64_t seed, uint64_t index) = 0;
  /// Another input, near the first; `donor` may be empty. Deterministic, at most `most` bytes.
  virtual Bytes mutate(llvm::ArrayRef<uint8_t> input, llvm::ArrayRef<uint8_t> donor,
                       uint64_t rngSeed, size_t most) = 0;
  /// The input as a file for a person, that fathom or fathom-opt reads where it is IR.
  virtual std::string print(llvm::ArrayRef<uint8_t> input) = 0;
};

struct FuzzTargetOptions {
  const Profile *profile = nullptr; ///< Of generated programs; null: default.
  std::vector<Target>
      targets; ///< The GPUs to compile for; empty: cuda:80, cuda:90, hip:gfx942, hip:gfx1100.
  std::vector<std::string> texts; ///< What texts are made of.
  /// Something is made wrong on purpose, of the kind that the target is there to see. For targets that run the core's passes, mutants do that.
  bool plant = false;
};

struct FuzzTargetRow {
  llvm::StringRef name;     ///< "passes"
  llvm::StringRef sentence; ///< What must hold.
  std::unique_ptr<FuzzTarget> (*make)(const FuzzTargetOptions &options);
};
llvm::ArrayRef<FuzzTargetRow> allFuzzTargets();
/// Null if there is none of that name.
const FuzzTargetRow *findFuzzTarget(llvm::StringRef name);

/// A target whose input is the bytes of Choices.
class ChoicesTarget : public FuzzTarget {
public:
  Bytes input(uint64_t seed, uint64_t index) override { return randomBytes(seed, index, limit); }
  Bytes mutate(llvm::ArrayRef<uint8_t> input, llvm::ArrayRef<uint8_t> donor, uint64_t rngSeed,
               size_t most) override;

protected:
  /// Inputs have at most `limit` bytes.
  explicit ChoicesTarget(size_t limit) : limit(limit) {}
  /// Reads an input as run() does, and does nothing with it.
  virtual void read(Choices &choices) = 0;

  const size_t limit;
};

} // namespace fathom

#endif
