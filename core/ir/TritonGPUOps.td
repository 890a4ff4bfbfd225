// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of ttg.
#ifndef FATHOM_CORE_IR_TRITONGPUOPS
#define FATHOM_CORE_IR_TRITONGPUOPS

include "core/ir/TritonGPUTypes.td"
include "core/ir/TritonGPUEnums.td"
include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TTG_SharedMemory : Resource<"::fathom::ttg::SharedMemory">;

class TTG_Op<string mnemonic, list<Trait> traits = []>
    : Op<TritonGPU_Dialect, mnemonic, !listconcat(traits, [TT_TensorSize, TT_TensorLayouts])>;

// An op that holds code, or passes any value on: what tensors may be is checked where they are computed.
class TTG_HolderOp<string mnemonic, list<Trait> traits = []> : Op<TritonGPU_Dialect, mnemonic, traits>;

class TTG_Reads<TypeConstraint type> : Arg<type, "", [MemRead<TTG_SharedMemory>]>;
class TTG_Writes<TypeConstraint type> : Arg<type, "", [MemWrite<TTG_SharedMemory>]>;
class TTG_Updates<TypeConstraint type> : Arg<type, "", [MemRead<TTG_SharedMemory>, MemWrite<TTG_SharedMemory>]>;

//===-- Layouts --===//

def TTG_ConvertLayoutOp : TTG_Op<"convert_layout", [SameOperandsAndResultShape, SameOperandsAndResultElementType, Pure]> {
  let summary = "the same elements in another layout";
  let arguments = (ins TT_Tensor:$src, UnitAttr:$force_warp_shuffle);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

//===-- Asynchronous copies --===//

def TTG_AsyncCopyGlobalToLocalOp : TTG_Op<"async_copy_global_to_local", [AttrSizedOperandSegments]> {
  let summary = "starts to copy from global memory into a buffer";
  let description = [{
    Done when an async_wait for a group that contains it is. Where the mask is false, `other` is written, or zeros.
    `contiguity` elements may be copied by one access, however little is known of the pointers.
  }];
  let arguments = (ins Arg<TT_PtrTensor, "", [MemRead<TT_GlobalMemory>]>:$src, TTG_Writes<TTG_MemDesc>:$result,
      Optional<TT_I1Tensor>:$mask, Optional<TT_Type>:$other,
      DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
      DefaultValuedAttr<TT_EvictionPolicy, "::fathom::tt::EvictionPolicy::Normal">:$evict,
      DefaultValuedAttr<BoolAttr, "false">:$isVolatile, DefaultValuedAttr<I32Attr, "1">:$contiguity);
  let results = (outs TTG_AsyncToken:$token);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TTG_AsyncCommitGroupOp : TTG_Op<"async_commit_group"> {
  let summary = "puts the copies started since the last one into a group";
  let arguments = (ins Variadic<TTG_AsyncToken>:$inputTokens);
  let results = (outs TTG_AsyncToken:$asyncToken);
  let assemblyFormat = "custom<Tokens>($inputTokens) attr-dict";
}

def TTG_AsyncWaitOp : TTG_Op<"async_wait"> {
  let summary = "waits until at most num groups are not done";
  let arguments = (ins Variadic<TTG_AsyncToken>:$asyncToken, I32Attr:$num);
  let results = (outs TTG_AsyncToken:$retToken);
  let assemblyFormat = "($asyncToken^)? attr-dict";
}

//===-- Buffers --===//

def TTG_LocalAllocOp : TTG_Op<"local_alloc", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a new buffer in shared memory, filled with src if there is one";
  let arguments = (ins Optional<TT_Tensor>:$src, OptionalAttr<I32Attr>:$alignment);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "($src^)? attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TTG_LocalDeallocOp : TTG_Op<"local_dealloc"> {
  let summary = "frees a buffer";
  let arguments = (ins Arg<TTG_MemDesc, "", [MemFree<TTG_SharedMemory>]>:$src);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src))";
}

def TTG_LocalLoadOp : TTG_Op<"local_load"> {
  let summary = "a buffer's elements as a tensor";
  let arguments = (ins TTG_Reads<TTG_MemDesc>:$src, Optional<TTG_AsyncToken>:$token);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)";
  let hasVerifier = 1;
}

