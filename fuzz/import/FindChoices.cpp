// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for the choices of a program: many strings at once, by how many ops they got right.
#include "fuzz/import/FindChoices.h"

#include "fuzz/gen/Writer.h"
#include "fuzz/import/ChoiceKind.h"
#include "fuzz/import/Experience.h"

#include "llvm/ADT/DenseSet.h"

#include <cmath>
#include <map>
#include <numeric>
#include <set>

using namespace fathom;
using llvm::ArrayRef;

namespace {

using Weights = std::vector<unsigned>;

/// As an alternative: the string ends before this choice.
constexpr uint32_t cut = UINT32_MAX;

/// A choice that a run made: which of its alternatives.
struct Drawn {
  uint32_t alternative;
  uint32_t alternatives;
  uint32_t kind;          ///< Choices of different kinds do not stand for each other.
  const Weights *weights; ///< Null: all alternatives are alike.
  float bits;             ///< How improbable it is.
  bool length, row;       ///< How many statements a list has; which row a statement is.
  uint32_t matched;       ///< What was right by then.
  uint32_t
      list = 0,
      nth =
          0; ///< Of a row: the choice of its list's length, and how many statements come before it.

  bool possible(uint32_t other) const { return !weights || (*weights)[other] != 0; }
};

using Script = std::vector<Drawn>;

/// What came of a string.
struct Run {
  Script script;
  std::vector<uint8_t> bytes; ///< Of a whole one.
  bool whole = false;         ///< It is the program.
  unsigned matched = 0, likeness = 0;
  size_t window = 0;  ///< The first choice after the last right op.
  float bits = 0;     ///< How improbable its choices are.
  uint64_t rows = 0;  ///< The same for runs with the same rows and as many right ops.
  uint64_t state = 0; ///< The same for runs with the same rows that went wrong in the same way.
  mlir::Operation *wanted = nullptr;
  unsigned visits = 0; ///< How often it was varied.

  /// The most probable first, and those that have not been tried often.
  float rank() const { return likeness / 8.0f - bits - 6.0f * visits; }
};

/// Makes the string up while the generator reads it: as scripted as long as that fits; then at random, or the simplest.
class Reader : public ChoicesWatcher {
public:
  Reader(ArrayRef<Drawn> script, Random *random, Follower &follower, const Followed &followed,
         Experience &experience, std::set<Weights> &weights)
      : script(script), random(random), follower(follower), followed(followed),
        experience(experience), known(weights), bytes(most) {}

  void length() override { isLength = true; }
  void weights(ArrayRef<unsigned> weights) override { pending = weights; }
  void beginStatement() override {
    isRow = true;
    lists.push_back({});
    trail.beginStatement();
  }
  void endStatement() override {
    lists.pop_back();
    trail.endStatement();
  }
  void choice(size_t offset, unsigned count, uint64_t bound) override {
    ArrayRef<unsigned> weights = std::exchange(pending, {});
    Drawn drawn;
    drawn.length = std::exchange(isLength, false);
    drawn.row = std::exchange(isRow, false);
    follower.poll();
    if (follower.failed() || offset + count > bytes.size()) {
      *choices = Choices({}); // The rest is the simplest, and soon over.
      return;
    }
    if (follower.matched() != lastMatched) {
      lastMatched = follower.matched();
      window = made.size();
    }
    drawn.matched = lastMatched;
    drawn.weights = weights.empty() ? nullptr : &*known.emplace(weights).first;
    drawn.alternatives = weights.empty() ? bound : weights.size();
    drawn.kind = choiceKind(drawn.length, weights, bound);
    if (drawn.length) {
      lists.back() = {uint32_t(made.size()), 0};
    } else if (drawn.row && lists.size() > 1) {
      List &list = lists[lists.size() - 2];
      drawn.list = list.length;
      drawn.nth = list.statements++;
    }
    drawn.alternative = wanted(drawn, bound);
    if (drawn.alternative == cut) {
      drawn.bits = 6; // It happens to one program in two.
      made.push_back(drawn);
      *choices = Choices({});
      end = offset;
      return;
    }
    uint64_t value = drawn.alternative;
    if (!weights.empty()) {
      value = 0;
      for (unsigned weight : weights.take_front(drawn.alternative))
        value += weight;
    }
    for (unsigned i = 0; i != count; ++i)
      bytes[offset + i] = uint8_t(value >> (8 * i));
    trail.add(drawn.kind, drawn.alternative, drawn.row);
    made.push_back(drawn);
  }

