// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gaussian elimination over bits: which columns are independent, and which of them XOR to a target.
#ifndef FATHOM_CORE_LAYOUT_XORBASIS_H
#define FATHOM_CORE_LAYOUT_XORBASIS_H

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "llvm/ADT/bit.h"

namespace fathom {

/// Columns are added in order; each is kept if no XOR of earlier ones makes it.
///
///     XorBasis b;
///     b.add(0b011)  -> true             column 0
///     b.add(0b001)  -> true             column 1
///     b.add(0b010)  -> false            column 2 = column 0 ^ column 1: it is free
///     b.solve(0b010) -> 0b011           columns 0 and 1, never the free column 2
///     b.solve(0b100) -> nullopt
class XorBasis {
public:
  /// True if the column was independent of those before it. At most 64 columns.
  bool add(uint64_t column) {
    assert(numColumns < 64);
    uint64_t combination = uint64_t(1) << numColumns++;
    while (column) {
      unsigned top = 63 - llvm::countl_zero(column);
      if (!rows[top].value) {
        rows[top] = {column, combination};
        ++numIndependent;
        return true;
      }
      column ^= rows[top].value;
      combination ^= rows[top].combination;
    }
    return false;
  }

  /// The one set of independent columns (a bit each) whose XOR is `target`.
  std::optional<uint64_t> solve(uint64_t target) const {
    uint64_t combination = 0;
    while (target) {
      const Row &row = rows[63 - llvm::countl_zero(target)];
      if (!row.value)
        return std::nullopt;
      target ^= row.value;
      combination ^= row.combination;
    }
    return combination;
  }

  unsigned rank() const { return numIndependent; }

private:
  // Row t holds the value whose highest bit is t, and the columns that make it.
  struct Row {
    uint64_t value = 0;
    uint64_t combination = 0;
  };
  std::array<Row, 64> rows;
  unsigned numColumns = 0;
  unsigned numIndependent = 0;
};

} // namespace fathom

#endif
