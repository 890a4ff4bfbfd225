// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations of ttg, ttng and amdg.
#ifndef FATHOM_CORE_IR_TRITONGPUENUMS
#define FATHOM_CORE_IR_TRITONGPUENUMS

include "mlir/IR/EnumAttr.td"

def TTG_AddrSpace : I32BitEnumAttr<"AddrSpace", "the memories that a barrier orders", [
    I32BitEnumAttrCaseNone<"None", "none">, I32BitEnumAttrCaseBit<"Local", 0, "local">,
    I32BitEnumAttrCaseBit<"GlobalRead", 1, "global_read">, I32BitEnumAttrCaseBit<"GlobalWrite", 2, "global_write">,
    I32BitEnumAttrCaseBit<"TensorRead", 3, "tensor_read">, I32BitEnumAttrCaseBit<"TensorWrite", 4, "tensor_write">]> {
  let cppNamespace = "::fathom::ttg";
}

def TTNG_BlockRepOrder : I32EnumAttr<"BlockRepOrder", "in which order blocks of scales repeat", [
    I32EnumAttrCase<"MnThenK", 0, "mnThenK">, I32EnumAttrCase<"KThenMn", 1, "kThenMn">]> {
  let cppNamespace = "::fathom::ttng";
}

def TTNG_TmemReduction : I32EnumAttr<"TmemReduction", "what a load of tensor memory reduces by", [
    I32EnumAttrCase<"Min", 1, "min">, I32EnumAttrCase<"Max", 2, "max">]> {
  let cppNamespace = "::fathom::ttng";
}

def TTNG_TmemWaitKind : I32EnumAttr<"TmemWaitKind", "the accesses of tensor memory that are waited for", [
    I32EnumAttrCase<"Load", 0, "load">, I32EnumAttrCase<"Store", 1, "store">]> {
  let cppNamespace = "::fathom::ttng";
}

def AMDG_SchedHint : I32EnumAttr<"SchedHint", "how instructions of a loop are to be interleaved", [
    I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"LlvmIglp0", 1, "llvm_iglp_0">,
    I32EnumAttrCase<"LlvmIglp1", 2, "llvm_iglp_1">, I32EnumAttrCase<"LocalPrefetch", 3, "local_prefetch">,
    I32EnumAttrCase<"RefineOps", 4, "refine_ops">, I32EnumAttrCase<"Attention", 5, "attention">]> {
  let cppNamespace = "::fathom::amdg";
}

#endif
