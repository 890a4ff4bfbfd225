// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes sources again.
#include "core/passes/layouts/Sources.h"

#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"
#include "core/passes/layouts/LayoutRules.h"

using namespace mlir;
using namespace fathom;

bool Sources::isSource(Value value) {
  Operation *def = value.getDefiningOp();
  return def && layoutRuleOf(def) == LayoutRule::Source;
}

Value Sources::in(Value source, Attribute layout, Operation *user) {
  if (layoutOf(source) == layout)
    return source;
  Value &copy = made[{source, layout}];
  // M2, M3: extensions, ops in branches, take the copy that another of them made, whatever its layout.
  if ((isMutant(Mutant::M2) && isa<tt::ExpandDimsOp, tt::BroadcastOp>(user)) ||
      (isMutant(Mutant::M3) && isa<scf::IfOp>(user->getParentOp())))
    if (Value other = last.lookup(source))
      return other;
  if (copy)
    return copy;
  Operation *def = source.getDefiningOp();
  OpBuilder builder(def->getContext());
  builder.setInsertionPointAfter(def);
  Operation *clone = builder.clone(*def);
  RankedTensorType type = withLayout(source.getType(), layout);
  clone->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(clone))
    constant.setValueAttr(cast<SplatElementsAttr>(constant.getValue()).resizeSplat(type));
  last[source] = copy = clone->getResult(0);
  return copy;
}
