// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the changes that it could make something makes: a reduction's step, a variant, a mutation.
#ifndef FATHOM_ORACLES_CHUNK_H
#define FATHOM_ORACLES_CHUNK_H

#include <cstddef>

namespace fathom {

/// Those numbered first to last - 1, in the order in which it asks.
class Chunk {
public:
  Chunk(size_t first, size_t last) : first(first), last(last) {}
  static Chunk none() { return {0, 0}; }
  static Chunk all() { return {0, ~size_t(0)}; }

  /// Whether to make the next change.
  bool take() {
    size_t number = asked++;
    return number >= first && number < last;
  }
  /// How often it was asked: how many changes are on offer.
  size_t offered() const { return asked; }

private:
  size_t first, last, asked = 0;
};

} // namespace fathom

#endif
