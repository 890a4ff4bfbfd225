// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds or makes constants and function arguments that stand in for what an op computes.
#include "reducer/StandIn.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace fathom {

/// The block whose start dominates the op and from which values are visible at it.
static Block *homeOf(Operation *at) {
  Region *region = at->getParentRegion();
  while (isa_and_nonnull<scf::SCFDialect>(region->getParentOp()->getDialect()))
    region = region->getParentRegion();
  return &region->front();
}

static TypedAttr zeroOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (!isa<IntegerType, IndexType, FloatType>(element))
    return {};
  if (auto shaped = dyn_cast<ShapedType>(type))
    if (!isa<RankedTensorType>(type) || !shaped.hasStaticShape())
      return {};
  return Builder(type.getContext()).getZeroAttr(type);
}

bool hasConstant(Type type) { return bool(zeroOf(type)); }

Value constantFor(Type type, Operation *at) {
  TypedAttr zero = zeroOf(type);
  assert(zero && "no constant of this type");
  return constantFor(zero, at);
}

Value constantFor(TypedAttr value, Operation *at) {
  Block *home = homeOf(at);
  Operation *end = home->findAncestorOpInBlock(*at);
  for (Operation &op : *home) {
    if (&op == end)
      break;
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (constant && constant.getValue() == value)
      return constant;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(home);
  return arith::ConstantOp::create(builder, at->getLoc(), value);
}

static FunctionOpInterface functionAround(Operation *at) {
  return dyn_cast<FunctionOpInterface>(homeOf(at)->getParentOp());
}

bool hasArgument(Type type, Operation *at) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    type = tensor.getElementType();
  bool scalar = type.isIntOrFloat() || (isa<tt::PointerType>(type) && !tt::isBlockPointer(type));
  FunctionOpInterface function = functionAround(at);
  return scalar && function && SymbolTable::symbolKnownUseEmpty(function, function->getParentOp());
}

Value argumentFor(Type type, Operation *at) {
  FunctionOpInterface function = functionAround(at);
  auto tensor = dyn_cast<RankedTensorType>(type);
  Type scalar = tensor ? tensor.getElementType() : type;
  unsigned last = function.getNumArguments();
  LogicalResult inserted = function.insertArgument(last, scalar, {}, at->getLoc());
  (void)inserted;
  assert(succeeded(inserted) && "the function takes no more arguments");
  Value argument = function.getArgument(last);
  if (!tensor)
    return argument;
  // After the constants, where people look for it.
  Block *home = homeOf(at);
  Block::iterator position = home->begin();
  while (position->hasTrait<OpTrait::ConstantLike>())
    ++position;
  OpBuilder builder(home, position);
  return tt::SplatOp::create(builder, at->getLoc(), type, argument);
}

Value anyFor(Type type, Operation *at) {
  if (hasConstant(type))
    return constantFor(type, at);
  if (hasArgument(type, at))
    return argumentFor(type, at);
  return {};
}

void replaceAndErase(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
}

} // namespace fathom
