// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tt dialect: types, attributes, ops, and what its builders infer.
//
// Builders take values and what the front end says, and find the result's type themselves:
//
//   Value row = tt::ExpandDimsOp::create(b, loc, tt::MakeRangeOp::create(b, loc, 0, 64), 0);   //
//   tensor<1x64xi32> Value all = tt::BroadcastOp::create(b, loc, row, ArrayRef<int64_t>{32, 64});
//   // tensor<32x64xi32> Value v = tt::LoadOp::create(b, loc, pointers, mask, other); auto sum =
//   tt::ReduceOp::create(b, loc, ValueRange{v}, 1);   // then fill sum.getCombineOp()
//
// A builder whose operands have an encoding asks its dialect for the result's
// (core/ir/LayoutInference.h), and asserts that there is one; verifiers say the same by a
// diagnostic.
#ifndef FATHOM_CORE_IR_TRITON_H
#define FATHOM_CORE_IR_TRITON_H

#include "core/ir/LayoutInference.h"
#include "core/ir/Spelling.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "core/ir/TritonDialect.h.inc"
#include "core/ir/TritonEnums.h.inc"
#include "core/ir/TritonTraits.h"

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonAttributes.h.inc"
#define GET_TYPEDEF_CLASSES
#include "core/ir/TritonTypes.h.inc"

namespace fathom::tt {

/// The memory that pointers point to.
struct GlobalMemory : mlir::SideEffects::Resource::Base<GlobalMemory> {
  llvm::StringRef getName() final { return "<GlobalMemory>"; }
};

/// Whether the type is a pointer to a tensor.
bool isBlockPointer(mlir::Type type);

/// What a load through a value of this type gives: f32 for !tt.ptr<f32>, tensor<8xf32> for
/// tensor<8x!tt.ptr<f32>> and for !tt.ptr<tensor<8xf32>>. Null for any other type.
mlir::Type pointeeTypeOf(mlir::Type pointers);

/// The same, and any other type as it is.
mlir::Type pointeeTypeOrSelf(mlir::Type type);

/// i1, or a tensor of i1 of the type's shape and encoding.
mlir::Type maskTypeOf(mlir::Type type);

/// The pointer to the elements of a block pointer's tensor; the type itself when it is none.
mlir::Type elementPointerOf(mlir::Type blockPointer);

/// The results of a tt.reduce of these operands along an axis, or failure when there are none.
llvm::FailureOr<llvm::SmallVector<mlir::Type>> inferReductionTypes(mlir::TypeRange operands,
                                                                   int axis, ErrorFn error);

/// The results of the shape ops, or null after `error` said why. An operand without an encoding
/// gives a result without.
mlir::RankedTensorType inferExpandDims(mlir::RankedTensorType operand, int axis, ErrorFn error);
mlir::RankedTensorType inferTrans(mlir::RankedTensorType operand, llvm::ArrayRef<int32_t> order,
                                  ErrorFn error);
mlir::RankedTensorType inferReshape(mlir::RankedTensorType operand, llvm::ArrayRef<int64_t> shape,
                                    ErrorFn error);
mlir::RankedTensorType inferJoin(mlir::RankedTensorType operand, ErrorFn error);
mlir::RankedTensorType inferSplit(mlir::RankedTensorType operand, ErrorFn error);

/// Reads `cacheModifier = .. evictionPolicy = ..` in any order, or nothing.
mlir::ParseResult parseCacheHints(mlir::OpAsmParser &parser, CacheModifier &cache,
                                  EvictionPolicy &evict);
/// Takes `cachePolicy = #tt.cache_policy<..>` out of an attribute dictionary, if it is there.
mlir::ParseResult takeCachePolicy(mlir::OpAsmParser &parser, mlir::NamedAttrList &attributes,
                                  CacheModifier &cache, EvictionPolicy &evict);
/// Writes the hints as clauses, or adds them to the dictionary, as the spelling says; defaults are
/// not written.
void printCacheHints(mlir::OpAsmPrinter &printer, mlir::MLIRContext *context, CacheModifier cache,
                     EvictionPolicy evict, mlir::NamedAttrList &attributes);

} // namespace fathom::tt

#define GET_OP_CLASSES
#include "core/ir/TritonElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonMemoryOps.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonDescriptorOps.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonShapeOps.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonComputeOps.h.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonProgramOps.h.inc"

#endif
