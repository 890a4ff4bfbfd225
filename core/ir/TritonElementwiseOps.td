// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt ops that act on each element by itself.
#ifndef FATHOM_TRITON_ELEMENTWISE_OPS_TD
#define FATHOM_TRITON_ELEMENTWISE_OPS_TD

include "core/ir/TritonTypes.td"
include "core/ir/TritonAttributes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

class TT_CastOp<string mnemonic, Type from, Type to>
    : TT_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding]> {
  let arguments = (ins from:$src);
  let results = (outs to:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
}

def TT_IntToPtrOp : TT_CastOp<"int_to_ptr", TT_I64Like, TT_PtrLike> {
  let summary = "The pointer whose address is a 64-bit integer.";
}
def TT_PtrToIntOp : TT_CastOp<"ptr_to_int", TT_PtrLike, TT_I64Like> {
  let summary = "The address of a pointer as a 64-bit integer.";
}
def TT_BitcastOp : TT_CastOp<"bitcast", TT_Type, TT_Type> {
  let summary = "The same bits as another type of equal width; pointers stay pointers of their address space.";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TT_FpToFpOp : TT_Op<"fp_to_fp", [Pure, Elementwise, SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding]> {
  let summary = "Converts between float types, 8-bit ones among them. A narrowing conversion names its rounding.";
  let arguments = (ins TT_FloatLike:$src, OptionalAttr<TT_RoundingMode>:$rounding);
  let results = (outs TT_FloatLike:$result);
  let assemblyFormat = "$src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

class TT_SameTypeOp<string mnemonic, dag args, Type result>
    : TT_Op<mnemonic, [Pure, Elementwise, SameOperandsAndResultType]> {
  let arguments = args;
  let results = (outs result:$result);
}

def TT_ClampFOp : TT_SameTypeOp<"clampf", (ins TT_FloatLike:$x, TT_FloatLike:$min, TT_FloatLike:$max,
                                           TT_PropagateNan:$propagateNan), TT_FloatLike> {
  let summary = "min(max(x, min), max).";
  let assemblyFormat = [{
    $x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)
  }];
}
def TT_PreciseSqrtOp : TT_SameTypeOp<"precise_sqrt", (ins TT_FloatLike:$x), TT_FloatLike> {
  let summary = "Square root, rounded to nearest.";
  let assemblyFormat = "$x attr-dict `:` type($x)";
}
def TT_PreciseDivFOp : TT_SameTypeOp<"precise_divf", (ins TT_FloatLike:$x, TT_FloatLike:$y), TT_FloatLike> {
  let summary = "Quotient, rounded to nearest.";
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}
def TT_ApproxDivFOp : TT_SameTypeOp<"approx_divf", (ins TT_FloatLike:$x, TT_FloatLike:$y), TT_FloatLike> {
  let summary = "Quotient, as fast as the hardware gives it.";
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}
def TT_MulhiUIOp : TT_SameTypeOp<"mulhiui", (ins TT_IntLike:$x, TT_IntLike:$y), TT_IntLike> {
  let summary = "The high half of the unsigned product.";
  let assemblyFormat = "$x `,` $y attr-dict `:` type($x)";
}

def TT_AddPtrOp : TT_Op<"addptr", [
    Pure, Elementwise, SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding,
    TypesMatchWith<"result type matches ptr type", "result", "ptr", "$_self">]> {
  let summary = "A pointer moved by a signed number of elements.";
  let arguments = (ins TT_PtrLike:$ptr, TT_IntLike:$offset);
  let results = (outs TT_PtrLike:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$ptr, "::mlir::Value":$offset), [{
    build($_builder, $_state, ptr.getType(), ptr, offset);
  }]>];
  let assemblyFormat = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)";
  let hasFolder = 1;
}

def TT_ExternElementwiseOp : TT_Op<"extern_elementwise", [
    Elementwise, TT_SameOperandsAndResultEncoding, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "Calls a function of a device library for each element.";
  let arguments = (ins Variadic<TT_Type>:$srcs, StrAttr:$libname, StrAttr:$libpath, StrAttr:$symbol, BoolAttr:$pure);
  let results = (outs TT_Type:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, $result)";
}

def TT_ElementwiseInlineAsmOp : TT_Op<"elementwise_inline_asm", [
    Elementwise, TT_SameOperandsAndResultEncoding, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "Runs assembly for each group of packed_element elements.";
  let arguments = (ins StrAttr:$asm_string, StrAttr:$constraints, BoolAttr:$pure, I32Attr:$packed_element,
                       Variadic<TT_Type>:$args);
  let results = (outs Variadic<TT_Type>:$result);
  let assemblyFormat = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($result)";
  let hasVerifier = 1;
}

def TT_MapElementwiseOp : TT_Op<"map_elementwise", [
    Elementwise, SameOperandsAndResultShape, TT_SameOperandsAndResultEncoding, RecursiveMemoryEffects,
    RecursivelySpeculatable]> {
  let summary = "Runs a region of scalars for each group of `pack` elements.";
  let description = "The region has `pack` arguments for each operand, and returns `pack` values for each result.";
  let arguments = (ins Variadic<TT_Tensor>:$srcs, I32Attr:$pack);
  let results = (outs Variadic<TT_Tensor>:$result);
  let regions = (region AnyRegion:$scalarOp);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}
def TT_MapElementwiseReturnOp : TT_Op<"map_elementwise.return", [
    HasParent<"MapElementwiseOp">, Pure, Terminator, ReturnLike]> {
  let summary = "Ends the region of a tt.map_elementwise.";
  let arguments = (ins Variadic<AnyType>:$result);
  let assemblyFormat = "attr-dict ($result^ `:` type($result))?";
}

#endif
