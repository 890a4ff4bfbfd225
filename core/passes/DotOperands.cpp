// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element types of products' operands, and scaled products.
//
//   tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e4m3
//     a' = fp4_to_fp(a) * reshape(broadcast(expand_dims(scale as bf16)))      scale as bf16: i8 e -> the bf16 whose bits are e << 7
//     b' = fp_to_fp(b) : bf16                                                 e = 0 is 2^-127, which is no normal bf16; e = 255 is NaN
//     tt.dot a', b', c
#include "core/passes/DotOperands.h"

#include "core/passes/DefaultLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fathom;

Value fathom::withElementType(OpBuilder &builder, Location loc, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  Type from = type.getElementType();
  if (from == element)
    return tensor;
  auto wanted = RankedTensorType::get(type.getShape(), element, type.getEncoding());
  if (from.isInteger() && element.isInteger())
    return from.getIntOrFloatBitWidth() < element.getIntOrFloatBitWidth()
               ? arith::ExtSIOp::create(builder, loc, wanted, tensor)
               : Value();
  if (!isa<FloatType>(from) || !isa<FloatType>(element))
    return {};
  unsigned before = from.getIntOrFloatBitWidth(), after = element.getIntOrFloatBitWidth();
  if (before == after) {
    // Neither holds the other's values: through f32.
    Value wide = withElementType(builder, loc, tensor, builder.getF32Type());
    return wide ? withElementType(builder, loc, wide, element) : Value();
  }
  if (before >= 16 && after >= 16)
    return before < after ? arith::ExtFOp::create(builder, loc, wanted, tensor).getResult()
                          : arith::TruncFOp::create(builder, loc, wanted, tensor).getResult();
  return tt::FpToFpOp::create(
      builder, loc, wanted, tensor,
      after < before ? tt::RoundingModeAttr::get(builder.getContext(), tt::RoundingMode::Rtne)
                     : tt::RoundingModeAttr());
}

llvm::SmallVector<tt::DotOp> fathom::dotsByThreads(ModuleOp module) {
  llvm::SmallVector<tt::DotOp> dots;
  module.walk([&](tt::DotOp dot) {
    if (isa_and_nonnull<ttg::BlockedEncodingAttr>(dot.getType().getEncoding()))
      dots.push_back(dot);
  });
  return dots;
}

void fathom::promoteForThreads(tt::DotOp dot) {
  Type wanted = dot.getType().getElementType();
  OpBuilder builder(dot);
  Value operands[] = {dot.getA(), dot.getB()};
  for (Value &operand : operands) {
    unsigned bits = getElementTypeOrSelf(operand).getIntOrFloatBitWidth();
    if (getElementTypeOrSelf(operand) == wanted)
      continue;
    if (bits >= wanted.getIntOrFloatBitWidth())
      return;
    operand = withElementType(builder, dot.getLoc(), operand, wanted);
    if (!operand)
      return;
  }
  dot.getAMutable().assign(operands[0]);
  dot.getBMutable().assign(operands[1]);
}

namespace {

/// Builds the operands of one scaled product.
class ScaledOperands {
public:
  ScaledOperands(tt::DotScaledOp op)
      : op(op), builder(op), loc(op.getLoc()), machine(Machine::of(op)) {
    bool half = op.getAElemType() == tt::ScaledElement::FP16 ||
                op.getBElemType() == tt::ScaledElement::FP16;
    compute = half ? Type(builder.getF16Type()) : Type(builder.getBF16Type());
  }

  bool canBuild() {
    for (tt::ScaledElement element : {op.getAElemType(), op.getBElemType()}) {
      if (element == tt::ScaledElement::E2M3 || element == tt::ScaledElement::E3M2)
        return false;
      if (element == tt::ScaledElement::BF16 && compute.isF16())
        return false;
    }
    return true;
  }

