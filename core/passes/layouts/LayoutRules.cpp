// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules, op by op.
#include "core/passes/layouts/LayoutRules.h"

#include "core/layout/Encodings.h"
#include "core/passes/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

Attribute fathom::layoutOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? tensor.getEncoding() : Attribute();
}

RankedTensorType fathom::withLayout(Type type, Attribute layout) {
  return cast<RankedTensorType>(type).cloneWithEncoding(layout);
}

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// What `infer` gives when it is called with an error function that nobody listens to.
template <typename Infer> static auto quietly(Operation *op, Infer infer) {
  ScopedDiagnosticHandler handler(op->getContext(), [](Diagnostic &) { return success(); });
  return infer([op] { return op->emitError(); });
}

bool fathom::isPlainConversion(Operation *op) {
  auto convert = dyn_cast_or_null<ttg::ConvertLayoutOp>(op);
  return convert && !convert.getForceWarpShuffle();
}

Value fathom::throughConversions(Value value) {
  while (isPlainConversion(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool fathom::isExpensiveAccess(Operation *op) {
  auto tensor = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!tensor)
    return true;
  int64_t threads =
      ttg::lookupNumWarps(op).value_or(4) * ttg::lookupThreadsPerWarp(op).value_or(32);
  return tensor.getNumElements() > 1 && tensor.getNumElements() >= threads;
}

bool fathom::isMatrixLayout(Attribute layout) {
  while (auto slice = dyn_cast_or_null<ttg::SliceEncodingAttr>(layout))
    layout = slice.getParent();
  return isa_and_nonnull<ttg::NvidiaMmaEncodingAttr, ttg::AMDMfmaEncodingAttr,
                         ttg::AMDWmmaEncodingAttr>(layout);
}

LayoutRule fathom::layoutRuleOf(Operation *op) {
  if (isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::ConditionOp>(op))
    return LayoutRule::Carried;
  if (isa<scf::YieldOp>(op))
    return isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op->getParentOp()) ? LayoutRule::Carried
                                                                       : LayoutRule::Pinned;
  if (isa<tt::MakeRangeOp, tt::SplatOp, ub::PoisonOp>(op))
    return LayoutRule::Source;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<SplatElementsAttr>(constant.getValue()) ? LayoutRule::Source : LayoutRule::Pinned;
  if (isa<tt::PrintOp, tt::AssertOp, ttg::LocalStoreOp, ttg::LocalAllocOp, tt::UnsplatOp,
          tt::DescriptorStoreOp, tt::DescriptorReduceOp>(op))
    return LayoutRule::Sink;
  if (isa<tt::LoadOp, tt::StoreOp>(op))
    return isExpensiveAccess(op) ? LayoutRule::Pinned : LayoutRule::Flexible;
  if (isa<ttg::LocalLoadOp, tt::ReduceOp, tt::ScanOp, tt::ExpandDimsOp, tt::BroadcastOp,
          tt::TransOp, tt::JoinOp, tt::SplitOp>(op))
    return LayoutRule::Flexible;
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return reshape.getAllowReorder() || reshape.getEfficientLayout() ? LayoutRule::Pinned
                                                                     : LayoutRule::Flexible;
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return gather.getEfficientLayout() ? LayoutRule::Pinned : LayoutRule::Flexible;
  if (op->hasTrait<OpTrait::Elementwise>() && isMemoryEffectFree(op))
    return LayoutRule::Flexible;
  return LayoutRule::Pinned;
}

bool fathom::takesAnyLayout(OpOperand &operand) {
  Operation *op = operand.getOwner();
  if (isa<tt::GatherOp>(op))
    return operand.getOperandNumber() == 0 && layoutRuleOf(op) == LayoutRule::Flexible;
  return isa<tt::HistogramOp>(op) ? op->getNumOperands() == 1
                                  : layoutRuleOf(op) == LayoutRule::Sink;
}

bool fathom::mayReorderFrom(tt::ReshapeOp reshape, Attribute layout) {
  if (!reshape.getAllowReorder() || reshape.getEfficientLayout())
    return false;
  llvm::Expected<LinearLayout> from =
                                   toLinearLayout(withLayout(reshape.getSrc().getType(), layout)),
                               to = toLinearLayout(reshape.getType());
  bool fits = from && to && from->isInvertible() && to->isInvertible() &&
              from->inSize(Dim::reg()) == to->inSize(Dim::reg());
  llvm::consumeError(from.takeError());
  llvm::consumeError(to.takeError());
  return fits;
}

/// The attribute that the tensor has now, where it means the same layout.
static Attribute asSpelled(RankedTensorType now, Attribute layout) {
  Attribute spelled = now.getEncoding();
  if (!layout || layout == spelled)
    return layout;
  const tt::LayoutInference *inference = tt::layoutInferenceOf(layout);
  if (inference && tt::layoutInferenceOf(spelled) == inference &&
      inference->sameLayout(now.getShape(), layout, spelled))
    return spelled;
  return layout;
}

static Attribute layoutOrNull(RankedTensorType inferred, RankedTensorType now) {
  return inferred ? asSpelled(now, inferred.getEncoding()) : Attribute();
}

static Attribute parentOf(Attribute layout, unsigned axis) {
  auto slice = dyn_cast<ttg::SliceEncodingAttr>(layout);
  return slice && slice.getDim() == axis ? Attribute(slice.getParent()) : Attribute();
}

Attribute fathom::operandLayout(Operation *op, unsigned operand, Attribute layout) {
  if (!layout)
    return {};
  Value value = op->getOperand(operand);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return ttg::SliceEncodingAttr::get(op->getContext(), expand.getAxis(), layout);
  if (auto trans = dyn_cast<tt::TransOp>(op)) {
    SmallVector<int32_t> inverse(trans.getOrder().size());
    for (auto [dim, source] : llvm::enumerate(trans.getOrder()))
      inverse[source] = int32_t(dim);
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferTrans(withLayout(trans.getType(), layout),
                                                        inverse, error);
                                }),
                        tensorOf(value));
  }
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferReshape(withLayout(reshape.getType(), layout),
                                                          tensorOf(value).getShape(), error);
                                }),
                        tensorOf(value));
  if (auto join = dyn_cast<tt::JoinOp>(op))
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferSplit(withLayout(join.getType(), layout), error);
                                }),
                        tensorOf(join.getLhs())); // Both operands have one type.
  return layout;
}

