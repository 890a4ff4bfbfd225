// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// swap-operands: swaps the operands of commutative operations. Sees patterns that know one order of them only.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

bool swapOperands(VariantCase &variant) {
  bool changed = false;
  variant.kernel.walk([&](Operation *op) {
    // Of float minima and maxima, which of 0 and -0 they give is left open.
    if (!isa<arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
             arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::AddFOp,
             arith::MulFOp>(op) ||
        op->getOperand(0) == op->getOperand(1) || !variant.take())
      return;
    Value first = op->getOperand(0);
    op->setOperand(0, op->getOperand(1));
    op->setOperand(1, first);
    changed = true;
  });
  return changed;
}

} // namespace fathom
