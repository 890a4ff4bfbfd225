// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes an op anew without some of its results.
#include "reducer/step/DropResults.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace fathom {

void dropResults(Operation *op, const llvm::BitVector &dropped) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
  state.propertiesAttr = op->getPropertiesAsAttribute();
  SmallVector<Value> kept;
  for (OpResult result : op->getResults())
    if (!dropped[result.getResultNumber()])
      kept.push_back(result);
  state.addTypes(TypeRange(ValueRange(kept)));
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  Operation *fewer = OpBuilder(op).create(state);
  for (auto [old, result] : llvm::zip_equal(kept, fewer->getResults()))
    old.replaceAllUsesWith(result);
  op->erase();
}

} // namespace fathom
