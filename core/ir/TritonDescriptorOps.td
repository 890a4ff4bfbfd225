// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops on tensor descriptors.
#ifndef FATHOM_TRITON_DESCRIPTOR_OPS_TD
#define FATHOM_TRITON_DESCRIPTOR_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

// Up to 3.2 a descriptor was a raw pointer.
def TT_DescOrPtr : AnyTypeOf<[TT_Desc, TT_ScalarPtr]>;

def TT_MakeTensorDescOp : TT_Op<"make_tensor_descriptor", [Pure, SameVariadicOperandSize]> {
  let summary = "Describes a tensor in memory and the block by which it is read and written.";
  let arguments = (ins TT_ScalarPtr:$base, Variadic<I32>:$shape, Variadic<I64>:$strides,
                       DefaultValuedAttr<TT_PaddingOption, "::fathom::tt::PaddingOption::Zero">:$padding);
  let results = (outs TT_Desc:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$base, "::mlir::ValueRange":$shape, "::mlir::ValueRange":$strides,
                   "::llvm::ArrayRef<int64_t>":$blockShape, CArg<"bool", "false">:$isSigned,
                   CArg<"::fathom::tt::PaddingOption", "::fathom::tt::PaddingOption::Zero">:$padding)>
  ];
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)
  }];
  let hasVerifier = 1;
}

def TT_ReinterpretTensorDescOp : TT_Op<"reinterpret_tensor_descriptor", [Pure]> {
  let summary = "Takes a pointer to a raw descriptor for a typed one (3.3).";
  let arguments = (ins TT_ScalarPtr:$rawDesc);
  let results = (outs TT_Desc:$result);
  let assemblyFormat = "$rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))";
}

def TT_DescriptorLoadOp : TT_Op<"descriptor_load", [MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "Reads the block at the given offsets.";
  let arguments = (ins TT_DescOrPtr:$desc, Variadic<I32>:$indices,
    DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::fathom::tt::EvictionPolicy::Normal">:$evict);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$desc, "::mlir::ValueRange":$indices)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_DescriptorStoreOp : TT_Op<"descriptor_store", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Writes the block at the given offsets.";
  let arguments = (ins TT_DescOrPtr:$desc, TT_Tensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = "$desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)";
  let hasVerifier = 1;
}

def TT_DescriptorReduceOp : TT_Op<"descriptor_reduce", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Combines the block at the given offsets with a value, each element atomically.";
  let arguments = (ins TT_DescriptorReduceKind:$kind, TT_Desc:$desc, TT_Tensor:$src, Variadic<I32>:$indices);
  let assemblyFormat = [{
    $kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)
  }];
  let hasVerifier = 1;
}

def TT_DescriptorGatherOp : TT_Op<"descriptor_gather", [MemoryEffects<[MemRead<TT_GlobalMemory>]>]> {
  let summary = "Reads rows at several offsets, from one column offset on.";
  let arguments = (ins TT_Desc:$desc, TT_I32Tensor:$x_offsets, I32:$y_offset);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TT_DescriptorScatterOp : TT_Op<"descriptor_scatter", [
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Writes rows at several offsets, from one column offset on.";
  let arguments = (ins TT_Desc:$desc, TT_I32Tensor:$x_offsets, I32:$y_offset, TT_Tensor:$src);
  let assemblyFormat = "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)";
  let hasVerifier = 1;
}

#endif
