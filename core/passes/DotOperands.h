// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the passes that bring products to matrix units share: element types of operands, products without a unit, scaled products.
#ifndef FATHOM_CORE_PASSES_DOTOPERANDS_H
#define FATHOM_CORE_PASSES_DOTOPERANDS_H

#include "core/ir/TritonGPU.h"

#include "mlir/IR/Builders.h"

namespace fathom {

/// The tensor with another element type, each value exact or rounded to nearest even: f16 -> f32, f8E5M2 -> f16, i8 -> i32.
/// Integers are signed, as in tt.dot. The value itself where the type is the same; null where there is no such conversion.
mlir::Value withElementType(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                            mlir::Type element);

/// The products that threads compute, by a blocked layout, in the order of the text: those that may still get a matrix unit.
llvm::SmallVector<tt::DotOp> dotsByThreads(mlir::ModuleOp module);

/// Gives a product that no matrix unit computes operands of its result's type, as multiplying and adding threads need it.
void promoteForThreads(tt::DotOp dot);

/// Writes tt.dot_scaled as a tt.dot of bf16 (f16 where an operand is) operands that are multiplied by their scales. One with 6-bit
/// elements, or of bf16 with f16, stays.
void decomposeScaledDots(mlir::ModuleOp module);

/// Whether there is a product at all, scaled or not.
bool hasProducts(mlir::ModuleOp module);

} // namespace fathom

#endif
