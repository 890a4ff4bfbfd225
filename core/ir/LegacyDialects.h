// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads what older releases print: dialects triton_gpu and triton_nvidia_gpu (3.0 to 3.2) and amdgpu (up to 3.5), and old names of ops.
//
// The old dialects have no ops of their own: their parsing hooks build today's.
//
//   %1 = triton_gpu.memdesc_subview %0[%i, %c0, %c0] : !tt.memdesc<2x64x32xf16, #triton_gpu.shared<{..}>, mutable> -> ..
//   %1 = ttg.memdesc_index %0[%i] : !ttg.memdesc<2x64x32xf16, #ttg.swizzled_shared<{..}>, #ttg.shared_memory, mutable> -> ..
//
// No hook sees discardable attributes and ops in generic form, so every reader calls normaliseLegacy after it has parsed:
//
//   module attributes {"triton_gpu.num-warps" = 4 : i32}   ->   module attributes {"ttg.num-warps" = 4 : i32}
#ifndef FATHOM_CORE_IR_LEGACYDIALECTS_H
#define FATHOM_CORE_IR_LEGACYDIALECTS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"

namespace fathom {

void registerLegacyDialects(mlir::DialectRegistry &registry);

/// Gives the discardable attributes and the ops of older releases within `root` today's names. Fails, with a diagnostic, at an op that
/// has no name today.
llvm::LogicalResult normaliseLegacy(mlir::Operation *root);

/// A parser for an op name that is no longer there, or nothing.
std::optional<mlir::Dialect::ParseOpHook> legacyOpHook(llvm::StringRef name);

} // namespace fathom

#endif
