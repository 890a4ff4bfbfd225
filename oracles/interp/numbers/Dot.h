// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products c += a * b in the number systems of the interpreter.
#ifndef FATHOM_ORACLES_INTERP_NUMBERS_DOT_H
#define FATHOM_ORACLES_INTERP_NUMBERS_DOT_H

#include <cstddef>
#include <cstdint>

namespace fathom {

// All matrices are dense and row-major: a is M x K, b is K x N, c is M x N, and they do not overlap.
//
//     a = 1 2     b = 5 6     c before = 100 0     c after = 119  22
//         3 4         7 8                0   0                43  50
//
// The order of sums is fixed: c[i][j] takes its terms one by one, k ascending, starting from its old value.
// With floats each product and each sum is rounded on its own (no fused multiply-add), so the result equals
// the plain loop's bit by bit, on every machine.

/// In f32. Products of f16, bf16, tf32 and narrower operands are exact. If `sumAbs` is given (M x N), it is
/// set to the sum over k of |a| |b|, computed in f32 as well: off by a factor of at most 1 +- (K + 1) 2^-24.
/// Another order of the sum differs from this one by at most about K 2^-23 (sumAbs + |c before|).
void dotF32(const float *a, const float *b, float *c, size_t M, size_t N, size_t K,
            float *sumAbs = nullptr);

/// In f64.
void dotF64(const double *a, const double *b, double *c, size_t M, size_t N, size_t K);

/// In i32, wrapping. Operands of i8 are widened by the caller, with the sign they have.
void dotI32(const int32_t *a, const int32_t *b, int32_t *c, size_t M, size_t N, size_t K);

/// In the field of Ring.h, infinities and NaN by its rules. Exact, so the order does not matter.
void dotRing(const int32_t *a, const int32_t *b, int32_t *c, size_t M, size_t N, size_t K);

} // namespace fathom

#endif // FATHOM_ORACLES_INTERP_NUMBERS_DOT_H
