// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tt dialect asks of the dialect that owns a tensor's encoding: the layouts that its shape
// ops result in.
//
// tt knows nothing of layouts. Where an op changes a tensor's shape without moving data, its
// verifier asks the encoding's dialect which layout the result must have, and whether the one that
// is written is the same map:
//
//   %1 = tt.expand_dims %0 {axis = 1 : i32}
//          : tensor<8xf32, #ttg.slice<{dim = 1, parent = #b}>> -> tensor<8x1xf32, #b>
//   expandDims(#ttg.slice<{dim = 1, parent = #b}>, axis = 1) is #b
//
// Each function returns failure when there is no such layout, after it has said why through `error`
// (which may be called with nobody listening). None of them may crash, whatever the attributes are.
#ifndef FATHOM_CORE_IR_LAYOUTINFERENCE_H
#define FATHOM_CORE_IR_LAYOUTINFERENCE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/DialectInterface.h"

namespace fathom::tt {

using ErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

class LayoutInference : public mlir::DialectInterface::Base<LayoutInference> {
public:
  LayoutInference(mlir::Dialect *dialect) : Base(dialect) {}

  /// The layout of the result of tt.reduce along `axis`.
  virtual llvm::FailureOr<mlir::Attribute> reduce(mlir::RankedTensorType operand, unsigned axis,
                                                  ErrorFn error) const = 0;

  /// The layout of the result of tt.expand_dims that inserts a unit dimension at `axis`.
  virtual llvm::FailureOr<mlir::Attribute> expandDims(mlir::RankedTensorType operand, unsigned axis,
                                                      ErrorFn error) const = 0;

  /// The layout of the result of tt.trans: result dimension k is operand dimension order[k].
  virtual llvm::FailureOr<mlir::Attribute>
  trans(mlir::RankedTensorType operand, llvm::ArrayRef<int32_t> order, ErrorFn error) const = 0;

  /// The layout of the result of a tt.reshape that may not reorder elements.
  virtual llvm::FailureOr<mlir::Attribute>
  reshape(mlir::RankedTensorType operand, llvm::ArrayRef<int64_t> shape, ErrorFn error) const = 0;

  /// The layout of the result of tt.join, whose new last dimension has size 2.
  virtual llvm::FailureOr<mlir::Attribute> join(mlir::RankedTensorType operand,
                                                ErrorFn error) const = 0;

  /// The layout of either result of tt.split, which drops the last dimension.
  virtual llvm::FailureOr<mlir::Attribute> split(mlir::RankedTensorType operand,
                                                 ErrorFn error) const = 0;

  /// Whether a tt.dot may have operands a and b and a result in these layouts.
  virtual llvm::LogicalResult verifyDot(mlir::RankedTensorType a, mlir::RankedTensorType b,
                                        mlir::RankedTensorType result, ErrorFn error) const = 0;

  /// Whether the tensor's encoding fits its shape and the module that `op` is in (its num-warps and
  /// so on).
  virtual llvm::LogicalResult verifyTensor(mlir::RankedTensorType type, mlir::Operation *op,
                                           ErrorFn error) const = 0;

  /// Whether two encodings place every element of a tensor of this shape at the same places.
  virtual bool sameLayout(llvm::ArrayRef<int64_t> shape, mlir::Attribute left,
                          mlir::Attribute right) const = 0;

  /// Reads what follows `!tt.memdesc` in texts of 2024: the memory descriptor type lives in ttg
  /// now.
  virtual mlir::Type parseMemDesc(mlir::DialectAsmParser &parser) const = 0;
};

/// The interface of the dialect that the encoding belongs to; null if there is none.
const LayoutInference *layoutInferenceOf(mlir::Attribute encoding);

} // namespace fathom::tt

#endif
