// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of the core: create*() makes one with upstream's options, registerPasses() puts them on the command line.
//
//   manager.addPass(createTritonGPUPipeline({.numStages = 3}));
#ifndef FATHOM_CORE_PASSES_PASSES_H
#define FATHOM_CORE_PASSES_PASSES_H

#include "core/ir/Dialects.h"
#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"
#include "core/ir/TritonNvidiaGPU.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/Pass.h"

namespace fathom {

#define GEN_PASS_DECL
#include "core/passes/Passes.h.inc"

/// Makes every pass known to pass pipelines given as text.
void registerPasses();

} // namespace fathom

#endif
