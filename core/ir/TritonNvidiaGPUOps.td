// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of ttng.
#ifndef FATHOM_CORE_IR_TRITONNVIDIAGPUOPS
#define FATHOM_CORE_IR_TRITONNVIDIAGPUOPS

include "core/ir/TritonGPUOps.td"

def TTNG_TensorMemory : Resource<"::fathom::ttng::TensorMemory">;

class TTNG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TritonNvidiaGPU_Dialect, mnemonic, !listconcat(traits, [TT_TensorSize, TT_TensorLayouts])>;

def TTNG_TensorOrMemDesc : AnyTypeOf<[TT_NumberTensor, TTG_MemDesc], "tensor or memdesc">;
// Up to 3.3 a descriptor was a pointer to its bytes.
def TTNG_Desc : AnyTypeOf<[TT_Desc, TT_Ptr], "tensor descriptor or pointer">;
class TTNG_ReadsGlobal<TypeConstraint type> : Arg<type, "", [MemRead<TT_GlobalMemory>]>;
class TTNG_WritesGlobal<TypeConstraint type> : Arg<type, "", [MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>;

//===-- Products of warp groups --===//

def TTNG_WarpGroupDotOp : TTNG_Op<"warp_group_dot", [
    AllTypesMatch<["c", "d"]>, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "d = a * b + c by four warps together; a dot_op tensor or a buffer, b a buffer";
  let description = "With isAsync the result may be read, and the buffers written, only after a warp_group_dot_wait.";
  let arguments = (ins TTNG_TensorOrMemDesc:$a, TTG_MemDesc:$b, TT_NumberTensor:$c, Optional<I1>:$useC,
      DefaultValuedAttr<TT_InputPrecision, "::fathom::tt::InputPrecision::Ieee">:$inputPrecision,
      DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc, DefaultValuedAttr<BoolAttr, "false">:$isAsync);
  let results = (outs TT_NumberTensor:$d);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`,` $useC^)? `` custom<DotAttributes>(attr-dict) `:` type($a) `*` qualified(type($b)) `->` type($d)
  }];
  let hasVerifier = 1;
}

def TTNG_WarpGroupDotWaitOp : TTNG_Op<"warp_group_dot_wait", [AllTypesMatch<["inputs", "outputs"]>]> {
  let summary = "waits until at most `pendings` products are not done; passes its operands on";
  let arguments = (ins Variadic<TTNG_TensorOrMemDesc>:$inputs, I32Attr:$pendings, UnitAttr:$warpGroupLocal);
  let results = (outs Variadic<TTNG_TensorOrMemDesc>:$outputs);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
}

def TTNG_FenceAsyncSharedOp : TTNG_Op<"fence_async_shared", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "orders writes of threads to shared memory before reads of it by TMA and the tensor cores";
  let arguments = (ins BoolAttr:$bCluster);
  let assemblyFormat = "attr-dict";
}

def TTNG_FenceMBarrierInitReleaseClusterOp : TTNG_Op<"fence_mbarrier_init_release_cluster", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "shows the cluster barriers that were set up";
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterArriveOp : TTNG_Op<"cluster_arrive", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "arrives at the barrier of the cluster";
  let arguments = (ins BoolAttr:$relaxed);
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterWaitOp : TTNG_Op<"cluster_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits at the barrier of the cluster";
  let assemblyFormat = "attr-dict";
}

def TTNG_ClusterBarrierOp : TTNG_Op<"cluster_barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for all warps of the cluster";
  let arguments = (ins DefaultValuedAttr<BoolAttr, "false">:$relaxed);
  let assemblyFormat = "attr-dict";
}

//===-- Barriers in memory --===//

def TTNG_InitBarrierOp : TTNG_Op<"init_barrier"> {
  let summary = "sets up a barrier for `count` arrivals";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$alloc, I32Attr:$count);
  let assemblyFormat = "$alloc `,` $count attr-dict `:` qualified(type($alloc))";
  let hasVerifier = 1;
}

def TTNG_InvalBarrierOp : TTNG_Op<"inval_barrier"> {
  let summary = "gives the memory of a barrier back";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$alloc);
  let assemblyFormat = "$alloc attr-dict `:` qualified(type($alloc))";
}

def TTNG_BarrierExpectOp : TTNG_Op<"barrier_expect"> {
  let summary = "tells a barrier how many bytes are on their way";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$alloc, I32Attr:$size, I1:$pred, OptionalAttr<I32Attr>:$fromCTA);
  let assemblyFormat = "$alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))";
  let hasVerifier = 1;
}

