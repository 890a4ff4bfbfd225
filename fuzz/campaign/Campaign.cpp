// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs campaigns: the loop, the findings and the state that lets a killed one go on.
#include "fuzz/campaign/Campaign.h"

#include "core/ir/Dialects.h"
#include "fuzz/Choices.h"
#include "fuzz/campaign/Shrink.h"
#include "fuzz/campaign/Summary.h"
#include "fuzz/gen/Generator.h"
#include "oracles/Oracle.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

#include <chrono>
#include <thread>

using namespace llvm;

namespace fathom {

/// Attributes and types live as long as their context: a new one every so often keeps memory flat.
static constexpr uint64_t programsPerContext = 200;
static constexpr double secondsBetweenSaves = 2;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What one thread owns.
class Job {
public:
  explicit Job(const std::atomic<bool> &stop) : stop(stop) {}

  const std::atomic<bool> &stop;
  std::unique_ptr<mlir::MLIRContext> context;
  std::vector<std::unique_ptr<Subject>> subjects;
  uint64_t sinceContext = 0;
  double saved = 0;
};

//===- State on disk -------------------------------------------------------------------------===//

static json::Object toJson(const std::map<std::string, uint64_t> &counts) {
  json::Object object;
  for (const auto &[key, count] : counts)
    object[key] = int64_t(count);
  return object;
}

static void fromJson(const json::Object *object, std::map<std::string, uint64_t> &counts) {
  if (object)
    for (const auto &[key, value] : *object)
      counts[key.str()] = uint64_t(value.getAsInteger().value_or(0));
}

Error Campaign::saveState() {
  CampaignCounts now = counts();
  json::Object object{
      {"seed", std::to_string(options.seed)},
      {"profile", options.profile},
      {"next", int64_t(now.next)},
      {"programs", int64_t(now.programs)},
      {"invalid", int64_t(now.invalid)},
      {"trials", int64_t(now.trials)},
      {"seconds", now.seconds},
      {"known", int64_t(now.known)},
      {"inconclusive", toJson(now.inconclusive)},
      {"failures", toJson(now.failures)},
  };
  std::string text = formatv("{0:2}\n", json::Value(std::move(object))).str();
  if (Error error = writeFileAtomically(findings->pathOf("", "campaign.json"), text))
    return error;
  return writeFileAtomically(findings->pathOf("", "summary.txt"),
                             summaryText(options, now, *findings));
}

/// Reads campaign.json, if there is one, into the counts; the RNG seed and the profile must be those of the options.
static Error readState(StringRef path, const CampaignOptions &options, CampaignCounts &state) {
  if (!sys::fs::exists(path))
    return Error::success();
  ErrorOr<std::unique_ptr<MemoryBuffer>> file = MemoryBuffer::getFile(path);
  if (!file)
    return createStringError(file.getError(),
                             "cannot read '" + path.str() + "': " + file.getError().message());
  Expected<json::Value> value = json::parse((*file)->getBuffer());
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    if (!value)
      consumeError(value.takeError());
    return createStringError("'" + path.str() +
                             "' is not a campaign's state; name another folder with --out");
  }
  std::string seed = object->getString("seed").value_or("").str();
  std::string profile = object->getString("profile").value_or("").str();
  if (seed != std::to_string(options.seed) || profile != options.profile)
    return createStringError("'" + path.str() + "' is of a campaign with --seed " + seed +
                             " --profile " + profile +
                             "; say the same to go on with it, or name another folder with --out");
  auto number = [&](StringRef key) { return uint64_t(object->getInteger(key).value_or(0)); };
  state.next = number("next");
  state.programs = number("programs");
  state.invalid = number("invalid");
  state.trials = number("trials");
  state.known = number("known");
  state.seconds = object->getNumber("seconds").value_or(0);
  fromJson(object->getObject("inconclusive"), state.inconclusive);
  fromJson(object->getObject("failures"), state.failures);
  return Error::success();
}

