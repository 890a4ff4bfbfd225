// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares two modules op by op.
#include "fuzz/targets/RunAlike.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace llvm;

namespace fathom {

static bool sameButLayouts(mlir::Type a, mlir::Type b) {
  if (a == b)
    return true;
  auto x = dyn_cast<mlir::RankedTensorType>(a), y = dyn_cast<mlir::RankedTensorType>(b);
  return x && y && x.getShape() == y.getShape() && x.getElementType() == y.getElementType();
}

static bool sameButLayouts(mlir::TypeRange a, mlir::TypeRange b) {
  return a.size() == b.size() &&
         all_of_zip(a, b, [](mlir::Type x, mlir::Type y) { return sameButLayouts(x, y); });
}

static bool sameConstants(mlir::arith::ConstantOp a, mlir::arith::ConstantOp b) {
  auto x = dyn_cast<mlir::DenseElementsAttr>(a.getValue()),
       y = dyn_cast<mlir::DenseElementsAttr>(b.getValue());
  return x && y ? x.getRawData() == y.getRawData() : a.getValue() == b.getValue();
}

/// Whether two ops, regions included, differ in nothing but the layouts of tensors, which the interpreter does not look at. Uses of `same`'s keys are to
/// be uses of its values.
static bool sameButLayouts(mlir::Operation *a, mlir::Operation *b,
                           DenseMap<mlir::Value, mlir::Value> &same) {
  if (a->getName() != b->getName() || a->getNumOperands() != b->getNumOperands() ||
      a->getNumRegions() != b->getNumRegions() || a->getNumSuccessors() != 0 ||
      b->getNumSuccessors() != 0 || !sameButLayouts(a->getResultTypes(), b->getResultTypes()))
    return false;
  for (auto [x, y] : zip(a->getOperands(), b->getOperands()))
    if (same.lookup(x) != y)
      return false;
  auto constant = dyn_cast<mlir::arith::ConstantOp>(a);
  bool alike = constant ? sameConstants(constant, cast<mlir::arith::ConstantOp>(b))
                        : a->getName().compareOpProperties(a->getPropertiesStorage(),
                                                           b->getPropertiesStorage());
  // What the module says is about the GPU.
  if (!alike || (!isa<mlir::ModuleOp>(a) &&
                 a->getDiscardableAttrDictionary() != b->getDiscardableAttrDictionary()))
    return false;
  for (auto [x, y] : zip(a->getResults(), b->getResults()))
    same[x] = y;
  for (auto [x, y] : zip(a->getRegions(), b->getRegions())) {
    if (x.empty() != y.empty())
      return false;
    if (x.empty())
      continue;
    if (!x.hasOneBlock() || !y.hasOneBlock() ||
        x.front().getOperations().size() != y.front().getOperations().size() ||
        !sameButLayouts(x.front().getArgumentTypes(), y.front().getArgumentTypes()))
      return false;
    for (auto [from, to] : zip(x.getArguments(), y.getArguments()))
      same[from] = to;
    for (auto [from, to] : zip(x.front(), y.front()))
      if (!sameButLayouts(&from, &to, same))
        return false;
  }
  return true;
}

bool runAlike(mlir::ModuleOp a, mlir::ModuleOp b) {
  DenseMap<mlir::Value, mlir::Value> same;
  return sameButLayouts(a, b, same);
}

} // namespace fathom
