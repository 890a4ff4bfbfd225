// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of the tt dialect, and the constraints that its ops put on types.
#ifndef FATHOM_TRITON_TYPES_TD
#define FATHOM_TRITON_TYPES_TD

include "core/ir/TritonDialect.td"

class TT_TypeDef<string name, string mnem> : TypeDef<Triton_Dialect, name> {
  let mnemonic = mnem;
}

def TT_Pointer : TT_TypeDef<"Pointer", "ptr"> {
  let summary = "An address: of a scalar, or of a block of a larger tensor.";
  let description = "`!tt.ptr<f32>`, `!tt.ptr<f32, 3>` in address space 3, `!tt.ptr<tensor<64x32xf16>>` a block pointer.";
  let parameters = (ins "::mlir::Type":$pointeeType, "int":$addressSpace);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType, CArg<"int", "1">:$addressSpace), [{
      return $_get(pointeeType.getContext(), pointeeType, addressSpace);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TT_TensorDesc : TT_TypeDef<"TensorDesc", "tensordesc"> {
  let summary = "A descriptor of a tensor in memory that is read and written in blocks.";
  let description = [{
    `!tt.tensordesc<tensor<64x64xf16>>`, since 3.8 `!tt.tensordesc<64x64xf16>`. The integers of a block may carry a sign
    (`si32`): it says how a reduction compares. The block's encoding is the shared layout it is loaded in.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$blockType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$blockType), [{
      return $_get(blockType.getContext(), blockType);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type of a tensor that is loaded from it: the block's, its integers without a sign and without an encoding.
    ::mlir::RankedTensorType getLoadedType() const;
  }];
}

def TT_Float : AnyTypeOf<[F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F16, BF16, F32, F64],
                         "floating-point">;
def TT_I4 : I<4>;
def TT_Int : AnyTypeOf<[I1, TT_I4, I8, I16, I32, I64], "integer">;
def TT_Ptr : DialectType<Triton_Dialect, CPred<"::llvm::isa<::fathom::tt::PointerType>($_self)">, "ptr",
                         "::fathom::tt::PointerType">;
// A pointer to a tensor.
def TT_BlockPtr : DialectType<Triton_Dialect, CPred<"::fathom::tt::isBlockPointer($_self)">, "ptr to tensor",
                              "::fathom::tt::PointerType">;
def TT_ScalarPtr : DialectType<Triton_Dialect,
    And<[CPred<"::llvm::isa<::fathom::tt::PointerType>($_self)">, Neg<CPred<"::fathom::tt::isBlockPointer($_self)">>]>,
    "ptr", "::fathom::tt::PointerType">;
def TT_Desc : DialectType<Triton_Dialect, CPred<"::llvm::isa<::fathom::tt::TensorDescType>($_self)">,
                          "tensor descriptor", "::fathom::tt::TensorDescType">;

class TT_TensorOf<list<Type> elements, string what>
    : Type<And<[CPred<"::llvm::isa<::mlir::RankedTensorType>($_self)">,
                CPred<"::llvm::cast<::mlir::RankedTensorType>($_self).hasStaticShape()">,
                Concat<"[](::mlir::Type elementType) { return ",
                       SubstLeaves<"$_self", "elementType", AnyTypeOf<elements>.predicate>,
                       "; }(::llvm::cast<::mlir::RankedTensorType>($_self).getElementType())">]>,
           "tensor of " # what # " values", "::mlir::RankedTensorType">;

def TT_FloatTensor : TT_TensorOf<[TT_Float], "floating-point">;
def TT_IntTensor : TT_TensorOf<[TT_Int], "integer">;
def TT_I1Tensor : TT_TensorOf<[I1], "i1">;
def TT_I32Tensor : TT_TensorOf<[I32], "i32">;
def TT_I64Tensor : TT_TensorOf<[I64], "i64">;
def TT_PtrTensor : TT_TensorOf<[TT_ScalarPtr], "pointer">;
def TT_NumberTensor : TT_TensorOf<[TT_Float, TT_Int], "floating-point or integer">;
def TT_ScaledTensor : TT_TensorOf<[TT_Float, I8], "floating-point or i8">;
def TT_Tensor : TT_TensorOf<[TT_Float, TT_Int, TT_ScalarPtr], "floating-point, integer or pointer">;

class TT_LikeOf<Type scalar, Type tensor> : AnyTypeOf<[scalar, tensor]>;
def TT_FloatLike : TT_LikeOf<TT_Float, TT_FloatTensor>;
def TT_IntLike : TT_LikeOf<TT_Int, TT_IntTensor>;
def TT_BoolLike : TT_LikeOf<I1, TT_I1Tensor>;
def TT_I64Like : TT_LikeOf<I64, TT_I64Tensor>;
def TT_PtrLike : TT_LikeOf<TT_ScalarPtr, TT_PtrTensor>;
// What loads and stores go through.
def TT_PtrOrBlock : AnyTypeOf<[TT_Ptr, TT_PtrTensor], "ptr or tensor of ptr">;
// What a value of a program may be: a number or a pointer, or a tensor of them, or a block pointer.
def TT_Type : AnyTypeOf<[TT_Float, TT_Int, TT_Ptr, TT_Tensor],
                        "floating-point, integer or pointer, or a tensor of them">;

#endif
