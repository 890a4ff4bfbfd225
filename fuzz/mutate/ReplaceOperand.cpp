// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// replace-operand: replaces an operand by another visible value of its type.
#include "fuzz/mutate/Places.h"

using namespace mlir;

namespace fathom {

bool replaceOperand(MutationCase &mutation) {
  Operation *op = pickOp(mutation.program, mutation.choices,
                         [](Operation *op) { return op->getNumOperands() > 0; });
  if (!op)
    return false;
  OpOperand &operand = op->getOpOperand(mutation.choices.below(op->getNumOperands()));
  Value other = valueFor(operand.get().getType(), op, mutation.choices, /*but=*/operand.get());
  if (!other)
    return false;
  operand.set(other);
  return true;
}

} // namespace fathom
