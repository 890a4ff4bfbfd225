// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// guard-stores: puts stores and atomics into a branch that is always taken. Sees what becomes of values whose only user is in a branch: shared
// buffers that end too early, masks that are merged, layouts pushed into it.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

bool guardStores(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  std::vector<Operation *> stores;
  variant.kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op) && op->use_empty() && variant.take())
      stores.push_back(op);
  });
  for (Operation *store : stores) {
    OpBuilder builder(store);
    auto branch =
        scf::IfOp::create(builder, store->getLoc(), opaque.truth(), /*withElseRegion=*/false);
    store->moveBefore(branch.thenBlock()->getTerminator());
  }
  return !stores.empty();
}

} // namespace fathom
