// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-predicate: compares otherwise.
#include "fuzz/mutate/Places.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace fathom {

/// Another one of `count` numbers.
static uint64_t other(uint64_t number, uint64_t count, Choices &choices) {
  return (number + 1 + choices.below(count - 1)) % count;
}

bool changePredicate(MutationCase &mutation) {
  Operation *op = pickOp(mutation.program, mutation.choices,
                         [](Operation *op) { return isa<arith::CmpIOp, arith::CmpFOp>(op); });
  if (!op)
    return false;
  if (auto integers = dyn_cast<arith::CmpIOp>(op)) {
    constexpr uint64_t count = arith::getMaxEnumValForCmpIPredicate() + 1;
    integers.setPredicate(
        arith::CmpIPredicate(other(uint64_t(integers.getPredicate()), count, mutation.choices)));
    return true;
  }
  auto floats = cast<arith::CmpFOp>(op);
  // Those that a front end writes.
  using P = arith::CmpFPredicate;
  P changed = mutation.choices.pick({P::OLT, P::OGT, P::OEQ, P::UNE, P::OLE, P::OGE});
  if (changed == floats.getPredicate())
    return false;
  floats.setPredicate(changed);
  return true;
}

} // namespace fathom
