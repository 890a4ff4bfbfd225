// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fathom fuzz: runs a campaign and prints its progress and summary.
#include "fuzz/commands/CommandLine.h"

#include "core/ir/Dialects.h"
#include "fuzz/campaign/Campaign.h"
#include "fuzz/campaign/Summary.h"
#include "fuzz/mutate/CorpusSource.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace llvm;

namespace fathom {

static std::atomic<bool> stopRequested = false;

/// The first Ctrl-C ends the campaign after the programs in hand; the second ends the process.
static void onInterrupt(int signal) {
  if (stopRequested.exchange(true)) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

/// Reads "90", "90s", "10m", "2h".
static Expected<double> parseDuration(StringRef text) {
  double unit = text.consume_back("h") ? 3600 : text.consume_back("m") ? 60 : 1;
  text.consume_back("s");
  double number;
  if (text.getAsDouble(number) || number <= 0)
    return createStringError("--time takes a duration such as 90s, 10m or 2h");
  return number * unit;
}

/// Shows the progress line: on a terminal in place and often, elsewhere a line every ten seconds.
class Progress {
public:
  Progress(const CampaignOptions &options, const Campaign &campaign)
      : options(options), campaign(campaign), atStart(campaign.counts()),
        terminal(::isatty(STDERR_FILENO)), thread([this] { loop(); }) {}
  ~Progress() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      done = true;
    }
    wake.notify_all();
    thread.join();
    show();
    errs() << "\n";
  }
  /// Prints a line of its own above the progress.
  void say(StringRef line) {
    std::lock_guard<std::mutex> lock(printing);
    errs() << (terminal ? "\r\033[K" : "") << line << "\n";
  }

private:
  void loop() {
    std::unique_lock<std::mutex> lock(mutex);
    while (!wake.wait_for(lock, std::chrono::milliseconds(terminal ? 250 : 10000),
                          [this] { return done; }))
      show();
  }
  void show() {
    std::string line = progressLine(campaign.counts(), atStart, options.seconds);
    std::lock_guard<std::mutex> lock(printing);
    errs() << (terminal ? "\r\033[K" : "") << line << (terminal || done ? "" : "\n");
  }

  const CampaignOptions &options;
  const Campaign &campaign;
  CampaignCounts atStart;
  bool terminal, done = false;
  std::mutex mutex, printing;
  std::condition_variable wake;
  std::thread thread;
};

namespace {
struct FuzzArguments {
  SharedOptions shared;
  std::string time = "60s", profile = "default", out = "findings", known = FATHOM_KNOWN_FOLDER;
  std::string shard = "0/1", base, guide = "off";
  std::vector<std::string> corpus;
  uint64_t programs = 0, seed = 0;
  unsigned jobs = 1, trials = 0;
  FilingOptions filing;
};
} // namespace

static Expected<std::shared_ptr<ProgramSource>> openSource(const FuzzArguments &arguments) {
  if (!arguments.corpus.empty()) {
    std::unique_ptr<mlir::MLIRContext> context = makeContext();
    Expected<std::unique_ptr<Corpus>> corpus = Corpus::open(arguments.corpus, *context);
    if (!corpus)
      return corpus.takeError();
    return std::make_shared<CorpusSource>(std::move(*corpus), arguments.seed);
  }
  const Profile *profile = findProfile(arguments.profile);
  if (!profile)
    return createStringError(
        "no profile '" + arguments.profile + "'; there are " +
        join(map_range(allProfiles(), [](const Profile &p) { return p.name.str(); }), ", "));
  return std::make_shared<GeneratorSource>(*profile, arguments.seed);
}

static Expected<CampaignOptions> campaignOptions(const FuzzArguments &arguments) {
  CampaignOptions options;
  Expected<std::vector<Target>> targets = arguments.shared.targets();
  if (!targets)
    return targets.takeError();
  Expected<std::optional<Stage>> stage = arguments.shared.stage();
  if (!stage)
    return stage.takeError();
  Expected<double> seconds = parseDuration(arguments.time);
  if (!seconds)
    return seconds.takeError();
  options.subjects = arguments.shared.subjects;
  if (options.subjects.empty())
    options.subjects = {"core"};
  options.targets = *targets;
  if (options.targets.empty())
    options.targets = {*parseTarget("cuda:80")};
  options.stage = *stage;
  options.knobs = arguments.shared.knobs;
  Expected<std::shared_ptr<ProgramSource>> source = openSource(arguments);
  if (!source)
    return source.takeError();
  options.source = std::move(*source);
  Expected<Shard> shard = parseShard(arguments.shard);
  if (!shard)
    return shard.takeError();
  options.shard = *shard;
  options.base = arguments.base;
  options.guide = arguments.guide == "on";
  if (options.guide && !options.source->hasChoices())
    return createStringError("--guide goes on from programs of the generator, not of a corpus; "
                             "leave --guide or --corpus out");
  options.trials = arguments.trials;
  options.seed = arguments.seed;
  options.seconds = *seconds;
  options.programs = arguments.programs;
  options.jobs = std::max(1u, arguments.jobs);
  options.out = arguments.out;
  options.filing = arguments.filing;
  options.filing.limits = arguments.shared.limits;
  if (arguments.known != "none") {
    Expected<KnownBugs> known = KnownBugs::read(arguments.known);
    if (!known)
      return known.takeError();
    options.filing.known = std::move(*known);
  }
  return options;
}

