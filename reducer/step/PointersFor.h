// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fresh pointers through which a value is loaded or stored.
#ifndef FATHOM_REDUCER_STEP_POINTERSFOR_H
#define FATHOM_REDUCER_STEP_POINTERSFOR_H

#include "mlir/IR/Operation.h"

namespace fathom {

/// The type of pointers through which values of the type are stored: tensor<8x!tt.ptr<f32>> for tensor<8xf32>. Null if there is none.
mlir::Type pointersFor(mlir::Type type);

/// Stores the value at the op, through an argument of the function that is made for it. Requires hasArgument(pointersFor(its type)).
void storeThroughFreshPointer(mlir::Value value, mlir::Operation *at);

} // namespace fathom

#endif
