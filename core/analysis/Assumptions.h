// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program says of its integers: `llvm.intr.assume` of a comparison with a constant.
//
//   %c = arith.cmpi sgt, %n, %c0
//   llvm.intr.assume %c               visit(%c's op, 0)
#ifndef FATHOM_CORE_ANALYSIS_ASSUMPTIONS_H
#define FATHOM_CORE_ANALYSIS_ASSUMPTIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

namespace fathom {

/// Calls `visit(arith.cmpi, the right side's number, the block of the assumption)` for each such assumption, in the order of the text.
template <typename Visit> void forEachAssumption(mlir::Operation *root, Visit visit) {
  mlir::OperationName assume("llvm.intr.assume", root->getContext());
  root->walk([&](mlir::Operation *op) {
    if (op->getName() != assume || op->getNumOperands() == 0)
      return;
    llvm::APInt bound;
    auto cmp = op->getOperand(0).getDefiningOp<mlir::arith::CmpIOp>();
    if (cmp && mlir::matchPattern(cmp.getRhs(), mlir::m_ConstantInt(&bound)))
      visit(cmp, bound, op->getBlock());
  });
}

} // namespace fathom

#endif
