// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fresh pointers through which a value is loaded or stored.
#include "reducer/step/PointersFor.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"

using namespace mlir;

namespace fathom {

Type pointersFor(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrFloat())
    return {};
  Type pointer = tt::PointerType::get(element);
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(pointer)) : pointer;
}

void storeThroughFreshPointer(Value value, Operation *at) {
  OpBuilder builder(at);
  Value pointers = argumentFor(pointersFor(value.getType()), at);
  tt::StoreOp::create(builder, at->getLoc(), pointers, value);
}

} // namespace fathom
