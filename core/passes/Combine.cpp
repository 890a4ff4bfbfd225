// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-combine: makes one op of two or three that a GPU does at once.
//
//   dot(a, b, 0) + c                               ->  dot(a, b, c)
//   addptr(addptr(p, i), j)                        ->  addptr(p, i + j), where i + j is exact
//   select(m, load(p, m), v)                       ->  load(p, m, v)
//   reduce_add(a[:, :, None] * b[None, :, :], 1)   ->  dot(a, b, 0)
//   reduce(reshape(x)), histogram(reshape(x))      ->  the same, of the elements in any order
//   reshape(descriptor_load(d)), a unit dim less   ->  descriptor_load(d)
//
// One walk in the order of the text: what a rewrite makes stands where its last op stood, so a later op sees it, and a chain of
// additions of constants is one addition at the end.
//
// Requires: nothing. Without canonical constants fewer sums are found.
// Promises: no sum has an operand that is a dot with one use, in its block, whose accumulator is a constant zero.
// Promises: no addptr with an i64 offset moves an addptr with an i64 offset and one use in the same block.
// Promises: memory is read at the same addresses, as often, and in the same order with regard to writes.
//
// Bugs live in: offsets that wrap when they are added in their own width (M51); a mask that is not the select's condition (M52); a
// product that is used elsewhere, or already has an accumulator (M55); loads that move over stores (3.6.0 does that).
#include "core/mutant/Mutant.h"
#include "core/passes/DeadOps.h"
#include "core/passes/Passes.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONCOMBINEOPS
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

/// How many ops are looked at between a load and the select that it moves to.
constexpr unsigned farthestMove = 64;

/// The integer that a constant holds, everywhere if it is a tensor.
std::optional<APInt> constantOf(Value value) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return {};
  if (auto integer = dyn_cast<IntegerAttr>(attribute))
    return integer.getValue();
  auto splat = dyn_cast<SplatElementsAttr>(attribute);
  if (splat && splat.getElementType().isInteger())
    return splat.getSplatValue<APInt>();
  return {};
}

Type withElement(Type type, Type element) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.clone(element)) : element;
}

unsigned bitsOf(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

/// addptr(addptr(p, i), j). Two i64 are added as addresses are. Narrower ones are sign-extended before they move a pointer, so that
/// their sum may be longer than they are: only constants are added, and get a type that holds the sum.
bool combineAddPtr(tt::AddPtrOp outer, OpBuilder &b) {
  auto inner = outer.getPtr().getDefiningOp<tt::AddPtrOp>();
  if (!inner)
    return false;
  Value sum, i = inner.getOffset(), j = outer.getOffset();
  std::optional<APInt> first = constantOf(i), second = constantOf(j);
  if (first && second) {
    unsigned width = std::max(bitsOf(i), bitsOf(j));
    APInt exact = first->sext(65) + second->sext(65);
    if (isMutant(Mutant::M51)) // M51: the sum wraps at the narrower width.
      exact = exact.trunc(std::min(bitsOf(i), bitsOf(j))).sext(65);
    if (!exact.isSignedIntN(width))
      width = !exact.isSignedIntN(32) ? 64 : std::max(width, 32u);
    Type type = withElement(j.getType(), b.getIntegerType(width));
    TypedAttr value = b.getIntegerAttr(b.getIntegerType(width), exact.trunc(width));
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      value = SplatElementsAttr::get(tensor, value);
    sum = arith::ConstantOp::create(b, outer.getLoc(), value);
  } else if (bitsOf(i) == 64 && bitsOf(j) == 64 && inner->hasOneUse() &&
             inner->getBlock() == outer->getBlock()) {
    sum = arith::AddIOp::create(b, outer.getLoc(), i, j);
  } else {
    return false;
  }
  auto moved = tt::AddPtrOp::create(b, outer.getLoc(), inner.getPtr(), sum);
  // Hints about what a pointer is divisible by hold of the result.
  moved->setDiscardableAttrs(outer->getDiscardableAttrDictionary());
  outer.replaceAllUsesWith(moved.getResult());
  return true;
}

/// dot(a, b, 0) + c, as a dot that stands where the sum stood.
bool combineDotAdd(Operation *sum, OpBuilder &b) {
  for (unsigned side : {0, 1}) {
    auto dot = sum->getOperand(side).getDefiningOp<tt::DotOp>();
    Value c = sum->getOperand(1 - side);
    // In a loop a product that does not change would be computed again.
    if (!dot || dot->getBlock() != sum->getBlock() || dot.getMaxNumImpreciseAcc() != 0 ||
        c == dot.getD())
      continue;
    bool zero = matchPattern(dot.getC(), m_Zero()) || matchPattern(dot.getC(), m_AnyZeroFloat());
    if ((!zero || !dot->hasOneUse()) && !isMutant(Mutant::M55))
      continue;
    auto fused = tt::DotOp::create(b, sum->getLoc(), dot.getA(), dot.getB(), c,
                                   dot.getInputPrecision(), dot.getMaxNumImpreciseAcc());
    fused->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
    if (isMutant(Mutant::M55)) // M55: whoever used the product gets the sum.
      dot.getD().replaceUsesWithIf(fused.getD(), [&](OpOperand &use) {
        Operation *user = fused->getBlock()->findAncestorOpInBlock(*use.getOwner());
        return user && fused->isBeforeInBlock(user);
      });
    sum->getResult(0).replaceAllUsesWith(fused.getD());
    return true;
  }
  return false;
}

/// Whether both are true for the same elements, as seen without computing them.
bool sameCondition(Value condition, Value mask) {
  auto scalar = [](Value value) {
    auto splat = value.getDefiningOp<tt::SplatOp>();
    return splat ? splat.getSrc() : value;
  };
  return condition == mask || scalar(condition) == scalar(mask);
}

/// Whether an access may move from `first` down to `second`, in one block.
bool nothingWrittenBetween(Operation *first, Operation *second) {
  unsigned count = 0;
  for (Operation *op = first->getNextNode(); op != second; op = op->getNextNode())
    if (++count > farthestMove ||
        !(isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op)))
      return false;
  return true;
}

