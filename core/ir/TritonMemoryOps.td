// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that read and write memory through pointers.
#ifndef FATHOM_TRITON_MEMORY_OPS_TD
#define FATHOM_TRITON_MEMORY_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TT_LoadOp : TT_Op<"load", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Reads through a pointer, a tensor of pointers or a block pointer.";
  let description = [{
    Where the mask is false nothing is read and the result is `other`, or undefined if there is none. Through a block pointer,
    `boundaryCheck` names the dimensions that are guarded and `padding` what is read outside.
  }];
  let arguments = (ins
    TT_PtrOrBlock:$ptr, Optional<TT_BoolLike>:$mask, Optional<TT_Type>:$other,
    DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
    OptionalAttr<TT_PaddingOption>:$padding,
    DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::fathom::tt::EvictionPolicy::Normal">:$evict,
    DefaultValuedAttr<BoolAttr, "false">:$isVolatile);
  let results = (outs TT_Type:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, CArg<"::mlir::Value", "{}">:$mask, CArg<"::mlir::Value", "{}">:$other,
                   CArg<"::fathom::tt::CacheModifier", "::fathom::tt::CacheModifier::None">:$cache,
                   CArg<"::fathom::tt::EvictionPolicy", "::fathom::tt::EvictionPolicy::Normal">:$evict,
                   CArg<"bool", "false">:$isVolatile)>,
    // Through a block pointer.
    OpBuilder<(ins "::mlir::Value":$ptr, "::llvm::ArrayRef<int32_t>":$boundaryCheck,
                   "std::optional<::fathom::tt::PaddingOption>":$padding)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_StoreOp : TT_Op<"store", [MemoryEffects<[MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Writes through a pointer, a tensor of pointers or a block pointer, where the mask is true.";
  let arguments = (ins
    TT_PtrOrBlock:$ptr, TT_Type:$value, Optional<TT_BoolLike>:$mask,
    DefaultValuedAttr<DenseI32ArrayAttr, "::llvm::ArrayRef<int32_t>{}">:$boundaryCheck,
    DefaultValuedAttr<TT_CacheModifier, "::fathom::tt::CacheModifier::None">:$cache,
    DefaultValuedAttr<TT_EvictionPolicy, "::fathom::tt::EvictionPolicy::Normal">:$evict);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value)>,
    // With a mask or without; a mask alone is what ODS's own builder takes.
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value, "::mlir::Value":$mask,
                   "::fathom::tt::CacheModifier":$cache,
                   CArg<"::fathom::tt::EvictionPolicy", "::fathom::tt::EvictionPolicy::Normal">:$evict)>,
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$value, "::llvm::ArrayRef<int32_t>":$boundaryCheck)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_AtomicRMWOp : TT_Op<"atomic_rmw", [
    SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding,
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Combines a value into memory, once for each element; the result is what was there before.";
  let arguments = (ins TT_RmwKind:$atomic_rmw_op, TT_PtrLike:$ptr, TT_Type:$val, Optional<TT_BoolLike>:$mask,
                       TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_Type:$result);
  let builders = [
    OpBuilder<(ins "::fathom::tt::RmwKind":$kind, "::mlir::Value":$ptr, "::mlir::Value":$val,
                   CArg<"::mlir::Value", "{}">:$mask,
                   CArg<"::fathom::tt::MemSemantic", "::fathom::tt::MemSemantic::AcquireRelease">:$sem,
                   CArg<"::fathom::tt::MemSyncScope", "::fathom::tt::MemSyncScope::Gpu">:$scope), [{
      build($_builder, $_state, val.getType(), kind, ptr, val, mask, sem, scope);
    }]>
  ];
  let assemblyFormat = [{
    $atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicCASOp : TT_Op<"atomic_cas", [
    SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding,
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Stores `val` where memory holds `cmp`; the result is what was there before.";
  let arguments = (ins TT_PtrLike:$ptr, TT_Type:$cmp, TT_Type:$val, TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_Type:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$cmp, "::mlir::Value":$val,
                   CArg<"::fathom::tt::MemSemantic", "::fathom::tt::MemSemantic::AcquireRelease">:$sem,
                   CArg<"::fathom::tt::MemSyncScope", "::fathom::tt::MemSyncScope::Gpu">:$scope), [{
      build($_builder, $_state, val.getType(), ptr, cmp, val, sem, scope);
    }]>
  ];
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicLoadOp : TT_Op<"atomic_load", [
    SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding,
    MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Reads memory in an order with other threads (3.9).";
  let arguments = (ins TT_PtrLike:$ptr, Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem, TT_MemSyncScope:$scope);
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr (`,` $mask^)? attr-dict `:` functional-type(operands, $result)
  }];
  let hasVerifier = 1;
}

def TT_AtomicStoreOp : TT_Op<"atomic_store", [
    SameOperandsShape, TT_SameOperandsEncoding, MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>,
    TypesMatchWith<"the value is what the pointer points to", "ptr", "val", "::fathom::tt::pointeeTypeOrSelf($_self)">,
    TypesMatchWith<"the mask has the pointer's shape", "ptr", "mask", "::fathom::tt::maskTypeOf($_self)",
                   "($_op.getOperands().size() <= 2) || std::equal_to<>()">]> {
  let summary = "Writes memory in an order with other threads (3.9).";
  let arguments = (ins TT_PtrLike:$ptr, TT_Type:$val, Optional<TT_BoolLike>:$mask, TT_MemSemantic:$sem,
                       TT_MemSyncScope:$scope);
  let assemblyFormat = "$sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` type($ptr)";
}

def TT_AtomicPollOp : TT_Op<"atomic_poll", [MemoryEffects<[MemRead<TT_GlobalMemory>, MemWrite<TT_GlobalMemory>]>]> {
  let summary = "Reads memory until it holds the expected value, or a time is over; the result is whether it did (3.9).";
  let arguments = (ins TT_PtrLike:$ptr, TT_Type:$expected, Optional<I64>:$timeout, TT_MemSemantic:$sem,
                       TT_MemSyncScope:$scope);
  let results = (outs TT_BoolLike:$result);
  let assemblyFormat = [{
    $sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict `:`
    type($ptr) `,` type($expected) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TT_MakeTensorPtrOp : TT_Op<"make_tensor_ptr", [
    Pure, SameVariadicOperandSize,
    TypesMatchWith<"base points to the result's elements", "result", "base",
                   "::fathom::tt::elementPointerOf($_self)">]> {
  let summary = "A pointer to a block of a tensor in memory (up to 3.7).";
  let arguments = (ins TT_ScalarPtr:$base, Variadic<I64>:$shape, Variadic<I64>:$strides, Variadic<I32>:$offsets,
                       DenseI32ArrayAttr:$order);
  let results = (outs TT_BlockPtr:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$base, "::mlir::ValueRange":$shape, "::mlir::ValueRange":$strides,
                   "::mlir::ValueRange":$offsets, "::llvm::ArrayRef<int64_t>":$blockShape,
                   "::llvm::ArrayRef<int32_t>":$order)>
  ];
  let assemblyFormat = [{
    $base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def TT_AdvanceOp : TT_Op<"advance", [
    Pure, TypesMatchWith<"result type matches ptr type", "result", "ptr", "$_self">]> {
  let summary = "A block pointer moved by a number of elements in each dimension (up to 3.7).";
  let arguments = (ins TT_BlockPtr:$ptr, Variadic<I32>:$offsets);
  let results = (outs TT_BlockPtr:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::ValueRange":$offsets), [{
    build($_builder, $_state, ptr.getType(), ptr, offsets);
  }]>];
  let assemblyFormat = "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
}

#endif
