// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records what a generator reads as a tree of statements, edits the tree, and lets the generator write the string of it.
#include "fuzz/ChoicesMutator.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <optional>

using namespace fathom;
using llvm::ArrayRef;

namespace {

/// A choice as it was made: a number below a bound, or which of several weights. Without a value it is to be drawn.
struct Chosen {
  std::optional<uint64_t> value;
  uint64_t bound;
  bool weighted;
};

/// A statement, or the whole program.
struct Part {
  std::vector<Chosen> choices;          ///< Its own, lengths left out.
  std::vector<std::vector<Part>> lists; ///< The statements in it, by the length that they follow.
  bool fresh = false;                   ///< To be drawn.
};
using List = std::vector<Part>;

Part freshPart() {
  Part part;
  part.fresh = true;
  return part;
}

/// Which of the weights a ticket is of, and the first ticket of a weight.
size_t indexOf(ArrayRef<unsigned> weights, uint64_t ticket) {
  size_t index = 0;
  while (ticket >= weights[index])
    ticket -= weights[index++];
  return index;
}
uint64_t ticketOf(ArrayRef<unsigned> weights, size_t index) {
  uint64_t ticket = 0;
  for (unsigned weight : weights.take_front(index))
    ticket += weight;
  return ticket;
}

class Recorder : public ChoicesWatcher {
public:
  explicit Recorder(ArrayRef<uint8_t> bytes) : bytes(bytes) {}

  void length() override { isLength = true; }
  void weights(ArrayRef<unsigned> weights) override { pending = weights; }
  void choice(size_t offset, unsigned count, uint64_t bound) override {
    uint64_t value = 0;
    for (unsigned i = 0; i != count && offset + i < bytes.size(); ++i)
      value |= uint64_t(bytes[offset + i]) << (8 * i);
    value %= bound;
    ArrayRef<unsigned> weights = std::exchange(pending, {});
    size_t index = 0;
    if (!weights.empty()) {
      index = indexOf(weights, value);
      value = ticketOf(weights, index);
    }
    for (unsigned i = 0; i != count && offset + i < bytes.size(); ++i)
      normal.push_back(uint8_t(value >> (8 * i)));
    if (std::exchange(isLength, false))
      open.back()->lists.emplace_back();
    else if (weights.empty())
      open.back()->choices.push_back({value, bound, false});
    else
      open.back()->choices.push_back({index, weights.size(), true});
  }
  void beginStatement() override {
    std::vector<List> &lists = open.back()->lists;
    if (lists.empty())
      lists.emplace_back();
    open.push_back(&lists.back().emplace_back());
  }
  void endStatement() override { open.pop_back(); }

  Part root;
  std::vector<uint8_t> normal; ///< What was read, each choice as the replayer writes it.

private:
  ArrayRef<uint8_t> bytes;
  std::vector<Part *> open = {&root};
  bool isLength = false;
  ArrayRef<unsigned> pending;
};

/// Writes what the generator is to read, just before it does.
class Replayer : public ChoicesWatcher {
public:
  Replayer(const Part &root, std::vector<uint8_t> &bytes, Random &random)
      : bytes(bytes), random(random), open({Reading{&root}}) {}

  void length() override { isLength = true; }
  void weights(ArrayRef<unsigned> weights) override { pending = weights; }
  void choice(size_t offset, unsigned count, uint64_t bound) override {
    uint64_t value = wanted(bound);
    if (offset + count > bytes.size()) // What does not fit is the simplest.
      value = 0;
    for (unsigned i = 0; i != count && offset + i < bytes.size(); ++i)
      bytes[offset + i] = uint8_t(value >> (8 * i));
  }
  void beginStatement() override {
    Reading &reading = open.back();
    bool known = reading.list && reading.nextStatement < reading.list->size();
    open.push_back({known ? &(*reading.list)[reading.nextStatement++] : &unknown});
  }
  void endStatement() override { open.pop_back(); }

private:
  struct Reading {
    const Part *part;
    size_t nextChoice = 0, nextList = 0, nextStatement = 0;
    const List *list = nullptr;
  };