/// select(m, load(p, m), v). The load stays where it is if v is known there.
bool combineSelectOfLoad(arith::SelectOp select, OpBuilder &b) {
  auto load = select.getTrueValue().getDefiningOp<tt::LoadOp>();
  if (!load || !load.getMask() || load.getIsVolatile() || !load->hasOneUse() ||
      !load.getBoundaryCheck().empty() || load->getBlock() != select->getBlock())
    return false;
  // M52: any mask will do.
  if (!sameCondition(select.getCondition(), load.getMask()) && !isMutant(Mutant::M52))
    return false;
  Value otherwise = select.getFalseValue();
  Operation *definition = otherwise.getDefiningOp();
  bool knownAtLoad = otherwise.getParentBlock() != load->getBlock() || !definition ||
                     definition->isBeforeInBlock(load);
  if (!knownAtLoad && !nothingWrittenBetween(load, select))
    return false;
  if (knownAtLoad)
    b.setInsertionPoint(load);
  auto masked = tt::LoadOp::create(b, load.getLoc(), load.getPtr(), load.getMask(), otherwise,
                                   load.getCache(), load.getEvict(), load.getIsVolatile());
  masked->setDiscardableAttrs(load->getDiscardableAttrDictionary());
  select.replaceAllUsesWith(masked.getResult());
  return true;
}

/// The matrix that is repeated along a new dimension, `axis`, of a tensor of rank 3.
Value repeatedAlong(Value value, unsigned axis) {
  auto broadcast = value.getDefiningOp<tt::BroadcastOp>();
  auto expand =
      broadcast ? broadcast.getSrc().getDefiningOp<tt::ExpandDimsOp>() : tt::ExpandDimsOp();
  if (!expand || expand.getAxis() != axis || expand.getType().getRank() != 3)
    return {};
  // No other dimension may be repeated.
  for (unsigned dim = 0; dim < 3; ++dim)
    if (dim != axis && expand.getType().getDimSize(dim) != broadcast.getType().getDimSize(dim))
      return {};
  return expand.getSrc();
}

/// The only op of a region that combines its two arguments, or null.
Operation *onlyOp(tt::ReduceOp reduce) {
  Region &region = reduce.getCombineOp();
  if (reduce.getSrcs().size() != 1 || !region.hasOneBlock() ||
      region.front().getOperations().size() != 2)
    return nullptr;
  Block &block = region.front();
  Operation *op = &block.front();
  Value x = block.getArgument(0), y = block.getArgument(1);
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      block.getTerminator()->getOperands() != op->getResults())
    return nullptr;
  bool both = (op->getOperand(0) == x && op->getOperand(1) == y) ||
              (op->getOperand(0) == y && op->getOperand(1) == x);
  return both ? op : nullptr;
}

