// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes types through a whole program at once, and what else hangs on them: constants, ranges, casts that have become the identity.
#ifndef FATHOM_REDUCER_RETYPE_H
#define FATHOM_REDUCER_RETYPE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fathom {

/// What a tensor type, or a scalar that is an element type somewhere, becomes; null: it stays.
///   tensor<64x32xf32> -> tensor<16x32xf32>, or f32 -> f16
struct TypeChange {
  llvm::function_ref<mlir::Type(mlir::RankedTensorType)> ofTensor;
  llvm::function_ref<mlir::Type(mlir::Type)> ofScalar;
};

/// Changes every value's and function's type, also inside pointers. Constants keep their values as far as the new type holds them;
/// tt.make_range keeps its start; a cast, broadcast or layout conversion between what are equal types now is erased. The result may be invalid.
void retype(mlir::ModuleOp program, TypeChange change);

} // namespace fathom

#endif
