// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far one run of a campaign is: which programs it judges, which of them are judged, and what was counted.
//
// A run is known by what decides its verdicts, so that the same command goes on with its own run, and several runs (RNG seeds, shards, subjects) may
// share a findings folder:
//
//   OUT/runs/seed-7-shard-0-of-4-1a2b3c4d.json            the state: what programs below `next` gave, exactly
//   OUT/runs/seed-7-shard-0-of-4-1a2b3c4d.journal.jsonl   its past, a line now and then: {"seconds": 12.3, "programs": 177, ...}
//
// Since a run's state follows from its identity and `next`, two copies of one run merge by taking the one that is further: in any order, any number of
// times. Sums over runs are what a campaign counted.
#ifndef FATHOM_FUZZ_CAMPAIGN_RUNSTATE_H
#define FATHOM_FUZZ_CAMPAIGN_RUNSTATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

/// The programs of one of `count` machines that share a campaign: blocks of 32 in turn, so that oracles that judge every so many programs come round
/// on all of them. Shard 1 of 2 has programs 32 to 63, 96 to 127, ...
struct Shard {
  static constexpr uint64_t block = 32;
  unsigned index = 0, count = 1;

  bool has(uint64_t program) const { return program / block % count == index; }
  /// The first program of the shard that is `from` or above.
  uint64_t firstFrom(uint64_t from) const;
  /// How many of its programs are below one of them: program 64 is number 32 of shard 0 of 2.
  uint64_t numberOf(uint64_t program) const {
    return program / block / count * block + program % block;
  }
  bool operator==(const Shard &) const = default;
};

/// Reads "0/4"; an error says what is wrong.
llvm::Expected<Shard> parseShard(llvm::StringRef text);

/// What decides the verdicts of a run, and so says which run it is.
struct RunIdentity {
  std::string source; ///< ProgramSource::identity().
  uint64_t seed = 0;
  Shard shard;
  std::vector<std::string> subjects, targets;
  std::string options; ///< The rest in one line: stage, knobs, base.

  /// For file names: "seed-7-shard-0-of-4-1a2b3c4d".
  std::string name() const;
};

/// What was counted of programs.
struct CampaignCounts {
  uint64_t programs = 0;      ///< Judged.
  uint64_t invalid = 0;       ///< Did not verify: a bug of the generator.
  uint64_t trials = 0;        ///< Compiles that were judged.
  uint64_t old = 0;           ///< Failures that the base has too.
  uint64_t newFindings = 0;   ///< Filed by this process.
  uint64_t lookQuestions = 0; ///< Compiles that second looks (Filing.h) cost.
  double seconds = 0;
  std::map<std::string, uint64_t> inconclusive; ///< By reason.
  std::map<std::string, uint64_t> failures;     ///< By signature, known and old ones too.
  std::map<std::string, uint64_t> known;        ///< Those that are known bugs, by signature.
  std::map<std::string, uint64_t> looks;        ///< How often one was reduced, by signature.

  CampaignCounts &operator+=(const CampaignCounts &other);
};

uint64_t totalOf(const std::map<std::string, uint64_t> &counts);

struct RunState {
  RunIdentity identity;
  uint64_t next = 0; ///< Every program of the shard below is judged, and none above is counted.
  CampaignCounts counts;
};

std::string printRunState(const RunState &state);
/// An error names the file.
llvm::Expected<RunState> parseRunState(llvm::StringRef text, llvm::StringRef name);

/// The states in the folder of runs, by name; none when there is no such folder.
llvm::Expected<std::vector<RunState>> readRunStates(llvm::StringRef folder);

/// campaign.json: the sums over all runs, for readers; nobody reads it back.
std::string printCampaign(llvm::ArrayRef<RunState> runs);

/// The past of a run. Lines are appended whole, at growing intervals: a day makes no more than some hundreds.
class Journal {
public:
  explicit Journal(std::string path) : path(std::move(path)) {}

  /// Appends a line if there is something to say: a finding, or a fiftieth more time than at the last line.
  llvm::Error note(const CampaignCounts &counts, uint64_t findings,
                   std::optional<uint64_t> features);

private:
  std::string path;
  double seconds = -1;
  uint64_t findings = 0;
};

} // namespace fathom

#endif
