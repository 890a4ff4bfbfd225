// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes types through a whole program at once.
#include "reducer/Retype.h"

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;

namespace fathom {

/// The number in another type: truncated, extended or rounded. Null if it goes from integers to floats or back.
static TypedAttr convert(Attribute number, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(number))
    if (auto to = dyn_cast<IntegerType>(type))
      return IntegerAttr::get(to, integer.getType().isInteger(1)
                                      ? integer.getValue().zextOrTrunc(to.getWidth())
                                      : integer.getValue().sextOrTrunc(to.getWidth()));
  if (auto real = dyn_cast<FloatAttr>(number))
    if (auto to = dyn_cast<FloatType>(type)) {
      APFloat value = real.getValue();
      bool inexact;
      value.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
      return FloatAttr::get(to, value);
    }
  return {};
}

/// A constant's value in another type. A tensor whose elements differ becomes one of its first element.
static TypedAttr convertConstant(TypedAttr value, Type type) {
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements)
    return convert(value, type);
  auto shaped = cast<ShapedType>(type);
  TypedAttr first = convert(*elements.getValues<Attribute>().begin(), shaped.getElementType());
  return first ? TypedAttr(DenseElementsAttr::get(shaped, Attribute(first))) : TypedAttr();
}

static bool isCast(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
         isa<CastOpInterface, tt::BroadcastOp, tt::FpToFpOp, tt::BitcastOp, tt::ReshapeOp,
             ttg::ConvertLayoutOp>(op);
}

void retype(ModuleOp program, TypeChange change) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](RankedTensorType type) -> AttrTypeReplacer::ReplaceFnResult<Type> {
    Type changed = change.ofTensor ? change.ofTensor(type) : Type();
    if (!changed)
      return std::nullopt;
    return std::make_pair(changed, WalkResult::skip());
  });
  replacer.addReplacement([&](Type type) -> AttrTypeReplacer::ReplaceFnResult<Type> {
    Type changed = change.ofScalar && type.isIntOrFloat() ? change.ofScalar(type) : Type();
    if (!changed)
      return std::nullopt;
    return std::make_pair(changed, WalkResult::skip());
  });
  auto update = [&](Value value) { value.setType(replacer.replace(value.getType())); };

  std::vector<Operation *> casts;
  program.walk([&](Operation *op) {
    if (isCast(op) && op->getOperand(0).getType() != op->getResult(0).getType())
      casts.push_back(op);
  });
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), update);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), update);
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      function.setType(replacer.replace(function.getFunctionType()));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (constant.getType() != constant.getValue().getType())
        if (TypedAttr value = convertConstant(constant.getValue(), constant.getType()))
          constant.setValueAttr(value);
    if (auto range = dyn_cast<tt::MakeRangeOp>(op))
      range.setEnd(range.getStart() + cast<ShapedType>(range.getType()).getNumElements());
  });
  for (Operation *op : casts)
    if (op->getOperand(0).getType() == op->getResult(0).getType())
      replaceAndErase(op, op->getOperands());
}

} // namespace fathom
