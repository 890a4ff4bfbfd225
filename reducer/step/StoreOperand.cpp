// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores what a stored value is computed from, through a fresh pointer, in place of the value.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"

using namespace mlir;

namespace fathom {

/// The type of pointers through which a value of the type is stored; null if there is none.
static Type pointersFor(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrFloat())
    return {};
  Type pointer = tt::PointerType::get(element);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(pointer)) : pointer;
}

/// Whether the store may store the value's operand of that number instead.
static bool canStoreOperand(tt::StoreOp store, unsigned number) {
  Operation *computed = store.getValue().getDefiningOp();
  if (!computed || number >= computed->getNumOperands())
    return false;
  Type pointers = pointersFor(computed->getOperand(number).getType());
  return pointers && hasArgument(pointers, store);
}

void storeOperand(Candidate candidate, Chunk &chunk) {
  std::vector<tt::StoreOp> stores;
  candidate.program.walk([&](tt::StoreOp store) { stores.push_back(store); });
  constexpr unsigned alternatives = 3;
  std::vector<unsigned> chosen(stores.size(), alternatives);
  for (unsigned number = 0; number < alternatives; ++number)
    for (auto [store, choice] : llvm::zip(stores, chosen))
      if (canStoreOperand(store, number) && chunk.take())
        choice = std::min(choice, number);
  for (auto [store, choice] : llvm::zip(stores, chosen)) {
    if (choice == alternatives)
      continue;
    Value value = store.getValue().getDefiningOp()->getOperand(choice);
    OpBuilder builder(store);
    Value pointers = argumentFor(pointersFor(value.getType()), store);
    tt::StoreOp::create(builder, store.getLoc(), pointers, value);
    store.erase();
  }
}

} // namespace fathom
