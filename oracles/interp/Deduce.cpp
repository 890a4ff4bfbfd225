// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds a launch for a kernel that has none, by running it.
//
// An assignment says what each scalar, each buffer and the grid is. For each of them the kernel's text suggests a few values, the likeliest first
// (ArgumentUses.h); strides follow from the others so that tensors are row-major. The first assignment takes the likeliest of all. From there the search
// climbs: it changes one thing at a time, keeps what scores better, and when it is stuck in a run that does not end well, changes two or three
// at once. What a run shows then makes strides tight and buffers as long as they need to be.
#include "oracles/interp/ArgumentUses.h"
#include "oracles/interp/LaunchTrial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <map>

using namespace llvm;

namespace fathom::interp {

namespace {

constexpr uint64_t growthLimit = 16 << 20;     ///< Bytes of a buffer.
constexpr uint64_t trialBudget = 30'000'000;   ///< Elements of one run.
constexpr uint64_t searchBudget = 400'000'000; ///< Elements of all runs.
constexpr unsigned mostTrials = 400;
constexpr uint64_t addressElements =
    16; ///< Of a buffer of addresses, before it is known how many are read.

struct Assignment {
  uint32_t grid[3] = {1, 1, 1};
  std::vector<int64_t> integers; ///< By argument.
  std::vector<double> numbers;
  std::vector<Contents> contents;
  std::vector<bool> fixed; ///< A stride that does not follow from the rest.
};

/// Something that an assignment says, and what it may be, the likeliest first.
struct Question {
  enum Kind { Grid, Integer, Stride, Number, Buffer } kind;
  unsigned index; ///< Of the grid's dimension or of the argument.
  std::vector<int64_t> integers;
  std::vector<double> numbers;
  std::vector<Contents> contents;

