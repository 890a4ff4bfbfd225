// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nvws dialect: tokens by which producing and consuming warps take turns.
#ifndef FATHOM_CORE_IR_TRITONNVIDIAGPUWARPS_H
#define FATHOM_CORE_IR_TRITONNVIDIAGPUWARPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "core/ir/TritonNvidiaGPUWarpDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonNvidiaGPUWarpTypes.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonNvidiaGPUWarpOps.h.inc"

#endif
