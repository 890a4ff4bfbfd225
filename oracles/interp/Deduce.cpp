// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds a launch for a kernel that has none, by running it.
//
// The search starts from the likeliest answer to each question (LaunchQuestions.h) and climbs: it changes one answer at a time and keeps what scores
// better. When it is stuck in runs that do not end well, or show nothing, it changes two or three at once. Runs are short at first; only a kernel that has not
// ended in a short one gets a long one. At last strides are made tight and buffers as long as what is accessed, and the
// launch is tried in both semantics as it will be used.
#include "oracles/interp/LaunchExtents.h"
#include "oracles/interp/LaunchQuestions.h"
#include "oracles/interp/LaunchTrial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <map>
#include <set>

using namespace llvm;

namespace fathom::interp {

namespace {

/// How much one run may take.
struct Budget {
  uint64_t elements;
  uint64_t bytes; ///< Of one buffer.
};
constexpr Budget shortRun = {10'000'000, 4 << 20}, longRun = {150'000'000, 16 << 20};

struct Result {
  double score = -1e9;
  bool ended = false;
  bool shows = false;      ///< Ended, and stored more than one value.
  bool budget = false;     ///< Stopped for too much work or memory.
  bool onlyValues = false; ///< The values are all that is left to wish for.
  std::string problem;     ///< What is left to wish for; empty: nothing.
};

class Search {
public:
  Search(mlir::ModuleOp module, tt::FuncOp kernel)
      : module(module), kernel(kernel), questions(module, kernel) {}

  Expected<Launch> find();

private:
  // --- Trials ---
  Result judge(const Launch &launch, const LaunchTrial &trial) const;
  Result attempt(const Assignment &assignment);
  Expected<LaunchTrial> run(const Launch &launch, Semantics semantics, uint64_t limit) const;
  bool improve(const Assignment &candidate);
  bool spent() const { return trials >= mostTrials || work >= mostWork; }
  void allow(unsigned moreTrials, uint64_t moreWork) {
    mostTrials = trials + moreTrials;
    mostWork = work + moreWork;
  }
  Error prepare(const Budget &budget);

  // --- Moves ---
  void sizesAtOnce();
  bool isWorthAsking(const Question &question) const;
  void climb();
  void shake();
  void leastWork();
  void tighten();

  Expected<Launch> finish();
  Error failure() const;

  mlir::ModuleOp module;
  tt::FuncOp kernel;
  LaunchQuestions questions;
  std::optional<Interpreter> interpreters[2]; ///< By semantics.
  uint64_t limit = 0;                         ///< Bytes of one buffer.
  bool both = false;                          ///< Trials run in the algebra too.
  Assignment best;
  Result bestResult, lastResult;
  unsigned trials = 0, mostTrials = 0;
  uint64_t work = 0, mostWork = 0;
  std::map<std::string, unsigned> problems;
  std::set<std::string> tried; ///< Launches, under this budget and these semantics.
};

//===--- Trials ---===//

Error Search::prepare(const Budget &budget) {
  limit = budget.bytes;
  tried.clear();
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    InterpretOptions options;
    options.semantics = semantics;
    options.budget = budget.elements;
    Expected<Interpreter> made = Interpreter::create(module, options);
    if (!made)
      return made.takeError();
    interpreters[unsigned(semantics)].emplace(std::move(*made));
  }
  return Error::success();
}

Expected<LaunchTrial> Search::run(const Launch &launch, Semantics semantics, uint64_t limit) const {
  return tryLaunch(*interpreters[unsigned(semantics)], semantics, launch, limit);
}

/// log2, up to `most`.
double bitsOf(uint64_t count, double most) { return std::min(most, std::log2(1. + count)); }

Result Search::judge(const Launch &launch, const LaunchTrial &trial) const {
  Result result;
  const Outcome &outcome = trial.outcome;
  double entered = double(outcome.blocksEntered) / std::max(1u, outcome.blocks);
  double programs = std::log2(double(launch.programs()));
  uint64_t stored = trial.stored(), distinct = trial.distinct();
  if (outcome.stop) {
    result.problem = (stopKindName(outcome.stop->kind) + ": " + outcome.stop->message).str();
    result.budget = outcome.stop->kind == Stop::Kind::Budget;
    // Nearer to the end is better; of those that are as near, the smaller.
    result.score =
        -2000 + 300 * entered + 4 * bitsOf(outcome.work, 24) + 4 * bitsOf(stored, 20) - programs;
    return result;
  }
  result.ended = true;
  result.shows = distinct > 1;
  unsigned expected = 0, met = 0;
  for (auto [k, use] : enumerate(questions.arguments())) {
    if (!use.stored && !use.updated)
      continue;
    ++expected;
    for (const BufferEffect &effect : trial.effects)
      met += effect.name == "arg" + std::to_string(k) && effect.stored > 0;
  }
  uint64_t bytes = 0;
  for (const auto &buffer : trial.memory->buffers)
    bytes += buffer->bytes.size();
  double undefined = stored ? double(trial.undefined()) / stored : 0;
  // What is cheap costs nothing: of two launches that show as much, a loop of few trips is not the better one.
  auto cost = [](uint64_t count, uint64_t cheap) {
    return std::max(0., std::log2(1. + count) - std::log2(double(cheap)));
  };
  result.score = 300 * entered + (expected ? 200. * met / expected : 200) + 6 * bitsOf(stored, 17) +
                 8 * bitsOf(distinct, 8) - 2 * programs - cost(bytes, 1 << 20) -
                 cost(outcome.work, 1 << 22);
  uint64_t few = std::min<uint64_t>(32, stored / 64); // Elements are of up to 8 bytes.
  double special = stored ? double(trial.special()) / stored : 0;
  bool races =
      trial.hasHazard(Hazard::Kind::ProgramRace) || trial.hasHazard(Hazard::Kind::LaneRace);
  if (undefined > 0)
    result.score -= 40 + 300 * undefined;
  result.score -= 100 * special;
  if (races)
    result.score -= 150;
  if (stored == 0)
    result.score -= 800;
  result.problem = stored == 0      ? "stores nothing"
                   : races          ? "races"
                   : undefined > 0  ? "stores undefined values"
                   : !result.shows  ? "stores a single value"
                   : met < expected ? "leaves an output alone"
                   : special > 0.2  ? "stores infinities or NaN"
                   : distinct < few ? "stores few values"
                   : entered < 1    ? "leaves blocks out"
                                    : "";
  result.onlyValues = stored && !races && undefined == 0 && met == expected && entered == 1;
  return result;
}

Result Search::attempt(const Assignment &assignment) {
  ++trials;
  Launch launch = questions.launchOf(assignment);
  Result result;
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    bool second = semantics == Semantics::Algebra;
    if (second && (!both || !result.ended))
      break;
    Expected<LaunchTrial> trial = run(launch, semantics, limit);
    if (!trial) {
      result = {};
      result.problem = toString(trial.takeError());
      break;
    }
    work += trial->outcome.work + 10'000;
    Result judged = judge(launch, *trial);
    if (!second) {
      result = std::move(judged);
      continue;
    }
    // The problem is that of the worse one.
    double score = judged.ended ? (judged.score + result.score) / 2 : judged.score;
    if (judged.score < result.score)
      result = std::move(judged);
    result.score = score;
  }
  if (!result.problem.empty())
    ++problems[result.problem];
  return result;
}

