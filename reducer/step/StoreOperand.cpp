// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores what a stored value, or the store's mask, is computed from, through a fresh pointer, in place of the value.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"
#include "reducer/step/PointersFor.h"

using namespace mlir;

namespace fathom {

/// What the store's value and mask are computed from, as far as it can be stored.
static SmallVector<Value> storable(tt::StoreOp store) {
  SmallVector<Value> values;
  for (Value stored : {store.getValue(), store.getMask()})
    if (Operation *computed = stored ? stored.getDefiningOp() : nullptr)
      for (Value operand : computed->getOperands()) {
        Type pointers = pointersFor(operand.getType());
        if (pointers && hasArgument(pointers, store) && !llvm::is_contained(values, operand))
          values.push_back(operand);
      }
  return values;
}

void storeOperand(Candidate candidate, Chunk &chunk) {
  std::vector<std::pair<tt::StoreOp, SmallVector<Value>>> stores;
  candidate.program.walk([&](tt::StoreOp store) { stores.push_back({store, storable(store)}); });
  constexpr unsigned alternatives = 4;
  std::vector<Value> chosen(stores.size());
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (auto [row, choice] : llvm::zip(stores, chosen))
      if (alternative < row.second.size() && chunk.take() && !choice)
        choice = row.second[alternative];
  for (auto [row, value] : llvm::zip(stores, chosen))
    if (value) {
      storeThroughFreshPointer(value, row.first);
      row.first.erase();
    }
}

} // namespace fathom
