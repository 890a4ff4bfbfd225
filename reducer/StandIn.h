// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds or makes values that can stand in for what an op computes: constants, and arguments of the function.
//
//   %x = tt.load %p : tensor<64x!tt.ptr<f32>>      constant:  %x = arith.constant dense<0.0> : tensor<64xf32>
//                                                  argument:  %x = tt.splat %arg3 : f32 -> tensor<64xf32>
//
// They are put at the start of the function, outside of loops and branches, so that they are there wherever the value is used; in the
// region of a tt.reduce, which sees no value from outside, at the start of that region.
#ifndef FATHOM_REDUCER_STANDIN_H
#define FATHOM_REDUCER_STANDIN_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"

namespace fathom {

/// Whether constantFor gives a value for this type: numbers, and tensors of them.
bool hasConstant(mlir::Type type);

/// Zero of the type, or the given value: an existing constant, where the function has one that is usable at the op.
mlir::Value constantFor(mlir::Type type, mlir::Operation *at);
mlir::Value constantFor(mlir::TypedAttr value, mlir::Operation *at);

/// Whether argumentFor gives a value for this type at the op: numbers, pointers, and tensors of them, in a function that
/// nobody calls.
bool hasArgument(mlir::Type type, mlir::Operation *at);

/// A fresh argument of the function that the op is in; splat if the type is a tensor.
mlir::Value argumentFor(mlir::Type type, mlir::Operation *at);

/// Either: a constant if there is one for the type, else an argument, else null.
mlir::Value anyFor(mlir::Type type, mlir::Operation *at);

/// Replaces all results of the op and erases it.
void replaceAndErase(mlir::Operation *op, mlir::ValueRange values);

} // namespace fathom

#endif