def TTG_LocalStoreOp : TTG_Op<"local_store"> {
  let summary = "writes a tensor into a buffer";
  let arguments = (ins TT_Tensor:$src, TTG_Writes<TTG_MemDesc>:$dst);
  let assemblyFormat = "$src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))";
  let hasVerifier = 1;
}

def TTG_LocalGatherOp : TTG_Op<"local_gather"> {
  let summary = "result[.., i, ..] = src[.., indices[.., i, ..], ..] along the axis";
  let arguments = (ins TTG_Reads<TTG_MemDesc>:$src, TT_IntTensor:$indices, I32Attr:$axis,
      Optional<TTG_AsyncToken>:$token);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $src `[` $indices `]` (`token` $token^)? attr-dict `:` qualified(type($src)) `,` type($indices) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TTG_LocalScatterOp : TTG_Op<"local_scatter"> {
  let summary = "dst[.., indices[.., i, ..], ..] = values[.., i, ..] along the axis";
  let arguments = (ins TTG_Writes<TTG_MemDesc>:$dst, TT_Tensor:$values, TT_IntTensor:$indices, I32Attr:$axis,
      Optional<TTG_AsyncToken>:$token);
  let assemblyFormat = [{
    $dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict
    `:` qualified(type($dst)) `,` type($indices) `,` type($values)
  }];
  let hasVerifier = 1;
}

def TTG_LocalAtomicScatterRMWOp : TTG_Op<"local_atomic_scatter_rmw"> {
  let summary = "as local_scatter, each element combined with what is there; the result is what was there";
  let arguments = (ins TT_RmwKind:$atomic_rmw_op, TTG_Updates<TTG_MemDesc>:$dst, TT_Tensor:$values,
      TT_IntTensor:$indices, Optional<TT_I1Tensor>:$mask, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = [{
    $atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===-- Views --===//

def TTG_MemDescIndexOp : TTG_Op<"memdesc_index", [Pure]> {
  let summary = "buffer number index of a list of buffers: drops the first dim";
  let arguments = (ins TTG_MemDesc:$src, I32:$index);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = [{
    $src `[` $index `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTG_MemDescSubsliceOp : TTG_Op<"memdesc_subslice", [Pure]> {
  let summary = "the part of a buffer at fixed offsets";
  let arguments = (ins TTG_MemDesc:$src, DenseI32ArrayAttr:$offsets);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = [{
    $src `[` custom<Offsets>($offsets) `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTG_MemDescSubviewOp : TTG_Op<"memdesc_subview", [Pure]> {
  let summary = "the part of a buffer at offsets, leading dims dropped (up to 3.4)";
  let description = [{
    Read as memdesc_index where all offsets but the first are the constant 0 and one dim is dropped, as memdesc_subslice where all are
    constants and none is dropped; it stays what it is where neither can say it.
  }];
  let arguments = (ins TTG_MemDesc:$src, Variadic<I32>:$offsets);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = [{
    $src `[` $offsets `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TTG_MemDescTransOp : TTG_Op<"memdesc_trans", [Pure, SameOperandsAndResultElementType]> {
  let summary = "result dim k is dim order[k]; no element moves";
  let arguments = (ins TTG_MemDesc:$src, DenseI32ArrayAttr:$order);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

def TTG_MemDescReshapeOp : TTG_Op<"memdesc_reshape", [Pure, SameOperandsAndResultElementType]> {
  let summary = "the same elements in row-major order under another shape";
  let arguments = (ins TTG_MemDesc:$src);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

def TTG_MemDescReinterpretOp : TTG_Op<"memdesc_reinterpret", [Pure]> {
  let summary = "the same bytes as another element type and shape";
  let arguments = (ins TTG_MemDesc:$src);
  let results = (outs TTG_MemDesc:$result);
  let assemblyFormat = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))";
  let hasVerifier = 1;
}

//===-- Numbers --===//

def TTG_Fp4ToFpOp : TTG_Op<"fp4_to_fp", [Pure]> {
  let summary = "two e2m1 numbers of each i8, the lower four bits first, along the axis";
  let arguments = (ins TT_TensorOf<[I8], "i8">:$src, I32Attr:$axis);
  let results = (outs TT_FloatTensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def TTG_InlineAsmOp : TTG_Op<"inline_asm", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "assembly that every thread runs once, on all its registers (3.9)";
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints, BoolAttr:$pure,
      Variadic<AnyTypeOf<[TT_Type, TTG_MemDesc]>>:$args);
  let results = (outs Variadic<TT_Type>:$result);
  let assemblyFormat = "$asm_string attr-dict ($args^)? `:` functional-type($args, $result)";
}

//===-- Threads --===//

def TTG_BarrierOp : TTG_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "waits for all threads of the block, and for their accesses of the memories it names";
  let arguments = (ins TTG_AddrSpace:$addrSpace);
  let hasCustomAssemblyFormat = 1;
}

def TTG_WarpIdOp : TTG_Op<"warp_id", [Pure]> {
  let summary = "the number of the warp";
  let arguments = (ins UnitAttr:$omitUniformHint);
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def TTG_GlobalScratchAllocOp : TTG_Op<"global_scratch_alloc"> {
  let summary = "global memory that belongs to this program alone";
  let arguments = (ins I32Attr:$nbytes, I32Attr:$alignment, OptionalAttr<StrAttr>:$backend,
      UnitAttr:$third_party_allocation, UnitAttr:$shared_cluster_state);
  let results = (outs Res<TT_Ptr, "", [MemAlloc<TT_GlobalMemory>]>:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
}

//===-- The pipeliner's --===//

def TTG_PredicateStageOp : TTG_Op<"predicate_stage", [Pure, AllTypesMatch<["iv", "ub", "step"]>]> {
  let summary = "whether the iteration that the stage works on is within the loop";
  let arguments = (ins AnySignlessIntegerOrIndex:$iv, AnySignlessIntegerOrIndex:$ub, AnySignlessIntegerOrIndex:$step,
      I32Attr:$maxStage, I32Attr:$stage);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:` type($iv) `->` type($result)
  }];
}

def TTG_MaskOp : TTG_HolderOp<"mask", [SingleBlock, RecursiveMemoryEffects]> {
  let summary = "ops that are to be done where pred holds";
  let arguments = (ins I1:$pred);
  let results = (outs Variadic<AnyType>:$result);
  let regions = (region SizedRegion<1>:$region);
}

def TTG_MaskReturnOp : TTG_HolderOp<"mask.return", [HasParent<"MaskOp">, Pure, Terminator]> {
  let summary = "ends a mask";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "($result^)? attr-dict (`:` type($result)^)?";
}

//===-- Warp specialization --===//

def TTG_WarpSpecializeOp : TTG_HolderOp<"warp_specialize", [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "runs each region on its own warps, all at once";
  let description = [{
    The default region runs on the warps that are there and may use any value. Partition i runs on partitionNumWarps[i] more, and gets
    the captured values as arguments. Partitions are isolated, so they are held by an op of the second region.

        %0 = ttg.warp_specialize(%a)
        default {
          ttg.warp_yield %b : i32
        }
        partition0(%x: i32) num_warps(8) {
          ttg.warp_return
        } : (i32) -> i32
  }];
  let arguments = (ins DenseI32ArrayAttr:$partitionNumWarps, OptionalAttr<DenseI32ArrayAttr>:$warpGroupStartIds,
      OptionalAttr<DenseI32ArrayAttr>:$requestedRegisters, OptionalAttr<DenseI32ArrayAttr>:$actualRegisters);
  let results = (outs Variadic<AnyType>:$defaultPassthrough);
  let regions = (region MinSizedRegion<1>:$defaultRegion, SizedRegion<1>:$partitionOpHolder);
  let extraClassDeclaration = [{
    WarpSpecializePartitionsOp getPartitionOp();
    ::mlir::RegionRange getPartitionRegions();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TTG_WarpSpecializePartitionsOp : TTG_HolderOp<"warp_specialize.partitions", [
    IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable, Terminator, HasParent<"WarpSpecializeOp">]> {
  let summary = "holds the partitions of a warp_specialize";
  let arguments = (ins Variadic<AnyType>:$explicitCaptures);
  let regions = (region VariadicRegion<MinSizedRegion<1>>:$partitionRegions);
  let hasVerifier = 1;
}

def TTG_WarpYieldOp : TTG_HolderOp<"warp_yield", [Pure, Terminator, HasParent<"WarpSpecializeOp">]> {
  let summary = "the results of the default region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^)? attr-dict (`:` type($values)^)?";
  let hasVerifier = 1;
}

def TTG_WarpReturnOp : TTG_HolderOp<"warp_return", [Pure, Terminator, HasParent<"WarpSpecializePartitionsOp">]> {
  let summary = "ends a partition";
  let assemblyFormat = "attr-dict";
}

#endif
