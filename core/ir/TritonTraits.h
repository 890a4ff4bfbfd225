// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traits that verify the tensors of an op; ttg's ops carry them too.
#ifndef FATHOM_CORE_IR_TRITONTRAITS_H
#define FATHOM_CORE_IR_TRITONTRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace fathom::tt {

/// The most elements that a tensor may have: 2^20.
constexpr int64_t maxTensorElements = 1 << 20;

mlir::LogicalResult verifyTensorSize(mlir::Operation *op);
mlir::LogicalResult verifyTensorLayouts(mlir::Operation *op);
mlir::LogicalResult verifySameEncoding(mlir::Operation *op, bool withResults);

namespace OpTrait {

template <typename Op> struct TensorSize : mlir::OpTrait::TraitBase<Op, TensorSize> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return verifyTensorSize(op); }
};

template <typename Op> struct TensorLayouts : mlir::OpTrait::TraitBase<Op, TensorLayouts> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) { return verifyTensorLayouts(op); }
};

template <typename Op>
struct SameOperandsEncoding : mlir::OpTrait::TraitBase<Op, SameOperandsEncoding> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameEncoding(op, false);
  }
};

template <typename Op>
struct SameOperandsAndResultEncoding : mlir::OpTrait::TraitBase<Op, SameOperandsAndResultEncoding> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameEncoding(op, true);
  }
};

} // namespace OpTrait
} // namespace fathom::tt

#endif
