// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes values that no compiler knows out of the kernel's arguments.
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

Opaque::Opaque(VariantCase &variant)
    : builder(OpBuilder::atBlockBegin(&variant.kernel.getBody().front())),
      loc(variant.kernel.getLoc()) {
  for (auto [argument, launched] :
       llvm::zip(variant.kernel.getBody().getArguments(), variant.launch.args)) {
    if (argument.getType().isInteger() && argument.getType().getIntOrFloatBitWidth() >= 8 &&
        launched.kind == interp::LaunchArg::Kind::Scalar) {
      source = argument;
      value = launched.integer;
      return;
    }
    if (!source && isa<tt::PointerType>(argument.getType()) &&
        !tt::isBlockPointer(argument.getType()))
      source = argument;
  }
}

Value Opaque::sourceZero() {
  if (zeroOfSource)
    return zeroOfSource;
  if (auto type = dyn_cast<IntegerType>(source.getType())) {
    Value known = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, value));
    return zeroOfSource = arith::SubIOp::create(builder, loc, source, known);
  }
  Value address = tt::PtrToIntOp::create(builder, loc, builder.getI64Type(), source);
  Value highest = arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(63));
  return zeroOfSource = arith::ShRUIOp::create(builder, loc, address, highest);
}

Value Opaque::zero(Type type) {
  Value made = sourceZero();
  if (type == made.getType())
    return made;
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, made);
  if (type.getIntOrFloatBitWidth() < made.getType().getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, type, made);
  return arith::ExtSIOp::create(builder, loc, type, made);
}

Value Opaque::compare(bool equal) {
  Value &condition = conditions[equal];
  if (!condition) {
    Value made = sourceZero();
    Value nought =
        arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(made.getType(), 0));
    condition = arith::CmpIOp::create(
        builder, loc, equal ? arith::CmpIPredicate::eq : arith::CmpIPredicate::ne, made, nought);
  }
  return condition;
}

} // namespace fathom
