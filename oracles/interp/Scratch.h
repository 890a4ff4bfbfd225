// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Room for the intermediate elements of an op, from the pool of arrays: fresh memory would cost a page fault for each 4 KiB of a large tensor.
#ifndef FATHOM_ORACLES_INTERP_SCRATCH_H
#define FATHOM_ORACLES_INTERP_SCRATCH_H

#include "oracles/interp/Value.h"

#include <algorithm>
#include <cstring>

namespace fathom::interp {

/// `size` elements of a trivial type. Copies share them.
template <class T> class Scratch {
public:
  /// Uninitialised.
  explicit Scratch(int64_t size) : array(Array::make(size * sizeof(T))), count(size) {}
  Scratch(int64_t size, T element) : Scratch(size) { std::fill_n(data(), size, element); }

  T *data() const { return array.as<T>(); }
  T *begin() const { return data(); }
  T *end() const { return data() + count; }
  T &operator[](int64_t k) const { return data()[k]; }
  int64_t size() const { return count; }

private:
  Array array;
  int64_t count;
};

/// Whether some element is not 0: poison, or slack.
template <class T> bool anySet(const T *elements, int64_t count) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(elements);
  const size_t size = count * sizeof(T), words = size / 8;
  uint64_t seen = 0;
  for (size_t k = 0; k < words; ++k) {
    uint64_t word;
    std::memcpy(&word, bytes + 8 * k, 8);
    seen |= word;
  }
  for (size_t k = 8 * words; k < size; ++k)
    seen |= bytes[k];
  return seen != 0;
}

} // namespace fathom::interp

#endif