  size_t answers() const {
    return kind == Number ? numbers.size() : kind == Buffer ? contents.size() : integers.size();
  }
};

/// Smaller is worse.
struct Result {
  double score = -1e9;
  bool ended = false;
  bool clean = false;  ///< Ended well, and nothing is left to wish for.
  std::string problem; ///< Why not.
};

int64_t alignUp(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

class Search {
public:
  Search(mlir::ModuleOp module, tt::FuncOp kernel, const Interpreter &ieee,
         const Interpreter &algebra)
      : kernel(kernel), uses(argumentUses(module, kernel)), ieee(ieee), algebra(algebra) {}

  Expected<Launch> find();

private:
  // --- Questions ---
  int64_t divisor(unsigned k) const {
    auto hint = kernel.getArgAttrOfType<mlir::IntegerAttr>(k, "tt.divisibility");
    return hint && hint.getInt() > 0 ? hint.getInt() : 1;
  }
  void ask();
  std::vector<int64_t> integerAnswers(unsigned k) const;
  std::vector<Contents> contentsAnswers(unsigned k) const;
  void answer(Assignment &to, const Question &question, size_t which) const;

  // --- Launches ---
  void layOut(Assignment &assignment) const;
  int64_t longest(const Assignment &assignment, int64_t range) const;
  Launch launchOf(const Assignment &assignment) const;

  // --- Trials ---
  Result judge(const Launch &launch, const LaunchTrial &trial) const;
  Result attempt(const Assignment &assignment, LaunchTrial *keep = nullptr);
  bool spent() const { return trials >= mostTrials || work >= searchBudget; }
  bool improve(Assignment &candidate);
  void climb();
  void shake();
  void tighten();
  Expected<Launch> finish();

  mutable tt::FuncOp kernel; ///< MLIR's handles have few const methods.
  KernelUses uses;
  const Interpreter &ieee, &algebra;
  bool both = false; ///< Trials run in the algebra too.
  std::vector<Question> questions;
  Assignment best;
  Result bestResult;
  unsigned trials = 0;
  uint64_t work = 0;
  std::map<std::string, unsigned> problems;
};

//===--- Questions ---===//

/// Multiples of `divisor`, each once.
std::vector<int64_t> aligned(std::vector<int64_t> values, int64_t divisor) {
  std::vector<int64_t> result;
  for (int64_t value : values) {
    value = alignUp(std::max<int64_t>(value, 0), divisor);
    if (!is_contained(result, value))
      result.push_back(value);
  }
  return result;
}

std::vector<int64_t> Search::integerAnswers(unsigned k) const {
  const ArgumentUse &use = uses.args[k];
  int64_t by = divisor(k);
  std::vector<int64_t> values;
  auto add = [&](std::initializer_list<int64_t> more) { values.insert(values.end(), more); };
  if (use.tile > 1) {
    int64_t t = use.tile, less = by > 1 ? by : std::max<int64_t>(1, std::min<int64_t>(3, t / 4));
    if (use.wide)
      add({2 * t - less, 2 * t, t, 3 * t, t - less, 4 * t, 1, 8 * t});
    else
      add({t - less, t, t / 2, 2 * t, 1});
  } else if (use.tile == 1) {
    add({3, 2, 4, 1, 8, 16, 64});
  } else if (use.shift) {
    add({4, 0, 1, 8});
  } else if (use.mask) {
    add({15, 7, 255, 1, 3});
  } else if (use.divisor || use.factor) {
    add({2, 4, 1, 3, 8, 16, 64});
  } else {
    add({use.offset ? 0 : 5, 1, 2, 16, 64});
  }
  for (int64_t constant : use.comparedWith)
    if (std::abs(constant) < 1 << 20)
      add({constant, constant + 1});
  add({16, 0});
  return aligned(std::move(values), by);
}

std::vector<Contents> Search::contentsAnswers(unsigned k) const {
  const ArgumentUse &use = uses.args[k];
  std::vector<Contents> list;
  auto element = cast<tt::PointerType>(kernel.getArgumentTypes()[k]).getPointeeType();
  Contents rng, zeros, one;
  zeros.kind = Contents::Kind::Zeros;
  one.kind = Contents::Kind::List;
  auto all = [&](int64_t value) {
    Contents contents = one;
    contents.list = {value};
    list.push_back(contents);
  };
  auto bounds = [&](int64_t first, int64_t last) { list.push_back(Contents::bounds(first, last)); };
  auto sequence = [&](int64_t step, int64_t modulus = 0) {
    list.push_back(Contents::sequence(0, step, modulus));
  };
  if (use.pointeeOfElements) {
    Contents contents;
    contents.kind = Contents::Kind::Addresses;
    LaunchArg &pointee = contents.pointee.emplace_back();
    pointee.kind = LaunchArg::Kind::InOut;
    pointee.type = launchTypeName(use.pointeeOfElements);
    return {contents};
  }
  bool starts = use.updated || (use.stored && (use.isVolatile || !use.loaded));
  if (starts)
    list.push_back(zeros);
  if (!element.isIntOrIndex()) {
    list.push_back(rng);
    sequence(1);
    all(1);
    return list;
  }
  if (element.isInteger(1)) {
    list.push_back(rng);
    all(1);
    all(0);
    return list;
  }
  int64_t tile = std::max<int64_t>(use.boundTile, 1);
  for (const ArgumentUse &other : uses.args)
    if (use.boundTile <= 1)
      tile = std::max(tile, other.tile);
  if (use.ascending) {
    for (int64_t step : {tile, tile - tile / 4, 2 * tile, int64_t(16), int64_t(1), int64_t(4)})
      sequence(step);
  }
  if (use.divisors) {
    bounds(1, 4);
    bounds(2, 3);
    all(16);
  }
  if (use.storeOffsets) {
    sequence(1);
    bounds(0, 7);
    sequence(1, 8);
    sequence(1, 2);
    sequence(16);
  }
  if (use.loadOffsets) {
    bounds(0, 7);
    sequence(1);
    bounds(0, 1);
  }
  if (use.bounds) {
    if (use.boundTile > 1) {
      bounds(tile / 2 + 1, 2 * tile);
      all(2 * tile);
      all(tile);
    }
    bounds(1, 4);
    all(2);
    all(16);
  }
  if (use.bits) {
    list.push_back(rng);
    bounds(0, 15);
  }
  bounds(-8, 7);
  bounds(0, 7);
  bounds(0, 1);
  if (!use.bits)
    list.push_back(rng);
  sequence(1);
  all(0);
  all(1);
  all(tile);
  return list;
}

void Search::ask() {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (uses.axes >> axis & 1)
      questions.push_back(
          {Question::Grid,
           axis,
           axis == 0 ? std::vector<int64_t>{4, 2, 1, 3, 8} : std::vector<int64_t>{2, 1, 4, 3},
           {},
           {}});
  for (auto [k, type] : enumerate(kernel.getArgumentTypes())) {
    unsigned index = k;
    const ArgumentUse &use = uses.args[k];
    if (isa<tt::PointerType>(type))
      questions.push_back({Question::Buffer, index, {}, {}, contentsAnswers(k)});
    else if (isa<mlir::FloatType>(type))
      questions.push_back({Question::Number, index, {}, {0.5, 0.25, 1, 2, 0, 16, -1}, {}});
    else if (use.stride && !use.tile && !use.divisor)
      // 0 is what layOut makes of it.
      questions.push_back(
          {Question::Stride, index, aligned({0, 1, 64, 128, 16, 256}, divisor(k)), {}, {}});
    else if (type.isIntOrIndex())
      questions.push_back({Question::Integer, index, integerAnswers(k), {}, {}});
  }
}

void Search::answer(Assignment &to, const Question &question, size_t which) const {
  switch (question.kind) {
  case Question::Grid:
    to.grid[question.index] = question.integers[which];
    return;
  case Question::Integer:
    to.integers[question.index] = question.integers[which];
    return;
  case Question::Stride:
    to.integers[question.index] = question.integers[which];
    to.fixed[question.index] = which != 0;
    return;
  case Question::Number:
    to.numbers[question.index] = question.numbers[which];
    return;
  case Question::Buffer:
    to.contents[question.index] = question.contents[which];
    return;
  }
}

//===--- Launches ---===//

/// How far an index of that range may go: as far as the largest size says.
int64_t Search::longest(const Assignment &assignment, int64_t range) const {
  if (range <= 1)
    return 8;
  int64_t result = 2 * range;
  for (auto [k, use] : enumerate(uses.args))
    if (use.tile > 1)
      result = std::max(result, assignment.integers[k]);
  return result;
}

/// Gives strides that are not fixed the least values under which the tensors are row-major: of a buffer's strides the last argument is
/// the innermost.
void Search::layOut(Assignment &assignment) const {
  for (const Question &question : questions)
    if (question.kind == Question::Stride && !assignment.fixed[question.index])
      assignment.integers[question.index] = 0;
  // Twice: a stride that two buffers share may have grown under one that was laid out before.
  for (unsigned round = 0; round < 2; ++round)
    for (const ArgumentUse &use : uses.args) {
      auto strides = use.strides;
      llvm::sort(strides, [](auto &a, auto &b) { return a.argument > b.argument; });
      int64_t next = use.unitRange > 0 ? longest(assignment, use.unitRange) : 1;
      for (const StrideUse &stride : strides) {
        int64_t &value = assignment.integers[stride.argument];
        bool free =
            !assignment.fixed[stride.argument] && any_of(questions, [&](const Question &question) {
              return question.kind == Question::Stride && question.index == stride.argument;
            });
        if (free)
          value = std::max(value, alignUp(next, divisor(stride.argument)));
        next = std::max(value, int64_t(1)) * longest(assignment, stride.range);
        next = std::min<int64_t>(next, 1 << 22);
      }
    }
}

Launch Search::launchOf(const Assignment &assignment) const {
  Launch launch;
  launch.rngSeed = 1;
  std::copy_n(assignment.grid, 3, launch.grid);
  for (auto [k, type] : enumerate(kernel.getArgumentTypes())) {
    LaunchArg &arg = launch.args.emplace_back();
    if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
      arg.kind = LaunchArg::Kind::InOut;
      arg.type = launchTypeName(descriptor.getBlockType().getElementType());
      arg.count = 1;
      for (int64_t extent : descriptor.getBlockType().getShape()) {
        arg.shape.push_back(2 * extent);
        arg.count *= 2 * extent;
      }
    } else if (auto pointer = dyn_cast<tt::PointerType>(type)) {
      arg.kind = LaunchArg::Kind::InOut;
      arg.type = launchTypeName(pointer.getPointeeType());
      arg.contents = assignment.contents[k];
      arg.count = arg.contents.kind == Contents::Kind::Addresses ? addressElements : 0;
    } else {
      arg.type = launchTypeName(type);
      arg.integer = isa<mlir::FloatType>(type) ? 0 : assignment.integers[k];
      arg.number = assignment.numbers[k];
    }
  }
  return launch;
}

//===--- Trials ---===//

/// More is better up to `enough`.
double upTo(double enough, uint64_t count) { return std::min(enough, std::log2(1. + count)); }

Result Search::judge(const Launch &launch, const LaunchTrial &trial) const {
  Result result;
  const Outcome &outcome = trial.outcome;
  double entered = double(outcome.blocksEntered) / std::max(1u, outcome.blocks);
  double programs = std::log2(double(launch.programs()));
  if (outcome.stop) {
    result.problem = (stopKindName(outcome.stop->kind) + ": " + outcome.stop->message).str();
    // Nearer to the end is better; of those that are as near, the smaller.
    result.score = -2000 + 300 * entered + 5 * upTo(24, outcome.work) - programs;
    return result;
  }
  result.ended = true;
  unsigned expected = 0, met = 0;
  for (auto [k, use] : enumerate(uses.args)) {
    if (!use.stored && !use.updated)
      continue;
    ++expected;
    for (const BufferEffect &effect : trial.effects)
      met += effect.name == "arg" + std::to_string(k) && effect.stored > 0;
  }
  uint64_t stored = trial.stored(), bytes = 0;
  for (const auto &buffer : trial.memory->buffers)
    bytes += buffer->bytes.size();
  double undefined = stored ? double(trial.undefined()) / stored : 0;
  result.score = 300 * entered + (expected ? 200. * met / expected : 200) + 4 * upTo(14, stored) +
                 6 * upTo(8, trial.distinct()) - 2 * programs - std::log2(1. + bytes) -
                 std::log2(1. + outcome.work);
  bool races = false;
  if (undefined > 0)
    result.score -= 40 + 300 * undefined;
  for (Hazard::Kind kind : {Hazard::Kind::ProgramRace, Hazard::Kind::LaneRace})
    if (trial.hasHazard(kind))
      result.score -= 150, races = true;
  if (stored == 0)
    result.score -= 800;
  result.problem = stored == 0      ? "stores nothing"
                   : races          ? "races"
                   : undefined > 0  ? "stores undefined values"
                   : met < expected ? "leaves an output alone"
                   : entered < 1    ? "leaves blocks out"
                                    : "";
  result.clean = result.problem.empty();
  return result;
}

Result Search::attempt(const Assignment &assignment, LaunchTrial *keep) {
  ++trials;
  Launch launch = launchOf(assignment);
  Expected<LaunchTrial> trial = tryLaunch(ieee, Semantics::Ieee, launch, growthLimit);
  if (!trial) {
    Result result;
    result.problem = toString(trial.takeError());
    return result;
  }
  work += trial->outcome.work + 10'000;
  Result result = judge(launch, *trial);
  if (keep)
    *keep = std::move(*trial);
  if (both && result.ended) {
    Expected<LaunchTrial> other = tryLaunch(algebra, Semantics::Algebra, launch, growthLimit);
    if (!other) {
      result.problem = toString(other.takeError());
      result.score = -1e9;
      return result;
    }
    work += other->outcome.work;
    Result second = judge(launch, *other);
    if (second.score < result.score)
      result = second;
  }
  return result;
}

bool Search::improve(Assignment &candidate) {
  layOut(candidate);
  Result result = attempt(candidate);
  if (!result.problem.empty())
    ++problems[result.problem];
  if (result.score <= bestResult.score + 0.5)
    return false;
  best = candidate;
  bestResult = result;
  return true;
}

/// Changes one thing at a time as long as that helps.
void Search::climb() {
  // All sizes at once: M, N and K must often be whole tiles together.
  for (size_t which = 1; which < 6 && !spent() && !bestResult.clean; ++which) {
    Assignment candidate = best;
    for (const Question &question : questions)
      if (question.kind == Question::Integer && uses.args[question.index].tile > 1)
        answer(candidate, question, std::min(which, question.answers() - 1));
    improve(candidate);
  }
  for (bool better = true; better && !spent();) {
    better = false;
    for (const Question &question : questions) {
      // What ends well and does all that is wished for needs no more than the right grid.
      if (bestResult.clean && question.kind != Question::Grid)
        continue;
      for (size_t which = 0; which < question.answers() && !spent(); ++which) {
        Assignment candidate = best;
        answer(candidate, question, which);
        better |= improve(candidate);
      }
    }
  }
}

/// Changes two or three things at once.
void Search::shake() {
  uint64_t state = 0x9e3779b97f4a7c15;
  auto below = [&](uint64_t bound) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return state % bound;
  };
  if (questions.empty())
    return;
  for (unsigned k = 0; k < 120 && !spent() && !bestResult.ended; ++k) {
    Assignment candidate = best;
    for (uint64_t changes = 2 + below(2); changes > 0; --changes) {
      const Question &question = questions[below(questions.size())];
      if (question.answers())
        answer(candidate, question, below(question.answers()));
    }
    improve(candidate);
  }
}

/// Takes the strides from how far the accesses went: the highest offset of a row-major tensor has the last index of each dimension as its digits.
void Search::tighten() {
  LaunchTrial trial;
  if (!attempt(best, &trial).ended)
    return;
  Assignment candidate = best;
  std::vector<int64_t> strides(uses.args.size(), 0);
  for (auto [k, use] : enumerate(uses.args)) {
    const interp::Buffer *buffer = nullptr;
    for (const auto &each : trial.memory->buffers)
      if (each->name == "arg" + std::to_string(k))
        buffer = each.get();
    if (!buffer || use.strides.empty() || buffer->highest == 0)
      continue;
    mlir::Type type = cast<tt::PointerType>(kernel.getArgumentTypes()[k]).getPointeeType();
    int64_t last = (buffer->highest - 1) / elementOf(type, Semantics::Ieee)->bytes;
    auto outer = use.strides; // The outermost first.
    llvm::sort(outer, [&](auto &a, auto &b) {
      return best.integers[a.argument] > best.integers[b.argument];
    });
    std::vector<int64_t> digits;
    for (const StrideUse &stride : outer) {
      int64_t value = std::max<int64_t>(best.integers[stride.argument], 1);
      digits.push_back(last / value);
      last %= value;
    }
    int64_t next = last + 1;
    for (size_t d = outer.size(); d-- > 0;) {
      unsigned argument = outer[d].argument;
      strides[argument] = std::max(strides[argument], alignUp(next, divisor(argument)));
      next = strides[argument] * (digits[d] + 1);
    }
  }
  for (const Question &question : questions)
    if (question.kind == Question::Stride && strides[question.index]) {
      candidate.integers[question.index] = strides[question.index];
      candidate.fixed[question.index] = true;
    }
  Result result = attempt(candidate);
  if (result.score >= bestResult.score - 1) {
    best = candidate;
    bestResult = result;
  }
}

/// Buffers as long as what is accessed, of the kind that the accesses make them.
void setAccess(LaunchArg &arg, ArrayRef<const Buffer *> buffers, unsigned elementBytes) {
  bool loaded = false, stored = false, updated = false;
  uint64_t highest = 0;
  for (const Buffer *buffer : buffers) {
    loaded |= buffer->wasLoaded, stored |= buffer->wasStored, updated |= buffer->wasUpdated;
    highest = std::max(highest, buffer->highest);
  }
  arg.kind = updated            ? LaunchArg::Kind::Atomic
             : stored && loaded ? LaunchArg::Kind::InOut
             : stored           ? LaunchArg::Kind::Output
                                : LaunchArg::Kind::Input;
  bool zeros = arg.kind == LaunchArg::Kind::Output || arg.kind == LaunchArg::Kind::Atomic;
  if (arg.kind == LaunchArg::Kind::Output) {
    arg.contents = {};
    arg.contents.kind = Contents::Kind::Zeros;
  } else if (arg.contents.kind == Contents::Kind::Zeros && !zeros) {
    arg.contents.kind = Contents::Kind::List;
    arg.contents.list = {0};
  } else if (arg.contents.kind == Contents::Kind::Rng && zeros) {
    arg.contents = Contents::bounds(-8, 7);
  }
  if (arg.shape.empty()) {
    uint64_t bytes = std::max<uint64_t>(16, alignTo(highest, 16));
    arg.count = bytes / elementBytes;
  }
}

Expected<Launch> Search::finish() {
  LaunchTrial trial;
  attempt(best, &trial);
  Launch launch = launchOf(best);
  auto bufferOf = [&](const std::string &name) -> const interp::Buffer * {
    for (const auto &buffer : trial.memory->buffers)
      if (buffer->name == name)
        return buffer.get();
    return nullptr;
  };
  for (auto [k, arg] : enumerate(launch.args)) {
    if (!arg.isBuffer())
      continue;
    std::string name = "arg" + std::to_string(k);
    const interp::Buffer *buffer = bufferOf(name);
    if (arg.contents.kind == Contents::Kind::Addresses) {
      std::vector<const interp::Buffer *> inner;
      uint64_t used = std::max<uint64_t>(1, (buffer->highest + 7) / 8);
      for (uint64_t i = 0; i < used; ++i)
        inner.push_back(bufferOf(name + "[" + std::to_string(i) + "]"));
      LaunchArg &pointee = arg.contents.pointee.front();
      setAccess(pointee, inner, inner.front()->granule);
      arg.kind = LaunchArg::Kind::Input;
      arg.count = used;
      continue;
    }
    mlir::Type type = kernel.getArgumentTypes()[k];
    mlir::Type element = isa<tt::PointerType>(type)
                             ? cast<tt::PointerType>(type).getPointeeType()
                             : cast<tt::TensorDescType>(type).getBlockType().getElementType();
    setAccess(arg, {buffer}, elementOf(element, Semantics::Ieee)->bytes);
  }
  // As it will be launched.
  for (bool inAlgebra : {false, true}) {
    Expected<LaunchTrial> last = tryLaunch(
        inAlgebra ? algebra : ieee, inAlgebra ? Semantics::Algebra : Semantics::Ieee, launch);
    if (!last)
      return last.takeError();
    StringRef semantics = inAlgebra ? "algebra" : "ieee";
    if (last->outcome.stop)
      return createStringError("under the best launch found, " + printLaunch(launch) +
                               ", the kernel stops in " + semantics + ": " +
                               last->outcome.stop->message);
    if (last->stored() == 0)
      return createStringError("under the best launch found, " + printLaunch(launch) +
                               ", the kernel stores nothing in " + semantics);
  }
  return launch;
}

Expected<Launch> Search::find() {
  ask();
  best.integers.resize(uses.args.size());
  best.numbers.resize(uses.args.size());
  best.contents.resize(uses.args.size());
  best.fixed.resize(uses.args.size());
  for (const Question &question : questions)
    if (question.answers())
      answer(best, question, 0);
  Assignment first = best;
  improve(first);
  climb();
  if (!bestResult.ended) {
    shake();
    climb();
  }
  if (bestResult.ended)
    tighten();
  if (bestResult.ended) {
    Expected<Launch> launch = finish();
    if (launch)
      return launch;
    // The algebra goes another way, where floats decide: let it have a say.
    consumeError(launch.takeError());
    both = true;
    trials = 0, work = 0;
    bestResult = attempt(best);
    climb();
    if (!bestResult.ended)
      shake();
    if (bestResult.ended)
      return finish();
  }
  std::vector<std::pair<unsigned, std::string>> often;
  for (auto &[problem, times] : problems)
    often.push_back({times, problem});
  llvm::sort(often, std::greater<>());
  std::string list;
  for (auto &[times, problem] : ArrayRef(often).take_front(3))
    list += formatv("\n  {0} times: {1}", times, problem);
  return createStringError("no launch was found for " + kernel.getName() + " in " + Twine(trials) +
                           " trials" + list + "\nwrite a LAUNCH line; the last try was " +
                           printLaunch(launchOf(best)));
}

} // namespace

Expected<Launch> deduceLaunch(mlir::ModuleOp module) {
  InterpretOptions options;
  options.budget = trialBudget;
  Expected<Interpreter> ieee = Interpreter::create(module, options);
  if (!ieee)
    return ieee.takeError();
  options.semantics = Semantics::Algebra;
  Expected<Interpreter> algebra = Interpreter::create(module, options);
  if (!algebra)
    return algebra.takeError();
  auto kernel = cast<tt::FuncOp>(ieee->kernel());
  if (kernel.getNumArguments() > ArgSet().size())
    return createStringError("no launch is deduced for a kernel with more than " +
                             Twine(ArgSet().size()) + " arguments");
  return Search(module, kernel, *ieee, *algebra).find();
}

} // namespace fathom::interp
