// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs campaigns: the loop over programs, and the order in which they are counted.
#include "fuzz/campaign/Campaign.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/Summary.h"
#include "oracles/Oracle.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <thread>

using namespace llvm;

namespace fathom {

/// Attributes and types live as long as their context: a new one every so often keeps memory flat.
static constexpr uint64_t programsPerContext = 200;
/// Saves are no more than a fiftieth of the time.
static constexpr double secondsBetweenSaves = 2, secondsPerSecondOfSaving = 50;
static constexpr double secondsBetweenReports = 60; ///< Of features, for readers.
/// Without a guide, what the compiles of one program in so many meet is read.
static constexpr uint64_t featuresEvery = 16;
/// Of these, a release is asked for the IR before each pass, which costs another compile and more, for one in so many.
static constexpr uint64_t eachPassEvery = 8;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What one thread owns.
class Job {
public:
  std::unique_ptr<mlir::MLIRContext> context;
  Compilers compilers;
  std::optional<CompileReader> reader;
  uint64_t sinceContext = 0;
  double saveAfter = 0;
};

//===- State on disk -------------------------------------------------------------------------===//

RunIdentity CampaignOptions::identity() const {
  RunIdentity identity;
  identity.source = source->identity();
  identity.seed = seed;
  identity.shard = shard;
  identity.subjects = subjects;
  for (const Target &target : targets)
    identity.targets.push_back(target.str());
  std::vector<std::string> words;
  auto add = [&](StringRef key, ArrayRef<int> values) {
    if (!values.empty())
      words.push_back(
          (key + "=" + join(map_range(values, [](int v) { return std::to_string(v); }), ","))
              .str());
  };
  if (stage)
    words.push_back(("stage=" + stageName(*stage)).str());
  add("num-warps", knobs.numWarps);
  add("num-stages", knobs.numStages);
  add("num-ctas", knobs.numCtas);
  if (trials)
    words.push_back("trials=" + std::to_string(trials));
  if (!base.empty())
    words.push_back("base=" + base);
  if (guide)
    words.push_back("guide=on");
  identity.options = join(words, " ");
  return identity;
}

Expected<std::unique_ptr<Campaign>> Campaign::open(CampaignOptions options) {
  std::unique_ptr<Campaign> campaign(new Campaign);
  Expected<std::unique_ptr<FindingsFolder>> folder = FindingsFolder::open(options.out);
  if (!folder)
    return folder.takeError();
  campaign->findings = std::move(*folder);
  std::string runsPath = pathBelow(options.out, runsFolder);
  Expected<std::vector<RunState>> runs = readRunStates(runsPath);
  if (!runs)
    return runs.takeError();
  RunState &state = campaign->state;
  state.identity = options.identity();
  state.next = options.shard.firstFrom(0);
  for (RunState &run : *runs) {
    Expected<std::optional<Guide>> met = readRunFeatures(runsPath, run);
    if (!met)
      return met.takeError();
    bool own = run.identity.name() == state.identity.name();
    if (own && options.guide && !*met)
      return createStringError("'" + pathBelow(runsPath, featuresFile(run)) +
                               "' is not there, and a campaign with a guide cannot go on without "
                               "it; name another folder with --out");
    if (own && *met)
      campaign->guide = std::move(**met);
    else if (*met)
      campaign->metByOthers.add((*met)->features());
    if (own)
      state = std::move(run);
    else
      campaign->others.push_back(std::move(run));
  }
  campaign->begun = state.next;
  campaign->journal = std::make_unique<Journal>(
      campaign->findings->runPath(state.identity.name(), "journal.jsonl"));
  campaign->secondsBefore = state.counts.seconds;
  campaign->options = std::move(options);
  return campaign;
}

std::vector<RunState> Campaign::runs() const {
  std::lock_guard<std::mutex> lock(mutex);
  return runsNow();
}

std::vector<RunState> Campaign::runsNow() const {
  std::vector<RunState> all = others;
  all.push_back(state);
  if (started > 0)
    all.back().counts.seconds = secondsBefore + now() - started;
  return all;
}

Error Campaign::saveState() {
  std::lock_guard<std::mutex> lock(saving);
  std::vector<RunState> all;
  std::string met;
  uint64_t features;
  {
    std::lock_guard<std::mutex> lock(mutex);
    all = runsNow();
    met = guide.text();
    features = guide.features().size();
  }
  const RunState &own = all.back();
  std::string name = own.identity.name(), runsPath = pathBelow(options.out, runsFolder);
  if (Error error = writeFileAtomically(pathBelow(runsPath, featuresFile(own)), met))
    return error;
  if (Error error = writeFileAtomically(findings->runPath(name, "json"), printRunState(own)))
    return error;
  if (Error error = removeOldFeatures(runsPath, own))
    return error;
  if (Error error = journal->note(own.counts, findings->size(), features))
    return error;
  return writeSummaries(options.out, all, findings->list());
}

Error Campaign::saveFeatures() {
  std::lock_guard<std::mutex> lock(saving);
  FeatureCounts sums = metByOthers;
  {
    std::lock_guard<std::mutex> lock(mutex);
    sums.add(guide.features());
  }
  return writeFeatures(options.out, sums);
}

//===- The order in which programs are counted -----------------------------------------------===//

bool Campaign::over() const { return stopAll || now() - started >= options.seconds; }

CampaignCounts Campaign::counts() const {
  std::lock_guard<std::mutex> lock(mutex);
  CampaignCounts copy = state.counts;
  for (const auto &[index, done] : inFlight)
    if (done)
      copy += done->counts;
  if (started > 0)
    copy.seconds = secondsBefore + now() - started;
  copy.newFindings = filing ? filing->filed() : 0;
  return copy;
}

std::optional<Campaign::Task> Campaign::begin() {
  std::unique_lock<std::mutex> lock(mutex);
  if (options.programs && begun >= options.programs)
    return std::nullopt;
  Task task{begun, {}};
  begun = options.shard.firstFrom(begun + 1);
  inFlight[task.index] = std::nullopt;
  if (options.guide) {
    uint64_t number = options.shard.numberOf(task.index);
    while (!guide.isReadyFor(number)) {
      if (over())
        return std::nullopt;
      learned.wait_for(lock, std::chrono::milliseconds(100));
    }
    task.parents = guide.parentsFor(number, options.seed ^ task.index * 0xbf58476d1ce4e5b9);
  }
  return task;
}

void Campaign::finished(uint64_t index, Done done) {
  std::lock_guard<std::mutex> lock(mutex);
  inFlight[index] = std::move(done);
  while (!inFlight.empty() && inFlight.begin()->second) {
    const Done &first = *inFlight.begin()->second;
    state.counts += first.counts;
    guide.learn(first.met, first.choices, first.parents);
    state.next = options.shard.firstFrom(inFlight.begin()->first + 1);
    inFlight.erase(inFlight.begin());
  }
  learned.notify_all();
}

//===- The loop ------------------------------------------------------------------------------===//

Error Campaign::run(const std::atomic<bool> &stop, const std::function<void(StringRef)> &say) {
  std::mutex saying;
  filing = std::make_unique<Filing>(
      *findings, options.filing,
      [&](StringRef line) {
        std::lock_guard<std::mutex> lock(saying);
        say(line);
      },
      [this] { return stopAll.load(); }, [this] { return over(); });
  {
    std::lock_guard<std::mutex> lock(mutex);
    started = now();
  }
  std::vector<std::thread> threads;
  std::mutex errorMutex;
  Error error = Error::success();
  std::atomic<unsigned> running = options.jobs;
  for (unsigned i = 0; i < options.jobs; ++i)
    threads.emplace_back([&] {
      if (Error mine = runJob()) {
        std::lock_guard<std::mutex> lock(errorMutex);
        error = joinErrors(std::move(error), std::move(mine));
        stopAll = true;
      }
      --running;
    });
  double reported = now();
  while (running) {
    if (stop)
      stopAll = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (now() - reported < secondsBetweenReports)
      continue;
    reported = now();
    if (Error mine = saveFeatures()) {
      std::lock_guard<std::mutex> lock(errorMutex);
      error = joinErrors(std::move(error), std::move(mine));
      stopAll = true;
    }
  }
  for (std::thread &thread : threads)
    thread.join();
  error = joinErrors(std::move(error), saveState());
  return joinErrors(std::move(error), saveFeatures());
}

static Expected<Compilers> openCompilers(const CampaignOptions &options) {
  Compilers compilers;
  for (const std::string &spec : options.subjects) {
    Expected<std::unique_ptr<Subject>> subject = options.open(spec);
    if (!subject)
      return subject.takeError();
    compilers.subjects.push_back(std::move(*subject));
  }
  if (!options.base.empty()) {
    Expected<std::unique_ptr<Subject>> base = options.open(options.base);
    if (!base)
      return base.takeError();
    compilers.base = std::move(*base);
  }
  for (const Target &target : options.targets)
    if (none_of(compilers.subjects, [&](const auto &subject) { return subject->knows(target); }))
      return createStringError("no subject compiles for " + target.str() + ": " +
                               join(options.subjects, ", ") + " does not know it");
  return compilers;
}

Error Campaign::runJob() {
  Job job;
  Expected<Compilers> compilers = openCompilers(options);
  if (!compilers)
    return compilers.takeError();
  job.compilers = std::move(*compilers);
  Expected<CompileReader> reader = CompileReader::open();
  if (!reader)
    return reader.takeError();
  job.reader.emplace(std::move(*reader));
  // What a killed campaign filed but did not shrink comes first.
  if (!over())
    if (Error error = filing->shrinkPending(job.compilers))
      return error;
  while (!over()) {
    std::optional<Task> task = begin();
    if (!task)
      break;
    if (!job.context || job.sinceContext++ >= programsPerContext) {
      job.context = makeContext();
      job.sinceContext = 0;
    }
    uint64_t filedBefore = filing->filed();
    Expected<std::optional<Done>> done = tryProgram(*task, job);
    if (!done)
      return done.takeError();
    if (!*done)
      break;
    finished(task->index, std::move(**done));
    if (double before = now(); filing->filed() != filedBefore || before >= job.saveAfter) {
      if (Error error = saveState())
        return error;
      job.saveAfter =
          now() + std::max(secondsBetweenSaves, secondsPerSecondOfSaving * (now() - before));
      if (Error error = filing->shrinkPending(job.compilers))
        return error;
    }
  }
  return Error::success();
}

namespace {
/// One way to compile a program.
struct Combination {
  Subject *subject;
  Target target;
  CompileOptions knobs;
};
} // namespace

/// All ways to compile the program, or as many of them as a program gets, others for each program.
static std::vector<Combination> combinations(const CampaignOptions &options, const TestCase &test,
                                             uint64_t index, const Compilers &compilers) {
  std::vector<Combination> all;
  for (const std::unique_ptr<Subject> &subject : compilers.subjects)
    for (const Target &target : test.targets.empty() ? options.targets : test.targets)
      if (subject->knows(target))
        for (const CompileOptions &knobs : options.knobs.combinations(test.options))
          all.push_back({subject.get(), target, knobs});
  if (options.trials && options.trials < all.size()) {
    // Not in turn: oracles judge every so many programs, and are to meet all combinations.
    uint64_t first = (index * 0x9e3779b97f4a7c15 >> 32) % all.size();
    std::rotate(all.begin(), all.begin() + first, all.end());
    all.erase(all.begin() + options.trials, all.end());
  }
  return all;
}

static FoundBy foundBy(const CampaignOptions &options, uint64_t index, double seconds) {
  auto sinceEpoch = std::chrono::system_clock::now().time_since_epoch();
  return {options.source->identity(), options.seed, index, seconds,
          int64_t(std::chrono::duration_cast<std::chrono::seconds>(sinceEpoch).count())};
}

Expected<std::optional<Campaign::Done>> Campaign::tryProgram(const Task &task, Job &job) {
  uint64_t index = task.index;
  Done done;
  done.parents = task.parents.size();
  CampaignCounts &own = done.counts;
  own.programs = 1;
  Expected<std::optional<TestCase>> made =
      task.parents.empty() ? options.source->makeProgram(index, *job.context)
                           : options.source->makeOffspring(index, task.parents, *job.context);
  if (!made)
    return made.takeError();
  if (!*made) {
    own.invalid = 1;
    return done;
  }
  TestCase &test = **made;
  uint64_t number = options.shard.numberOf(index);
  uint64_t every = options.guide ? 1 : featuresEvery;
  bool reads = number % every == 0, readsEachPass = number % (every * eachPassEvery) == 0;
  bool compiled = false, failed = false;
  Stage wanted = options.stage.value_or(index % 4 == 0 ? Stage::Llir : Stage::Ttgir);
  for (const Combination &how : combinations(options, test, index, job.compilers)) {
    // A list of passes ends where its test case says.
    Stage stage = test.passes.empty() ? std::min(wanted, how.subject->lastStage()) : test.stage;
    CompileRequest request{.target = how.target,
                           .options = how.knobs,
                           .stage = stage,
                           .passes = test.passes,
                           .limits = options.filing.limits,
                           .launch = test.launch};
    if (reads)
      job.reader->prepare(request, *how.subject);
    Artifact artifact;
    Expected<Verdict> verdict = judge(*test.program, request, *how.subject, index, {}, &artifact);
    if (!verdict)
      return verdict.takeError();
    if (reads)
      if (Error error = job.reader->read(*test.program, request, artifact, *how.subject,
                                         readsEachPass, done.met))
        return std::move(error);
    ++own.trials;
    compiled |= !artifact.failure;
    failed |= verdict->failed();
    if (verdict->kind == Verdict::Kind::Inconclusive)
      ++own.inconclusive[verdict->reason];
    if (!verdict->failed())
      continue;
    TestCase tried = test.clone();
    tried.subjects = {how.subject->name().str()};
    tried.targets = {how.target};
    tried.options = how.knobs;
    tried.stage = stage;
    if (!verdict->launch.empty())
      tried.launch = verdict->launch;
    CampaignCounts before = counts();
    Expected<bool> taken = filing->take(tried, *verdict, foundBy(options, index, before.seconds),
                                        job.compilers, before, own);
    if (!taken)
      return taken.takeError();
    if (!*taken)
      return std::nullopt;
  }
  // Offspring of what fails fails in the same way more often than not.
  if (options.guide && compiled && !failed)
    done.choices = options.source->choicesOf(test);
  return done;
}

} // namespace fathom
