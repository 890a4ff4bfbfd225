// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrix products d = a * b + c of values, as tt.dot and the tensor-core ops of ttng and amdg compute them.
//
// The order of the K sums is open. An element of d is exact in every order, and has no slack, if all its terms are multiples of some g and small against it
// (Sums.h); otherwise its slack, with S = sum |a| |b| + |c| and u half an ulp of 1 of the accumulator's type, has these parts:
//
//   2 (K + 2) u S          rounding of products and sums, here and on a device, in any order; again as much with 32 bits, where tensor cores cut
//   1.04 G 2^-13 S         operands of 8 bits: tensor cores of one generation keep 13 bits below the largest term of a group, and then add it to an
//                          accumulator. G is 32, or min(K, maxNumImpreciseAcc) if that is more
//   2^-10 S or 2^-9 S      f32 operands read as tf32, one or both not representable: rounded to nearest here; a device may cut them
//   2^-19 S, 2^-13 S, 2^-19 S  f32 operands split into parts (tf32x3, bf16x3, bf16x6), where a part is dropped
//   u |d|, K subnormals    rounding of d; products that underflow
//   what the slack of the operands contributes
//
// In the algebra all precisions are the exact product: of a split the first part is the operand, as casts keep the element, and the others are 0. Not so of
// literals with more bits than a part has, which are rounded, and of infinities, whose other parts are NaN: what a split makes of these is Unspecified.
#ifndef FATHOM_ORACLES_INTERP_MATRIXPRODUCT_H
#define FATHOM_ORACLES_INTERP_MATRIXPRODUCT_H

#include "oracles/interp/Machine.h"

#include "core/ir/Triton.h"

namespace fathom::interp {

/// [batch][M][K] times [batch][K][N] plus [batch][M][N].
struct MatrixProduct {
  int64_t batch = 1, M = 1, N = 1, K = 1;
  Element a, b, d; ///< c has d's type.
  tt::InputPrecision precision = tt::InputPrecision::Ieee;
  int64_t maxNumImpreciseAcc = 0;
};

/// Of operands and result of rank 2 or 3. None: types that have no product; `why` says it.
std::optional<MatrixProduct> matrixProductOf(mlir::ShapedType a, mlir::ShapedType b,
                                             mlir::ShapedType d, Semantics semantics,
                                             std::string &why);

/// Values of 1 element or of all. Charges the work; an empty value if the run was stopped.
Value multiply(Frame &f, const Instr &i, const MatrixProduct &product, const Value &a,
               const Value &b, const Value &c);

/// Decodes an operand of a scaled product: [batch][rows][columns] elements as floats (of lane F32, in the algebra Ring), each times its scale.
struct ScaledOperand {
  tt::ScaledElement kind = tt::ScaledElement::BF16;
  bool codes = false; ///< The operand is of i8: codes of `kind`. Else of floats.
  int64_t batch = 1, rows = 1, columns = 1; ///< Of floats.
  /// Two e2m1 codes in a byte: neighbours along the rows (in columns 2j and 2j + 1), or along the columns (in rows 2j and 2j + 1).
  bool packedInRow = true;
  /// Elements that share a scale lie behind each other in a row (operand a), or in a column (operand b); none: no scale.
  enum class Scales { None, AlongRow, AlongColumn } scales = Scales::None;
  int64_t group = 32;     ///< How many.
  bool scaleCodes = true; ///< Scales are of i8: e8m0 codes. Else of floats.
  bool narrow =
      false; ///< Products with scales are taken in f16 where a device has no scaled product; else in bf16.
};
/// `scale`: [batch][rows][columns / group] or [batch][columns][rows / group]. What leaves the range of the type in which a device may scale is Unspecified.
Value scaled(Frame &f, const ScaledOperand &operand, const Value &elements, const Value *scale);

} // namespace fathom::interp

#endif
