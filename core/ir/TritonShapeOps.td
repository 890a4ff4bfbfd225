// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that make tensors and change their shape.
#ifndef FATHOM_TRITON_SHAPE_OPS_TD
#define FATHOM_TRITON_SHAPE_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TT_MakeRangeOp : TT_Op<"make_range", [Pure]> {
  let summary = "The integers from start up to, and without, end.";
  let arguments = (ins I32Attr:$start, I32Attr:$end);
  let results = (outs TT_I32Tensor:$result);
  let builders = [OpBuilder<(ins "int32_t":$start, "int32_t":$end)>];
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TT_SplatOp : TT_Op<"splat", [Pure, SameOperandsAndResultElementType]> {
  let summary = "A tensor whose elements are all the scalar.";
  let arguments = (ins AnyTypeOf<[TT_Float, TT_Int, TT_ScalarPtr]>:$src);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::llvm::ArrayRef<int64_t>":$shape)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasFolder = 1;
}

def TT_UnsplatOp : TT_Op<"unsplat", [
    Pure, TypesMatchWith<"the result is the element", "src", "result", "::mlir::getElementTypeOrSelf($_self)">]> {
  let summary = "The element of a tensor that has one.";
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Type:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src), [{
    build($_builder, $_state, ::mlir::getElementTypeOrSelf(src.getType()), src);
  }]>];
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
}

def TT_ExpandDimsOp : TT_Op<"expand_dims", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Inserts a dimension of size 1.";
  let arguments = (ins TT_Tensor:$src, I32Attr:$axis);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "int":$axis)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def TT_BroadcastOp : TT_Op<"broadcast", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Repeats a tensor along dimensions of size 1.";
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::llvm::ArrayRef<int64_t>":$shape)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_ReshapeOp : TT_Op<"reshape", [Pure, SameOperandsAndResultElementType]> {
  let summary = "The elements, in row-major order, in another shape; with allow_reorder in any order.";
  let arguments = (ins TT_Tensor:$src, UnitAttr:$allow_reorder, UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::llvm::ArrayRef<int64_t>":$shape,
                                 CArg<"bool", "false">:$allowReorder)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_TransOp : TT_Op<"trans", [Pure, SameOperandsAndResultElementType]> {
  let summary = "Permutes dimensions: result dimension k is operand dimension order[k].";
  let arguments = (ins TT_Tensor:$src, DenseI32ArrayAttr:$order);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::llvm::ArrayRef<int32_t>":$order)>];
  // Up to 3.2 of a buffer too, which is ttg.memdesc_trans now.
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

// The order of the elements is unspecified, hence not speculatable.
def TT_CatOp : TT_Op<"cat", [NoMemoryEffect, SameTypeOperands, SameOperandsAndResultElementType]> {
  let summary = "All elements of both tensors, in some order.";
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs)>];
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_JoinOp : TT_Op<"join", [Pure, SameTypeOperands, SameOperandsAndResultElementType]> {
  let summary = "Two tensors along a new last dimension.";
  let arguments = (ins TT_Tensor:$lhs, TT_Tensor:$rhs);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs)>];
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)";
  let hasVerifier = 1;
}

def TT_SplitOp : TT_Op<"split", [
    Pure, TypesMatchWith<"outLHS and outRHS types match", "outLHS", "outRHS", "$_self">]> {
  let summary = "The two halves of a tensor along its last dimension, of size 2, which is dropped.";
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$outLHS, TT_Tensor:$outRHS);
  let builders = [OpBuilder<(ins "::mlir::Value":$src)>];
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($outLHS)";
  let hasVerifier = 1;
}

def TT_GatherOp : TT_Op<"gather", [Pure]> {
  let summary = "result[.., i, ..] = src[.., indices[.., i, ..], ..] along the axis.";
  let arguments = (ins TT_Tensor:$src, TT_IntTensor:$indices, I32Attr:$axis, UnitAttr:$efficient_layout);
  let results = (outs TT_Tensor:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src, "::mlir::Value":$indices, "int":$axis)>];
  let assemblyFormat = "$src `[` $indices `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif
