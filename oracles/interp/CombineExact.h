// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The combining ops that are exact, as functions of two elements: integers, minimum and maximum of floats.
#ifndef FATHOM_ORACLES_INTERP_COMBINEEXACT_H
#define FATHOM_ORACLES_INTERP_COMBINEEXACT_H

#include "oracles/interp/Combine.h"
#include "oracles/interp/numbers/Ring.h"
#include "oracles/interp/numbers/WideVectors.h"

namespace fathom::interp {

/// Calls apply(element, f) with an element of the type and the function of two of them. `mask`: of the bits that the type has.
template <class U, class S, class Apply>
void withIntegerOp(CombineOp op, uint64_t mask, Apply apply) {
  switch (op) {
  case CombineOp::AddI:
    return apply(U(), [mask](U a, U b) FATHOM_INLINE { return U((a + b) & mask); });
  case CombineOp::MulI:
    return apply(U(), [mask](U a, U b) FATHOM_INLINE { return U((uint64_t(a) * b) & mask); });
  case CombineOp::And:
    return apply(U(), [](U a, U b) FATHOM_INLINE { return U(a & b); });
  case CombineOp::Or:
    return apply(U(), [](U a, U b) FATHOM_INLINE { return U(a | b); });
  case CombineOp::Xor:
    return apply(U(), [](U a, U b) FATHOM_INLINE { return U(a ^ b); });
  case CombineOp::MaxU:
    return apply(U(), [](U a, U b) FATHOM_INLINE { return a > b ? a : b; });
  case CombineOp::MinU:
    return apply(U(), [](U a, U b) FATHOM_INLINE { return a < b ? a : b; });
  case CombineOp::MaxS:
    return apply(S(), [](S a, S b) FATHOM_INLINE { return a > b ? a : b; });
  case CombineOp::MinS:
    return apply(S(), [](S a, S b) FATHOM_INLINE { return a < b ? a : b; });
  default:
    llvm_unreachable("an op on integers");
  }
}

/// The same for floats. Of a NaN and a number the number, or the NaN; of 0 and -0 either.
template <class T, class Apply> void withExtremeOp(CombineOp op, Apply apply) {
  switch (op) {
  case CombineOp::MaxNumF:
    return apply(T(), [](T a, T b) FATHOM_INLINE { return ((a > b) | (b != b)) ? a : b; });
  case CombineOp::MinNumF:
    return apply(T(), [](T a, T b) FATHOM_INLINE { return ((a < b) | (b != b)) ? a : b; });
  case CombineOp::MaximumF:
    return apply(T(), [](T a, T b) FATHOM_INLINE { return ((a > b) | (a != a)) ? a : b; });
  case CombineOp::MinimumF:
    return apply(T(), [](T a, T b) FATHOM_INLINE { return ((a < b) | (a != a)) ? a : b; });
  default:
    llvm_unreachable("a minimum or maximum");
  }
}

/// Of any lane but Ring. Not for sums and products of floats.
template <class Apply> void withExactOp(CombineOp op, Lane lane, uint64_t mask, Apply apply) {
  switch (lane) {
  case Lane::U8:
    return withIntegerOp<uint8_t, int8_t>(op, mask, apply);
  case Lane::U16:
    return withIntegerOp<uint16_t, int16_t>(op, mask, apply);
  case Lane::U32:
    return withIntegerOp<uint32_t, int32_t>(op, mask, apply);
  case Lane::U64:
    return withIntegerOp<uint64_t, int64_t>(op, mask, apply);
  case Lane::F32:
    return withExtremeOp<float>(op, apply);
  case Lane::F64:
    return withExtremeOp<double>(op, apply);
  case Lane::Ring:
    llvm_unreachable("the ring has its own functions");
  }
}

/// Ops of ring elements on arrays.
using RingOp = void (*)(const int32_t *, const int32_t *, int32_t *, size_t);
inline RingOp ringOpOf(CombineOp op) {
  switch (op) {
  case CombineOp::AddF:
    return ring::add;
  case CombineOp::MulF:
    return ring::mul;
  case CombineOp::MaxNumF:
    return ring::maxNumber;
  case CombineOp::MinNumF:
    return ring::minNumber;
  case CombineOp::MaximumF:
    return ring::maximum;
  case CombineOp::MinimumF:
    return ring::minimum;
  default:
    llvm_unreachable("an op on floats");
  }
}

inline bool isSumOrProduct(CombineOp op) { return op == CombineOp::AddF || op == CombineOp::MulF; }

} // namespace fathom::interp

#endif
