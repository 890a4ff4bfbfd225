// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dots and the loops around them, for the matmul rows and for templates.
#ifndef FATHOM_FUZZ_GEN_MATMUL_H
#define FATHOM_FUZZ_GEN_MATMUL_H

#include "fuzz/gen/Loops.h"

namespace fathom::gen {

/// A dot that the front end accepts: dimensions of 16 or more (since 3.6 M and N may be smaller), 32 along K for 8-bit operands.
struct DotKind {
  int64_t m, n, k;
  Type operand;     ///< Of both sides, or of the left one.
  Type accumulator; ///< f32, f16, f64 or i32.
  tt::InputPrecision precision;
  Type right = {}; ///< Another 8-bit float; null: the same.

  Type side(unsigned which) const { return which && right ? right : operand; }

  Shape aShape() const { return {m, k}; }
  Shape bShape() const { return {k, n}; }
  Shape cShape() const { return {m, n}; }
};
DotKind drawDot(Writer &w);
/// One of those of wide tiles and 16-bit operands.
DotKind drawPlainDot(Writer &w);

/// A tile of that type: visible, loaded (also as its transpose), converted or computed.
Value dotOperand(Writer &w, ArrayRef<int64_t> shape, Type element);
/// a * b + c, in one of the ways in which kernels accumulate.
Value accumulate(Writer &w, const DotKind &kind, Value a, Value b, Value c);

/// A loop over K with a running accumulator, operands by carried pointers or by the counter;
/// statements of the `hole` stand in its body. Returns the accumulator after it.
Value writeMatmulLoop(Writer &w, const DotKind &kind, Value init, unsigned hole);

/// Adds the tile to memory by atomics, as programs do that share the depth of a product.
void addToMemory(Writer &w, Value tile);
/// Bias, activation, masks and the like, then one or two stores.
void writeEpilogue(Writer &w, Value sum);

} // namespace fathom::gen

#endif
