// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of floats, by name: how each is computed in either semantics, and how far devices are off.
//
// Names are those of arith and math without the dialect ("addf", "exp2"), and C's where these have none ("hypot"); "tf32" rounds f32 to that.
#ifndef FATHOM_ORACLES_INTERP_FLOATFUNCTIONS_H
#define FATHOM_ORACLES_INTERP_FLOATFUNCTIONS_H

#include "oracles/interp/FloatSlack.h"

namespace fathom::interp {

/// The kernels for the lanes of ieee.
struct FloatKernels {
  Kernel f32, f64; ///< From float to float, from double to double.
  /// From float to float of a type narrower than f32, which Span::key names (a FloatKind). Null: as f32, and then rounded to the type (it computes + - * /
  /// or a square root, whose second rounding is innocuous), or not at all (exact).
  Kernel narrow = nullptr;
  bool exact = false; ///< The result is of the operands' type without rounding.
};

struct FloatFunction {
  llvm::StringLiteral name;
  unsigned arity;
  FloatKernels ieee;
  /// On ring elements; Span::key is the key of the function.
  Kernel ring;
  Range range;
  DeviceError device = {};
  /// The name that makes the key: functions of one name are one function.
  llvm::StringLiteral keyName = "";

  uint64_t key() const;
};

/// Null if there is none.
const FloatFunction *findFloatFunction(llvm::StringRef name);

/// The key of anything that is hashed in the algebra.
uint64_t keyOf(llvm::StringRef what);

/// A function of floats in one type and one run: made once for an op.
struct FloatPlan {
  const FloatFunction *function = nullptr;
  Kernel ieee = nullptr;
  uint64_t ringKey = 0;
  Lane lane = Lane::F32; ///< Of literals, and of everything in ieee.
  bool rounds = false;
  bool fuses = false; ///< A product.
  SlackRule exactly, approximately;
};
/// None if the type has no such floats. `precise`: devices compute it as IEEE says.
std::optional<FloatPlan> planFloat(const FloatFunction &function, const Element &element,
                                   bool precise = false);
/// What the function makes of these values, poison and slack included. Literals stay literal.
Value computeFloat(Frame &f, const FloatPlan &plan, llvm::ArrayRef<const Value *> in);

} // namespace fathom::interp

#endif
