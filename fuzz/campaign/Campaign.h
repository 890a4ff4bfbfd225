// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A campaign: generate, compile, judge, file, shrink, until time or programs run out or somebody says stop.
//
// Program number i of a campaign depends on the RNG seed and i alone, so a campaign that was killed goes on where it was: campaign.json in the findings
// folder holds the seed, the first program that is not yet judged, and what was counted. A finding is on disk before it is counted or printed.
#ifndef FATHOM_FUZZ_CAMPAIGN_CAMPAIGN_H
#define FATHOM_FUZZ_CAMPAIGN_CAMPAIGN_H

#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/campaign/Knobs.h"
#include "fuzz/campaign/KnownBugs.h"
#include "oracles/subject/Subject.h"

#include <atomic>
#include <functional>
#include <map>

namespace fathom {

struct CampaignOptions {
  std::vector<std::string> subjects; ///< As --subject takes them; at least one.
  std::vector<Target> targets;       ///< At least one.
  Knobs knobs;                       ///< What to try instead of each program's own.
  std::optional<Stage>
      stage; ///< The last stage; unset: TTGIR, and LLVM IR for one program in four.
  std::string profile = "default";
  uint64_t seed = 0;
  double seconds = 60;
  uint64_t programs = 0; ///< How many at most; 0: no limit.
  unsigned jobs = 1;
  std::string out;           ///< The findings folder.
  Limits limits;             ///< Of each compile.
  double reduceSeconds = 60; ///< For each finding; 0: do not shrink.
  KnownBugs known;
  std::function<llvm::Expected<std::unique_ptr<Subject>>(llvm::StringRef spec)> open = openSubject;
};

/// What was counted, also written to campaign.json.
struct CampaignCounts {
  uint64_t next = 0;     ///< Every program below is judged.
  uint64_t programs = 0; ///< Judged, in this run and those before.
  uint64_t invalid = 0;  ///< Did not verify: a bug of the generator.
  uint64_t trials = 0;   ///< Programs times subjects times targets.
  double seconds = 0;
  std::map<std::string, uint64_t> inconclusive; ///< By reason.
  std::map<std::string, uint64_t> failures;     ///< By signature, known ones too.
  uint64_t known = 0;                           ///< Failures that are known bugs.
  uint64_t newFindings = 0;                     ///< Filed by this run.
};

class Campaign {
public:
  /// Makes or resumes the campaign in options.out.
  static llvm::Expected<std::unique_ptr<Campaign>> open(CampaignOptions options);

  /// Runs it. `stop` may be set by a signal handler; `say` gets a line for each finding and is called from many threads, one at a time.
  llvm::Error run(const std::atomic<bool> &stop, const std::function<void(llvm::StringRef)> &say);

  /// May be called while it runs.
  CampaignCounts counts() const;
  const FindingsFolder &folder() const { return *findings; }

private:
  Campaign() = default;
  llvm::Error runJob(const std::atomic<bool> &stop);
  llvm::Error tryProgram(uint64_t index, class Job &job);
  llvm::Error fileFailure(const TestCase &test, const Verdict &verdict, class Job &job);
  llvm::Error shrink(const Finding &finding, class Job &job);
  llvm::Error saveState();
  void finished(uint64_t index);
  bool over(const std::atomic<bool> &stop) const;

  CampaignOptions options;
  std::unique_ptr<FindingsFolder> findings;
  std::function<void(llvm::StringRef)> say;

  mutable std::mutex mutex; ///< Guards what follows.
  CampaignCounts state;
  std::map<uint64_t, bool> inFlight; ///< Programs begun; true when done but one below it is not.
  uint64_t begun = 0, limit = 0;
  double secondsBefore = 0, started = 0;
};

} // namespace fathom

#endif
