// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tt.dot and tt.dot_scaled.
#include "oracles/interp/ComputeOps.h"
#include "oracles/interp/MatrixProduct.h"

using namespace llvm;

namespace fathom::interp {

static const void *prepareDot(mlir::Operation *op, Preparer &p) {
  auto dot = cast<tt::DotOp>(op);
  std::string why;
  std::optional<MatrixProduct> product =
      matrixProductOf(dot.getA().getType(), dot.getB().getType(), dot.getType(), p.semantics, why);
  if (!product) {
    p.unsupported(why);
    return nullptr;
  }
  product->precision = dot.getInputPrecision();
  product->maxNumImpreciseAcc = dot.getMaxNumImpreciseAcc();
  return p.make<MatrixProduct>(*product);
}

static void runDot(Frame &f, const Instr &i) {
  f.result(i) =
      multiply(f, i, i.get<MatrixProduct>(), f.operand(i, 0), f.operand(i, 1), f.operand(i, 2));
}

namespace {
struct ScaledPlan {
  MatrixProduct product;
  ScaledOperand a, b;
  int scaleA = -1, scaleB = -1; ///< Which operand; -1: there is none.
};
} // namespace

/// Where the scales of an operand lie, if it has some. K elements share [.., K / group].
static void setScales(ScaledOperand &operand, mlir::Value scale, int64_t K, bool alongRow) {
  if (!scale)
    return;
  auto type = cast<mlir::RankedTensorType>(scale.getType());
  operand.scales = alongRow ? ScaledOperand::Scales::AlongRow : ScaledOperand::Scales::AlongColumn;
  operand.group = K / type.getShape().back();
  operand.scaleCodes = type.getElementType().isInteger();
}

static const void *prepareDotScaled(mlir::Operation *op, Preparer &p) {
  auto dot = cast<tt::DotScaledOp>(op);
  ScaledPlan plan;
  ArrayRef<int64_t> shapeA = dot.getA().getType().getShape();
  ArrayRef<int64_t> shapeD = dot.getType().getShape();
  const int64_t rank = shapeD.size();
  MatrixProduct &product = plan.product;
  product.batch = rank == 3 ? shapeD[0] : 1;
  product.M = shapeD[rank - 2], product.N = shapeD[rank - 1], product.K = shapeA[rank - 1];
  if (dot.getAElemType() == tt::ScaledElement::E2M1 && dot.getLhsKPack())
    product.K *= 2;
  product.d = *p.element(dot.getType());
  // Both operands are floats by now, of types that hold at most 8 bits of significand, or 11.
  product.a = *p.element(mlir::Float32Type::get(op->getContext()));
  product.a.kind = FloatKind::BF16, product.a.bits = 16;
  product.b = product.a;
  auto narrow = [](tt::ScaledElement element) {
    return element != tt::ScaledElement::BF16 && element != tt::ScaledElement::FP16;
  };
  if (narrow(dot.getAElemType()) && narrow(dot.getBElemType()))
    product.a.bits = product.b.bits = 8; // Tensor cores sum these as they sum fp8.

  auto codes = [](mlir::RankedTensorType type) { return type.getElementType().isInteger(); };
  plan.a.kind = dot.getAElemType(), plan.b.kind = dot.getBElemType();
  plan.a.codes = codes(dot.getA().getType()), plan.b.codes = codes(dot.getB().getType());
  plan.a.batch = plan.b.batch = product.batch;
  plan.a.rows = product.M, plan.a.columns = product.K;
  plan.b.rows = product.K, plan.b.columns = product.N;
  plan.a.packedInRow = dot.getLhsKPack();
  plan.b.packedInRow = !dot.getRhsKPack();
  plan.a.narrow = plan.b.narrow =
      plan.a.kind == tt::ScaledElement::FP16 || plan.b.kind == tt::ScaledElement::FP16;
  setScales(plan.a, dot.getAScale(), product.K, /*alongRow=*/true);
  setScales(plan.b, dot.getBScale(), product.K, /*alongRow=*/false);
  if (dot.getAScale())
    plan.scaleA = 3;
  if (dot.getBScale())
    plan.scaleB = dot.getAScale() ? 4 : 3;
  for (mlir::RankedTensorType type : {dot.getA().getType(), dot.getB().getType()})
    if (type.getElementType().isF64())
      p.unsupported("operands of f64");
  return p.make<ScaledPlan>(plan);
}

static void runDotScaled(Frame &f, const Instr &i) {
  const auto &plan = i.get<ScaledPlan>();
  auto scale = [&](int operand) { return operand < 0 ? nullptr : &f.operand(i, operand); };
  Value a = scaled(f, plan.a, f.operand(i, 0), scale(plan.scaleA));
  Value b = scaled(f, plan.b, f.operand(i, 1), scale(plan.scaleB));
  f.result(i) = multiply(f, i, plan.product, a, b, f.operand(i, 2));
}

void addDots(Registry &registry) {
  registry.add<tt::DotOp>(runDot, prepareDot);
  registry.add<tt::DotScaledOp>(runDotScaled, prepareDotScaled);
}

} // namespace fathom::interp
