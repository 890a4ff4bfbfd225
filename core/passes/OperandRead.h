// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As which operand of a product a tensor is read: what the swizzle of a buffer for it is chosen by.
//
//   %b = ttg.convert_layout %a -> #dot_op<{opIdx = 1, ..}>                 K is dim 0 of %a
//   %t = ttg.convert_layout %a -> #linear                                  K is dim 1 of %a
//   %b = tt.trans %t {order = [1, 0]} -> #dot_op<{opIdx = 1, ..}>
#ifndef FATHOM_CORE_PASSES_OPERANDREAD_H
#define FATHOM_CORE_PASSES_OPERANDREAD_H

#include "core/ir/TritonGPU.h"

#include <optional>

namespace fathom {

struct OperandRead {
  ttg::DotOperandEncodingAttr operand;
  unsigned kDim; ///< Which dim of the tensor is the product's K.

  /// Whether one buffer is as good for both.
  bool isLike(const OperandRead &other) const {
    return kDim == other.kDim && operand.getKWidth() == other.operand.getKWidth();
  }
};

/// How a tensor of this type is read: nothing if its layout is no operand's.
std::optional<OperandRead> readAsOperand(mlir::RankedTensorType tensor);

/// How a value is read that has an operand's layout, or that is only transposed to such: nothing if it is not, or not always in the same way.
std::optional<OperandRead> readAsOperand(mlir::Value tensor);

} // namespace fathom

#endif