  uint64_t wanted(uint64_t bound) {
    Reading &reading = open.back();
    const Part &part = *reading.part;
    ArrayRef<unsigned> weights = std::exchange(pending, {});
    if (std::exchange(isLength, false)) {
      reading.nextStatement = 0;
      reading.list =
          reading.nextList < part.lists.size() ? &part.lists[reading.nextList++] : nullptr;
      return reading.list ? std::min<uint64_t>(reading.list->size(), bound - 1)
                          : random.below(bound);
    }
    std::optional<uint64_t> value;
    if (reading.nextChoice < part.choices.size())
      if (const Chosen &chosen = part.choices[reading.nextChoice++];
          chosen.weighted == !weights.empty())
        value = chosen.value;
    if (weights.empty())
      return value ? *value % bound : random.below(bound);
    if (!value || *value >= weights.size() || weights[*value] == 0)
      value = indexOf(weights, random.below(bound));
    return ticketOf(weights, *value);
  }

  std::vector<uint8_t> &bytes;
  Random &random;
  const Part unknown = freshPart();
  std::vector<Reading> open;
  bool isLength = false;
  ArrayRef<unsigned> pending;
};

Recorder record(ArrayRef<uint8_t> bytes, const std::function<void(Choices &)> &generate) {
  Recorder recorder(bytes);
  Choices choices(bytes, &recorder);
  generate(choices);
  return recorder;
}

std::vector<uint8_t> replay(const Part &root, const std::function<void(Choices &)> &generate,
                            size_t limit, Random &random) {
  std::vector<uint8_t> bytes(limit);
  Replayer replayer(root, bytes, random);
  Choices choices(bytes, &replayer);
  generate(choices);
  bytes.resize(choices.used());
  return bytes;
}

//===--- Edits ---===//

/// A statement by its list.
struct Place {
  List *list;
  size_t index;
  Part &part() const { return (*list)[index]; }
};

void collect(Part &part, std::vector<List *> &lists, std::vector<Place> &statements) {
  for (List &list : part.lists) {
    lists.push_back(&list);
    for (size_t i = 0; i != list.size(); ++i) {
      statements.push_back({&list, i});
      collect(list[i], lists, statements);
    }
  }
}

/// A tree's lists and statements. Good until a list is changed.
struct View {
  explicit View(Part &root) { collect(root, lists, statements); }
  std::vector<List *> lists;
  std::vector<Place> statements;
};

template <typename T> T &pick(std::vector<T> &from, Random &random) {
  return from[random.below(from.size())];
}

void insert(List &list, Part part, Random &random) {
  list.insert(list.begin() + random.below(list.size() + 1), std::move(part));
}

/// Some choices of one part; the whole program's own, which say what tiles and ops there are, no oftener than a statement's.
void changeChoices(Part &root, Random &random) {
  View view(root);
  std::vector<Part *> parts;
  for (Place &place : view.statements)
    if (!place.part().choices.empty())
      parts.push_back(&place.part());
  if (!root.choices.empty())
    parts.push_back(&root);
  if (parts.empty())
    return;
  std::vector<Chosen> &choices = pick(parts, random)->choices;
  for (unsigned count = random.below(3) ? 1 : 1 + random.below(4); count; --count) {
    Chosen &chosen = pick(choices, random);
    if (!chosen.value || chosen.bound < 2 || (chosen.weighted && chosen.bound > 2))
      chosen.value.reset();
    else if (random.below(3) == 0) // The neighbour.
      chosen.value = (*chosen.value + (random.below(2) ? 1 : chosen.bound - 1)) % chosen.bound;
    else
      chosen.value = (*chosen.value + 1 + random.below(chosen.bound - 1)) % chosen.bound;
  }
}

void deleteStatement(Part &root, Random &random) {
  View view(root);
  if (view.statements.empty())
    return;
  Place place = pick(view.statements, random);
  place.list->erase(place.list->begin() + place.index);
}

/// Into any list, its own among them.
void copyStatement(Part &root, Random &random) {
  View view(root);
  if (view.statements.empty())
    return;
  Part copy = pick(view.statements, random).part();
  insert(*pick(view.lists, random), std::move(copy), random);
}

void moveStatement(Part &root, Random &random) {
  View view(root);
  if (view.statements.empty())
    return;
  Place from = pick(view.statements, random);
  Part moved = std::move(from.part());
  from.list->erase(from.list->begin() + from.index);
  // What moves takes its own lists along.
  View rest(root);
  insert(*pick(rest.lists, random), std::move(moved), random);
}

void insertStatement(Part &root, Random &random) {
  View view(root);
  if (!view.lists.empty())
    insert(*pick(view.lists, random), freshPart(), random);
}

void drawStatement(Part &root, Random &random) {
  View view(root);
  if (!view.statements.empty())
    pick(view.statements, random).part() = freshPart();
}

/// What stands in a statement takes its place.
void unwrapStatement(Part &root, Random &random) {
  View view(root);
  std::erase_if(view.statements, [](Place &place) {
    return llvm::all_of(place.part().lists, [](List &list) { return list.empty(); });
  });
  if (view.statements.empty())
    return drawStatement(root, random);
  Place place = pick(view.statements, random);
  View inside(place.part());
  Part inner = std::move(pick(inside.statements, random).part());
  place.part() = std::move(inner);
}

void edit(Part &root, Random &random) {
  if (llvm::all_of(root.lists, [](List &list) { return list.empty(); }) && random.below(4))
    return insertStatement(root, random);
  static constexpr struct {
    unsigned weight;
    void (*make)(Part &, Random &);
  } edits[] = {{40, changeChoices}, {10, deleteStatement}, {10, copyStatement},
               {8, moveStatement},  {10, insertStatement}, {8, drawStatement},
               {4, unwrapStatement}};
  unsigned total = 0;
  for (auto &row : edits)
    total += row.weight;
  uint64_t ticket = random.below(total);
  for (auto &row : edits) {
    if (ticket < row.weight)
      return row.make(root, random);
    ticket -= row.weight;
  }
}

/// Statements of the donor, or all but its statements.
void graft(Part &root, Part donor, Random &random) {
  View mine(root), theirs(donor);
  unsigned kind = random.below(8);
  if (kind == 0 && !root.lists.empty()) { // The frame of the donor, with these statements.
    donor.lists = std::move(root.lists);
    root = std::move(donor);
    return;
  }
  if (theirs.statements.empty() || mine.lists.empty())
    return edit(root, random);
  Place given = pick(theirs.statements, random);
  if (kind < 3 || mine.statements.empty()) // One more.
    return insert(*pick(mine.lists, random), given.part(), random);
  Place taken = pick(mine.statements, random);
  if (kind < 6) { // One for one.
    Part part = given.part();
    taken.part() = std::move(part);
    return;
  }
  // All that come after.
  List tail(given.list->begin() + given.index, given.list->end());
  taken.list->resize(taken.index);
  taken.list->insert(taken.list->end(), tail.begin(), tail.end());
}

/// Edits until another string comes of it. An edit may change nothing: a choice that is not read any more, a statement beyond the budget.
std::vector<uint8_t> vary(const Recorder &parent, const std::function<void(Choices &)> &generate,
                          size_t limit, Random &random, llvm::function_ref<void(Part &)> change) {
  std::vector<uint8_t> made;
  for (unsigned attempt = 0; attempt != 4; ++attempt) {
    Part root = parent.root;
    change(root);
    made = replay(root, generate, limit, random);
    if (made != parent.normal)
      break;
  }
  return made;
}

} // namespace

std::vector<uint8_t> ChoicesMutator::normalize(ArrayRef<uint8_t> bytes) const {
  return record(bytes, generate).normal;
}

std::vector<uint8_t> ChoicesMutator::mutate(ArrayRef<uint8_t> bytes, uint64_t rngSeed) const {
  Random random(rngSeed);
  if (random.below(10) == 0)
    return replay(freshPart(), generate, limit, random);
  return vary(record(bytes, generate), generate, limit, random, [&](Part &root) {
    for (unsigned count = random.below(3) ? 1 : 1 + random.below(4); count; --count)
      edit(root, random);
  });
}

std::vector<uint8_t> ChoicesMutator::cross(ArrayRef<uint8_t> bytes, ArrayRef<uint8_t> donor,
                                           uint64_t rngSeed) const {
  Random random(rngSeed);
  Part other = record(donor, generate).root;
  return vary(record(bytes, generate), generate, limit, random,
              [&](Part &root) { graft(root, other, random); });
}
