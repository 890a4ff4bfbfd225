// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells that two modules do the same in the interpreter, without running them.
#ifndef FATHOM_FUZZ_TARGETS_RUNALIKE_H
#define FATHOM_FUZZ_TARGETS_RUNALIKE_H

#include "mlir/IR/BuiltinOps.h"

namespace fathom {

/// Whether the modules, of one context, differ in nothing but the layouts of tensors and what the module says about the GPU: what several targets' pipelines
/// make so alike is interpreted once. False says nothing.
bool runAlike(mlir::ModuleOp a, mlir::ModuleOp b);

} // namespace fathom

#endif
