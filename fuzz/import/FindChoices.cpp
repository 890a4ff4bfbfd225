// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for the choices of a program, best first.
#include "fuzz/import/FindChoices.h"

#include "fuzz/gen/Writer.h"
#include "fuzz/import/Follower.h"

#include "llvm/ADT/DenseSet.h"

#include <map>

using namespace fathom;
using llvm::ArrayRef;

namespace {

/// A choice that a run made: which of its alternatives.
struct Drawn {
  uint32_t alternative;
  uint32_t alternatives;
  uint32_t kind;                    ///< Choices of different kinds do not stand for each other.
  std::vector<unsigned> weights;    ///< Empty: a number below `alternatives`.
  bool length = false, row = false; ///< How many statements a list has; which row a statement is.

  bool possible(uint32_t other) const { return weights.empty() || weights[other] != 0; }
};

using Script = std::vector<Drawn>;

struct Run {
  Script script;
  std::vector<uint8_t> bytes;
  bool whole = false; ///< It is the program.
  unsigned matched = 0, likeness = 0;
  size_t window = 0;  ///< The first choice after the last right op.
  uint64_t rows = 0;  ///< The same for runs with the same rows.
  uint64_t state = 0; ///< The same for runs with the same rows that went wrong in the same way.
  mlir::Operation *wanted = nullptr;

  uint64_t score() const { return matched * 100 + likeness; }
};

/// Makes the string up while the generator reads it: as scripted as long as that fits, the most probable or simplest then.
class Reader : public ChoicesWatcher {
public:
  Reader(ArrayRef<Drawn> script, Follower &follower, const Followed &followed)
      : script(script), follower(follower), followed(followed), bytes(most) {}

  void length() override { isLength = true; }
  void weights(ArrayRef<unsigned> weights) override { pending = weights; }
  void beginStatement() override { isRow = true; }
  void endStatement() override {}
  void choice(size_t offset, unsigned count, uint64_t bound) override {
    ArrayRef<unsigned> weights = std::exchange(pending, {});
    bool length = std::exchange(isLength, false), row = std::exchange(isRow, false);
    follower.poll();
    if (follower.failed() || offset + count > bytes.size()) {
      *choices = Choices({}); // The rest is the simplest, and soon over.
      return;
    }
    if (follower.matched() != lastMatched) {
      lastMatched = follower.matched();
      window = made.size();
    }
    Drawn drawn;
    drawn.weights = weights;
    drawn.alternatives = weights.empty() ? bound : weights.size();
    drawn.length = length;
    drawn.row = row;
    drawn.kind = length                ? 1
                 : weights.empty()     ? 2 + 2 * bound
                 : weights.size() == 2 ? 1001 + 2 * weights[1]
                                       : 3 + 2 * weights.size();
    drawn.alternative = wanted(drawn);
    uint64_t value = drawn.alternative;
    if (!weights.empty()) {
      value = 0;
      for (unsigned weight : weights.take_front(drawn.alternative))
        value += weight;
    }
    for (unsigned i = 0; i != count; ++i)
      bytes[offset + i] = uint8_t(value >> (8 * i));
    made.push_back(std::move(drawn));
  }

  static constexpr size_t most = 8192;
  ArrayRef<Drawn> script;
  Follower &follower;
  const Followed &followed;
  Choices *choices = nullptr;
  std::vector<uint8_t> bytes;
  Script made;
  size_t window = 0;

private:
  uint32_t wanted(const Drawn &drawn) {
    // What the script says: choices of other kinds are passed over, a few.
    constexpr size_t passed = 6;
    for (size_t i = at; i < script.size() && i <= at + passed; ++i)
      if (script[i].kind == drawn.kind && script[i].alternatives == drawn.alternatives) {
        if (!drawn.possible(script[i].alternative))
          continue;
        at = i + 1;
        return script[i].alternative;
      }
    if (drawn.length)
      return drawn.alternatives - 1;
    // Just after an argument of the kernel: whether it is marked.
    if (unsigned count = follower.argumentCount(); count != hinted && drawn.weights.size() == 2) {
      hinted = count;
      auto attributes = followed.hints[count - 1];
      return attributes && attributes.contains("tt.divisibility") ? 0 : 1;
    }
    uint32_t first = 0;
    while (!drawn.possible(first))
      ++first;
    return first;
  }

  ArrayRef<unsigned> pending;
  bool isLength = false, isRow = false;
  size_t at = 0;
  unsigned lastMatched = 0, hinted = 0;
};

/// Which choices of a run are varied: those since the last right op, some before them, the others.
enum class Reach : uint8_t { Window, Near, Far };

struct Node {
  Run run;
  unsigned detours = 0; ///< Steps since it last came further.
  Reach reach = Reach::Window;
  int64_t key() const { return int64_t(run.score()) - 70 * detours - 40 * int(reach); }
  bool operator<(const Node &other) const { return key() < other.key(); }
};

/// The runs with the same rows. A branch that is tried without coming further loses its turn to others: a wrong row writes many a right op.
struct Branch {
  std::vector<Node> open; ///< A heap.
  uint64_t best = 0;
  uint64_t tried = 0; ///< Runs since it last came further.
  int64_t key() const { return open.empty() ? INT64_MIN : int64_t(best) - int64_t(tried / 4); }
};

class Search {
public:
  Search(const Followed &followed, const Profile &profile, const SearchBounds &bounds)
      : followed(followed), profile(profile), bounds(bounds) {}

