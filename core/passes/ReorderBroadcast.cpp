// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-reorder-broadcast: computes before values are repeated, on fewer elements.
//
//   splat(a) + splat(b)                     ->  splat(a + b)
//   broadcast(x) * broadcast(y)             ->  broadcast(x * y), if x and y have one shape
//   broadcast(x) + splat(a) + dense<2.0>    ->  broadcast(x + splat(a) + dense<2.0>)
//   expand_dims(broadcast(x))               ->  broadcast(expand_dims(x))
//   expand_dims(splat(a)), broadcast(splat(a)), broadcast(broadcast(x)): one op
//
// One walk in the order of the text: an op sees its operands as the walk left them, so a whole expression moves.
//
// Requires: nothing.
// Promises: no elementwise op without effects has only operands that repeat scalars, or that repeat tensors of one shape, or constants;
// but one that reads several elements at once (packed assembly, a region).
// Promises: no op is computed for more elements than before.
//
// Bugs live in: operands repeated from several shapes (M57); ops that do not see one element at a time.
#include "core/mutant/Mutant.h"
#include "core/passes/DeadOps.h"
#include "core/passes/Passes.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONREORDERBROADCAST
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

bool actsOnEachElement(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return false;
  auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op);
  return (!assembly || assembly.getPackedElement() == 1) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// The constant everywhere in a tensor, or null.
Attribute constantElement(Value value) {
  SplatElementsAttr splat;
  return matchPattern(value, m_Constant(&splat)) ? splat.getSplatValue<Attribute>() : Attribute();
}

/// The type with another shape; no shape: its element.
Type reshaped(Type type, std::optional<ArrayRef<int64_t>> shape) {
  auto tensor = cast<RankedTensorType>(type);
  return shape ? Type(tensor.clone(*shape)) : tensor.getElementType();
}

/// What is repeated in the operands of an op: scalars, or tensors of a shape.
struct Sources {
  bool scalars = false;
  tt::BroadcastOp first; ///< The first of the broadcasts, if there are any.
};

std::optional<Sources> findSources(Operation *op) {
  Sources sources;
  for (Value operand : op->getOperands()) {
    Operation *definition = operand.getDefiningOp();
    if (!isa<RankedTensorType>(operand.getType()) || constantElement(operand))
      continue;
    if (isa_and_nonnull<tt::SplatOp>(definition)) {
      sources.scalars = true;
      continue;
    }
    auto broadcast = dyn_cast_or_null<tt::BroadcastOp>(definition);
    if (!broadcast)
      return {};
    // M57: the shape of the first is taken for the shape of all.
    if (sources.first &&
        sources.first.getSrc().getType().getShape() != broadcast.getSrc().getType().getShape() &&
        !isMutant(Mutant::M57))
      return {};
    if (!sources.first)
      sources.first = broadcast;
  }
  if (!sources.scalars && !sources.first)
    return {};
  return sources;
}

/// The operand before it was repeated.
Value sourceOf(Value operand, std::optional<ArrayRef<int64_t>> shape, OpBuilder &b) {
  if (!isa<RankedTensorType>(operand.getType()))
    return operand;
  Type type = reshaped(operand.getType(), shape);
  if (Attribute element = constantElement(operand)) {
    auto value =
        shape ? SplatElementsAttr::get(cast<ShapedType>(type), element) : cast<TypedAttr>(element);
    return arith::ConstantOp::create(b, operand.getLoc(), cast<TypedAttr>(value));
  }
  if (auto broadcast = operand.getDefiningOp<tt::BroadcastOp>())
    return broadcast.getSrc();
  Value scalar = operand.getDefiningOp<tt::SplatOp>().getSrc();
  return shape ? Value(tt::SplatOp::create(b, operand.getLoc(), type, scalar)) : scalar;
}

bool moveBeforeRepeats(Operation *op, OpBuilder &b) {
  std::optional<Sources> sources = findSources(op);
  if (!sources)
    return false;
  std::optional<ArrayRef<int64_t>> shape;
  if (sources->first)
    shape = sources->first.getSrc().getType().getShape();

  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, sourceOf(operand, shape, b));
  Operation *moved = b.clone(*op, mapping);
  for (auto [before, after] : llvm::zip_equal(op->getResults(), moved->getResults())) {
    Type type = before.getType();
    after.setType(reshaped(type, shape));
    Value repeated = shape ? Value(tt::BroadcastOp::create(b, op->getLoc(), type, after))
                           : Value(tt::SplatOp::create(b, op->getLoc(), type, after));
    before.replaceAllUsesWith(repeated);
  }
  return true;
}

bool moveExpandDims(tt::ExpandDimsOp expand, OpBuilder &b) {
  if (auto splat = expand.getSrc().getDefiningOp<tt::SplatOp>()) {
    expand.replaceAllUsesWith(
        tt::SplatOp::create(b, expand.getLoc(), expand.getType(), splat.getSrc()).getResult());
    return true;
  }
  auto broadcast = expand.getSrc().getDefiningOp<tt::BroadcastOp>();
  // What layout the smaller tensor has is not ours to choose.
  if (!broadcast || expand.getType().getEncoding())
    return false;
  auto smaller = tt::ExpandDimsOp::create(b, expand.getLoc(), broadcast.getSrc(), expand.getAxis());
  expand.replaceAllUsesWith(
      tt::BroadcastOp::create(b, expand.getLoc(), expand.getType(), smaller).getResult());
  return true;
}

bool mergeBroadcast(tt::BroadcastOp broadcast, OpBuilder &b) {
  if (auto splat = broadcast.getSrc().getDefiningOp<tt::SplatOp>()) {
    broadcast.replaceAllUsesWith(
        tt::SplatOp::create(b, broadcast.getLoc(), broadcast.getType(), splat.getSrc())
            .getResult());
    return true;
  }
  auto inner = broadcast.getSrc().getDefiningOp<tt::BroadcastOp>();
  if (!inner)
    return false;
  broadcast.replaceAllUsesWith(
      tt::BroadcastOp::create(b, broadcast.getLoc(), broadcast.getType(), inner.getSrc())
          .getResult());
  return true;
}

bool moveBroadcast(Operation *op, OpBuilder &b) {
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return moveExpandDims(expand, b);
  if (auto broadcast = dyn_cast<tt::BroadcastOp>(op))
    return mergeBroadcast(broadcast, b);
  return op->getNumOperands() > 0 && actsOnEachElement(op) && moveBeforeRepeats(op, b);
}

struct ReorderBroadcast : fathom::impl::TritonReorderBroadcastBase<ReorderBroadcast> {
  void runOnOperation() final {
    if (!replaceInOrder(getOperation(), moveBroadcast))
      markAllAnalysesPreserved();
  }
};

} // namespace
