// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints a program with names that a person would give, for tests that people read.
//
//   %0 = tt.load %arg0 : !tt.ptr<f32>        %load = tt.load %p : !tt.ptr<f32>
#ifndef FATHOM_REDUCER_READABLENAMES_H
#define FATHOM_REDUCER_READABLENAMES_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace fathom {

/// The module's text. An op's result is named by the op, an argument by its type or role; constants keep the names that MLIR gives them
/// (%c1_i32, %cst). Locations are not printed.
std::string printWithReadableNames(mlir::ModuleOp program);

} // namespace fathom

#endif