bool Search::improve(const Assignment &candidate) {
  lastResult = {};
  if (!tried.insert(printLaunch(questions.launchOf(candidate))).second)
    return false;
  lastResult = attempt(candidate);
  if (lastResult.score <= bestResult.score + 0.5)
    return false;
  best = candidate;
  bestResult = lastResult;
  return true;
}

//===--- Moves ---===//

/// All sizes at once: M, N and K must often be whole tiles together.
void Search::sizesAtOnce() {
  for (size_t which = 1; which < 5 && !spent() && !bestResult.problem.empty(); ++which) {
    Assignment candidate = best;
    for (const Question &question : questions.all())
      if (question.isSize)
        questions.answer(candidate, question, std::min(which, question.answers() - 1));
    improve(candidate);
  }
}

/// What might help against what is wrong.
bool Search::isWorthAsking(const Question &question) const {
  if (question.kind == Question::Grid)
    return !both || !bestResult.ended;
  // What ends well and does all that is wished for needs no more than the right grid.
  if (bestResult.problem.empty())
    return false;
  // Values are those of the inputs; strides decide where, not what.
  if (bestResult.onlyValues)
    return question.kind == Question::Buffer || question.kind == Question::Number;
  if (!bestResult.shows)
    return true;
  return question.kind != Question::Stride || bestResult.problem == "races";
}

/// Changes one answer at a time as long as that helps.
void Search::climb() {
  for (bool better = true; better && !spent();) {
    better = false;
    for (const Question &question : questions.all()) {
      int64_t tooMuch = INT64_MAX; // Programs.
      for (size_t which = 0; which < question.answers() && isWorthAsking(question) && !spent();
           ++which) {
        if (question.kind == Question::Grid && question.integers[which] >= tooMuch)
          continue;
        Assignment candidate = best;
        questions.answer(candidate, question, which);
        better |= improve(candidate);
        if (question.kind == Question::Grid && lastResult.budget)
          tooMuch = std::min(tooMuch, question.integers[which]);
      }
    }
  }
}

/// Changes two or three answers at once, until something is shown.
void Search::shake() {
  uint64_t state = 0x9e3779b97f4a7c15;
  auto below = [&](uint64_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % bound;
  };
  std::vector<const Question *> open;
  for (const Question &question : questions.all())
    if (question.answers() > 1)
      open.push_back(&question);
  if (open.empty())
    return;
  // Many are launches that were tried before.
  for (unsigned k = 0; k < 400 && !spent() && !bestResult.shows; ++k) {
    Assignment candidate = best;
    for (uint64_t changes = 2 + below(2); changes > 0; --changes) {
      const Question &question = *open[below(open.size())];
      questions.answer(candidate, question, below(question.answers()));
    }
    improve(candidate);
  }
}

