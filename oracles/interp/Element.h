// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the interpreter holds the elements of a type.
//
//   type            in memory   ieee          algebra
//   i1 i4 i8        1 byte      U8            U8            i1 is 0 or 1, i4 is 0 to 15
//   i16             2           U16           U16
//   i32             4           U32           U32
//   i64 index ptr   8           U64           U64           signless; a pointer is its address
//   f4 to f32       1, 2, 4     F32           Ring          a float that the type can represent
//   f64             8           F64           Ring
//
// In the algebra some floats are still held as in ieee (F32 or F64) and computed with by rounding: literals, which a compiler may have folded, by rounding.
// These are constants, integers converted to floats if it is one or all of a tensor are equal (Value::count is 1), and what is computed from literals alone.
// A compiler may know such an integer, for it unrolls a loop, peels its last trip, or is told an argument; it must make no difference that it did:
//
//   %f = arith.sitofp %i; %g = arith.mulf %f, %tenth         with %i = 31 3.1000001f, as a compiler says of the last of 32 trips
//
// A literal becomes a ring element when it meets one (Frame::inRing), in memory, and where sums may be taken in any order: in tt.reduce, tt.scan and tt.dot. What
// is folded later than that agrees for small fractions, since the ring takes these for what they are (numbers/Ring.h).
//
// Other elements of tensors are in the ring from the start: no compiler knows them, and one that moves them through what also moves ring elements (tt.join and
// back) should make no difference either. So are two things that compilers do without rounding: a division of what is not constant by a literal, which 3.9
// makes a product with the reciprocal, and bits that are taken for a float, which may be those of a ring element.
#ifndef FATHOM_ORACLES_INTERP_ELEMENT_H
#define FATHOM_ORACLES_INTERP_ELEMENT_H

#include "oracles/interp/numbers/FloatFormat.h"

#include "mlir/IR/Types.h"

#include <cstdint>
#include <optional>

namespace fathom::interp {

enum class Semantics { Ieee, Algebra };

/// How one element is held in an Array.
enum class Lane : uint8_t { U8, U16, U32, U64, F32, F64, Ring };
constexpr unsigned laneBytes(Lane lane) {
  constexpr unsigned sizes[] = {1, 2, 4, 8, 4, 8, 4};
  return sizes[unsigned(lane)];
}

/// What is known of an element type without asking MLIR again.
struct Element {
  Lane ieee = Lane::U32;           ///< The lane of constants, and of everything in ieee.
  Lane lane = Lane::U32;           ///< The lane of values in the semantics at hand.
  FloatKind kind = FloatKind::F32; ///< Of floats.
  bool isFloat = false;
  bool isPointer = false;
  unsigned bits = 32; ///< 1 for i1; 64 for index and pointers.
  unsigned bytes = 4; ///< In memory.

  /// All ones in the lower `bits`.
  uint64_t mask() const { return bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << bits) - 1; }
};

/// Of a scalar type, or of the elements of a tensor or memdesc; none for a type that has no such elements.
std::optional<Element> elementOf(mlir::Type type, Semantics semantics);

/// How many elements a value of the type has: 1 for a scalar.
int64_t elementCount(mlir::Type type);

} // namespace fathom::interp

#endif