Expected<std::unique_ptr<Campaign>> Campaign::open(CampaignOptions options) {
  std::unique_ptr<Campaign> campaign(new Campaign);
  if (!findProfile(options.profile))
    return createStringError("no profile '" + options.profile + "'");
  Expected<std::unique_ptr<FindingsFolder>> folder = FindingsFolder::open(options.out);
  if (!folder)
    return folder.takeError();
  campaign->findings = std::move(*folder);
  if (Error error =
          readState(campaign->findings->pathOf("", "campaign.json"), options, campaign->state))
    return std::move(error);
  campaign->begun = campaign->state.next;
  campaign->secondsBefore = campaign->state.seconds;
  campaign->limit = options.programs ? campaign->begun + options.programs : UINT64_MAX;
  campaign->options = std::move(options);
  return campaign;
}

//===- The loop ------------------------------------------------------------------------------===//

bool Campaign::over(const std::atomic<bool> &stop) const {
  return stop || now() - started >= options.seconds;
}

CampaignCounts Campaign::counts() const {
  std::lock_guard<std::mutex> lock(mutex);
  CampaignCounts copy = state;
  if (started > 0)
    copy.seconds = secondsBefore + now() - started;
  return copy;
}

void Campaign::finished(uint64_t index) {
  std::lock_guard<std::mutex> lock(mutex);
  ++state.programs;
  inFlight[index] = true;
  while (!inFlight.empty() && inFlight.begin()->first == state.next && inFlight.begin()->second) {
    inFlight.erase(inFlight.begin());
    ++state.next;
  }
}

Error Campaign::run(const std::atomic<bool> &stop, const std::function<void(StringRef)> &say) {
  std::mutex saying;
  this->say = [&](StringRef line) {
    std::lock_guard<std::mutex> lock(saying);
    say(line);
  };
  {
    std::lock_guard<std::mutex> lock(mutex);
    started = now();
  }
  std::vector<std::thread> threads;
  std::atomic<bool> stopAll = false;
  std::mutex errorMutex;
  Error error = Error::success();
  std::atomic<unsigned> running = options.jobs;
  for (unsigned i = 0; i < options.jobs; ++i)
    threads.emplace_back([&] {
      if (Error mine = runJob(stopAll)) {
        std::lock_guard<std::mutex> lock(errorMutex);
        error = joinErrors(std::move(error), std::move(mine));
        stopAll = true;
      }
      --running;
    });
  while (running) {
    if (stop)
      stopAll = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (std::thread &thread : threads)
    thread.join();
  return joinErrors(std::move(error), saveState());
}

Error Campaign::runJob(const std::atomic<bool> &stop) {
  Job job(stop);
  for (const std::string &spec : options.subjects) {
    Expected<std::unique_ptr<Subject>> subject = options.open(spec);
    if (!subject)
      return subject.takeError();
    job.subjects.push_back(std::move(*subject));
  }
  for (const Target &target : options.targets)
    if (none_of(job.subjects, [&](const auto &subject) { return subject->knows(target); }))
      return createStringError("no subject compiles for " + target.str() + ": " +
                               join(options.subjects, ", ") + " does not know it");
  // What a killed campaign filed but did not shrink comes first.
  if (options.reduceSeconds > 0)
    for (const Finding &finding : findings->list()) {
      if (over(stop))
        break;
      if (finding.outcome.empty())
        if (Error error = shrink(finding, job))
          return error;
    }
  while (!over(stop)) {
    uint64_t index;
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (begun >= limit)
        break;
      index = begun++;
      inFlight[index] = false;
    }
    if (!job.context || job.sinceContext++ >= programsPerContext) {
      job.context = makeContext();
      job.sinceContext = 0;
    }
    if (Error error = tryProgram(index, job))
      return error;
    finished(index);
    if (now() - job.saved >= secondsBetweenSaves) {
      job.saved = now();
      if (Error error = saveState())
        return error;
    }
  }
  return Error::success();
}

