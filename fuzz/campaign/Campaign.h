// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A campaign: generate, compile, judge, file, shrink, until time or programs run out or somebody says stop.
//
// Program number i of a run depends on its source and i alone, so a campaign that was killed goes on where it was: the state of the run
// (RunState.h) in the findings folder holds the first program that is not yet judged, and what those below it gave. A finding is on disk before it is
// counted or printed. With one thread, a campaign that was killed any number of times ends as one that was not; with several, which of a signature's
// failures is the first may differ.
//
// A campaign also reads what its compiles meet (Features.h): of some programs, to say what was never met, or of all, to go on from those that met what is
// rare (Guide.h). Then program number i depends on what the run's programs before it met, too, which is learned in their order, whichever thread is first.
#ifndef FATHOM_FUZZ_CAMPAIGN_CAMPAIGN_H
#define FATHOM_FUZZ_CAMPAIGN_CAMPAIGN_H

#include "fuzz/campaign/Filing.h"
#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/campaign/Knobs.h"
#include "fuzz/campaign/ProgramSource.h"
#include "fuzz/campaign/RunFeatures.h"

#include <condition_variable>

namespace fathom {

struct CampaignOptions {
  std::vector<std::string> subjects; ///< As --subject takes them; at least one.
  std::string base; ///< A subject whose failures are none of the campaign's; empty: none.
  std::vector<Target> targets; ///< At least one.
  Knobs knobs;                 ///< What to try instead of each program's own.
  unsigned trials =
      0; ///< Of the combinations of these, how many for each program, others for each; 0: all.
  std::optional<Stage>
      stage; ///< The last stage; unset: TTGIR, and LLVM IR for one program in four.
  std::shared_ptr<ProgramSource> source;
  bool guide = false; ///< Go on from programs that met what is rare; the source must have choices.
  uint64_t seed = 0;  ///< The RNG seed that the source has.
  Shard shard;
  double seconds = 60;
  uint64_t programs = 0; ///< Those below are judged, in this process and those before; 0: no limit.
  unsigned jobs = 1;
  std::string out; ///< The findings folder.
  FilingOptions filing;
  std::function<llvm::Expected<std::unique_ptr<Subject>>(llvm::StringRef spec)> open = openSubject;

  RunIdentity identity() const;
};

class Campaign {
public:
  /// Makes or resumes the campaign in options.out.
  static llvm::Expected<std::unique_ptr<Campaign>> open(CampaignOptions options);

  /// Runs it. `stop` may be set by a signal handler; `say` gets a line for each finding and is called from many threads, one at a time.
  llvm::Error run(const std::atomic<bool> &stop, const std::function<void(llvm::StringRef)> &say);

  /// Of this run. May be called while it runs.
  CampaignCounts counts() const;
  /// The states of this run and of the others in the folder.
  std::vector<RunState> runs() const;
  const FindingsFolder &folder() const { return *findings; }

private:
  Campaign() = default;
  llvm::Error runJob();
  /// A program to judge, and what it is made of (ProgramSource::makeOffspring).
  struct Task {
    uint64_t index;
    std::vector<std::vector<uint8_t>> parents;
  };
  /// What a program gave.
  struct Done {
    CampaignCounts counts;
    Features met;
    std::vector<uint8_t> choices; ///< To go on from; empty: do not.
    size_t parents = 0;
  };
  /// The next program to judge; none when there is none.
  std::optional<Task> begin();
  /// Judges a program; none: it was stopped before it was done.
  llvm::Expected<std::optional<Done>> tryProgram(const Task &task, class Job &job);
  void finished(uint64_t index, Done done);
  std::vector<RunState> runsNow() const; ///< With the mutex held.
  llvm::Error saveState();
  llvm::Error saveFeatures();
  bool over() const;

  CampaignOptions options;
  std::unique_ptr<FindingsFolder> findings;
  std::unique_ptr<Filing> filing;
  std::unique_ptr<Journal> journal;
  std::vector<RunState> others; ///< Other runs in the folder.
  FeatureCounts metByOthers;
  std::atomic<bool> stopAll = false;
  std::mutex saving;

  mutable std::mutex mutex; ///< Guards what follows.
  RunState state;
  Guide guide; ///< Has learned the programs that the state counts.
  std::condition_variable learned;
  /// Programs begun; with what they gave when they are done but one below is not.
  std::map<uint64_t, std::optional<Done>> inFlight;
  uint64_t begun = 0;
  double secondsBefore = 0, started = 0;
};

} // namespace fathom

#endif