Attribute fathom::resultLayout(Operation *op, unsigned result, Attribute layout) {
  if (!layout)
    return {};
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return ttg::SliceEncodingAttr::get(op->getContext(), reduce.getAxis(), layout);
  if (auto split = dyn_cast<tt::SplitOp>(op))
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferSplit(
                                      withLayout(split.getSrc().getType(), layout), error);
                                }),
                        tensorOf(op->getResult(result)));
  return layout;
}

Attribute fathom::opLayoutFromOperand(Operation *op, unsigned operand, Attribute layout) {
  if (!layout)
    return {};
  RankedTensorType type = withLayout(op->getOperand(operand).getType(), layout);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return parentOf(layout, expand.getAxis());
  if (auto trans = dyn_cast<tt::TransOp>(op))
    return layoutOrNull(
        quietly(op,
                [&](tt::ErrorFn error) { return tt::inferTrans(type, trans.getOrder(), error); }),
        trans.getType());
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op))
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferReshape(type, reshape.getType().getShape(),
                                                          error);
                                }),
                        reshape.getType());
  if (auto join = dyn_cast<tt::JoinOp>(op))
    return layoutOrNull(quietly(op, [&](tt::ErrorFn error) { return tt::inferJoin(type, error); }),
                        join.getType());
  return layout;
}

Attribute fathom::opLayoutFromResult(Operation *op, unsigned result, Attribute layout) {
  if (!layout)
    return {};
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return parentOf(layout, reduce.getAxis());
  if (auto split = dyn_cast<tt::SplitOp>(op))
    return layoutOrNull(quietly(op,
                                [&](tt::ErrorFn error) {
                                  return tt::inferJoin(
                                      withLayout(op->getResult(result).getType(), layout), error);
                                }),
                        tensorOf(split.getSrc()));
  return layout;
}

Attribute fathom::currentOpLayout(Operation *op) {
  if (!isa<tt::ReduceOp, tt::SplitOp>(op))
    for (Value result : op->getResults())
      if (Attribute layout = layoutOf(result))
        return layout;
  for (OpOperand &operand : op->getOpOperands())
    if (Attribute layout = layoutOf(operand.get()); layout && !takesAnyLayout(operand))
      return layout;
  return {};
}

bool fathom::canHaveLayout(Operation *op, Attribute layout) {
  if (!layout)
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (layoutOf(operand.get()) && !takesAnyLayout(operand) &&
        !operandLayout(op, operand.getOperandNumber(), layout))
      return false;
  for (OpResult result : op->getResults())
    if (layoutOf(result) && !resultLayout(op, result.getResultNumber(), layout))
      return false;
  // What is called for several elements of a thread at once needs as many, if it has them.
  int64_t pack = 1;
  if (auto assembly = dyn_cast<tt::ElementwiseInlineAsmOp>(op))
    pack = assembly.getPackedElement();
  else if (auto map = dyn_cast<tt::MapElementwiseOp>(op))
    pack = map.getPack();
  Attribute current = currentOpLayout(op);
  if (pack == 1 || layout == current)
    return true;
  auto fillsPacks = [&](Attribute its) {
    llvm::Expected<LinearLayout> map = toLinearLayout(withLayout(op->getResult(0).getType(), its));
    if (map)
      return int64_t(map->removeZeroBases(Dim::reg()).inSize(Dim::reg())) % pack == 0;
    llvm::consumeError(map.takeError());
    return false;
  };
  return fillsPacks(layout) || !fillsPacks(current);
}
