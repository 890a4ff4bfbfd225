// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps a launch true while a reduction drops and changes a kernel's arguments.
//
// Before a reduction each argument is marked with its number, in its location, which a step that drops or replaces others leaves alone:
//
//   launch of @k(%a: f32 pointer, %b: i32, %c: f32 pointer)      args=f32[64];i32=7;out:f32[64]
//   a step drops %b and makes %c a pointer to f16                args=f32[64];out:f16[64]
//
// An argument that a step has added gets a small number, or a small buffer.
#ifndef FATHOM_REDUCER_ARGUMENTORIGINS_H
#define FATHOM_REDUCER_ARGUMENTORIGINS_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace fathom {

/// Marks the arguments of the module's kernel.
void markArguments(mlir::ModuleOp program);

/// The launch for the kernel as it is now; empty if `launch` is.
std::string launchFor(mlir::ModuleOp program, llvm::StringRef launch);

} // namespace fathom

#endif
