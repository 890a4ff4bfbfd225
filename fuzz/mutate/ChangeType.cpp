// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-type: makes an element type another one through the whole program, and its casts, buffers and launch with it.
//
//   f16 -> bf16:   tt.load : tensor<64x!tt.ptr<f16>>   arith.extf : f16 to f32     out:f16[64]
//            ->    tt.load : tensor<64x!tt.ptr<bf16>>  arith.extf : bf16 to f32    out:bf16[64]
#include "fuzz/mutate/Places.h"

#include "reducer/Retype.h"
#include "reducer/StandIn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace fathom {

static std::vector<Type> othersOf(Type type) {
  Builder b(type.getContext());
  std::vector<Type> all;
  if (isa<FloatType>(type))
    all = {b.getF16Type(), b.getBF16Type(), b.getF32Type(), b.getF64Type(),
           Float8E5M2Type::get(b.getContext())};
  else if (!type.isInteger(1))
    all = {b.getI32Type(), b.getI64Type(), b.getIntegerType(16), b.getI8Type()};
  std::erase(all, type);
  return all;
}

/// The element types of what the program computes, loads and stores.
static llvm::SetVector<Type> elementTypes(ModuleOp program) {
  llvm::SetVector<Type> types;
  opsThat(program, [&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      type = getElementTypeOrSelf(type);
      if (auto pointer = dyn_cast<tt::PointerType>(type))
        type = getElementTypeOrSelf(pointer.getPointeeType());
      if (type.isIntOrFloat() && !type.isInteger(1))
        types.insert(type);
    }
    return false;
  });
  return types;
}

/// The value in another float type: by the op that front ends use for these two.
static Value castFloat(OpBuilder &builder, Location loc, Value value, Type to) {
  Type from = value.getType();
  unsigned fromBits = getElementTypeOrSelf(from).getIntOrFloatBitWidth();
  unsigned toBits = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
  if (from == to)
    return value;
  if (fromBits == 8 || toBits == 8) {
    tt::RoundingModeAttr rounding;
    if (toBits < fromBits)
      rounding = tt::RoundingModeAttr::get(builder.getContext(), tt::RoundingMode::Rtne);
    return tt::FpToFpOp::create(builder, loc, to, value, rounding);
  }
  if (fromBits < toBits)
    return arith::ExtFOp::create(builder, loc, to, value);
  if (fromBits > toBits)
    return arith::TruncFOp::create(builder, loc, to, value);
  // f16 and bf16 by way of f32.
  Type wide = builder.getF32Type();
  if (auto tensor = dyn_cast<RankedTensorType>(from))
    wide = tensor.clone(wide);
  return arith::TruncFOp::create(builder, loc, to,
                                 arith::ExtFOp::create(builder, loc, wide, value));
}

static Value castInteger(OpBuilder &builder, Location loc, Value value, Type to, bool isUnsigned) {
  unsigned fromBits = getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  unsigned toBits = getElementTypeOrSelf(to).getIntOrFloatBitWidth();
  if (fromBits > toBits)
    return arith::TruncIOp::create(builder, loc, to, value);
  if (fromBits == toBits)
    return value;
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, to, value);
  return arith::ExtSIOp::create(builder, loc, to, value);
}

/// Gives the casts the direction that their types have now.
static void repairCasts(ModuleOp program) {
  for (Operation *op : opsThat(program, [](Operation *op) {
         return isa<arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, arith::ExtSIOp, arith::ExtUIOp,
                    arith::TruncIOp>(op);
       })) {
    OpBuilder builder(op);
    Value value = op->getOperand(0);
    Type to = op->getResult(0).getType();
    bool isFloat = isa<FloatType>(getElementTypeOrSelf(to));
    Value now = isFloat ? castFloat(builder, op->getLoc(), value, to)
                        : castInteger(builder, op->getLoc(), value, to, isa<arith::ExtUIOp>(op));
    replaceAndErase(op, {now});
  }
}

bool changeType(MutationCase &mutation) {
  Choices &choices = mutation.choices;
  llvm::SetVector<Type> types = elementTypes(mutation.program);
  if (types.empty())
    return false;
  Type from = choices.pick(types.getArrayRef());
  std::vector<Type> others = othersOf(from);
  if (others.empty())
    return false;
  Type to = choices.pick(ArrayRef(others));
  retype(mutation.program, {nullptr, [&](Type type) { return type == from ? to : Type(); }});
  repairCasts(mutation.program);
  std::string before = interp::launchTypeName(from), after = interp::launchTypeName(to);
  for (auto [argument, launched] : llvm::zip(mutation.kernel.getArguments(), mutation.launch.args))
    if (launched.type == before)
      launched.type = after;
  return true;
}

} // namespace fathom
