// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and places runs of bits in a 64-bit word, the empty run and the whole word included.
#ifndef FATHOM_CORE_LAYOUT_BITFIELD_H
#define FATHOM_CORE_LAYOUT_BITFIELD_H

#include <cstdint>

namespace fathom {

inline uint64_t lowBits(unsigned n) { return n >= 64 ? ~uint64_t(0) : (uint64_t(1) << n) - 1; }

/// field(0b1101, 2, 2) = 0b11.
inline uint64_t field(uint64_t value, unsigned start, unsigned bits) {
  return bits ? (value >> start) & lowBits(bits) : 0;
}

/// atField(0b11, 2) = 0b1100; 0 for a run that starts past the word (it is empty then).
inline uint64_t atField(uint64_t value, unsigned start) { return start < 64 ? value << start : 0; }

} // namespace fathom

#endif
