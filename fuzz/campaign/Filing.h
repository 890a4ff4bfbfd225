// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a campaign does with a failure.
//
//   the base has it too                            it is counted as old
//   a known bug, whatever the program              it is counted as known
//   the first of its signature                     it is filed, and shrunk once its program is judged
//   the signature is there, or is known for        now and then it is reduced (a second look): if its normal form is new, it is a finding of its own;
//   some normal forms                              if not, it is one more meeting of a bug that is there, or known
//
// Second looks find the miscompile that hides behind another one of the same pass. How many there are is bounded: a signature that was met m times is
// looked at no more than 1 + log2(m) times, and all looks together cost no more compiles than a share of the campaign's trials. Whether to look follows
// from what was counted of programs before this one, so a campaign that is killed looks at the same failures again.
#ifndef FATHOM_FUZZ_CAMPAIGN_FILING_H
#define FATHOM_FUZZ_CAMPAIGN_FILING_H

#include "fuzz/campaign/FindingsFolder.h"
#include "fuzz/campaign/KnownBugs.h"
#include "fuzz/campaign/RunState.h"
#include "fuzz/campaign/Shrink.h"

#include <atomic>
#include <functional>
#include <set>

namespace fathom {

struct FilingOptions {
  KnownBugs known;
  Limits limits; ///< Of each compile.
  double reduceSeconds =
      120; ///< For each reduction; 0: nothing is reduced, and there are no second looks.
  unsigned reduceQuestions =
      2000; ///< The same in compiles, which does not depend on how busy the machine is.
  double lookShare = 0.25; ///< Compiles of second looks per trial of the campaign; 0: none.
};

/// Who compiles for one thread.
struct Compilers {
  std::vector<std::unique_ptr<Subject>> subjects;
  std::unique_ptr<Subject> base; ///< Null: there is none.

  Subject *find(llvm::StringRef name) const;
};

/// Files failures in a folder; serves all threads of a campaign.
class Filing {
public:
  /// `say` gets a line for each finding; `stopped` says whether to leave off at once, `over` whether the campaign's time is over.
  Filing(FindingsFolder &folder, const FilingOptions &options,
         std::function<void(llvm::StringRef)> say, std::function<bool()> stopped,
         std::function<bool()> over)
      : folder(folder), options(options), say(std::move(say)), stopped(std::move(stopped)),
        over(std::move(over)) {}

  /// Takes a failure of a test case with one subject and one target. `before` is what was counted of the programs before, `own` of this one so far; it
  /// is added to. False: it was stopped before it was done, and the program is to be judged again.
  llvm::Expected<bool> take(const TestCase &test, const Verdict &verdict, const FoundBy &found,
                            const Compilers &compilers, const CampaignCounts &before,
                            CampaignCounts &own);

  /// How many findings were filed.
  uint64_t filed() const { return filedCount; }

  /// Shrinks findings that nobody has shrunk yet, those of a campaign that was killed among them.
  llvm::Error shrinkPending(const Compilers &compilers);

private:
  bool mayLook(const std::string &signature, const CampaignCounts &before,
               const CampaignCounts &own) const;
  enum class Looked { Filed, NothingNew, Stopped };
  llvm::Expected<Looked> look(const TestCase &test, const Verdict &verdict, Finding meeting,
                              const Compilers &compilers, CampaignCounts &own);
  llvm::Expected<bool> file(const Finding &finding, const TestCase &test, const Verdict &verdict);
  llvm::Expected<Shrunk> shrinkTest(const TestCase &test, const Finding &finding, Subject &subject,
                                    Subject *base, const std::function<bool()> &interrupted) const;
  llvm::Error shrinkFiled(Finding finding, const Compilers &compilers);
  llvm::Error addReduced(Finding finding, const Shrunk &shrunk, Subject &subject);
  std::string answersPath(const Finding &finding) const;

  FindingsFolder &folder;
  const FilingOptions &options;
  std::function<void(llvm::StringRef)> say;
  std::function<bool()> stopped, over;
  std::atomic<uint64_t> filedCount = 0;
  std::mutex mutex;
  std::set<std::string>
      claimed; ///< Findings that a thread shrinks or has shrunk. Guarded by the mutex.
};

} // namespace fathom

#endif
