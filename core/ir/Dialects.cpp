// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers and loads all dialects that fathom reads and prints.
#include "core/ir/Dialects.h"

#include "core/ir/LegacyDialects.h"
#include "core/ir/Triton.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/ir/TritonNvidiaGPUWarps.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;

void fathom::registerDialects(DialectRegistry &registry) {
  registry.insert<tt::TritonDialect, arith::ArithDialect, cf::ControlFlowDialect, gpu::GPUDialect,
                  LLVM::LLVMDialect, math::MathDialect, NVVM::NVVMDialect, ROCDL::ROCDLDialect,
                  scf::SCFDialect, ub::UBDialect>();
  registry.insert<ttg::TritonGPUDialect, ttng::TritonNvidiaGPUDialect, amdg::TritonAMDGPUDialect,
                  nvws::NVWSDialect>();
  registerLegacyDialects(registry);
}

std::unique_ptr<MLIRContext> fathom::makeContext() {
  DialectRegistry registry;
  registerDialects(registry);
  auto context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}
