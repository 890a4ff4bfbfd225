// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The nvws dialect: registers its type and ops.
#include "core/ir/TritonNvidiaGPUWarps.h"

using namespace mlir;

#include "core/ir/TritonNvidiaGPUWarpDialect.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonNvidiaGPUWarpTypes.cpp.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonNvidiaGPUWarpOps.cpp.inc"

void fathom::nvws::NVWSDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "core/ir/TritonNvidiaGPUWarpTypes.cpp.inc"
      >();
}

void fathom::nvws::NVWSDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonNvidiaGPUWarpOps.cpp.inc"
      >();
}
