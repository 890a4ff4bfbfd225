// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The questions of a launch and their answers, from what the kernel does with its arguments.
#include "oracles/interp/LaunchQuestions.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fathom::interp {

/// Of a buffer of addresses, before it is known how many are read.
static constexpr uint64_t addressElements = 16;

static int64_t alignUp(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

/// Multiples of `divisor`, each once.
static std::vector<int64_t> aligned(ArrayRef<int64_t> values, int64_t divisor) {
  std::vector<int64_t> result;
  for (int64_t value : values) {
    value = alignUp(std::max<int64_t>(value, 0), divisor);
    if (!is_contained(result, value))
      result.push_back(value);
  }
  return result;
}

static Contents allEqual(int64_t value) {
  Contents contents;
  contents.kind = Contents::Kind::List;
  contents.list = {value};
  return contents;
}

/// The constant among small numbers: a label that is to be passed over, a number that says there is none.
static Contents someEqual(int64_t value) {
  Contents contents = allEqual(0);
  contents.list = {0, 1, value, 2, 3, value, 1, 0};
  return contents;
}

static Contents ofKind(Contents::Kind kind) {
  Contents contents;
  contents.kind = kind;
  return contents;
}

int LaunchQuestions::rank(const Question &question) const {
  switch (question.kind) {
  case Question::Grid:
    return 0;
  case Question::Integer:
    return 2;
  case Question::Stride:
    return 5;
  case Question::Number:
    return 3;
  case Question::Buffer:
    return elementType(question.index).isIntOrIndex() ? 1 : 4;
  }
  llvm_unreachable("a kind of question");
}

LaunchQuestions::LaunchQuestions(mlir::ModuleOp module, tt::FuncOp kernel)
    : kernel(kernel), uses(argumentUses(module, kernel)) {
  for (unsigned axis = 0; axis < 3; ++axis)
    if (uses.axes >> axis & 1) {
      Question question{Question::Grid, axis};
      question.integers = axis == 0 ? std::vector<int64_t>{4, 2, 1, 3, 8, 16}
                                    : std::vector<int64_t>{2, 1, 4, 3, 8, 16};
      question.least = axis == 0 ? 2 : 1;
      questions.push_back(std::move(question));
    }
  for (auto [k, type] : enumerate(kernel.getArgumentTypes())) {
    unsigned argument = k;
    const ArgumentUse &use = uses.args[k];
    if (isa<tt::PointerType>(type)) {
      questions.push_back(askContents(k));
    } else if (isa<mlir::FloatType>(type)) {
      Question question{Question::Number, argument};
      // 0.75: in the algebra 3 is no square, and has the other sign (numbers/Ring.h).
      question.numbers = {0.5, 0.75, 0.015625, 1, 2, 0, 16, -16};
      questions.push_back(std::move(question));
    } else if (use.stride && !use.tile && !use.divisor && !use.begins) {
      Question question{Question::Stride, argument};
      question.integers = aligned({0, 1, 64, 128, 16, 256}, divisor(k));
      questions.push_back(std::move(question));
    } else if (type.isIntOrIndex()) {
      questions.push_back(askInteger(k));
    }
  }
  // What decides more is asked first.
  llvm::sort(questions, [&](const Question &a, const Question &b) {
    return std::pair(rank(a), a.index) < std::pair(rank(b), b.index);
  });
}

int64_t LaunchQuestions::divisor(unsigned argument) const {
  auto hint = kernel.getArgAttrOfType<mlir::IntegerAttr>(argument, "tt.divisibility");
  return hint && hint.getInt() > 0 ? hint.getInt() : 1;
}

mlir::Type LaunchQuestions::elementType(unsigned argument) const {
  mlir::Type type = kernel.getArgumentTypes()[argument];
  if (auto descriptor = dyn_cast<tt::TensorDescType>(type))
    return descriptor.getBlockType().getElementType();
  return cast<tt::PointerType>(type).getPointeeType();
}

Question LaunchQuestions::askInteger(unsigned argument) const {
  const ArgumentUse &use = uses.args[argument];
  int64_t by = divisor(argument);
  Question question{Question::Integer, argument};
  std::vector<int64_t> values;
  auto add = [&](std::initializer_list<int64_t> more) { values.insert(values.end(), more); };
  int64_t least = 1;
  if (use.inner) {
    add({5, 8, 4, 2, 1, 16});
    least = 2;
  } else if (use.begins) {
    add({1, 0, 2, 5, 16});
  } else if (use.tile > 1) {
    // A partial tile first: masks are there to be used.
    int64_t t = least = use.tile,
            less = by > 1 ? by : std::max<int64_t>(1, std::min<int64_t>(3, t / 4));
    question.isSize = true;
    if (use.loop && !use.grid) // Pipelines need more than a few trips.
      add({4 * t - less, 4 * t, 2 * t, t, 3 * t, t - less, 1});
    else if (use.wide)
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
    // Added to a counter of programs or tiles, a large one makes for few steps.
    least = 64;
    add({use.offset ? 0 : 5, 1, 2, 16, 64});
  }
  for (int64_t constant : use.comparedWith)
    if (std::abs(constant) < 1 << 20)
      add({constant, constant + 1});
  add({16, 0});
  question.integers = aligned(values, by);
  auto found = llvm::find(question.integers, alignUp(least, by));
  question.least = found == question.integers.end() ? 0 : found - question.integers.begin();
  return question;
}

Question LaunchQuestions::askContents(unsigned argument) const {
  const ArgumentUse &use = uses.args[argument];
  mlir::Type element = elementType(argument);
  Question question{Question::Buffer, argument};
  std::vector<Contents> &list = question.contents;
  auto bounds = [&](int64_t first, int64_t last) { list.push_back(Contents::bounds(first, last)); };
  auto sequence = [&](int64_t step, int64_t modulus = 0) {
    list.push_back(Contents::sequence(0, step, modulus));
  };
  auto all = [&](int64_t value) { list.push_back(allEqual(value)); };
  if (use.pointeeOfElements) {
    LaunchArg &pointee =
        list.emplace_back(ofKind(Contents::Kind::Addresses)).pointee.emplace_back();
    pointee.kind = LaunchArg::Kind::InOut;
    pointee.type = launchTypeName(use.pointeeOfElements);
    return question;
  }
  // Locks and counters, and what is not there before it is stored to.
  if (use.updated || (use.stored && (use.isVolatile || !use.loaded)))
    list.push_back(ofKind(Contents::Kind::Zeros));
  if (use.scales)
    bounds(124, 130);
  if (use.narrowFloats) {
    // From a quarter to 4, in e4m3 as in e5m2.
    list.push_back(ofKind(Contents::Kind::List));
    list.back().list = {56, -76, 48, 60, -64, 52, 66, -80, 57, 0, -72, 50, 61, -66};
  }
  if (!element.isIntOrIndex() || element.isInteger(1)) {
    list.push_back(ofKind(Contents::Kind::Rng));
    if (element.isInteger(1)) {
      all(0);
    } else {
      bounds(-1, 1);
      sequence(1);
    }
    all(1);
    return question;
  }
  int64_t tile = use.boundTile;
  if (tile <= 1)
    for (const ArgumentUse &other : uses.args)
      tile = std::max(tile, other.tile);
  if (tile <= 1)
    tile = std::min<int64_t>(uses.longestRange, 64);
  if (use.unitRange == 2 && use.loadOffsets) {
    // Pairs: of a row that begins somewhere, and of a tile in it.
    list.push_back(ofKind(Contents::Kind::List));
    list.back().list = {0, 0, 0, 1, 1, 0, 1, 1};
  }
  if (use.ascending) {
    // Rows of more than one tile, if a tile is small.
    int64_t row = std::max(tile, std::min<int64_t>(uses.longestRange, 64));
    for (int64_t step : {row, row - row / 4, 2 * row, int64_t(16), int64_t(1), int64_t(4)})
      sequence(step);
  }
  if (use.factors) {
    all(2 * tile);
    all(tile);
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
  if (use.ascending || use.bounds) {
    // One piece of work, and nothing else: a tile for the first, nothing for the others.
    question.least = list.size();
    Contents one = allEqual(tile);
    if (!use.ascending)
      one.list = {tile, 0, 0, 0, 0, 0, 0, 0};
    list.push_back(one);
  }
  if (use.bits) {
    list.push_back(ofKind(Contents::Kind::Rng));
    bounds(0, 15);
  }
  for (int64_t constant : use.comparedWith)
    if (std::abs(constant) < 1 << 20)
      list.push_back(someEqual(constant));
  bounds(-8, 7);
  bounds(0, 7);
  bounds(0, 1);
  if (!use.bits)
    list.push_back(ofKind(Contents::Kind::Rng));
  sequence(1);
  all(0);
  all(1);
  return question;
}

Assignment LaunchQuestions::likeliest() const {
  Assignment assignment;
  assignment.integers.resize(uses.args.size());
  assignment.numbers.resize(uses.args.size());
  assignment.contents.resize(uses.args.size());
  assignment.fixed.resize(uses.args.size());
  for (const Question &question : questions)
    answer(assignment, question, 0);
  return assignment;
}

void LaunchQuestions::answer(Assignment &to, const Question &question, size_t which) const {
  switch (question.kind) {
  case Question::Grid:
    to.grid[question.index] = question.integers[which];
    break;
  case Question::Integer:
    to.integers[question.index] = question.integers[which];
    break;
  case Question::Stride:
    to.integers[question.index] = question.integers[which];
    to.fixed[question.index] = which != 0;
    break;
  case Question::Number:
    to.numbers[question.index] = question.numbers[which];
    break;
  case Question::Buffer:
    to.contents[question.index] = question.contents[which];
    break;
  }
  layOut(to);
}

//===--- Strides ---===//

/// How far an index of that range may go: as far as the largest size says, if it moves.
int64_t LaunchQuestions::longest(const Assignment &assignment, int64_t range, bool moves,
                                 const ArgSet &bounds) const {
  if (bounds.any()) {
    int64_t most = 1;
    for (unsigned k = 0; k < uses.args.size(); ++k)
      if (bounds[k])
        most = std::max(most, assignment.integers[k]);
    return most;
  }
  if (range <= 1)
    return 4;
  if (!moves)
    return range;
  int64_t result = 2 * range;
  for (auto [k, use] : enumerate(uses.args))
    if (use.tile > 1)
      result = std::max(result, assignment.integers[k]);
  return result;
}

bool LaunchQuestions::isLaidOut(const Assignment &assignment, unsigned argument) const {
  return !assignment.fixed[argument] && any_of(questions, [&](const Question &question) {
    return question.kind == Question::Stride && question.index == argument;
  });
}

/// Gives strides that are not fixed the least values under which the tensors are row-major: of a buffer's strides the last argument is
/// the innermost.
void LaunchQuestions::layOut(Assignment &assignment) const {
  constexpr int64_t most = 1 << 22;
  for (unsigned k = 0; k < uses.args.size(); ++k)
    if (isLaidOut(assignment, k))
      assignment.integers[k] = 0;
  // Twice: a stride that two buffers share may have grown under one that was laid out before.
  for (unsigned round = 0; round < 2; ++round)
    for (const ArgumentUse &use : uses.args) {
      auto strides = use.strides;
      llvm::sort(strides, [](auto &a, auto &b) { return a.argument > b.argument; });
      int64_t next = use.unitRange > 0 ? longest(assignment, use.unitRange, use.unitMoves, {}) : 1;
      for (const StrideUse &stride : strides) {
        int64_t &value = assignment.integers[stride.argument];
        if (isLaidOut(assignment, stride.argument))
          value = std::max(value, alignUp(next, divisor(stride.argument)));
        next = std::min(most, std::max(value, int64_t(1)) *
                                  longest(assignment, stride.range, stride.moves, stride.bounds));
      }
    }
}

void LaunchQuestions::tighten(Assignment &assignment, ArrayRef<int64_t> highest) const {
  // The highest offset of a row-major tensor has the last index of each dimension as its digits.
  std::vector<int64_t> least(uses.args.size(), 0);
  for (auto [k, use] : enumerate(uses.args)) {
    if (use.strides.empty() || highest[k] < 0)
      continue;
    auto outer = use.strides; // The outermost first.
    llvm::sort(outer, [&](auto &a, auto &b) {
      int64_t first = assignment.integers[a.argument], second = assignment.integers[b.argument];
      return first != second ? first > second : a.argument < b.argument;
    });
    int64_t rest = highest[k];
    SmallVector<int64_t> last;
    for (const StrideUse &stride : outer) {
      int64_t value = std::max<int64_t>(assignment.integers[stride.argument], 1);
      last.push_back(rest / value);
      rest %= value;
    }
    int64_t next = rest + 1;
    for (size_t d = outer.size(); d-- > 0;) {
      unsigned argument = outer[d].argument;
      least[argument] = std::max(least[argument], alignUp(next, divisor(argument)));
      next = least[argument] * (last[d] + 1);
    }
  }
  for (unsigned k = 0; k < uses.args.size(); ++k)
    if (least[k] && isLaidOut(assignment, k)) {
      assignment.integers[k] = least[k];
      assignment.fixed[k] = true;
    }
}

Launch LaunchQuestions::launchOf(const Assignment &assignment) const {
  Launch launch;
  launch.rngSeed = 1;
  std::copy_n(assignment.grid, 3, launch.grid);
  for (auto [k, type] : enumerate(kernel.getArgumentTypes())) {
    LaunchArg &arg = launch.args.emplace_back();
    if (!isa<tt::PointerType, tt::TensorDescType>(type)) {
      arg.type = launchTypeName(type);
      arg.integer = isa<mlir::FloatType>(type) ? 0 : assignment.integers[k];
      arg.number = assignment.numbers[k];
      continue;
    }
    arg.kind = LaunchArg::Kind::InOut;
    arg.type = launchTypeName(elementType(k));
    arg.contents = assignment.contents[k];
    if (arg.contents.kind == Contents::Kind::Addresses)
      arg.count = addressElements;
    if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
      arg.count = 1;
      for (int64_t extent : descriptor.getBlockType().getShape()) {
        arg.shape.push_back(2 * extent);
        arg.count *= 2 * extent;
      }
    }
  }
  return launch;
}

} // namespace fathom::interp
