// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares who read where.
#include "oracles/interp/NewReads.h"

using namespace llvm;

namespace fathom::interp {

/// Whether the run read or wrote the byte.
static bool touched(const Buffer &buffer, uint64_t byte) {
  uint64_t k = byte / buffer.granule;
  return (k < buffer.reader.size() && buffer.reader[k]) ||
         (k < buffer.stored.size() && buffer.stored[k] != Buffer::Initial) ||
         (k < buffer.writer.size() && buffer.writer[k]);
}

std::optional<std::string> findNewRead(const Memory &expected, const Memory &actual) {
  if (actual.hasStrayReads) // Then nobody can tell.
    return std::nullopt;
  for (size_t b = 0; b < expected.buffers.size() && b < actual.buffers.size(); ++b) {
    const Buffer &one = *expected.buffers[b], &other = *actual.buffers[b];
    for (uint64_t k = 0; k < other.reader.size(); ++k) {
      if (!other.reader[k])
        continue;
      for (uint64_t byte = k * other.granule; byte < (k + 1) * other.granule; byte += one.granule)
        if (!touched(one, byte))
          return (other.name + " at byte " + Twine(byte)).str();
    }
  }
  return std::nullopt;
}

} // namespace fathom::interp
