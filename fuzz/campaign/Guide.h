// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run has met so far, and which of its programs to go on from.
//
// Each feature (Features.h) has a keeper: the smallest program that met it without failing. A program is kept while it is the keeper of something, and
// weighs as much as what it keeps is rare: a feature that was met in n programs counts 1/n. So what is kept is bounded by what there is to meet, small, and
// drawn towards what was hardly met.
//
//   program 0, 90 bytes:  a b           a, b: kept by 0
//   program 1, 40 bytes:  b c           b: kept by 1, which is smaller; c: kept by 1
//   weights: 0: a/1 = 1     1: b/2 + c/1 = 1.5
//
// How many programs are new, changed or crossed follows what they yield: in proportion to the features that each way has met first, per program and lately,
// but a tenth at least for each. A young run, where all is new, makes new programs; when these meet little that was not met, it turns to what it kept.
//
// It goes by epochs: programs of an epoch are made of what was kept before the epoch that precedes it, so that threads need not wait for each other unless
// one is a whole epoch behind. What the n-th program of a run is made of thus depends on the run's RNG seed, on n, and on what programs of earlier epochs met;
// a run that was killed goes on with the same programs (GuideTest). A shard is a run of its own.
//
// The state's text has a line for each feature and each kept program, as FeatureCounts reads it. It follows from the run and the number of programs, like
// RunState: of two copies the further one is the one to have.
#ifndef FATHOM_FUZZ_CAMPAIGN_GUIDE_H
#define FATHOM_FUZZ_CAMPAIGN_GUIDE_H

#include "fuzz/campaign/FeatureCounts.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <optional>
#include <vector>

namespace fathom {

class Guide {
public:
  static constexpr uint64_t epoch = 64;
  /// No more programs are kept than so many, the weightiest.
  static constexpr size_t mostKept = 1000;

  /// What the run's next program met. `bytes` are its Choices; empty: it cannot be gone on from. It was made of so many parents.
  void learn(const Features &met, llvm::ArrayRef<uint8_t> bytes, size_t parents = 0);

  /// Whether the n-th program of the run can be made: all of the epochs before the last one have been learned.
  bool isReadyFor(uint64_t n) const { return n / epoch <= learned() / epoch + 1; }
  /// The choices of a kept program for the n-th program, drawn by weight with the ticket, any number; none if nothing is kept. It must be ready for n.
  std::optional<std::vector<uint8_t>> draw(uint64_t n, uint64_t ticket) const;
  /// What the n-th program is to be made of: nothing, for a new one; one kept program, to change; or two, to cross. It must be ready for n.
  std::vector<std::vector<uint8_t>> parentsFor(uint64_t n, uint64_t rngSeed) const;
  /// Of a hundred programs like the n-th, how many are to be made of so many parents. It must be ready for n.
  unsigned percent(uint64_t n, size_t parents) const;

  uint64_t learned() const { return programs; }
  size_t kept() const { return keepers.size(); }
  const FeatureCounts &features() const { return counts; }

  std::string text() const;
  /// `name` is the file's, for errors.
  static llvm::Expected<Guide> parse(llvm::StringRef text, llvm::StringRef name);

private:
  struct Keeper {
    std::vector<uint8_t> bytes;
    /// In units of 2^-20, for the two epochs that can be drawn for: sums of whole numbers are the same in any order.
    uint64_t weights[2] = {0, 0};
  };
  /// What the ways to make programs yield, by the number of parents; older epochs count half as much each.
  struct Way {
    uint64_t programs = 0, firstMet = 0;
    /// First met per 1024 programs, for the two epochs that can be drawn for.
    uint64_t rates[2] = {1024, 1024};
  };
  void endEpoch();

  uint64_t programs = 0;
  std::array<Way, 3> ways;
  FeatureCounts counts;
  std::map<uint64_t, Keeper> keepers;          ///< By number.
  llvm::DenseMap<uint64_t, uint64_t> keeperOf; ///< Of a feature.
};

} // namespace fathom

#endif
