// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces what an op computes by one of its operands: the first of the type, the second, ...; a loop by what it starts from.
#include "reducer/Reduction.h"
#include "reducer/StandIn.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace fathom {

/// The operands that could stand for all results, for the alternative of that number; empty if there are none.
static SmallVector<Value> standIns(Operation *op, unsigned alternative) {
  if (op->getNumResults() == 1) {
    for (Value operand : op->getOperands())
      if (operand.getType() == op->getResult(0).getType() && alternative-- == 0)
        return {operand};
    return {};
  }
  // What a loop starts from are its last operands.
  if (alternative > 0 || op->getNumOperands() < op->getNumResults())
    return {};
  OperandRange last = op->getOperands().take_back(op->getNumResults());
  if (last.getTypes() != op->getResultTypes())
    return {};
  return {last.begin(), last.end()};
}

void forwardOperand(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> ops;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->use_empty())
      ops.push_back(op);
  });
  constexpr unsigned alternatives = 3; // As many as a dot or a select has operands.
  std::vector<unsigned> chosen(ops.size(), alternatives);
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (auto [op, choice] : llvm::zip(ops, chosen))
      if (!standIns(op, alternative).empty() && chunk.take())
        choice = std::min(choice, alternative);
  // From the back: users before what they use, and what is nested before what it is nested in.
  for (auto [op, choice] : llvm::reverse(llvm::zip(ops, chosen)))
    if (choice < alternatives)
      replaceAndErase(op, standIns(op, choice));
}

} // namespace fathom
