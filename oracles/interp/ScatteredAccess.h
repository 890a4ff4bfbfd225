// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores whose elements lie here and there in one buffer: a column of a matrix, a gather. Memory takes stretches of neighbours one by one, which is
// fast if there are few; here all elements are taken at once. What is seen, kept and reported is the same.
#ifndef FATHOM_ORACLES_INTERP_SCATTEREDACCESS_H
#define FATHOM_ORACLES_INTERP_SCATTEREDACCESS_H

#include "oracles/interp/Memory.h"
#include "oracles/interp/Scratch.h"

namespace fathom::interp {

/// The granules at which the elements of an access begin; of lanes that are off, that of some lane that is on.
struct Places {
  Buffer *buffer;
  Scratch<uint32_t> at;
};

/// None if there are few stretches of neighbours, or if an element needs more care: it is outside, not aligned, of another size than the buffer's granules, of fewer
/// than 8 bits, or has bits of ring elements.
std::optional<Places> placesOf(const Memory &memory, const uint64_t *addresses, const uint8_t *mask,
                               int64_t count, const Element &element);

/// As Memory::load.
void loadPlaces(const Places &places, const uint8_t *mask, int64_t count, const Element &element,
                Value &result, const Access &access);

/// As Memory::store. `values`: floats of the algebra in the ring; `turn`: the number of this op.
void storePlaces(const Places &places, const uint8_t *mask, int64_t count, const Element &element,
                 const Value &values, const Access &access, uint32_t turn);

} // namespace fathom::interp

#endif
