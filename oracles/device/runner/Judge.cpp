// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Judges launches by what they left in memory.
#include "oracles/device/runner/Judge.h"

#include <algorithm>
#include <utility>

using namespace fathom;
using Check = CaseBuffer::Check;

/// One that is copied to, one that is compared, the first run of the case, and one that may wait.
static constexpr unsigned numBlocks = 4;

Judge::Judge(const RunnerSettings &settings, Report report)
    : settings(settings), report(std::move(report)), blocks(numBlocks) {
  for (ResultBlock &block : blocks)
    freeBlocks.push_back(&block);
  thread = std::thread([this] { work(); });
}

//===- Between the threads -------------------------------------------------------------------------------------------------------===//

ResultBlock *Judge::takeBlock() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return !freeBlocks.empty(); });
  ResultBlock *block = freeBlocks.back();
  freeBlocks.pop_back();
  return block;
}

void Judge::giveBack(ResultBlock *block) {
  if (!block)
    return;
  std::lock_guard lock(mutex);
  freeBlocks.push_back(block);
  changed.notify_all();
}

void Judge::push(Job job) {
  std::lock_guard lock(mutex);
  jobs.push_back(std::move(job));
  changed.notify_all();
}

void Judge::judgeRun(std::shared_ptr<const RunningCase> running, unsigned run, bool last,
                     ResultBlock *block) {
  push({std::move(running), run, last, block, {}});
}

void Judge::endWithout(std::shared_ptr<const RunningCase> running, CaseVerdict::Kind kind,
                       std::string message) {
  CaseVerdict ended;
  ended.kind = kind;
  ended.message = std::move(message);
  push({std::move(running), 0, true, nullptr, std::move(ended)});
}

void Judge::waitUntilIdle() {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return jobs.empty() && !busy; });
}

void Judge::finish() {
  {
    std::lock_guard lock(mutex);
    ending = true;
    changed.notify_all();
  }
  if (thread.joinable())
    thread.join();
}

void Judge::work() {
  std::unique_lock lock(mutex);
  while (true) {
    changed.wait(lock, [&] { return ending || !jobs.empty(); });
    if (jobs.empty())
      return;
    Job job = std::move(jobs.front());
    jobs.pop_front();
    busy = true;
    lock.unlock();
    judge(job);
    lock.lock();
    busy = false;
    changed.notify_all();
  }
}

//===- The judge's thread --------------------------------------------------------------------------------------------------------===//

static std::string_view partOf(const ResultBlock &block, const Image::Part &part) {
  return {block.memory + part.at, part.bytes};
}

void Judge::judge(Job &job) {
  if (!job.block)
    verdict = std::move(job.verdict);
  else if (job.run == 0)
    judgeFirst(job);
  else
    judgeAgain(job);
  if (job.block && job.run == 0 && !job.last)
    firstRun = job.block;
  else
    giveBack(job.block);
  if (job.last)
    close(*job.running);
}

void Judge::close(const RunningCase &running) {
  giveBack(std::exchange(firstRun, nullptr));
  verdict.name = running.test.name;
  std::chrono::duration<double, std::milli> taken =
      std::chrono::steady_clock::now() - running.began;
  verdict.milliseconds = taken.count();
  if (!running.silent)
    report(running, verdict);
  verdict = {};
}

static std::string countOf(const std::vector<RangeReport> &reports) {
  uint64_t differing = 0;
  for (const RangeReport &each : reports)
    differing += each.differing;
  return std::to_string(differing) + (differing == 1 ? " element is off" : " elements are off");
}

void Judge::judgeFirst(const Job &job) {
  CompareOptions options{1, settings.showElements};
  verdict.ranges = compareWithExpected(job, options);
  compareWithLeader(job, options, verdict.ranges);
  if (!verdict.ranges.empty()) {
    verdict.kind = CaseVerdict::Kind::Differs;
    verdict.message = countOf(verdict.ranges);
  }
}

std::vector<RangeReport> Judge::compareWithExpected(const Job &job, const CompareOptions &options) {
  std::vector<RangeReport> reports;
  const RunningCase &running = *job.running;
  checkRedZones(running.image, job.block->memory, options, reports);
  for (size_t i = 0; i < running.test.buffers.size(); ++i) {
    const CaseBuffer &buffer = running.test.buffers[i];
    std::string_view got = partOf(*job.block, running.image.parts[i]);
    if (buffer.check == Check::Compare) {
      compareRanges(buffer, i, repeated(buffer.expected.view(), buffer.size, storage), got, options,
                    reports);
    } else if (buffer.check == Check::Unchanged) {
      // Pointers were put in when the addresses were known; they may be anything here.
      std::string_view initial = repeated(buffer.initial.view(), buffer.size, storage);
      uint64_t end = 0;
      std::vector<uint64_t> holes;
      for (const PointerInBuffer &pointer : running.test.pointers)
        if (pointer.buffer == i)
          holes.push_back(pointer.offset);
      std::sort(holes.begin(), holes.end());
      holes.push_back(buffer.size);
      for (uint64_t hole : holes) {
        if (hole > end)
          compareBits(buffer, i, "unchanged buffer", end, initial.substr(end, hole - end),
                      got.substr(end, hole - end), options, reports);
        end = std::max(end, hole + sizeof(Address));
      }
    }
  }
  return reports;
}

void Judge::compareWithLeader(const Job &job, const CompareOptions &options,
                              std::vector<RangeReport> &reports) {
  const RunningCase &running = *job.running;
  if (running.test.group.empty())
    return;
  bool leads = running.test.group != group;
  group = running.test.group;
  if (leads)
    leading.assign(running.test.buffers.size(), "");
  for (size_t i = 0; i < running.test.buffers.size(); ++i) {
    const CaseBuffer &buffer = running.test.buffers[i];
    if (buffer.check != Check::Agree)
      continue;
    std::string_view got = partOf(*job.block, running.image.parts[i]);
    if (leads)
      leading[i] = got;
    else if (i < leading.size() && leading[i].size() == buffer.size)
      compareRanges(buffer, i, leading[i], got, options, reports);
    else
      reports.push_back({uint32_t(i),
                         buffer.name,
                         "i8",
                         "size, which is not that of the group's first case,",
                         0,
                         buffer.size,
                         buffer.size,
                         {}});
  }
}

void Judge::judgeAgain(const Job &job) {
  if (verdict.kind == CaseVerdict::Kind::Race)
    return;
  const RunningCase &running = *job.running;
  // Each run may be off by the slack, so two runs by twice that.
  CompareOptions options{2, settings.showElements};
  std::vector<RangeReport> reports;
  for (size_t i = 0; i < running.test.buffers.size(); ++i) {
    const CaseBuffer &buffer = running.test.buffers[i];
    if (buffer.check == Check::Compare || buffer.check == Check::Agree)
      compareRanges(buffer, i, partOf(*firstRun, running.image.parts[i]),
                    partOf(*job.block, running.image.parts[i]), options, reports);
  }
  std::string which =
      "run " + std::to_string(job.run + 1) + " of " + std::to_string(settings.repeat);
  if (!reports.empty()) {
    verdict.message = which + " differs from the first one: " + countOf(reports);
  } else if (verdict.kind == CaseVerdict::Kind::Pass) {
    options.slackFactor = 1;
    reports = compareWithExpected(job, options);
    if (reports.empty())
      return;
    verdict.message = which + " is off, and the first one was not: " + countOf(reports);
  } else {
    return;
  }
  verdict.kind = CaseVerdict::Kind::Race;
  verdict.ranges = std::move(reports);
}