def TTNG_WaitBarrierOp : TTNG_Op<"wait_barrier", [AttrSizedOperandSegments]> {
  let summary = "waits until the barrier's phase is over";
  let arguments = (ins TTG_Updates<TTG_MemDesc>:$alloc, I32:$phase, Optional<I1>:$pred, Variadic<TTG_MemDesc>:$deps);
  let assemblyFormat = [{
    $alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` qualified(type($alloc)) (`,` type($deps)^)?
  }];
}

def TTNG_ArriveBarrierOp : TTNG_Op<"arrive_barrier"> {
  let summary = "arrives `count` times";
  let arguments = (ins TTG_Updates<TTG_MemDesc>:$alloc, I32Attr:$count, Optional<I1>:$pred,
      OptionalAttr<I32Attr>:$fromCTA, OptionalAttr<I32Attr>:$multicastCTA);
  let assemblyFormat = "$alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))";
  let hasVerifier = 1;
}

def TTNG_AsyncCopyMbarrierArriveOp : TTNG_Op<"async_copy_mbarrier_arrive"> {
  let summary = "arrives when the asynchronous copies started before are done";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$barrier, UnitAttr:$noIncrement);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def TTNG_AsyncSharedStoreOp : TTNG_Op<"async_shared_store"> {
  let summary = "starts to write a tensor into a buffer, and arrives when done";
  let arguments = (ins TT_Tensor:$src, TTG_Writes<TTG_MemDesc>:$dst, TTG_Writes<TTG_MemDesc>:$mbarrier);
  let assemblyFormat = [{
    $src `,` $dst `,` $mbarrier attr-dict
    `:` type($src) `->` qualified(type($dst)) `,` qualified(type($mbarrier))
  }];
}

//===-- TMA --===//

def TTNG_AsyncTMACopyGlobalToLocalOp : TTNG_Op<"async_tma_copy_global_to_local", [AttrSizedOperandSegments]> {
  let summary = "starts to copy the block at the coordinates into a buffer; the barrier counts its bytes";
  let arguments = (ins TTNG_ReadsGlobal<TTNG_Desc>:$desc, Variadic<I32>:$coord, Variadic<I16>:$offsets,
      TTG_Writes<TTG_MemDesc>:$barrier, TTG_Writes<TTG_MemDesc>:$result, I1:$pred, UnitAttr:$multicast,
      DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
      DefaultValuedAttr<TT_EvictionPolicy, "::fathom::tt::EvictionPolicy::Normal">:$evict,
      DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let assemblyFormat = [{
    $desc `[` $coord `]` (`offsets` `=` `[` $offsets^ `]`)? $result `,` $barrier `,` $pred
    `` custom<CacheHints>($cache, $evict) attr-dict
    `:` custom<DescType>(type($desc)) `,` qualified(type($barrier)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTNG_AsyncTMACopyLocalToGlobalOp : TTNG_Op<"async_tma_copy_local_to_global"> {
  let summary = "starts to copy a buffer to the block at the coordinates";
  let arguments = (ins TTNG_WritesGlobal<TTNG_Desc>:$desc, Variadic<I32>:$coord, TTG_Reads<TTG_MemDesc>:$src);
  let assemblyFormat = [{
    $desc `[` $coord `]` $src attr-dict `:` custom<DescType>(type($desc)) `,` qualified(type($src))
  }];
}

def TTNG_AsyncTMAReduceOp : TTNG_Op<"async_tma_reduce"> {
  let summary = "starts to combine a buffer into the block at the coordinates";
  let arguments = (ins TT_DescriptorReduceKind:$kind, TTNG_WritesGlobal<TTNG_Desc>:$desc, Variadic<I32>:$coord,
      TTG_Reads<TTG_MemDesc>:$src);
  let assemblyFormat = [{
    $kind `,` $desc `[` $coord `]` $src attr-dict `:` custom<DescType>(type($desc)) `,` qualified(type($src))
  }];
}

def TTNG_AsyncTMAGatherOp : TTNG_Op<"async_tma_gather"> {
  let summary = "starts to copy the rows at the offsets into a buffer";
  let arguments = (ins TTNG_ReadsGlobal<TTNG_Desc>:$desc, TT_I32Tensor:$x_offsets, I32:$y_offset,
      TTG_Writes<TTG_MemDesc>:$barrier, TTG_Writes<TTG_MemDesc>:$result, I1:$pred, UnitAttr:$multicast);
  let assemblyFormat = [{
    $desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred attr-dict `:` type(operands)
  }];
}

def TTNG_AsyncTMAScatterOp : TTNG_Op<"async_tma_scatter"> {
  let summary = "starts to copy a buffer to the rows at the offsets";
  let arguments = (ins TTNG_WritesGlobal<TTNG_Desc>:$desc, TT_I32Tensor:$x_offsets, I32:$y_offset,
      TTG_Reads<TTG_MemDesc>:$src);
  let assemblyFormat = "$desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)";
}

def TTNG_TMAStoreWaitOp : TTNG_Op<"async_tma_store_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits until at most `pendings` copies out of buffers are not done";
  let arguments = (ins I32Attr:$pendings, UnitAttr:$read_only);
  let assemblyFormat = "attr-dict";
}

def TTNG_ReinterpretTensorDescOp : TTNG_Op<"reinterpret_tensor_descriptor", [Pure]> {
  let summary = "the descriptor whose bytes a pointer points to";
  let arguments = (ins TT_Ptr:$rawDesc);
  let results = (outs TT_Desc:$result);
  let assemblyFormat = "$rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))";
}

def TTNG_TensorDescToTMAPtrOp : TTNG_Op<"tensor_desc_to_tma_ptr", [Pure]> {
  let summary = "a pointer to the bytes of a descriptor (3.3)";
  let arguments = (ins TT_Desc:$desc);
  let results = (outs TT_Ptr:$ptr);
  let assemblyFormat = "$desc attr-dict `:` qualified(type($desc)) `to` qualified(type($ptr))";
}

def TTNG_TensormapCreateOp : TTNG_Op<"tensormap_create", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>, AttrSizedOperandSegments]> {
  let summary = "writes a descriptor into memory";
  let arguments = (ins TT_Ptr:$desc_ptr, TT_Ptr:$global_address, Variadic<I32>:$box_dim, Variadic<I32>:$global_dim,
      Variadic<I64>:$global_stride, Variadic<I32>:$element_stride,
      ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<15>]>:$elem_type,
      ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<2>]>:$interleave_layout,
      ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<3>]>:$swizzle_mode,
      ConfinedAttr<I32Attr, [IntNonNegative, IntMaxValue<1>]>:$fill_mode);
  let assemblyFormat = [{
    $desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,` `[` $global_stride `]` `,`
    `[` $element_stride `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TTNG_TensormapFenceproxyAcquireOp : TTNG_Op<"tensormap_fenceproxy_acquire", [
    MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "shows a descriptor in memory to TMA";
  let arguments = (ins TT_Ptr:$desc_ptr);
  let assemblyFormat = "$desc_ptr attr-dict `:` qualified(type($desc_ptr))";
}

//===-- Tensor memory --===//

def TTNG_TMEMAllocOp : TTNG_Op<"tmem_alloc", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a new buffer in tensor memory, filled with src if there is one";
  let arguments = (ins Optional<TT_Tensor>:$src);
  let results = (outs TTG_MemDesc:$result, Optional<TTG_AsyncToken>:$token);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TTNG_TMEMLoadOp : TTNG_Op<"tmem_load", [AttrSizedResultSegments]> {
  let summary = "a buffer's elements as a tensor, and the minimum or maximum of each row";
  let arguments = (ins Arg<TTG_MemDesc, "", [MemRead<TTNG_TensorMemory>]>:$src, Optional<TTG_AsyncToken>:$dep,
      OptionalAttr<TTNG_TmemReduction>:$redOp, OptionalAttr<BoolAttr>:$abs, OptionalAttr<BoolAttr>:$NaN);
  let results = (outs TT_Tensor:$result, Optional<TTG_AsyncToken>:$token, Optional<TT_Tensor>:$red);
  let assemblyFormat = [{
    $src `` custom<Token>($dep, type($token)) attr-dict
    `:` qualified(type($src)) `->` type($result) (`,` type($red)^)?
  }];
  let hasVerifier = 1;
}

def TTNG_TMEMStoreOp : TTNG_Op<"tmem_store"> {
  let summary = "writes a tensor into a buffer where pred holds";
  let arguments = (ins Arg<TTG_MemDesc, "", [MemWrite<TTNG_TensorMemory>]>:$dst, Optional<TTG_AsyncToken>:$dep,
      TT_Tensor:$src, I1:$pred);
  let results = (outs Optional<TTG_AsyncToken>:$token);
  let assemblyFormat = [{
    $src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict
    `:` type($src) `->` qualified(type($dst))
  }];
  let hasVerifier = 1;
}

def TTNG_TMEMWaitOp : TTNG_Op<"tmem_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for loads or stores of tensor memory";
  let arguments = (ins TTNG_TmemWaitKind:$kind);
  let assemblyFormat = "$kind attr-dict";
}

def TTNG_TMEMSubSliceOp : TTNG_Op<"tmem_subslice", [Pure]> {
  let summary = "the part of a buffer at a fixed offset along a dim";
  let arguments = (ins TTG_MemDesc:$src, OptionalAttr<I32Attr>:$offset, OptionalAttr<I32Attr>:$N,
      OptionalAttr<I32Attr>:$dim);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))";
}

def TTNG_TMEMCopyOp : TTNG_Op<"tmem_copy"> {
  let summary = "starts to copy a buffer from shared to tensor memory";
  let arguments = (ins TTG_Reads<TTG_MemDesc>:$src, Arg<TTG_MemDesc, "", [MemWrite<TTNG_TensorMemory>]>:$dst,
      Optional<TTG_MemDesc>:$barrier);
  let hasCustomAssemblyFormat = 1;
}

def TTNG_TCGen5MMAOp : TTNG_Op<"tc_gen5_mma", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "d = a * b (+ d) in tensor memory; arrives at the barriers when done";
  let arguments = (ins TTG_MemDesc:$a, TTG_MemDesc:$b, TTG_MemDesc:$d, Optional<TTG_AsyncToken>:$acc_dep, I1:$useD,
      I1:$pred, Variadic<TTG_MemDesc>:$barriers, Variadic<I1>:$barrier_preds, UnitAttr:$is_async, UnitAttr:$two_ctas,
      UnitAttr:$multicast, UnitAttr:$is_unsigned);
  let results = (outs Optional<TTG_AsyncToken>:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TTNG_TCGen5MMAScaledOp : TTNG_Op<"tc_gen5_mma_scaled", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "as tc_gen5_mma, with a scale for each block of a and b";
  let arguments = (ins TTG_MemDesc:$a, TTG_MemDesc:$b, TTG_MemDesc:$d, Optional<TTG_AsyncToken>:$acc_dep,
      TTG_MemDesc:$a_scale, TTG_MemDesc:$b_scale, TT_ScaledElement:$a_type, TT_ScaledElement:$b_type, I1:$useD,
      I1:$pred, Variadic<TTG_MemDesc>:$barriers, Variadic<I1>:$barrier_preds, UnitAttr:$is_async, UnitAttr:$two_ctas,
      UnitAttr:$multicast);
  let results = (outs Optional<TTG_AsyncToken>:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TTNG_TCGen5CommitOp : TTNG_Op<"tc_gen5_commit", [AttrSizedOperandSegments]> {
  let summary = "has a barrier follow the products started before";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$barrier, Optional<I1>:$pred, Variadic<TTG_MemDesc>:$descs,
      UnitAttr:$two_ctas);
  let assemblyFormat = [{
    $barrier (`,` $pred^)? (`descs` $descs^)? attr-dict
    `:` qualified(type($barrier)) (`,` qualified(type($descs))^)?
  }];
}

//===-- Launch control --===//

def TTNG_CLCTryCancelOp : TTNG_Op<"clc_try_cancel"> {
  let summary = "asks for the work of a cluster that has not started";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$result, TTG_Writes<TTG_MemDesc>:$mbarrier);
  let assemblyFormat = "$result `,` $mbarrier attr-dict `:` qualified(type($result)) `,` qualified(type($mbarrier))";
}

def TTNG_CLCLoadResultOp : TTNG_Op<"clc_load_result"> {
  let summary = "the answer to clc_try_cancel";
  let arguments = (ins TTG_Reads<TTG_MemDesc>:$src);
  let results = (outs AnySignlessInteger:$clcResult);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src)) `->` type($clcResult)";
}

def TTNG_CLCIsCanceledOp : TTNG_Op<"clc_is_canceled", [Pure]> {
  let summary = "whether the answer gave work";
  let arguments = (ins AnySignlessInteger:$clcResult);
  let results = (outs I1:$is_canceled);
  let assemblyFormat = "$clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)";
}

def TTNG_CLCGetProgramIdOp : TTNG_Op<"clc_get_program_id", [Pure]> {
  let summary = "the program that the answer gave";
  let arguments = (ins AnySignlessInteger:$clcResult, TT_ProgramAxis:$dim);
  let results = (outs I32:$result);
  let assemblyFormat = "$clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)";
}

#endif
