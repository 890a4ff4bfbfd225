// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select-yields: selects each value that a loop carries on a condition that is always true, and keeps the old one where it is not. Sees rewrites of
// accumulators that know the update in one shape only, and predicates that are mistaken for it.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

bool selectYields(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  std::vector<std::pair<OpOperand *, Value>> updates;
  variant.kernel.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    Operation *yield = loop.getBody()->getTerminator();
    for (auto [next, old] : llvm::zip(yield->getOpOperands(), loop.getRegionIterArgs()))
      if (next.get() != old && getElementTypeOrSelf(old.getType()).isIntOrFloat() &&
          isa<IntegerType, FloatType, RankedTensorType>(old.getType()) && variant.take())
        updates.push_back({&next, old});
  });
  for (auto [next, old] : updates) {
    OpBuilder builder(next->getOwner());
    next->set(arith::SelectOp::create(builder, next->getOwner()->getLoc(), opaque.truth(),
                                      next->get(), old));
  }
  return !updates.empty();
}

} // namespace fathom
