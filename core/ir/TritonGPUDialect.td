// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialects of GPU programs: ttg, and its vendors' parts ttng (NVIDIA) and amdg (AMD).
#ifndef FATHOM_CORE_IR_TRITONGPUDIALECT
#define FATHOM_CORE_IR_TRITONGPUDIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def TritonGPU_Dialect : Dialect {
  let name = "ttg";
  let cppNamespace = "::fathom::ttg";
  let summary = "tensors spread over the threads of a GPU, and shared memory";
  let hasCanonicalizer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Old names of ops within this dialect (memdesc_subview, local_barrier, ...).
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    void registerTypes();
    void registerEncodings();
  }];
}

def TritonNvidiaGPU_Dialect : Dialect {
  let name = "ttng";
  let cppNamespace = "::fathom::ttng";
  let summary = "what NVIDIA's GPUs add: warp-group products, barriers in memory, TMA, tensor memory";
  let dependentDialects = ["::fathom::ttg::TritonGPUDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Old names of ops within this dialect.
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    void registerEncodings();
  }];
}

def TritonAMDGPU_Dialect : Dialect {
  let name = "amdg";
  let cppNamespace = "::fathom::amdg";
  let summary = "what AMD's GPUs add: buffer accesses, scheduling hints, transposition in registers";
  let dependentDialects = ["::fathom::ttg::TritonGPUDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Old names of ops within this dialect.
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef opName) const override;
    void registerEncodings();
  }];
}

#endif
