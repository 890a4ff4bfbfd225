// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How rules of AxisInfo are written; AxisRules.cpp says which op has which. All numbers here are logarithms to base 2.
//
// Write c, d, k for the facts of a value along one dimension, and e = min(c, d) for its exact
// contiguity. What every rule keeps, beside the claims themselves:
//
//   (I) In each aligned group of 2^e, element i is the first one + i as a signed and as an unsigned
//       number: the group does not wrap.
//
// Proof for one n-bit operation: the group's first element divides by 2^e and the others follow modulo
// 2^n, so only the e low bits change (e < n: contiguity is kept below n). An extension changes all
// elements of such a group alike; a truncation keeps the low bits. For sums see `sum`.
//
// And what is used again and again:
//
//   (II) Elements at multiples of 2^g, g < c, divide by 2^min(d, g): the first of their group divides by
//        2^d, and they follow by a multiple of 2^g (divisibilityAt, limitContiguity).
//   (III) x in [m 2^g, (m+1) 2^g) and r a multiple of 2^g: x does not pass a multiple of r but where it
//        starts. So floor(x / r) and [x < r] are the same for all such x, and x - r floor(x / r)
//        follows x.
#ifndef FATHOM_CORE_ANALYSIS_AXIS_RULE_H
#define FATHOM_CORE_ANALYSIS_AXIS_RULE_H

#include "core/analysis/AxisRules.h"
#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/MathExtras.h"

namespace fathom::axis {

inline constexpr uint8_t anySign = AxisInfo::anySign, indexSign = AxisInfo::indexSign;

enum class BitKind { bitAnd, bitOr, bitXor };

/// One op's rule: its operands' facts in `in`, and its result's type.
struct Rule {
  mlir::Operation *op;
  llvm::ArrayRef<const AxisInfo *> in;
  mlir::Type type;
  unsigned width; ///< Of the result: bits of an integer or a pointer.

  const AxisInfo &operand(unsigned i) const { return *in[i]; }
  const AxisInfo &lhs() const { return *in[0]; }
  const AxisInfo &rhs() const { return *in[1]; }
  AxisInfo unknown() const { return AxisInfo::unknown(type); }
  std::optional<llvm::APInt> number(unsigned i) const;

  AxisInfo visit(unsigned result);
  AxisInfo sameWhereEqual();
  AxisInfo folded(llvm::APInt value) { return axisConstant(type, value); }

  AxisInfo constant(mlir::arith::ConstantOp constant);
  AxisInfo makeRange(tt::MakeRangeOp range);
  AxisInfo extend(bool isSigned);
  AxisInfo truncate();
  AxisInfo sum(unsigned scale);
  AxisInfo difference();
  AxisInfo product();
  AxisInfo scaled(unsigned shift);
  AxisInfo shiftLeft();
  AxisInfo shiftRight(bool isSigned);
  AxisInfo divide(bool isSigned);
  AxisInfo remainder(bool isSigned);
  AxisInfo bitwise(BitKind kind);
  AxisInfo smaller(bool isMin, bool isSigned);
  AxisInfo compare(mlir::arith::CmpIOp cmp);
  AxisInfo select();
  AxisInfo cast();
  AxisInfo splat();
  AxisInfo expandDims(unsigned axis);
  AxisInfo broadcast();
  AxisInfo transpose(llvm::ArrayRef<int32_t> order);
  AxisInfo reshape(tt::ReshapeOp reshape);
  AxisInfo joinTensors();
  AxisInfo split();
  AxisInfo load(tt::LoadOp load);
  AxisInfo programId();

  /// A quotient or a remainder that is a number, or of which nothing is known but where it is the same.
  std::optional<AxisInfo>
  dividedNumbers(llvm::function_ref<llvm::APInt(const llvm::APInt &, const llvm::APInt &)> divide,
                 bool isSigned);
  /// The groups along `dim` of which (III) speaks, in which quotients are equal and remainders follow.
  unsigned dividedGroup(unsigned dim) const;
  bool numeratorIsNotNegative(bool isSigned, AxisInfo &out) const;
};

inline unsigned log(int64_t size) { return size > 0 ? llvm::Log2_64(size) : 0; }

/// Log of the bytes that a pointer points to; 0 for anything else.
unsigned unitOf(mlir::Type type);

/// Of two signs, one that holds of both.
inline uint8_t joinSign(uint8_t left, uint8_t right) { return std::max(left, right); }

/// What does not go beyond the type: no more contiguity or constancy than there are elements, and no sign bit in what is
/// not negative.
AxisInfo within(AxisInfo info, mlir::Type type);

} // namespace fathom::axis

#endif
