// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that combine elements: dots, reductions, scans, histograms.
#ifndef FATHOM_TRITON_COMPUTE_OPS_TD
#define FATHOM_TRITON_COMPUTE_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def TT_DotOp : TT_Op<"dot", [
    Pure, TypesMatchWith<"result's type matches accumulator's type", "d", "c", "$_self">]> {
  let summary = "d = a * b + c, the matrix product, with a leading batch dimension or none.";
  let arguments = (ins TT_NumberTensor:$a, TT_NumberTensor:$b, TT_NumberTensor:$c,
    DefaultValuedAttr<TT_InputPrecision, "::fathom::tt::InputPrecision::Ieee">:$inputPrecision,
    DefaultValuedAttr<I32Attr, "0">:$maxNumImpreciseAcc);
  let results = (outs TT_NumberTensor:$d);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$a, "::mlir::Value":$b, "::mlir::Value":$c,
                   CArg<"::fathom::tt::InputPrecision", "::fathom::tt::InputPrecision::Ieee">:$precision,
                   CArg<"int32_t", "0">:$maxNumImpreciseAcc), [{
      build($_builder, $_state, c.getType(), a, b, c, precision, maxNumImpreciseAcc);
    }]>
  ];
  // Up to 3.2 of buffers too, which is ttng.warp_group_dot now.
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TT_DotScaledOp : TT_Op<"dot_scaled", [Pure, AttrSizedOperandSegments]> {
  let summary = "d = (a scaled by a_scale) * (b scaled by b_scale) + c.";
  let description = [{
    A scale holds one exponent for each group of 16 or 32 elements along K. Elements narrower than 8 bits are packed two in an
    i8, along K unless `lhs_k_pack` (`rhs_k_pack`) is false.
  }];
  let arguments = (ins TT_ScaledTensor:$a, TT_ScaledTensor:$b, TT_FloatTensor:$c,
    Optional<TT_ScaledTensor>:$a_scale, Optional<TT_ScaledTensor>:$b_scale,
    TT_ScaledElement:$a_elem_type, TT_ScaledElement:$b_elem_type,
    DefaultValuedAttr<BoolAttr, "false">:$fastMath, DefaultValuedAttr<BoolAttr, "true">:$lhs_k_pack,
    DefaultValuedAttr<BoolAttr, "true">:$rhs_k_pack);
  let results = (outs TT_FloatTensor:$d);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class TT_CombineOp<string mnemonic, list<Trait> traits>
    : TT_Op<mnemonic, !listconcat(traits, [
        SameOperandsShape, TT_SameOperandsEncoding, RecursiveMemoryEffects, RecursivelySpeculatable])> {
  let regions = (region AnyRegion:$combineOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TT_ReduceOp : TT_CombineOp<"reduce", []> {
  let summary = "Combines the elements along an axis, in any order.";
  let description = "The region takes an accumulator for each operand, then an element of each, and returns the accumulators.";
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<TT_Type>:$result);
  // Results as inferReductionTypes says; the region is empty, and the caller fills it.
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$srcs, "int":$axis)>];
}
def TT_ReduceReturnOp : TT_Op<"reduce.return", [HasParent<"ReduceOp">, Pure, Terminator, ReturnLike]> {
  let summary = "Ends the region of a tt.reduce.";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_ScanOp : TT_CombineOp<"scan", [SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding]> {
  let summary = "The inclusive prefix combinations along an axis, in order.";
  let description = "The region is as that of tt.reduce. `reverse` starts at the end.";
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$axis, DefaultValuedAttr<BoolAttr, "false">:$reverse);
  let results = (outs Variadic<TT_Tensor>:$result);
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$srcs, "int":$axis, "bool":$reverse)>];
}
def TT_ScanReturnOp : TT_Op<"scan.return", [HasParent<"ScanOp">, Pure, Terminator, ReturnLike]> {
  let summary = "Ends the region of a tt.scan.";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "$result attr-dict `:` type($result)";
}

def TT_HistogramOp : TT_Op<"histogram", [
    Pure, TypesMatchWith<"the mask has the operand's shape", "src", "mask", "::fathom::tt::maskTypeOf($_self)",
                         "($_op.getOperands().size() <= 1) || std::equal_to<>()">]> {
  let summary = "How many elements equal each index of the result.";
  let arguments = (ins TT_IntTensor:$src, Optional<TT_BoolLike>:$mask);
  let results = (outs TT_IntTensor:$result);
  let assemblyFormat = "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

#endif