Error Campaign::tryProgram(uint64_t index, Job &job) {
  const Profile &profile = *findProfile(options.profile);
  std::vector<uint8_t> bytes = randomBytes(options.seed, index, profile.bytes);
  TestCase test = generateTestCase(bytes, profile, *job.context);
  if (failed(mlir::verify(*test.program))) {
    std::lock_guard<std::mutex> lock(mutex);
    ++state.invalid;
    return Error::success();
  }
  test.otherLines = {generateLine(profile, options.seed, index)};
  Stage wanted = options.stage.value_or(index % 4 == 0 ? Stage::Llir : Stage::Ttgir);
  for (std::unique_ptr<Subject> &subject : job.subjects)
    for (const Target &target : options.targets) {
      if (!subject->knows(target))
        continue;
      test.stage = std::min(wanted, subject->lastStage());
      for (const CompileOptions &knobs : options.knobs.combinations(test.options)) {
        CompileRequest request{.target = target,
                               .options = knobs,
                               .stage = test.stage,
                               .limits = options.limits,
                               .launch = test.launch};
        Expected<Verdict> verdict = judge(*test.program, request, *subject, index);
        if (!verdict)
          return verdict.takeError();
        {
          std::lock_guard<std::mutex> lock(mutex);
          ++state.trials;
          if (verdict->kind == Verdict::Kind::Inconclusive)
            ++state.inconclusive[verdict->reason];
        }
        if (!verdict->failed())
          continue;
        TestCase failing = test.clone();
        failing.subjects = {subject->name().str()};
        failing.targets = {target};
        failing.options = knobs;
        if (!verdict->launch.empty())
          failing.launch = verdict->launch;
        if (Error error = fileFailure(failing, *verdict, job))
          return error;
      }
    }
  return Error::success();
}

Error Campaign::fileFailure(const TestCase &test, const Verdict &verdict, Job &job) {
  bool known = options.known.contains(verdict.signature, test.subjects.front());
  bool isNew = false;
  if (!known) {
    Expected<bool> filed = findings->file(test, verdict);
    if (!filed)
      return filed.takeError();
    isNew = *filed;
  }
  {
    std::lock_guard<std::mutex> lock(mutex);
    ++state.failures[verdict.signature.str()];
    state.known += known;
    state.newFindings += isNew;
  }
  if (!isNew)
    return Error::success();
  std::string name = findingName(verdict.signature);
  say("finding " + name + " (" + test.subjects.front() + ", " + test.targets.front().str() +
      "): " + verdict.signature.str());
  if (options.reduceSeconds <= 0)
    return Error::success();
  Finding finding{verdict.signature, name, test.subjects.front(), test.targets.front().str()};
  return shrink(finding, job);
}

Error Campaign::shrink(const Finding &finding, Job &job) {
  // A context of its own: a reduction makes many types and attributes.
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Expected<TestCase> test = readTestCase(findings->pathOf(finding.name, "original.mlir"), *context);
  if (!test)
    return test.takeError();
  auto subject = find_if(job.subjects, [&](const std::unique_ptr<Subject> &each) {
    return each->name() == finding.subject;
  });
  // It was filed by another run, with subjects that this one does not have.
  if (subject == job.subjects.end())
    return Error::success();
  if (test->targets.empty())
    return createStringError("'" + findings->pathOf(finding.name, "original.mlir") +
                             "' names no target");
  CompileRequest request{.target = test->targets.front(),
                         .options = test->options,
                         .stage = test->stage,
                         .limits = options.limits,
                         .launch = test->launch};
  ReduceOptions reduction;
  reduction.maxSeconds = options.reduceSeconds;
  reduction.interrupted = [&] { return job.stop.load(); };
  Expected<ShrunkFinding> shrunk =
      shrinkFinding(*test, request, finding.signature, **subject, reduction);
  // Whoever goes on with the campaign shrinks it from the start.
  if (job.stop) {
    if (!shrunk)
      consumeError(shrunk.takeError());
    return Error::success();
  }
  if (!shrunk) {
    // It failed once and does not fail now: worth a look, and no reason to end the campaign.
    std::string why = toString(shrunk.takeError());
    say("not reduced " + finding.name + ": " + why);
    return findings->add(finding.name, notReducedFile, why + "\n");
  }
  if (!shrunk->python.empty())
    if (Error error = findings->add(finding.name, "reproduce.py", shrunk->python))
      return error;
  if (Error error = findings->add(finding.name, reducedFile, shrunk->regression))
    return error;
  say("reduced " + finding.name + ": " + shrunk->note);
  return Error::success();
}

} // namespace fathom