/// Sums of products of f32. Narrower floats would be rounded less often by a dot.
bool combineMulReduce(tt::ReduceOp reduce, OpBuilder &b) {
  if (reduce.getAxis() != 1 || !isa_and_nonnull<arith::AddFOp>(onlyOp(reduce)))
    return false;
  auto product = reduce.getSrcs()[0].getDefiningOp<arith::MulFOp>();
  if (!product || !product->hasOneUse())
    return false;
  auto type = cast<RankedTensorType>(product.getType());
  if (type.getRank() != 3 || !type.getElementType().isF32() || type.getEncoding())
    return false;
  Value x = product.getLhs(), y = product.getRhs();
  Value lhs = repeatedAlong(x, 2), rhs = repeatedAlong(y, 0);
  if (!lhs || !rhs)
    lhs = repeatedAlong(y, 2), rhs = repeatedAlong(x, 0);
  if (!lhs || !rhs)
    return false;
  auto result = cast<RankedTensorType>(reduce.getResult()[0].getType());
  Value zero = arith::ConstantOp::create(b, reduce.getLoc(), b.getZeroAttr(result));
  // An f32 product: rounding the operands first is for the program to ask for.
  auto dot = tt::DotOp::create(b, reduce.getLoc(), lhs, rhs, zero, tt::InputPrecision::Ieee);
  reduce.getResult()[0].replaceAllUsesWith(dot.getD());
  return true;
}

/// Whether the result does not depend on the order of the elements.
bool anyOrderWillDo(Operation *user) {
  if (auto histogram = dyn_cast<tt::HistogramOp>(user))
    return !histogram.getMask();
  auto reduce = dyn_cast<tt::ReduceOp>(user);
  Operation *op = reduce ? onlyOp(reduce) : nullptr;
  return op && op->hasTrait<OpTrait::IsCommutative>();
}

bool allowReorder(tt::ReshapeOp reshape) {
  if (reshape.getAllowReorder() || reshape.getType().getRank() != 1 || reshape->use_empty() ||
      !llvm::all_of(reshape->getUsers(), anyOrderWillDo))
    return false;
  reshape.setAllowReorder(true);
  return true;
}

/// Whether one shape is the other without some dimensions of size 1.
bool dropsUnitDims(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  for (int64_t size : from) {
    if (!to.empty() && to.front() == size && (size != 1 || to.size() == from.size()))
      to = to.drop_front();
    else if (size != 1)
      return false;
  }
  return to.empty();
}

bool combineReshapeOfDescriptorLoad(tt::ReshapeOp reshape, OpBuilder &b) {
  auto load = reshape.getSrc().getDefiningOp<tt::DescriptorLoadOp>();
  if (!load || !load->hasOneUse() || reshape.getAllowReorder() || reshape.getType().getEncoding() ||
      reshape.getType().getRank() >= load.getType().getRank() ||
      !dropsUnitDims(load.getType().getShape(), reshape.getType().getShape()))
    return false;
  b.setInsertionPoint(load);
  auto narrow = tt::DescriptorLoadOp::create(b, load.getLoc(), reshape.getType(), load.getDesc(),
                                             load.getIndices(), load.getCache(), load.getEvict());
  narrow->setDiscardableAttrs(load->getDiscardableAttrDictionary());
  reshape.replaceAllUsesWith(narrow.getResult());
  return true;
}

/// Whether the op was replaced; `changed` that it was changed in place.
bool combine(Operation *op, OpBuilder &b, bool &changed) {
  if (auto addptr = dyn_cast<tt::AddPtrOp>(op))
    return combineAddPtr(addptr, b);
  if (isa<arith::AddFOp, arith::AddIOp>(op))
    return isa<RankedTensorType>(op->getResult(0).getType()) && combineDotAdd(op, b);
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return combineSelectOfLoad(select, b);
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return combineMulReduce(reduce, b);
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op)) {
    if (combineReshapeOfDescriptorLoad(reshape, b))
      return true;
    changed |= allowReorder(reshape);
  }
  return false;
}

struct Combine : fathom::impl::TritonCombineOpsBase<Combine> {
  void runOnOperation() final {
    bool changed = false;
    changed |= replaceInOrder(getOperation(),
                              [&](Operation *op, OpBuilder &b) { return combine(op, b, changed); });
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