  void replace() {
    Value a = scaled(0), b = scaled(1);
    auto type = cast<RankedTensorType>(op.getType());
    // A product whose result is in no layout of products is computed in one.
    Attribute layout = type.getEncoding();
    if (!isa<ttg::BlockedEncodingAttr>(layout))
      layout = defaultBlocked(builder.getContext(), type.getShape(), machine);
    auto converted = [&](Value value, Attribute layout) -> Value {
      auto type = cast<RankedTensorType>(value.getType());
      if (type.getEncoding() == layout)
        return value;
      return ttg::ConvertLayoutOp::create(builder, loc, type.cloneWithEncoding(layout), value);
    };
    auto operand = [&](Value value, unsigned index) {
      return converted(value,
                       ttg::DotOperandEncodingAttr::get(builder.getContext(), index, layout, 0));
    };
    Value dot =
        tt::DotOp::create(builder, loc, operand(a, 0), operand(b, 1), converted(op.getC(), layout));
    op.replaceAllUsesWith(converted(dot, type.getEncoding()));
    op.erase();
  }

private:
  Value constant(RankedTensorType type, int64_t value) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, APInt(type.getElementTypeBitWidth(), uint64_t(value),
                                           /*isSigned=*/true, /*implicitTrunc=*/true)));
  }

  /// Operand `index` (0 or 1) times its scale. Its K is dim 1 - index.
  Value scaled(unsigned index) {
    Value value = index ? op.getB() : op.getA(), scale = index ? op.getBScale() : op.getAScale();
    bool packsK = index ? op.getRhsKPack() : op.getLhsKPack();
    tt::ScaledElement element = index ? op.getBElemType() : op.getAElemType();
    auto type = cast<RankedTensorType>(value.getType());
    unsigned last = unsigned(type.getRank()) - 1;
    unsigned kDim = index ? last - 1 : last;
    if (element == tt::ScaledElement::E2M1) {
      value = unpacked(value, packsK ? kDim : (index ? last : last - 1));
    } else {
      Type narrow = element == tt::ScaledElement::E4M3
                        ? Type(Float8E4M3FNType::get(builder.getContext()))
                        : Type(Float8E5M2Type::get(builder.getContext()));
      if (type.getElementType().isInteger())
        value = tt::BitcastOp::create(
            builder, loc, RankedTensorType::get(type.getShape(), narrow, type.getEncoding()),
            value);
      value = withElementType(builder, loc, value, compute);
    }
    if (!scale)
      return value;
    scale = asFloat(scale);
    auto wide = cast<RankedTensorType>(value.getType());
    // [M, K / f] -> [M, K / f, 1] -> [M, K / f, f] -> [M, K]; of the right operand [N, K / f], turned, likewise along dim 0.
    auto scales = cast<RankedTensorType>(scale.getType());
    if (index) {
      llvm::SmallVector<int32_t> order = llvm::to_vector(llvm::seq<int32_t>(0, int32_t(last + 1)));
      std::swap(order[last], order[last - 1]);
      scale = tt::TransOp::create(builder, loc, scale, order);
      scales = cast<RankedTensorType>(scale.getType());
    }
    llvm::SmallVector<int64_t> shape(scales.getShape());
    shape.insert(shape.begin() + kDim + 1, wide.getDimSize(kDim) / scales.getDimSize(kDim));
    scale = tt::ExpandDimsOp::create(builder, loc, scale, int(kDim + 1));
    scale = tt::BroadcastOp::create(builder, loc, scale, shape);
    scale = tt::ReshapeOp::create(builder, loc, scale, wide.getShape());
    scale = ttg::ConvertLayoutOp::create(builder, loc, wide, scale);
    return arith::MulFOp::create(builder, loc, value, scale);
  }

  /// Two numbers of each i8 along a dim.
  Value unpacked(Value value, unsigned dim) {
    auto type = cast<RankedTensorType>(value.getType());
    auto blocked = dyn_cast<ttg::BlockedEncodingAttr>(type.getEncoding());
    if (!blocked) {
      blocked = defaultBlocked(builder.getContext(), type.getShape(), machine);
      value = ttg::ConvertLayoutOp::create(builder, loc, type.cloneWithEncoding(blocked), value);
    }
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[dim] *= 2;
    llvm::SmallVector<int32_t> perThread(blocked.getSizePerThread());
    perThread[dim] *= 2;
    auto layout = ttg::BlockedEncodingAttr::get(
        builder.getContext(), perThread, blocked.getThreadsPerWarp(), blocked.getWarpsPerCTA(),
        blocked.getOrder(), blocked.getCgaBases());
    return ttg::Fp4ToFpOp::create(builder, loc, RankedTensorType::get(shape, compute, layout),
                                  value, dim);
  }

  /// Scales as numbers of the type that is computed in.
  Value asFloat(Value scale) {
    auto type = cast<RankedTensorType>(scale.getType());
    if (isa<FloatType>(type.getElementType()))
      return withElementType(builder, loc, scale, compute);
    auto as = [&](Type element) {
      return RankedTensorType::get(type.getShape(), element, type.getEncoding());
    };
    auto wide = as(builder.getI16Type());
    Value exponent = arith::ExtUIOp::create(builder, loc, wide, scale);
    Value bits = arith::ShLIOp::create(builder, loc, exponent, constant(wide, 7));
    auto where = [&](int64_t special, int64_t result) {
      Value is = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, exponent,
                                       constant(wide, special));
      bits = arith::SelectOp::create(builder, loc, is, constant(wide, result), bits);
    };
    where(0, 0x0040);
    if (!op.getFastMath())
      where(255, 0x7fc0);
    Value result = tt::BitcastOp::create(builder, loc, as(builder.getBF16Type()), bits);
    return withElementType(builder, loc, result, compute);
  }

  tt::DotScaledOp op;
  OpBuilder builder;
  Location loc;
  Machine machine;
  Type compute;
};

} // namespace

bool fathom::hasProducts(ModuleOp module) {
  auto walked = module.walk([](Operation *op) {
    return isa<tt::DotOp, tt::DotScaledOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

void fathom::decomposeScaledDots(ModuleOp module) {
  llvm::SmallVector<tt::DotScaledOp> dots;
  module.walk([&](tt::DotScaledOp op) { dots.push_back(op); });
  for (tt::DotScaledOp op : dots)
    if (ScaledOperands operands(op); operands.canBuild())
      operands.replace();
}
