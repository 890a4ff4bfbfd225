// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of amdg, and the attribute of its scheduling hints.
#ifndef FATHOM_CORE_IR_TRITONAMDGPUOPS
#define FATHOM_CORE_IR_TRITONAMDGPUOPS

include "core/ir/TritonGPUOps.td"

class AMDG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TritonAMDGPU_Dialect, mnemonic, !listconcat(traits, [TT_TensorSize, TT_TensorLayouts])>;

def AMDG_SchedHintVariant : AttrDef<TritonAMDGPU_Dialect, "SchedHintVariant"> {
  let mnemonic = "SchedHintVariant";
  let parameters = (ins EnumParameter<AMDG_SchedHint>:$value);
  let assemblyFormat = "`<` $value `>`";
}

def AMDG_InstCounter : AttrDef<TritonAMDGPU_Dialect, "InstCounter"> {
  let mnemonic = "InstCounter";
  let summary = "how many instructions of a type there are (up to 3.3)";
  let parameters = (ins "uint32_t":$value, "::mlir::Type":$type);
  let assemblyFormat = "`<` params `>`";
}

// Up to 3.4: which operand of a dot a load is for.
def AMDG_OpIdx : AttrDef<TritonAMDGPU_Dialect, "OpIdx"> {
  let mnemonic = "OpIdx";
  let parameters = (ins "int32_t":$value);
  let assemblyFormat = "`<` $value `>`";
}

//===-- Accesses through buffer descriptors: a scalar base, and offsets in elements --===//

