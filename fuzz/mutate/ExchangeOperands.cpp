// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exchange-operands: exchanges two operands of one type: of a subtraction, a select, a yield (the values that a loop carries change places), a call.
#include "fuzz/mutate/Places.h"

using namespace mlir;

namespace fathom {

using Pair = std::pair<OpOperand *, OpOperand *>;

bool exchangeOperands(MutationCase &mutation) {
  std::vector<Pair> pairs;
  opsThat(mutation.program, [&](Operation *op) {
    for (OpOperand &one : op->getOpOperands())
      for (OpOperand &two : op->getOpOperands().drop_front(one.getOperandNumber() + 1))
        if (one.get() != two.get() && one.get().getType() == two.get().getType())
          pairs.push_back({&one, &two});
    return false;
  });
  if (pairs.empty())
    return false;
  auto [one, two] = mutation.choices.pick(ArrayRef(pairs));
  Value value = one->get();
  one->set(two->get());
  two->set(value);
  return true;
}

} // namespace fathom
