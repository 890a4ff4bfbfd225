// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte string read as a sequence of bounded choices.
//
//   bytes 05 ff 10
//   below(3)   -> 2    0x05 % 3
//   below(2)   -> 1    0xff % 2
//   below(300) -> 16   two bytes: 0x10, and 0 past the end
//
// Past its end every choice is 0, the simplest one: so a shorter string is a simpler program, the
// empty string is the simplest of all, and the same bytes give the same program on every machine.
// Generators put the simplest alternative first.
#ifndef FATHOM_FUZZ_CHOICES_H
#define FATHOM_FUZZ_CHOICES_H

#include "llvm/ADT/ArrayRef.h"

#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace fathom {

/// Is told how a generator reads a string: what each choice is, and which choices make a statement.
/// It may change bytes that are yet to be read (ChoicesMutator.h does).
class ChoicesWatcher {
public:
  virtual ~ChoicesWatcher() = default;
  /// The next choice is the length of a list of statements, which follow in the same statement.
  virtual void length() = 0;
  /// The next choice is a ticket of these weights.
  virtual void weights(llvm::ArrayRef<unsigned> weights) = 0;
  /// A choice below `bound` is made of `count` bytes at `offset`; bound 1 has none.
  virtual void choice(size_t offset, unsigned count, uint64_t bound) = 0;
  virtual void beginStatement() = 0;
  virtual void endStatement() = 0;
};

class Choices {
public:
  /// The watcher may be null.
  explicit Choices(llvm::ArrayRef<uint8_t> bytes, ChoicesWatcher *watcher = nullptr)
      : bytes(bytes), watcher(watcher) {}

  /// A number in [0, bound); bound > 0. Reads as many bytes as the bound needs, low byte first;
  /// none for bound 1.
  uint64_t below(uint64_t bound) {
    assert(bound > 0 && "no choice to make");
    if (watcher)
      watcher->choice(position, bytesBelow(bound), bound);
    uint64_t value = 0;
    unsigned shift = 0;
    for (uint64_t rest = bound - 1; rest != 0; rest >>= 8, shift += 8)
      value |= uint64_t(next()) << shift;
    return value % bound;
  }
  /// A number in [low, high], low <= high.
  int64_t between(int64_t low, int64_t high) { return low + int64_t(below(high - low + 1)); }
  /// True in about percent of 100 cases; false past the end.
  bool chance(unsigned percent) {
    unsigned weights[] = {100 - percent, percent};
    if (watcher)
      watcher->weights(weights);
    return below(100) >= weights[0];
  }
  template <typename T> const T &pick(llvm::ArrayRef<T> from) { return from[below(from.size())]; }
  template <typename T> T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }
  /// An index, in proportion to the weights; they must not all be 0.
  size_t weighted(llvm::ArrayRef<unsigned> weights);

  // Generators say what is a part that mutations may delete, copy and move as a whole.
  /// How many statements come next, at most `most`.
  uint64_t length(uint64_t most) {
    if (watcher)
      watcher->length();
    return below(most + 1);
  }
  /// The choices made while it lives are those of a statement.
  class Statement {
  public:
    explicit Statement(Choices &choices) : watcher(choices.watcher) {
      if (watcher)
        watcher->beginStatement();
    }
    ~Statement() {
      if (watcher)
        watcher->endStatement();
    }
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;

  private:
    ChoicesWatcher *watcher;
  };

  bool atEnd() const { return position >= bytes.size(); }
  size_t used() const { return position < bytes.size() ? position : bytes.size(); }
  llvm::ArrayRef<uint8_t> usedBytes() const { return bytes.take_front(used()); }

private:
  uint8_t next() { return position < bytes.size() ? bytes[position++] : 0; }
  static unsigned bytesBelow(uint64_t bound) {
    unsigned count = 0;
    for (uint64_t rest = bound - 1; rest != 0; rest >>= 8)
      ++count;
    return count;
  }

  llvm::ArrayRef<uint8_t> bytes;
  size_t position = 0;
  ChoicesWatcher *watcher;
};

/// SplitMix64: the same numbers on every machine.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next();
  /// In [0, bound); bound > 0.
  size_t below(size_t bound) { return next() % bound; }

private:
  uint64_t state;
};

/// The bytes of a plain seeded run: count bytes that depend on the seed and the index alone.
std::vector<uint8_t> randomBytes(uint64_t seed, uint64_t index, size_t count);

} // namespace fathom

#endif