  static constexpr size_t most = 8192;
  ArrayRef<Drawn> script;
  Random *random; ///< May be null.
  Follower &follower;
  const Followed &followed;
  Experience &experience;
  std::set<Weights> &known;
  Choices *choices = nullptr;
  gen::Writer *writer = nullptr;
  std::vector<uint8_t> bytes;
  Script made;
  size_t window = 0;
  std::optional<size_t> end; ///< Where the string was cut.
  bool frameOnly = false;    ///< To be cut before the first statement.

private:
  uint32_t wanted(Drawn &drawn, uint64_t bound) {
    drawn.bits = 0;
    if (frameOnly && drawn.length)
      return cut;
    // A new buffer is marked, or not, as the file's argument is: it shows at the end only.
    unsigned count = follower.argumentCount();
    bool fresh = count != hinted && drawn.weights && drawn.alternatives == 2;
    bool marks = false;
    if (fresh) {
      hinted = count;
      auto attributes = followed.hints[count - 1];
      marks = attributes && attributes.contains("tt.divisibility");
      if ((*drawn.weights)[1] == 20) {
        at += at < script.size() && script[at].kind == drawn.kind;
        return !marks;
      }
    }
    // What the script says: choices of other kinds are passed over, a few.
    constexpr size_t passed = 6;
    for (size_t i = at; i < script.size() && i <= at + passed; ++i)
      if (script[i].kind == drawn.kind && script[i].alternatives == drawn.alternatives &&
          (script[i].alternative == cut || drawn.possible(script[i].alternative))) {
        at = i + 1;
        drawn.bits = script[i].bits;
        if (std::isnan(drawn.bits))
          drawn.bits = script[i].alternative == cut || drawn.length
                           ? 0
                           : -std::log2(expected(drawn, bound)[script[i].alternative]);
        return script[i].alternative;
      }
    if (drawn.length)
      return drawn.alternatives - 1;
    // The first chance of all: whether buffers are marked as small.
    if (drawn.weights && drawn.alternatives == 2 && !std::exchange(marked, true))
      return llvm::any_of(followed.hints, [](mlir::DictionaryAttr hints) {
        return hints && hints.contains("tt.pointer_range");
      });
    if (fresh && (!random ||
                  random->below(8))) // A number is marked in the same way, if this is asked at all.
      return !marks;
    if (!writer || frameOnly) {
      uint32_t first = 0;
      while (!drawn.possible(first))
        ++first;
      return first;
    }
    const std::vector<float> &shares = expected(drawn, bound);
    uint32_t drawnOne = std::max_element(shares.begin(), shares.end()) - shares.begin();
    if (random && at >= script.size()) {
      float ticket = random->below(1 << 24) / float(1 << 24);
      for (uint32_t i = 0; i != shares.size(); ++i)
        if (drawn.possible(i)) {
          drawnOne = i;
          if ((ticket -= shares[i]) < 0)
            break;
        }
    }
    drawn.bits = -std::log2(shares[drawnOne]);
    return drawnOne;
  }

  const std::vector<float> &expected(const Drawn &drawn, uint64_t bound) {
    llvm::SmallVector<float, 128> natural(drawn.alternatives, 1.0f / drawn.alternatives);
    if (drawn.weights)
      for (auto [share, weight] : llvm::zip_equal(natural, *drawn.weights))
        share = float(weight) / bound;
    if (!writer) {
      plain.assign(natural.begin(), natural.end());
      return plain;
    }
    return experience.expect(Moment(trail, drawn.kind, follower, writer), natural);
  }

  struct List {
    uint32_t length = 0, statements = 0;
  };
  Trail trail;
  std::vector<float> plain;
  llvm::SmallVector<List, 8> lists = {List()}; ///< The last one of each open statement.
  ArrayRef<unsigned> pending;
  bool isLength = false, isRow = false, marked = false;
  size_t at = 0;
  unsigned lastMatched = 0, hinted = 0;
};

class Search {
public:
  Search(const Followed &followed, const Profile &profile, Experience &experience,
         const SearchBounds &bounds)
      : followed(followed), profile(profile), experience(experience), bounds(bounds) {}

  Found find();

private:
  template <typename Look>
  Run run(ArrayRef<Drawn> script, Random *random, bool frameOnly, Look look);
  Script frame();
  bool attempt(ArrayRef<Drawn> script, Random *random);
  bool flip(const Run &run, size_t first, size_t last);
  bool visit(const Run &run);
  void keep(Run run);

