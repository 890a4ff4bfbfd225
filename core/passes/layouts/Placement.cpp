// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts conversions.
#include "core/passes/layouts/Placement.h"

#include "core/passes/Passes.h"
#include "core/passes/layouts/LayoutRules.h"

using namespace mlir;
using namespace fathom;

void Placement::want(OpOperand &use, Value value, Attribute layout) {
  use.set(value);
  wanted[{value, layout}].push_back(&use);
}

/// The op in `block` that holds `op`, or is it; null if none does.
static Operation *ancestorIn(Block *block, Operation *op) {
  return block->getParent()->findAncestorOpInRegion(*op) ? block->findAncestorOpInBlock(*op)
                                                         : nullptr;
}

/// The op before which a value is there for all uses, as rarely run as can be.
static Operation *placeFor(Value value, ArrayRef<OpOperand *> uses) {
  Operation *place = uses.front()->getOwner();
  for (OpOperand *use : uses.drop_front()) {
    // Up to a block that holds both.
    Operation *other = ancestorIn(place->getBlock(), use->getOwner());
    while (!other) {
      Operation *parent = place->getParentOp();
      if (parent->getBlock() == nullptr || parent->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
          place->getBlock() == value.getParentBlock())
        return nullptr;
      place = parent;
      other = ancestorIn(place->getBlock(), use->getOwner());
    }
    if (other->isBeforeInBlock(place))
      place = other;
  }
  // Out of loops that the value comes into from outside.
  for (Operation *parent = place->getParentOp(), *outer = place;
       parent && place->getBlock() != value.getParentBlock() &&
       outer->getBlock() != value.getParentBlock() &&
       !parent->hasTrait<OpTrait::IsIsolatedFromAbove>();
       outer = parent, parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      place = parent;
  return place;
}

void Placement::place() {
  for (auto &[key, uses] : wanted) {
    auto [value, layout] = key;
    if (Sources::isSource(value)) {
      for (OpOperand *use : uses)
        use->set(sources.in(value, layout, use->getOwner()));
      continue;
    }
    Value converted;
    if (Operation *place = placeFor(value, uses)) {
      OpBuilder builder(place);
      converted = ttg::ConvertLayoutOp::create(builder, value.getLoc(),
                                               withLayout(value.getType(), layout), value);
    } else {
      converted = convertAtDefinition(value, layout);
    }
    for (OpOperand *use : uses)
      use->set(converted);
  }
  wanted.clear();
}

Value fathom::convertAtDefinition(Value value, Attribute layout) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  return ttg::ConvertLayoutOp::create(builder, value.getLoc(), withLayout(value.getType(), layout),
                                      value);
}
