// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// add-dead-stores: adds stores in branches that are never taken, after stores and in loops. Sees branches that are merged with what is around them,
// and what must not be moved or cached across a store that may happen.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

/// The first argument that points to numbers; null if there is none.
static Value pointerArgument(tt::FuncOp kernel) {
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (auto pointer = dyn_cast<tt::PointerType>(argument.getType()))
      if (strangeOf(pointer.getPointeeType()) && !tt::isBlockPointer(pointer))
        return argument;
  return {};
}

bool addDeadStores(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  Value pointer = pointerArgument(variant.kernel);
  std::vector<tt::StoreOp> stores;
  std::vector<Block *> bodies;
  variant.kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto store = dyn_cast<tt::StoreOp>(op))
      if (strangeOf(store.getValue().getType()) && variant.take())
        stores.push_back(store);
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    if (loop && pointer && variant.take())
      bodies.push_back(&loop.getLoopRegions().back()->front());
  });
  auto strange = [](OpBuilder &builder, Location loc, Type type) -> Value {
    return arith::ConstantOp::create(builder, loc, cast<TypedAttr>(strangeOf(type)));
  };
  for (tt::StoreOp store : stores) {
    OpBuilder builder(store);
    builder.setInsertionPointAfter(store);
    auto branch =
        scf::IfOp::create(builder, store.getLoc(), opaque.falsehood(), /*withElseRegion=*/false);
    builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    auto dead = cast<tt::StoreOp>(builder.clone(*store));
    builder.setInsertionPoint(dead);
    dead.getValueMutable().assign(strange(builder, store.getLoc(), store.getValue().getType()));
  }
  for (Block *body : bodies) {
    OpBuilder builder(body, body->begin());
    Location loc = body->getParentOp()->getLoc();
    auto branch = scf::IfOp::create(builder, loc, opaque.falsehood(), /*withElseRegion=*/false);
    builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    Value value = strange(builder, loc, cast<tt::PointerType>(pointer.getType()).getPointeeType());
    tt::StoreOp::create(builder, loc, pointer, value);
  }
  return !stores.empty() || !bodies.empty();
}

} // namespace fathom