  Found find();

private:
  Run run(ArrayRef<Drawn> script);
  bool vary(const Node &node, size_t first, size_t last, bool &further);
  void push(Node node) {
    Branch &branch = branches[node.run.rows];
    if (node.run.score() > branch.best) {
      branch.best = node.run.score();
      branch.tried = 0;
    }
    branch.open.push_back(std::move(node));
    std::push_heap(branch.open.begin(), branch.open.end());
  }

  const Followed &followed;
  const Profile &profile;
  const SearchBounds &bounds;
  uint64_t runs = 0;
  std::map<uint64_t, Branch> branches;
  llvm::DenseSet<uint64_t> seen;
  Run best;
};

} // namespace

Run Search::run(ArrayRef<Drawn> script) {
  ++runs;
  Follower follower(followed);
  Reader reader(script, follower, followed);
  Choices choices(reader.bytes, &reader);
  reader.choices = &choices;
  // Warps and stages, which generateTestCase chooses first.
  choices.below(8);
  choices.below(8);
  gen::Writer writer(choices, profile, *followed.body->getParentOp()->getContext(), nullptr);
  writer.b.setListener(&follower);
  mlir::OwningOpRef<mlir::ModuleOp> program = writer.program();
  if (!follower.failed())
    follower.finish(*program);

  Run run;
  run.whole = !follower.failed();
  if (run.whole)
    run.bytes = choices.usedBytes().vec();
  run.script = std::move(reader.made);
  run.matched = follower.matched();
  run.likeness = follower.likeness();
  run.window = std::min(reader.window, run.script.size());
  run.wanted = follower.wanted();
  for (const Drawn &drawn : run.script)
    if (drawn.row)
      run.rows = llvm::hash_combine(run.rows, drawn.alternative);
  llvm::hash_code state = llvm::hash_combine(run.rows, run.matched, follower.difference());
  for (const Drawn &drawn : ArrayRef(run.script).drop_front(run.window))
    state = llvm::hash_combine(state, drawn.kind);
  run.state = uint64_t(state) >> 2;
  return run;
}

// Tries the other alternatives of the choices in [first, last). True if the program is found.
bool Search::vary(const Node &node, size_t first, size_t last, bool &further) {
  for (size_t i = last; i-- > first;) {
    const Drawn &drawn = node.run.script[i];
    for (uint32_t alternative = 0; alternative != drawn.alternatives; ++alternative) {
      if (alternative == drawn.alternative || !drawn.possible(alternative))
        continue;
      if (runs >= bounds.runs)
        return false;
      Script script = node.run.script;
      script[i].alternative = alternative;
      Node child;
      child.run = run(script);
      if (child.run.whole || child.run.score() > best.score())
        best = child.run;
      if (child.run.whole)
        return true;
      if ((child.run.score() < node.run.score() && child.run.rows == node.run.rows) ||
          !seen.insert(child.run.state).second)
        continue;
      bool better = child.run.score() > node.run.score();
      further |= better;
      child.detours = better || child.run.rows != node.run.rows ? 0 : node.detours + 1;
      push(std::move(child));
    }
  }
  return false;
}

Found Search::find() {
  Node start;
  start.run = run({});
  best = start.run;
  push(std::move(start));
  while (!best.whole && runs < bounds.runs) {
    auto top = std::max_element(branches.begin(), branches.end(),
                                [](auto &a, auto &b) { return a.second.key() < b.second.key(); });
    Branch &branch = top->second;
    if (branch.open.empty())
      break;
    std::pop_heap(branch.open.begin(), branch.open.end());
    Node node = std::move(branch.open.back());
    branch.open.pop_back();
    constexpr size_t near = 24;
    size_t window = node.run.window, before = window - std::min(near, window);
    bool further = false;
    uint64_t runsBefore = runs;
    uint64_t bestBefore = branch.best;
    switch (node.reach) {
    case Reach::Window:
      vary(node, window, node.run.script.size(), further);
      break;
    case Reach::Near:
      vary(node, before, window, further);
      break;
    case Reach::Far:
      vary(node, 0, before, further);
      break;
    }
    if (branch.best == bestBefore)
      branch.tried += runs - runsBefore;
    if (node.reach == Reach::Far)
      continue;
    node.reach = Reach(int(node.reach) + 1);
    if (further)
      node.detours += 2;
    push(std::move(node));
  }
  Found found;
  if (best.whole)
    found.bytes = best.bytes;
  found.matched = best.matched;
  found.size = followed.size;
  found.wanted = best.wanted;
  found.runs = runs;
  return found;
}

Found fathom::findChoices(mlir::ModuleOp program, const Profile &profile,
                          const CompileOptions &options, const SearchBounds &bounds) {
  Followed followed(program);
  Found found;
  found.size = followed.size;
  if (!followed.entry)
    return found;
  found = Search(followed, profile, bounds).find();
  return found;
}