  const Followed &followed;
  const Profile &profile;
  Experience &experience;
  const SearchBounds &bounds;
  uint64_t runs = 0;
  Random random{1};
  std::map<unsigned, std::vector<Run>> levels; ///< By what they got right.
  llvm::DenseSet<uint64_t> seen, rowsTried;
  size_t frameSize = 0;                     ///< Choices before those of the first statement.
  llvm::DenseMap<uint64_t, unsigned> turns; ///< How often runs with the same rows were varied.
  std::set<Weights> weights;
  Run best;
};

} // namespace

template <typename Look>
Run Search::run(ArrayRef<Drawn> script, Random *random, bool frameOnly, Look look) {
  ++runs;
  Follower follower(followed);
  Reader reader(script, random, follower, followed, experience, weights);
  reader.frameOnly = frameOnly;
  Choices choices(reader.bytes, &reader);
  reader.choices = &choices;
  drawOptions(choices);
  gen::Writer writer(choices, profile, *followed.body->getParentOp()->getContext(), nullptr);
  writer.b.setListener(&follower);
  reader.writer = &writer;
  mlir::OwningOpRef<mlir::ModuleOp> program = writer.program();
  if (!follower.failed())
    follower.finish(*program);
  look(writer);

  Run run;
  run.whole = !follower.failed();
  if (run.whole)
    run.bytes.assign(reader.bytes.begin(),
                     reader.bytes.begin() + reader.end.value_or(choices.used()));
  run.script = std::move(reader.made);
  run.matched = follower.matched();
  run.likeness = follower.likeness();
  run.window = std::min(reader.window, run.script.size());
  run.wanted = follower.wanted();
  llvm::hash_code state = llvm::hash_combine(run.matched, follower.difference(), int(writer.age));
  for (auto [index, drawn] : llvm::enumerate(run.script)) {
    if (drawn.row || drawn.alternative == cut)
      run.rows = llvm::hash_combine(run.rows, drawn.alternative);
    if (index >= run.window)
      state = llvm::hash_combine(state, drawn.kind);
    run.bits += drawn.bits;
    if (index >= run.window)
      state = llvm::hash_combine(state, drawn.alternative);
  }
  run.state = uint64_t(llvm::hash_combine(state, run.rows)) >> 2;
  run.rows = llvm::hash_combine(run.rows, run.matched);
  return run;
}

// What comes before the statements: tiles and types that the program has.
Script Search::frame() {
  llvm::DenseMap<mlir::Type, unsigned> types;
  bool programs = false;
  followed.body->walk([&](mlir::Operation *op) {
    programs |= llvm::isa<tt::GetProgramIdOp>(op);
    for (mlir::Type type : op->getResultTypes())
      ++types[type];
  });
  uint64_t score;
  auto fit = [&](ArrayRef<Drawn> script) {
    Script made =
        run(script, nullptr, /*frameOnly=*/true, [&](const gen::Writer &writer) {
          const gen::Palette &palette = writer.palette;
          score = programs == (writer.grid > 1) ? 1000 : 0;
          for (auto [type, count] : types) {
            mlir::Type element = gen::Writer::elementOf(type);
            if (llvm::is_contained({palette.wide, palette.narrow, palette.data, palette.index},
                                   element))
              score += count;
            auto shaped = llvm::dyn_cast<mlir::RankedTensorType>(type);
            if (shaped && llvm::is_contained(palette.shapes, gen::Shape(shaped.getShape())))
              score += 4 * count;
          }
        }).script;
    made.pop_back(); // The cut.
    return made;
  };
  Script best = fit({});
  uint64_t most = score;
  for (bool better = true; better;) {
    better = false;
    for (size_t i = optionChoices; i < best.size(); ++i)
      for (uint32_t alternative = 0; i < best.size() && alternative != best[i].alternatives;
           ++alternative) {
        if (!best[i].possible(alternative))
          continue;
        Script script = best;
        script[i].alternative = alternative;
        if (Script made = fit(script); score > most) {
          most = score;
          best = std::move(made);
          better = true;
        }
      }
  }
  return best;
}

void Search::keep(Run run) {
  constexpr size_t most = 200;
  std::vector<Run> &level = levels[run.matched];
  if (level.size() >= most) {
    auto last = std::min_element(level.begin(), level.end(),
                                 [](const Run &a, const Run &b) { return a.rank() < b.rank(); });
    if (last->rank() >= run.rank())
      return;
    *last = std::move(run);
    return;
  }
  level.push_back(std::move(run));
}