def AMDG_BufferLoadOp : AMDG_Op<"buffer_load", [AttrSizedOperandSegments]> {
  let summary = "reads at base + offsets where the mask is true, else other";
  let arguments = (ins Arg<TT_Ptr, "", [MemRead<TT_GlobalMemory>]>:$ptr, TT_I32Tensor:$offsets, Optional<I32>:$stride,
      DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache, Optional<TT_I1Tensor>:$mask,
      Optional<TT_Tensor>:$other, DefaultValuedAttr<I32Attr, "1">:$contiguity);
  let results = (outs TT_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AMDG_BufferStoreOp : AMDG_Op<"buffer_store", [AttrSizedOperandSegments]> {
  let summary = "writes at base + offsets where the mask is true";
  let arguments = (ins TT_Tensor:$value, Arg<TT_Ptr, "", [MemWrite<TT_GlobalMemory>]>:$ptr, TT_I32Tensor:$offsets,
      Optional<I32>:$stride, DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
      Optional<TT_I1Tensor>:$mask, DefaultValuedAttr<I32Attr, "1">:$contiguity);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AMDG_BufferAtomicRMWOp : AMDG_Op<"buffer_atomic_rmw", [AttrSizedOperandSegments]> {
  let summary = "combines values into memory at base + offsets; the result is what was there";
  let arguments = (ins TT_RmwKind:$atomic_rmw_op,
      Arg<TT_Ptr, "", [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr, TT_I32Tensor:$offsets,
      TT_Tensor:$value, Optional<I32>:$stride, TT_MemSemantic:$sem, TT_MemSyncScope:$scope,
      Optional<TT_I1Tensor>:$mask);
  let results = (outs TT_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AMDG_BufferAtomicCASOp : AMDG_Op<"buffer_atomic_cas"> {
  let summary = "writes val where memory at base + offsets holds cmp; the result is what was there";
  let arguments = (ins Arg<TT_Ptr, "", [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>:$ptr,
      TT_I32Tensor:$offsets, TT_Tensor:$cmp, TT_Tensor:$val, Optional<I32>:$stride, TT_MemSemantic:$sem,
      TT_MemSyncScope:$scope);
  let results = (outs TT_Tensor:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def AMDG_BufferLoadToLocalOp : AMDG_Op<"buffer_load_to_local", [AttrSizedOperandSegments]> {
  let summary = "starts to copy from base + offsets into a buffer in shared memory";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$dest, Arg<TT_Ptr, "", [MemRead<TT_GlobalMemory>]>:$ptr,
      TT_I32Tensor:$offsets, Optional<TT_I1Tensor>:$mask, Optional<TT_Tensor>:$other, Optional<I32>:$stride,
      DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
      DefaultValuedAttr<I32Attr, "1">:$contiguity);
  let results = (outs TTG_AsyncToken:$token);
  let hasCustomAssemblyFormat = 1;
}

//===-- Layouts and parts of tensors in registers --===//

def AMDG_ExtractSliceOp : AMDG_Op<"extract_slice", [Pure]> {
  let summary = "the part of a tensor at fixed offsets, a whole number of block tiles";
  let arguments = (ins TT_Tensor:$source, DenseI64ArrayAttr:$static_offsets);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$source $static_offsets attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

def AMDG_ConcatOp : AMDG_Op<"concat", [Pure]> {
  let summary = "tensors of one type side by side, row-major, as one larger tensor";
  let arguments = (ins Variadic<TT_Tensor>:$sources);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$sources attr-dict `:` type($sources) `->` type($result)";
  let hasVerifier = 1;
}

def AMDG_InThreadTransposeOp : AMDG_Op<"in_thread_transpose", [
    Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "the same elements, each thread's own in another order";
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def AMDG_LocalLoadPackedTransposedOp : AMDG_Op<"local_load_packed_tranposed"> {
  let summary = "loads a buffer of packed pairs and repacks them along k";
  let arguments = (ins TTG_Reads<TTG_MemDesc>:$src, Optional<TTG_AsyncToken>:$token);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)";
}

//===-- Numbers --===//

def AMDG_UpcastMXFPOp : AMDG_Op<"upcast_mxfp", [Pure]> {
  let summary = "numbers of a block-scaled format, times their scale";
  let arguments = (ins TT_Tensor:$src, TT_Tensor:$scale, TT_ScaledElement:$fp_type,
      DefaultValuedAttr<BoolAttr, "false">:$fastMath);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `,` $scale `fp_type` `=` $fp_type attr-dict `:` type($src) `,` type($scale) `->` type($result)
  }];
}

class AMDG_Cast<string mnemonic, string what, dag more> : AMDG_Op<mnemonic, [Pure]> {
  let summary = what;
  let arguments = !con((ins TT_Tensor:$input, TT_Tensor:$scale), more);
  let results = (outs TT_Tensor:$output);
  let assemblyFormat = "$input `scale` $scale attr-dict `:` type($input) `,` type($scale) `->` type($output)";
}
def AMDG_ScaledUpcastFp4Op : AMDG_Cast<"scaled_upcast_fp4", "two e2m1 numbers of each i8 along the axis, times their scale",
    (ins I32Attr:$axis)>;
def AMDG_ScaledUpcastFp8Op : AMDG_Cast<"scaled_upcast_fp8", "fp8 numbers times their scale", (ins)>;
def AMDG_ScaledDowncastFp4Op : AMDG_Cast<"scaled_downcast_fp4", "numbers over their scale, as two e2m1 in each i8 along the axis",
    (ins I32Attr:$axis)>;
def AMDG_ScaledDowncastFp8Op : AMDG_Cast<"scaled_downcast_fp8", "numbers over their scale, as fp8", (ins)>;

//===-- Scheduling and waits --===//

def AMDG_InstructionSchedHintOp : AMDG_Op<"instruction_sched_hint", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "how the back end should interleave the instructions of the block";
  // Up to 3.3 counts of instructions come with the variant, as discardable attributes.
  let arguments = (ins OptionalAttr<AnyAttr>:$variant);
  let assemblyFormat = "attr-dict";
}

def AMDG_CondBarrierOp : AMDG_Op<"cond_barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a barrier for the threads where pred holds";
  let arguments = (ins I1:$pred);
  let assemblyFormat = "$pred attr-dict";
}

def AMDG_AsyncWaitOp : AMDG_Op<"async_wait"> {
  let summary = "waits until at most num_inst copying instructions are not done";
  let arguments = (ins Variadic<TTG_AsyncToken>:$asyncToken, I32Attr:$num_inst);
  let results = (outs TTG_AsyncToken:$retToken);
  let assemblyFormat = "($asyncToken^)? attr-dict";
}

def AMDG_MemoryCounterWaitOp : AMDG_Op<"memory_counter_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until the hardware counters are at most these";
  let arguments = (ins OptionalAttr<I32Attr>:$load, OptionalAttr<I32Attr>:$store, OptionalAttr<I32Attr>:$ds);
  let assemblyFormat = "oilist(`load` `(` $load `)` | `store` `(` $store `)` | `ds` `(` $ds `)`) attr-dict";
}

//===-- Barriers in memory --===//

def AMDG_InitBarrierOp : AMDG_Op<"init_barrier"> {
  let summary = "sets up a barrier for `count` arrivals";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$alloc, I32Attr:$count);
  let assemblyFormat = "$alloc `,` $count attr-dict `:` qualified(type($alloc))";
}

def AMDG_WaitBarrierOp : AMDG_Op<"wait_barrier"> {
  let summary = "waits until the barrier's phase is over";
  let arguments = (ins TTG_Updates<TTG_MemDesc>:$alloc, I32:$phase);
  let assemblyFormat = "$alloc `,` $phase attr-dict `:` qualified(type($alloc))";
}

def AMDG_ArriveBarrierOp : AMDG_Op<"arrive_barrier"> {
  let summary = "arrives `count` times; the result is the parity of the phase before";
  let arguments = (ins TTG_Updates<TTG_MemDesc>:$alloc, I32Attr:$count);
  let results = (outs I32:$result);
  let assemblyFormat = "$alloc `,` $count attr-dict `:` qualified(type($alloc)) `->` type($result)";
}

def AMDG_AsyncCopyMbarrierArriveOp : AMDG_Op<"async_copy_mbarrier_arrive"> {
  let summary = "arrives when the asynchronous copies started before are done";
  let arguments = (ins TTG_Updates<TTG_MemDesc>:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

#endif