/// Answers that make for less work: first a small grid, then the least of all.
void Search::leastWork() {
  for (bool onlyGrid : {true, false}) {
    if (!bestResult.budget)
      return;
    for (const Question &question : questions.all())
      if (!onlyGrid || question.kind == Question::Grid)
        questions.answer(best, question, question.least);
    bestResult = attempt(best);
  }
}

void Search::tighten() {
  Expected<LaunchTrial> trial = run(questions.launchOf(best), Semantics::Ieee, limit);
  if (!trial) {
    consumeError(trial.takeError());
    return;
  }
  std::vector<int64_t> highest(questions.arguments().size(), -1);
  for (const auto &buffer : trial->memory->buffers) {
    unsigned k;
    if (!StringRef(buffer->name).drop_front(3).getAsInteger(10, k) && buffer->highest)
      highest[k] =
          (buffer->highest - 1) / elementOf(questions.elementType(k), Semantics::Ieee)->bytes;
  }
  Assignment candidate = best;
  questions.tighten(candidate, highest);
  Result result = attempt(candidate);
  if (result.score >= bestResult.score - 1) {
    best = std::move(candidate);
    bestResult = std::move(result);
  }
}

//===--- The end ---===//

Expected<Launch> Search::finish() {
  Launch launch = questions.launchOf(best);
  std::vector<LaunchTrial> grown;
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    Expected<LaunchTrial> trial = run(launch, semantics, limit);
    if (!trial)
      return trial.takeError();
    grown.push_back(std::move(*trial));
  }
  fitBuffers(launch, questions, {grown[0].memory.get(), grown[1].memory.get()});
  // As it will be launched.
  for (Semantics semantics : {Semantics::Ieee, Semantics::Algebra}) {
    Expected<LaunchTrial> last = run(launch, semantics, /*limit=*/0);
    if (!last)
      return last.takeError();
    StringRef where = semantics == Semantics::Ieee ? "ieee" : "algebra";
    if (last->outcome.stop || last->stored() == 0)
      return createStringError("no launch was found for " + kernel.getName() + "; under " +
                               printLaunch(launch) + " it " +
                               (last->outcome.stop
                                    ? "stops in " + where + ": " + last->outcome.stop->message
                                    : "stores nothing in " + where));
  }
  return launch;
}

Error Search::failure() const {
  std::vector<std::pair<unsigned, StringRef>> often;
  for (auto &[problem, times] : problems)
    often.push_back({times, problem});
  llvm::sort(often, std::greater<>());
  std::string list;
  for (auto &[times, problem] : ArrayRef(often).take_front(3))
    list += formatv("\n  {0} times: {1}", times, problem);
  return createStringError("no launch was found for " + const_cast<tt::FuncOp &>(kernel).getName() +
                           " in " + Twine(trials) + " trials" + list +
                           "\nwrite a LAUNCH line; the best try was " +
                           printLaunch(questions.launchOf(best)));
}

Expected<Launch> Search::find() {
  best = questions.likeliest();
  for (const Budget &budget : {shortRun, longRun}) {
    if (Error error = prepare(budget))
      return std::move(error);
    allow(/*moreTrials=*/200, /*moreWork=*/150'000'000 + budget.elements);
    bestResult = attempt(best);
    if (bestResult.budget)
      leastWork();
    sizesAtOnce();
    climb();
    if (!bestResult.shows) {
      allow(100, 100'000'000 + budget.elements);
      shake();
      climb();
    }
    if (bestResult.ended && bestResult.score > -500)
      break;
    // Only too much work deserves more of it.
    if (!any_of(problems,
                [](auto &problem) { return StringRef(problem.first).starts_with("budget"); }))
      break;
  }
  if (!bestResult.ended || bestResult.problem == "stores nothing")
    return failure();
  // Where floats decide, the algebra goes another way: it has a say too.
  both = true;
  tried.clear();
  allow(100, 250'000'000);
  std::string before = bestResult.problem;
  bestResult = attempt(best);
  if (!bestResult.problem.empty() && bestResult.problem != before) {
    climb();
    if (!bestResult.shows)
      shake();
  }
  if (bestResult.ended)
    tighten();
  return bestResult.ended ? finish() : Expected<Launch>(failure());
}

} // namespace

Expected<Launch> deduceLaunch(mlir::ModuleOp module) {
  Expected<Interpreter> reader = Interpreter::create(module, {});
  if (!reader)
    return reader.takeError();
  auto kernel = cast<tt::FuncOp>(reader->kernel());
  if (kernel.getNumArguments() > ArgSet().size())
    return createStringError("no launch is deduced for a kernel with more than " +
                             Twine(ArgSet().size()) + " arguments");
  return Search(module, kernel).find();
}

} // namespace fathom::interp
