// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mask-loads: gives loads without a mask one that is always true, and 0 where it is not. Sees eligibility for wide and asynchronous copies that
// looks at the mask, and masked loads that are split.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

bool maskLoads(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  std::vector<tt::LoadOp> loads;
  variant.kernel.walk<WalkOrder::PreOrder>([&](tt::LoadOp load) {
    if (!load.getMask() && !tt::isBlockPointer(load.getPtr().getType()) && zeroOf(load.getType()) &&
        variant.take())
      loads.push_back(load);
  });
  for (tt::LoadOp load : loads) {
    OpBuilder builder(load);
    Value mask = opaque.truth();
    if (Type type = tt::maskTypeOf(load.getType()); isa<RankedTensorType>(type))
      mask = tt::SplatOp::create(builder, load.getLoc(), type, mask);
    Value other =
        arith::ConstantOp::create(builder, load.getLoc(), cast<TypedAttr>(zeroOf(load.getType())));
    auto masked = tt::LoadOp::create(builder, load.getLoc(), load.getPtr(), mask, other,
                                     load.getCache(), load.getEvict(), load.getIsVolatile());
    load.replaceAllUsesWith(masked.getResult());
    load.erase();
  }
  return !loads.empty();
}

} // namespace fathom
