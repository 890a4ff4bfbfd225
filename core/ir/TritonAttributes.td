// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations and attributes of the tt dialect. An enumeration is an i32 attribute with names, as releases write it.
#ifndef FATHOM_TRITON_ATTRIBUTES_TD
#define FATHOM_TRITON_ATTRIBUTES_TD

include "mlir/IR/EnumAttr.td"
include "core/ir/TritonDialect.td"

class TT_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::fathom::tt";
}

def TT_CacheModifier : TT_Enum<"CacheModifier", "Where a memory access is cached.", [
  I32EnumAttrCase<"None", 1, "none">, I32EnumAttrCase<"Ca", 2, "ca">, I32EnumAttrCase<"Cg", 3, "cg">,
  I32EnumAttrCase<"Wb", 4, "wb">, I32EnumAttrCase<"Cs", 5, "cs">, I32EnumAttrCase<"Wt", 6, "wt">,
  I32EnumAttrCase<"Cv", 7, "cv">
]>;

def TT_EvictionPolicy : TT_Enum<"EvictionPolicy", "How long a cached line stays.", [
  I32EnumAttrCase<"Normal", 1, "evict_normal">, I32EnumAttrCase<"First", 2, "evict_first">,
  I32EnumAttrCase<"Last", 3, "evict_last">
]>;

def TT_PaddingOption : TT_Enum<"PaddingOption", "What is read outside a tensor's bounds.", [
  I32EnumAttrCase<"Zero", 1, "zero">, I32EnumAttrCase<"Nan", 2, "nan">
]>;

def TT_MemSemantic : TT_Enum<"MemSemantic", "The memory order of an atomic.", [
  I32EnumAttrCase<"Relaxed", 1, "relaxed">, I32EnumAttrCase<"Acquire", 2, "acquire">,
  I32EnumAttrCase<"Release", 3, "release">, I32EnumAttrCase<"AcquireRelease", 4, "acq_rel">
]>;

def TT_MemSyncScope : TT_Enum<"MemSyncScope", "The threads that an atomic is ordered for.", [
  I32EnumAttrCase<"Gpu", 1, "gpu">, I32EnumAttrCase<"Cta", 2, "cta">, I32EnumAttrCase<"System", 3, "sys">
]>;

def TT_RmwKind : TT_Enum<"RmwKind", "What an atomic does to the value in memory.", [
  I32EnumAttrCase<"And", 1, "and">, I32EnumAttrCase<"Or", 2, "or">, I32EnumAttrCase<"Xor", 3, "xor">,
  I32EnumAttrCase<"Add", 4, "add">, I32EnumAttrCase<"FAdd", 5, "fadd">, I32EnumAttrCase<"Max", 6, "max">,
  I32EnumAttrCase<"Min", 7, "min">, I32EnumAttrCase<"UMax", 8, "umax">, I32EnumAttrCase<"UMin", 9, "umin">,
  I32EnumAttrCase<"Exchange", 10, "exch">
]>;

def TT_DescriptorReduceKind : TT_Enum<"DescriptorReduceKind", "What tt.descriptor_reduce does to the values in memory.", [
  I32EnumAttrCase<"Add", 1, "add">, I32EnumAttrCase<"Min", 2, "min">, I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Inc", 4, "inc">, I32EnumAttrCase<"Dec", 5, "dec">, I32EnumAttrCase<"And", 6, "and">,
  I32EnumAttrCase<"Or", 7, "or">, I32EnumAttrCase<"Xor", 8, "xor">
]>;

def TT_ProgramAxis : TT_Enum<"ProgramAxis", "A dimension of the grid of programs.", [
  I32EnumAttrCase<"X", 0, "x">, I32EnumAttrCase<"Y", 1, "y">, I32EnumAttrCase<"Z", 2, "z">
]>;

def TT_RoundingMode : TT_Enum<"RoundingMode", "How a narrowing float conversion rounds.", [
  I32EnumAttrCase<"Rtz", 0, "rtz">, I32EnumAttrCase<"Rtne", 1, "rtne">
]>;

def TT_PropagateNan : TT_Enum<"PropagateNan", "What an op makes of a NaN.", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"All", 65535, "all">
]>;

def TT_InputPrecision : TT_Enum<"InputPrecision", "How the operands of an f32 dot are rounded.", [
  I32EnumAttrCase<"Tf32", 0, "tf32">, I32EnumAttrCase<"Tf32x3", 1, "tf32x3">,
  I32EnumAttrCase<"Ieee", 2, "ieee">, I32EnumAttrCase<"Bf16x3", 3, "bf16x3">,
  I32EnumAttrCase<"Bf16x6", 4, "bf16x6">
]>;

def TT_ScaledElement : TT_Enum<"ScaledElement", "The element type of an operand of tt.dot_scaled, which IR types do not always say.", [
  I32EnumAttrCase<"E4M3", 0, "e4m3">, I32EnumAttrCase<"E5M2", 1, "e5m2">, I32EnumAttrCase<"E2M3", 2, "e2m3">,
  I32EnumAttrCase<"E3M2", 3, "e3m2">, I32EnumAttrCase<"E2M1", 4, "e2m1">, I32EnumAttrCase<"BF16", 5, "bf16">,
  I32EnumAttrCase<"FP16", 6, "fp16">
]>;

// How 3.9.0 says the two cache hints of a load or a store. Ops keep them as two enumerations.
def TT_CachePolicy : AttrDef<Triton_Dialect, "CachePolicy"> {
  let mnemonic = "cache_policy";
  let parameters = (ins "::fathom::tt::CacheModifier":$cacheModifier, "::fathom::tt::EvictionPolicy":$evictionPolicy);
  let hasCustomAssemblyFormat = 1;
}

#endif
