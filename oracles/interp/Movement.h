// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves elements of values, and what is known of each (poison, slack) with them. A value of one element that stands for all is moved by doing nothing.
#ifndef FATHOM_ORACLES_INTERP_MOVEMENT_H
#define FATHOM_ORACLES_INTERP_MOVEMENT_H

#include "oracles/interp/Value.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace fathom::interp {

/// result[k] = value[table[k]] for k < count.
Value gathered(const Value &value, const uint32_t *table, int64_t count);

/// [outer][a][b][inner] -> [outer][b][a][inner].
Value transposed(const Value &value, int64_t outer, int64_t a, int64_t b, int64_t inner = 1);

/// [outer][inner] -> [outer][times][inner].
Value repeated(const Value &value, int64_t outer, int64_t times, int64_t inner);

/// Row k of the result is row order[k] of the value: [rows][width] both.
Value rowsInOrder(const Value &value, llvm::ArrayRef<uint32_t> order, int64_t width);

/// Elements [from, from + count).
Value sliced(const Value &value, int64_t from, int64_t count);

/// The first `count` elements, without a copy.
Value first(const Value &value, int64_t count);

/// result[o] = the values' elements [o][inner], one value after the other: of [outer][inner] each. Values have the same lane.
Value interleaved(llvm::ArrayRef<Value> values, int64_t outer, int64_t inner);

/// Part k of what interleaved() makes of `parts` values.
Value deinterleaved(const Value &value, int64_t parts, int64_t k, int64_t outer, int64_t inner);

/// The values one behind the other, each with all its elements. Values have the same lane.
Value joined(llvm::ArrayRef<Value> values);

/// Whether all elements are the same bits, with the same poison and slack.
bool allEqual(const Value &value);

/// The value with each element that is not poisoned otherwise poisoned as `poison`.
Value poisoned(Value value, Poison poison);

} // namespace fathom::interp

#endif
