// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All dialects that fathom reads and prints, in one call.
#ifndef FATHOM_CORE_IR_DIALECTS_H
#define FATHOM_CORE_IR_DIALECTS_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

namespace fathom {

/// tt, ttg, ttng, amdg and their older names, and the upstream dialects that Triton programs mix in
/// (arith, math, scf, cf, ub, gpu, rocdl, nvvm, llvm).
void registerDialects(mlir::DialectRegistry &registry);

/// A single-threaded context with all of them loaded.
std::unique_ptr<mlir::MLIRContext> makeContext();

} // namespace fathom

#endif