// False if the search is over.
bool Search::attempt(ArrayRef<Drawn> script, Random *random) {
  if (runs >= bounds.runs)
    return false;
  Run made = run(script, random, /*frameOnly=*/false, [](const gen::Writer &) {});
  if (made.whole || made.matched > best.matched ||
      (made.matched == best.matched && made.likeness > best.likeness))
    best = made;
  if (made.whole)
    return false;
  if (seen.insert(made.state).second)
    keep(std::move(made));
  return true;
}

// Tries the other alternatives of the choices in [first, last). False if the search is over.
bool Search::flip(const Run &run, size_t first, size_t last) {
  const Script &script = run.script;
  for (size_t i = last; i-- > first;) {
    const Drawn &drawn = script[i];
    if (drawn.row) { // Once for all runs that are alike before it.
      llvm::hash_code place = llvm::hash_combine(run.matched, drawn.matched, drawn.nth);
      for (const Drawn &before : ArrayRef(script).take_front(i))
        if (before.row)
          place = llvm::hash_combine(place, before.alternative);
      if (!rowsTried.insert(uint64_t(place) >> 2).second)
        continue;
    }
    if (drawn.row && script[drawn.list].alternative > drawn.nth) { // The list ends before it.
      Script other(script.begin(), script.begin() + i);
      other[drawn.list].alternative = drawn.nth;
      if (!attempt(other, nullptr))
        return false;
      for (unsigned k = 0; k != 4; ++k)
        if (!attempt(other, &random))
          return false;
    }
    for (uint32_t alternative = 0; alternative <= drawn.alternatives; ++alternative) {
      bool end = alternative == drawn.alternatives;
      if (end ? !drawn.row && !drawn.length
              : alternative == drawn.alternative || !drawn.possible(alternative))
        continue;
      Script other(script.begin(), end ? script.begin() + i + 1 : script.end());
      other[i].alternative = end ? cut : alternative;
      other[i].bits = NAN;
      if (!attempt(other, nullptr))
        return false;
      if (!drawn.row || end || i < run.window)
        continue;
      other.resize(i + 1);
      for (unsigned k = 0; k != 2; ++k)
        if (!attempt(other, &random))
          return false;
    }
  }
  return true;
}

// Varies a run: the choices since the last right op, some before them, the others; in between, all that follows is drawn anew.
bool Search::visit(const Run &run) {
  constexpr size_t near = 24;
  const Script &script = run.script;
  size_t before = run.window - std::min(near, run.window);
  unsigned fresh = 100;
  switch (run.visits) {
  case 0:
    fresh = 40;
    if (!flip(run, std::max(run.window, frameSize), script.size()))
      return false;
    break;
  case 1:
    if (!flip(run, std::max(before, frameSize), run.window))
      return false;
    break;
  case 2:
    if (!flip(run, 0, std::max(before, std::min(frameSize, run.window))))
      return false;
    break;
  }
  for (unsigned k = 0; k != fresh; ++k) {
    size_t window = std::min(std::max(run.window, frameSize), script.size());
    size_t from = window + random.below(script.size() - window + 1);
    if (run.visits && random.below(3) == 0)
      from = before + random.below(run.window - before + 1);
    if (!attempt(ArrayRef(script).take_front(from), &random))
      return false;
  }
  return true;
}

Found Search::find() {
  Script first = frame();
  frameSize = first.size();
  attempt(first, nullptr);
  while (!best.whole && runs < bounds.runs) {
    // The furthest most often; a level of half as far down half as often.
    auto level = std::prev(levels.end());
    double share = std::exp2(-double(random.below(1000)) / 1000 * std::log2(levels.size() + 1));
    for (size_t down = size_t(1 / share) - 1; down && level != levels.begin(); --down)
      --level;
    auto rank = [&](const Run &run) { return run.rank() - 2.0f * turns.lookup(run.rows); };
    auto node = std::max_element(level->second.begin(), level->second.end(),
                                 [&](const Run &a, const Run &b) { return rank(a) < rank(b); });
    ++turns[node->rows];
    Run run = *node; // What is found moves the level's runs.
    ++node->visits;
    if (!visit(run))
      break;
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

Found fathom::findChoices(mlir::ModuleOp program, const Profile &profile, Experience &experience,
                          const SearchBounds &bounds) {
  Followed followed(program);
  if (!followed.entry) {
    Found none;
    none.size = followed.size;
    return none;
  }
  return Search(followed, profile, experience, bounds).find();
}
