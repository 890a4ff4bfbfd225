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

class Choices {
public:
  explicit Choices(llvm::ArrayRef<uint8_t> bytes) : bytes(bytes) {}

  /// A number in [0, bound); bound > 0. Reads as many bytes as the bound needs, low byte first;
  /// none for bound 1.
  uint64_t below(uint64_t bound) {
    assert(bound > 0 && "no choice to make");
    uint64_t value = 0;
    unsigned shift = 0;
    for (uint64_t rest = bound - 1; rest != 0; rest >>= 8, shift += 8)
      value |= uint64_t(next()) << shift;
    return value % bound;
  }
  /// A number in [low, high], low <= high.
  int64_t between(int64_t low, int64_t high) { return low + int64_t(below(high - low + 1)); }
  /// True in about percent of 100 cases; false past the end.
  bool chance(unsigned percent) { return below(100) >= 100 - percent; }
  template <typename T> const T &pick(llvm::ArrayRef<T> from) { return from[below(from.size())]; }
  template <typename T> T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }
  /// An index, in proportion to the weights; they must not all be 0.
  size_t weighted(llvm::ArrayRef<unsigned> weights);

  bool atEnd() const { return position >= bytes.size(); }
  size_t used() const { return position < bytes.size() ? position : bytes.size(); }

private:
  uint8_t next() { return position < bytes.size() ? bytes[position++] : 0; }

  llvm::ArrayRef<uint8_t> bytes;
  size_t position = 0;
};

/// The bytes of a plain seeded run: count bytes that depend on the seed and the index alone.
std::vector<uint8_t> randomBytes(uint64_t seed, uint64_t index, size_t count);

} // namespace fathom

#endif