static int fuzz(const FuzzArguments &arguments) {
  Expected<CampaignOptions> options = campaignOptions(arguments);
  if (!options)
    return fail(options.takeError());
  Expected<std::unique_ptr<Campaign>> campaign = Campaign::open(*options);
  if (!campaign)
    return fail(campaign.takeError());
  if (uint64_t programs = (*campaign)->counts().programs)
    errs() << "goes on after " << programs << " programs\n";

  struct sigaction action = {};
  action.sa_handler = onInterrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  Error error = Error::success();
  {
    Progress progress(*options, **campaign);
    error = (*campaign)->run(stopRequested, [&](StringRef line) { progress.say(line); });
  }
  CampaignCounts counts = (*campaign)->counts();
  if (arguments.shared.json) {
    json::Array findings;
    for (const Finding &finding : (*campaign)->folder().list())
      findings.push_back(json::Object{{"name", finding.name},
                                      {"signature", json::fixUTF8(finding.signature.str())},
                                      {"form", finding.form},
                                      {"subject", finding.subject},
                                      {"target", finding.target},
                                      {"reduced", finding.outcome == reducedFile}});
    outs() << json::Value(json::Object{{"programs", int64_t(counts.programs)},
                                       {"invalid", int64_t(counts.invalid)},
                                       {"trials", int64_t(counts.trials)},
                                       {"seconds", counts.seconds},
                                       {"new_findings", int64_t(counts.newFindings)},
                                       {"known", int64_t(totalOf(counts.known))},
                                       {"old", int64_t(counts.old)},
                                       {"findings", std::move(findings)}})
           << "\n";
  } else {
    outs() << summaryText((*campaign)->runs(), (*campaign)->folder().list());
    outs() << "\nfindings folder: " << options->out << "\n";
  }
  if (error)
    return fail(std::move(error));
  return counts.newFindings ? exitBug : exitPass;
}

void fuzzCommand(CLI::App &application, int &exitCode) {
  auto arguments = std::make_shared<FuzzArguments>();
  CLI::App *command = application.add_subcommand(
      "fuzz", "generate, compile, judge, shrink, file: exit 1 when it found something new");
  arguments->shared.addTo(*command);
  auto add = [&](const std::string &name, auto &value, const std::string &what) {
    return command->add_option(name, value, what);
  };
  add("--time", arguments->time, "how long: 90s, 10m, 2h")->capture_default_str();
  add("--programs", arguments->programs,
      "how many programs in all, those of earlier runs of the same command included");
  add("--seed", arguments->seed, "RNG seed")->capture_default_str();
  add("--profile", arguments->profile, "how big and of what programs are")->capture_default_str();
  add("--corpus", arguments->corpus,
      "programs are not generated, but mutations of the files (or of those in the folders) named "
      "here")
      ->delimiter(',')
      ->allow_extra_args(false);
  add("--shard", arguments->shard,
      "I/N: judge the I-th of N parts of the programs; fathom merge puts them together")
      ->capture_default_str();
  add("--trials", arguments->trials,
      "of all combinations of subjects, targets and knobs, how many for each program; 0: all")
      ->capture_default_str();
  add("--guide", arguments->guide,
      "on: go on from programs that met what is rarely met (fathom features) as far as that meets "
      "more than new programs do")
      ->capture_default_str()
      ->check(CLI::IsMember({"on", "off"}));
  add("--base", arguments->base,
      "a subject to compare with: what it has too is counted as old, and not filed");
  add("--out", arguments->out, "the findings folder; one that exists is gone on with")
      ->capture_default_str();
  add("--jobs", arguments->jobs, "threads, each with its own subjects")->capture_default_str();
  add("--known", arguments->known, "folder of known bugs that are counted and not filed, or none");
  FilingOptions &filing = arguments->filing;
  add("--reduce-time", filing.reduceSeconds, "seconds to shrink a finding for; 0: do not")
      ->capture_default_str();
  add("--reduce-questions", filing.reduceQuestions, "the same in compiles")->capture_default_str();
  add("--look-share", filing.lookShare,
      "compiles spent on reducing further failures of a signature, per trial; 0: none")
      ->capture_default_str();
  command->callback([arguments, &exitCode] { exitCode = fuzz(*arguments); });
}

} // namespace fathom
