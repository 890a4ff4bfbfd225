// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ttng dialect: what NVIDIA's GPUs add to ttg.
#ifndef FATHOM_CORE_IR_TRITONNVIDIAGPU_H
#define FATHOM_CORE_IR_TRITONNVIDIAGPU_H

#include "core/ir/TritonGPU.h"

#include "core/ir/TritonNvidiaGPUDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonNvidiaGPUEncodings.h.inc"

namespace fathom::ttng {

struct TensorMemory : mlir::SideEffects::Resource::Base<TensorMemory> {
  llvm::StringRef getName() final { return "<TensorMemory>"; }
};

} // namespace fathom::ttng

#define GET_OP_CLASSES
#include "core/ir/TritonNvidiaGPUOps.h.inc"

#endif
