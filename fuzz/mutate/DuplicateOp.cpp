// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// duplicate-op: does an operation again, further down its block, and uses the second result there.
#include "fuzz/mutate/Places.h"

using namespace mlir;

namespace fathom {

/// How much an op holds, itself included.
static unsigned sizeOf(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

bool duplicateOp(MutationCase &mutation) {
  constexpr unsigned most = 80;
  Choices &choices = mutation.choices;
  Operation *op = pickOp(mutation.program, choices, [](Operation *op) {
    return !op->hasTrait<OpTrait::IsTerminator>() && !op->hasTrait<OpTrait::ConstantLike>() &&
           sizeOf(op) <= most;
  });
  if (!op)
    return false;
  std::vector<Operation *> places;
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    places.push_back(next);
  Operation *place = choices.pick(ArrayRef(places));
  Block *block = op->getBlock();
  OpBuilder builder(place);
  Operation *again = builder.clone(*op);
  // What comes later takes the second result, all or some of it.
  bool all = !choices.chance(50), any = op->getNumResults() == 0;
  for (auto [first, second] : llvm::zip(op->getResults(), again->getResults()))
    for (OpOperand &use : llvm::make_early_inc_range(first.getUses())) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      if (!user || user->isBeforeInBlock(again) || user == again || !(all || choices.chance(50)))
        continue;
      use.set(second);
      any = true;
    }
  return any;
}

} // namespace fathom
