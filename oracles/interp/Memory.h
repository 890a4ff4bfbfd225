// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Global memory: buffers far apart from each other in one address space, with what is known of each byte beside it.
//
// Buffer i begins at (i + 1) << 40. An address outside all buffers is an error of the program; a pointer that is off by one lands in no other
// buffer. A buffer that may grow (Buffer::limit) gets longer when it is accessed past its end: that is how a launch is deduced.
//
// In the algebra a float is stored as its ring element beside the bytes, which then hold the bits of its number if the float type has that, and a hash of it otherwise.
// Bytes that were never stored to are real numbers, and are embedded when they are loaded.
#ifndef FATHOM_ORACLES_INTERP_MEMORY_H
#define FATHOM_ORACLES_INTERP_MEMORY_H

#include "oracles/interp/Interpreter.h"
#include "oracles/interp/Pool.h"
#include "oracles/interp/Value.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fathom::interp {

/// A buffer, and what is known of its elements. The shadow arrays have an entry for each `granule` bytes: the size of the elements that the
/// buffer is accessed by; an access of another size makes it 1. Each is empty until it is needed.
struct Buffer {
  std::string name; ///< "arg2"
  uint64_t base = 0;
  PooledVector<uint8_t> bytes;
  unsigned granule = 1;

  /// What was last stored: 0 nothing, else 1 + FloatKind of a float, or Integer; Inside where an element has begun before.
  enum : uint8_t { Initial = 0, Integer = 254, Inside = 255 };
  PooledVector<uint8_t> stored;
  PooledVector<uint8_t> storedBytes; ///< The size of the element that begins here.
  PooledVector<uint8_t> poison;      ///< A Poison.
  PooledVector<int32_t> ring;        ///< In the algebra, of floats that were stored.
  PooledVector<float> slack;
  // Who was here, for races: 1 + the program; 0 is nobody.
  PooledVector<uint32_t> writer, reader; ///< reader: ~0 if there were several.
  PooledVector<uint32_t> epoch;          ///< Barriers that the writer had passed.
  PooledVector<uint32_t> turn;           ///< The number of the op that wrote last.
  PooledVector<uint8_t> atomic; ///< 1 + the Rmw of the last write, if that was atomic; else 0.

  uint64_t limit = 0; ///< It may grow to so many bytes; 0: it may not.
  /// Fills bytes [from, to) that growth has added; none: zeros.
  std::function<void(Buffer &, uint64_t from, uint64_t to)> fill;
  uint64_t lowest = ~uint64_t(0), highest = 0; ///< Bytes that were accessed: [lowest, highest).
  bool wasLoaded = false, wasStored = false,
       wasUpdated = false; ///< By loads, by stores, by atomics.
};

/// An access that did not work.
struct Fault {
  std::string message;
  bool budget = false; ///< It would have grown past the limit.
};

enum class Rmw { And, Or, Xor, Add, FAdd, Max, Min, UMax, UMin, Exchange };

/// Who accesses.
struct Access {
  uint32_t program = 1; ///< Counts from 1.
  uint32_t epoch = 0;   ///< Barriers that the program has passed.
  std::vector<Hazard> *hazards = nullptr;
  llvm::StringRef op; ///< For messages: "tt.load".
};

class Memory {
public:
  explicit Memory(Semantics semantics) : semantics(semantics) {}

  /// A buffer of zeros. `granule`: bytes of its elements.
  Buffer &add(std::string name, uint64_t bytes, unsigned granule = 1);
  std::vector<std::unique_ptr<Buffer>> buffers;
  /// The buffer whose room the address is in, or null.
  Buffer *find(uint64_t address) const;
  /// "arg2+4096", or the number.
  std::string describe(uint64_t address) const;

  /// result[i] = memory at addresses[i], where mask is null or mask[i] != 0; other elements are left alone, so set them before. `result` has
  /// count elements of element.lane (in the algebra too: Ring). Poison and slack arrays are made when needed.
  std::optional<Fault> load(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                            const Element &element, Value &result, const Access &access);
  /// `values` has `count` elements, of element.lane or (constants of the algebra) element.ieee.
  std::optional<Fault> store(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                             const Element &element, const Value &values, const Access &access);
  /// old[i] = memory; memory = memory op values[i]; in order of i. `old` may be null.
  std::optional<Fault> rmw(Rmw kind, const uint64_t *addresses, const uint8_t *mask, int64_t count,
                           const Element &element, const Value &values, Value *old,
                           const Access &access);
  /// old[i] = memory; where it is bitwise equal to compare[i], memory = values[i].
  std::optional<Fault> cas(const uint64_t *addresses, int64_t count, const Element &element,
                           const Value &compare, const Value &values, Value *old,
                           const Access &access);

  /// The first element that was stored, is still there and is poisoned in this way or a worse one, for a person; empty: none.
  std::string poisoned(Poison atLeast = Unspecified) const;

  const Semantics semantics;
  bool hasStrayReads = false; ///< Both ways of a branch on an undefined value were gone.

private:
  std::optional<Fault> touch(Buffer &buffer, uint64_t offset, uint64_t bytes,
                             const Element &element, const Access &access);
  void loadRun(Buffer &buffer, uint64_t offset, int64_t at, int64_t count, const Element &element,
               Value &result, const Access &access);
  void storeRun(Buffer &buffer, uint64_t offset, int64_t at, int64_t count, const Element &element,
                const Value &values, const Access &access, bool whole);
  template <class Run>
  std::optional<Fault> forEachRun(const uint64_t *addresses, const uint8_t *mask, int64_t count,
                                  const Element &element, const Access &access, Run run,
                                  int64_t firstEnd = 0);
  uint32_t turns = 0; ///< Ops that have written.
};

/// In the algebra: the bits of a ring element in a float type, and back. The element's real bits if the type can represent it, else a hash of it that is no
/// special value.
uint64_t ringBits(FloatKind kind, int32_t element);
int32_t ringOfBits(FloatKind kind, uint64_t bits);

/// What two memories that began alike differ in, for a person: "arg2[17] of f32: 3.5, not 4 (may differ by 0)". Floats are compared within the sum
/// of both slacks; NaN equals NaN, -0 equals 0. Poisoned elements of `expected` are equal to anything.
struct Difference {
  std::string buffer;
  uint64_t index; ///< In elements of the type that was stored.
  std::string message;
  uint64_t count; ///< How many elements differ in that buffer.
  /// Among those are some that were stored in `expected` only, in `actual` only, and some that are poisoned in `actual`.
  bool missing = false, added = false, poisoned = false;
};
/// Only what was stored to in one of them is looked at.
/// `loosely`: floats in ieee may differ as sums and products in another order do: by an eighth, or by being infinite, NaN or left open.
std::optional<Difference> compare(const Memory &expected, const Memory &actual,
                                  bool loosely = false);

} // namespace fathom::interp

#endif
