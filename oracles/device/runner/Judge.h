// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares what launches left in memory, on a thread of its own, and hands on one verdict for each case.
#ifndef FATHOM_ORACLES_DEVICE_RUNNER_JUDGE_H
#define FATHOM_ORACLES_DEVICE_RUNNER_JUDGE_H

#include "oracles/device/runner/Image.h"
#include "oracles/device/runner/Worker.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace fathom {

/// A case that is being run.
struct RunningCase {
  size_t index = 0;
  KernelCase test;
  Image image;
  bool silent = false; ///< Run to be compared with; it has its verdict already.
  std::chrono::steady_clock::time_point began = {};
  unsigned launches = 0;
};

/// Host memory that a launch's results are copied to.
struct ResultBlock {
  char *memory = nullptr;
  uint64_t bytes = 0;
};

class Judge {
public:
  using Report = std::function<void(const RunningCase &, const CaseVerdict &)>;
  /// `report` is called on the judge's thread.
  Judge(const RunnerSettings &settings, Report report);
  ~Judge() { finish(); }

  /// A block that no case is using; waits for one.
  ResultBlock *takeBlock();
  /// For the next one that asks.
  void giveBack(ResultBlock *block);
  /// The results of run number `run`; the judge gives the block back. After the last run the case has its verdict.
  void judgeRun(std::shared_ptr<const RunningCase> running, unsigned run, bool last,
                ResultBlock *block);
  /// The case ended without results, or its results do not count.
  void endWithout(std::shared_ptr<const RunningCase> running, CaseVerdict::Kind kind,
                  std::string message);
  /// Waits until all that was handed in is judged.
  void waitUntilIdle();
  /// The same, and ends the thread.
  void finish();

private:
  struct Job {
    std::shared_ptr<const RunningCase> running;
    unsigned run = 0;
    bool last = false;
    ResultBlock *block = nullptr; ///< Null: `verdict` stands.
    CaseVerdict verdict = {};
  };
  void push(Job job);
  void work();
  void judge(Job &job);
  void judgeFirst(const Job &job);
  void judgeAgain(const Job &job);
  std::vector<RangeReport> compareWithExpected(const Job &job, const CompareOptions &options);
  void compareWithLeader(const Job &job, const CompareOptions &options,
                         std::vector<RangeReport> &reports);
  void close(const RunningCase &running);

  const RunnerSettings &settings;
  Report report;

  // The case that is being judged: the judge's thread alone touches these.
  CaseVerdict verdict;
  ResultBlock *firstRun = nullptr;
  std::string group;                ///< Of the last case that had one,
  std::vector<std::string> leading; ///< and what the buffers of its first case held.
  std::string storage;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Job> jobs;
  std::vector<ResultBlock *> freeBlocks;
  std::deque<ResultBlock> blocks;
  bool busy = false, ending = false;
  std::thread thread;
};

} // namespace fathom

#endif
