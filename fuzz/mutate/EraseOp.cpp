// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// erase-op: erases an operation; another value of its type, one of its operands before all, stands in for its result.
#include "fuzz/mutate/Places.h"

using namespace mlir;

namespace fathom {

static Value standIn(Value result, Operation *op, Choices &choices) {
  std::vector<Value> operands;
  for (Value operand : op->getOperands())
    if (operand.getType() == result.getType())
      operands.push_back(operand);
  if (!operands.empty() && !choices.chance(25))
    return choices.pick(ArrayRef(operands));
  return valueFor(result.getType(), op, choices);
}

bool eraseOp(MutationCase &mutation) {
  Operation *op = pickOp(mutation.program, mutation.choices, [](Operation *op) {
    return !op->hasTrait<OpTrait::IsTerminator>() && !op->hasTrait<OpTrait::ConstantLike>();
  });
  if (!op)
    return false;
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value value = standIn(result, op, mutation.choices);
    if (!value)
      return false;
    result.replaceAllUsesWith(value);
  }
  op->erase();
  return true;
}

} // namespace fathom
