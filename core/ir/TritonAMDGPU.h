// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The amdg dialect: what AMD's GPUs add to ttg.
#ifndef FATHOM_CORE_IR_TRITONAMDGPU_H
#define FATHOM_CORE_IR_TRITONAMDGPU_H

#include "core/ir/TritonGPU.h"

#include "core/ir/TritonAMDGPUDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonAMDGPUAttributes.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonAMDGPUOps.h.inc"

#endif
