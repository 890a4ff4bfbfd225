// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// swap-stores: swaps neighbouring stores into different buffers. Sees passes that pair up, merge or reorder stores.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

/// The next store of the block into another buffer, if nothing in between could tell that the store is done after it.
static tt::StoreOp nextStore(tt::StoreOp store, const VariantCase &variant) {
  std::optional<unsigned> buffer = bufferOf(store.getPtr(), variant.kernel);
  if (!buffer)
    return {};
  for (Operation *op = store->getNextNode(); op; op = op->getNextNode()) {
    if (auto other = dyn_cast<tt::StoreOp>(op)) {
      std::optional<unsigned> next = bufferOf(other.getPtr(), variant.kernel);
      return next && *next != *buffer ? other : tt::StoreOp();
    }
    if (!isMovable(op, variant))
      return {};
  }
  return {};
}

bool swapStores(VariantCase &variant) {
  std::vector<tt::StoreOp> stores;
  variant.kernel.walk<WalkOrder::PreOrder>([&](tt::StoreOp store) { stores.push_back(store); });
  bool changed = false;
  for (size_t at = 0; at < stores.size(); ++at)
    if (tt::StoreOp other = nextStore(stores[at], variant); other && variant.take()) {
      stores[at]->moveAfter(other);
      changed = true;
      ++at; // The other one stays in front.
    }
  return changed;
}

} // namespace fathom
