// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each op makes of the facts of its operands (AxisInfo.h says what facts are).
//
//   %z = arith.addi %x, %y      x: c 1024, d 2^62, k 1     y: c 1, d 16, k 1024
//   axisRule(add, {&x, &y}, 0)  c 1024, d 16, k 1
#ifndef FATHOM_CORE_ANALYSIS_AXISRULES_H
#define FATHOM_CORE_ANALYSIS_AXISRULES_H

#include "core/analysis/AxisInfo.h"

namespace fathom {

/// The facts of a result of an op without regions, from those of its operands, one each. Control flow
/// (arguments of blocks, results of ops with regions, calls) is the solver's.
AxisInfo axisRule(mlir::Operation *op, llvm::ArrayRef<const AxisInfo *> operands, unsigned result);

/// Facts of a constant integer, or of a splat of one: `number` of `type`.
AxisInfo axisConstant(mlir::Type type, const llvm::APInt &number);

/// What somebody promises of a value: tt.divisibility, tt.contiguity and tt.constancy, a number or
/// one for each dimension. Numbers that are no powers of two count as the largest power that
/// divides them.
AxisInfo withPromises(AxisInfo info, mlir::Type type,
                      llvm::function_ref<mlir::Attribute(llvm::StringRef)> promise);

/// Bits of an integer, an index or a pointer; 0 for anything else.
unsigned axisWidth(mlir::Type type);
/// The shape that facts are about: {1} for a scalar.
llvm::SmallVector<int64_t, 4> axisShape(mlir::Type type);

} // namespace fathom

#endif
