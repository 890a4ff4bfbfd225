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
static constexpr double secondsBetweenSaves = 2;

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What one thread owns.
class Job {
public:
  std::unique_ptr<mlir::MLIRContext> context;
  Compilers compilers;
  uint64_t sinceContext = 0;
  double saved = 0;
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
  identity.options = join(words, " ");
  return identity;
}

Expected<std::unique_ptr<Campaign>> Campaign::open(CampaignOptions options) {
  std::unique_ptr<Campaign> campaign(new Campaign);
  Expected<std::unique_ptr<FindingsFolder>> folder = FindingsFolder::open(options.out);
  if (!folder)
    return folder.takeError();
  campaign->findings = std::move(*folder);
  Expected<std::vector<RunState>> runs = readRunStates(pathBelow(options.out, runsFolder));
  if (!runs)
    return runs.takeError();
  RunState &state = campaign->state;
  state.identity = options.identity();
  state.next = options.shard.firstFrom(0);
  for (RunState &run : *runs)
    if (run.identity.name() == state.identity.name())
      state = std::move(run);
    else
      campaign->others.push_back(std::move(run));
  campaign->begun = state.next;
  campaign->journal = std::make_unique<Journal>(
      campaign->findings->runPath(state.identity.name(), "journal.jsonl"));
  campaign->secondsBefore = state.counts.seconds;
  campaign->options = std::move(options);
  return campaign;
}

std::vector<RunState> Campaign::runs() const {
  std::vector<RunState> all = others;
  std::lock_guard<std::mutex> lock(mutex);
  all.push_back(state);
  if (started > 0)
    all.back().counts.seconds = secondsBefore + now() - started;
  return all;
}

Error Campaign::saveState() {
  std::lock_guard<std::mutex> lock(saving);
  std::vector<RunState> all = runs();
  const RunState &own = all.back();
  std::string name = own.identity.name();
  if (Error error = writeFileAtomically(findings->runPath(name, "json"), printRunState(own)))
    return error;
  if (Error error = journal->note(own.counts, findings->size(), std::nullopt))
    return error;
  return writeSummaries(options.out, all, findings->list());
}

//===- The order in which programs are counted -----------------------------------------------===//

bool Campaign::over() const { return stopAll || now() - started >= options.seconds; }

CampaignCounts Campaign::counts() const {
  std::lock_guard<std::mutex> lock(mutex);
  CampaignCounts copy = state.counts;
  for (const auto &[index, done] : inFlight)
    if (done)
      copy += *done;
  if (started > 0)
    copy.seconds = secondsBefore + now() - started;
  copy.newFindings = filing ? filing->filed() : 0;
  return copy;
}

std::optional<uint64_t> Campaign::begin() {
  std::lock_guard<std::mutex> lock(mutex);
  if (options.programs && begun >= options.programs)
    return std::nullopt;
  uint64_t index = begun;
  begun = options.shard.firstFrom(begun + 1);
  inFlight[index] = std::nullopt;
  return index;
}

void Campaign::finished(uint64_t index, const CampaignCounts &counts) {
  std::lock_guard<std::mutex> lock(mutex);
  inFlight[index] = counts;
  while (!inFlight.empty() && inFlight.begin()->second) {
    auto [first, done] = *inFlight.begin();
    state.counts += *done;
    state.next = options.shard.firstFrom(first + 1);
    inFlight.erase(inFlight.begin());
  }
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
  while (running) {
    if (stop)
      stopAll = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (std::thread &thread : threads)
    thread.join();
  return joinErrors(std::move(error), saveState());
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
  // What a killed campaign filed but did not shrink comes first.
  if (!over())
    if (Error error = filing->shrinkPending(job.compilers))
      return error;
  while (!over()) {
    std::optional<uint64_t> index = begin();
    if (!index)
      break;
    if (!job.context || job.sinceContext++ >= programsPerContext) {
      job.context = makeContext();
      job.sinceContext = 0;
    }
    uint64_t filedBefore = filing->filed();
    Expected<std::optional<CampaignCounts>> counts = tryProgram(*index, job);
    if (!counts)
      return counts.takeError();
    if (!*counts)
      break;
    finished(*index, **counts);
    if (filing->filed() != filedBefore || now() - job.saved >= secondsBetweenSaves) {
      job.saved = now();
      if (Error error = saveState())
        return error;
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

Expected<std::optional<CampaignCounts>> Campaign::tryProgram(uint64_t index, Job &job) {
  CampaignCounts own;
  own.programs = 1;
  Expected<std::optional<TestCase>> made = options.source->makeProgram(index, *job.context);
  if (!made)
    return made.takeError();
  if (!*made) {
    own.invalid = 1;
    return own;
  }
  TestCase &test = **made;
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
    Expected<Verdict> verdict = judge(*test.program, request, *how.subject, index);
    if (!verdict)
      return verdict.takeError();
    ++own.trials;
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
  return own;
}

} // namespace fathom
