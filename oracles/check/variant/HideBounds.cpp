// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// hide-bounds: makes constant bounds and steps of loops values that are not known. Sees what goes wrong only when trips cannot be counted: missing
// guards, prologues that run too far.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fathom {

bool hideBounds(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  std::vector<OpOperand *> known;
  variant.kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    for (OpOperand *operand :
         {&loop.getLowerBoundMutable(), &loop.getUpperBoundMutable(), &loop.getStepMutable()})
      if (matchPattern(operand->get(), m_Constant()) && variant.take())
        known.push_back(operand);
  });
  for (OpOperand *operand : known) {
    OpBuilder builder(operand->getOwner());
    operand->set(arith::AddIOp::create(builder, operand->getOwner()->getLoc(), operand->get(),
                                       opaque.zero(operand->get().getType())));
  }
  return !known.empty();
}

} // namespace fathom
