// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ttg dialect: tensors spread over the threads of a GPU, and buffers in shared memory.
//
//   auto type = ttg::MemDescType::get({64, 32}, f16, shared, ttg::SharedMemorySpaceAttr::get(context), /*mutable=*/true);
//   ttg::lookupNumWarps(op)          // 4, from the module's "ttg.num-warps", or the partition that op is in
#ifndef FATHOM_CORE_IR_TRITONGPU_H
#define FATHOM_CORE_IR_TRITONGPU_H

#include "core/ir/Triton.h"
#include "core/ir/TritonGPUEncodings.h"

#include "core/ir/TritonGPUEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonGPUTypes.h.inc"

namespace fathom::ttg {

struct SharedMemory : mlir::SideEffects::Resource::Base<SharedMemory> {
  llvm::StringRef getName() final { return "<SharedMemory>"; }
};

/// Names of the module's attributes; texts up to 3.2 write "triton_gpu." for "ttg.".
inline constexpr llvm::StringLiteral numWarpsName = "ttg.num-warps";
inline constexpr llvm::StringLiteral numCtasName = "ttg.num-ctas";
inline constexpr llvm::StringLiteral threadsPerWarpName = "ttg.threads-per-warp";
inline constexpr llvm::StringLiteral targetName = "ttg.target";

/// How many warps run the op: those of the partition of a warp_specialize that it is in, of its function, or of the
/// module; nothing where none of them says it.
std::optional<int64_t> lookupNumWarps(mlir::Operation *op);
/// The module's other two numbers; nothing where it does not say them (then 32, and 1).
std::optional<int64_t> lookupThreadsPerWarp(mlir::Operation *op);
std::optional<int64_t> lookupNumCtas(mlir::Operation *op);

/// Reads and prints `[]` or `[%token]` after an operand; an op that has it also has a token as result.
mlir::ParseResult parseToken(mlir::OpAsmParser &parser,
                             std::optional<mlir::OpAsmParser::UnresolvedOperand> &dependency,
                             mlir::Type &token);
void printToken(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Value dependency,
                mlir::Type token);

} // namespace fathom::ttg

#define GET_OP_CLASSES
#include "core/ir/TritonGPUOps.h.inc"

#endif
