// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What canonicalize does with ops of tt, beside what they fold to by themselves (fold() in TritonShape.cpp and TritonElementwise.cpp).
//
// Each rewrite holds element by element, for floats that are rounded and for floats of an exact algebra, and makes nothing undefined
// that was defined. So there is none that computes on floats: x + 0, dot(a, 0, c) and the like are not here, but for casts that lose
// nothing. None adds an access, and none moves one.
#include "core/ir/Triton.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace fathom::tt;

namespace {

//===--- masks -------------------------------------------------------------------------------===//

/// What a mask is in all lanes, if that is known.
std::optional<bool> constantMask(Value mask) {
  Attribute attribute;
  if (!mask || !matchPattern(mask, m_Constant(&attribute)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  auto scalar = dyn_cast<IntegerAttr>(attribute);
  return scalar ? std::optional<bool>(scalar.getValue().isOne()) : std::nullopt;
}

/// load(p, true, o) -> load(p); load(p, false, o) -> o. Without `o` the value is undefined, and stays a load that says so.
LogicalResult foldMaskOfLoad(LoadOp load, PatternRewriter &rewriter) {
  std::optional<bool> mask = constantMask(load.getMask());
  if (!mask)
    return failure();
  if (*mask) {
    rewriter.modifyOpInPlace(load, [&] {
      load.getMaskMutable().clear();
      load.getOtherMutable().clear();
    });
    return success();
  }
  if (!load.getOther() || load.getIsVolatile())
    return failure();
  rewriter.replaceOp(load, load.getOther());
  return success();
}

/// store(p, v, true) -> store(p, v); store(p, v, false) -> nothing.
LogicalResult foldMaskOfStore(StoreOp store, PatternRewriter &rewriter) {
  std::optional<bool> mask = constantMask(store.getMask());
  if (!mask)
    return failure();
  if (*mask)
    rewriter.modifyOpInPlace(store, [&] { store.getMaskMutable().clear(); });
  else
    rewriter.eraseOp(store);
  return success();
}

//===--- shapes ------------------------------------------------------------------------------===//

/// The constant's only element in another type of as many dimensions as one likes.
LogicalResult replaceBySplat(Operation *op, Value source, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (auto splat = source.getDefiningOp<SplatOp>()) {
    rewriter.replaceOpWithNewOp<SplatOp>(op, type, splat.getSrc());
    return success();
  }
  SplatElementsAttr constant;
  if (!matchPattern(source, m_Constant(&constant)))
    return failure();
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, constant.resizeSplat(type));
  return success();
}

/// expand_dims, broadcast, reshape and trans of a splat are a splat, of a constant that is one value a constant.
template <typename Op> LogicalResult foldShapeOfSplat(Op op, PatternRewriter &rewriter) {
  return replaceBySplat(op, op.getSrc(), rewriter);
}

LogicalResult mergeBroadcasts(BroadcastOp outer, PatternRewriter &rewriter) {
  auto inner = outer.getSrc().getDefiningOp<BroadcastOp>();
  if (!inner)
    return failure();
  rewriter.modifyOpInPlace(outer, [&] { outer.getSrcMutable().assign(inner.getSrc()); });
  return success();
}

/// Whether the verifier takes a type for what was inferred. Without an encoding it does.
bool fits(RankedTensorType inferred, RankedTensorType type) {
  if (!inferred || inferred == type)
    return bool(inferred);
  const auto *layouts = layoutInferenceOf(type.getEncoding());
  return layouts && inferred.getEncoding() &&
         layouts->sameLayout(type.getShape(), inferred.getEncoding(), type.getEncoding());
}

InFlightDiagnostic noError() { return {}; }

/// The elements are in any order if either says so.
LogicalResult mergeReshapes(ReshapeOp outer, PatternRewriter &rewriter) {
  auto inner = outer.getSrc().getDefiningOp<ReshapeOp>();
  if (!inner)
    return failure();
  bool anyOrder = outer.getAllowReorder() || inner.getAllowReorder();
  if (!anyOrder &&
      !fits(inferReshape(inner.getSrc().getType(), outer.getType().getShape(), noError),
            outer.getType()))
    return failure();
  rewriter.modifyOpInPlace(outer, [&] {
    outer.setAllowReorder(anyOrder);
    outer.getSrcMutable().assign(inner.getSrc());
  });
  return success();
}

/// trans(trans(x, a), b): dimension k of the result is dimension a[b[k]] of x.
LogicalResult mergeTransposes(TransOp outer, PatternRewriter &rewriter) {
  auto inner = outer.getSrc().getDefiningOp<TransOp>();
  if (!inner)
    return failure();
  SmallVector<int32_t> order =
      llvm::map_to_vector(outer.getOrder(), [&](int32_t dim) { return inner.getOrder()[dim]; });
  if (!fits(inferTrans(inner.getSrc().getType(), order, noError), outer.getType()))
    return failure();
  rewriter.replaceOpWithNewOp<TransOp>(outer, outer.getType(), inner.getSrc(), order);
  return success();
}

LogicalResult foldSplitOfJoin(SplitOp split, PatternRewriter &rewriter) {
  auto join = split.getSrc().getDefiningOp<JoinOp>();
  if (!join || join.getLhs().getType() != split.getOutLHS().getType())
    return failure();
  rewriter.replaceOp(split, {join.getLhs(), join.getRhs()});
  return success();
}

LogicalResult foldJoinOfSplit(JoinOp join, PatternRewriter &rewriter) {
  auto split = join.getLhs().getDefiningOp<SplitOp>();
  if (!split || join.getLhs() != split.getOutLHS() || join.getRhs() != split.getOutRHS() ||
      split.getSrc().getType() != join.getType())
    return failure();
  rewriter.replaceOp(join, split.getSrc());
  return success();
}

LogicalResult foldUnsplat(UnsplatOp unsplat, PatternRewriter &rewriter) {
  auto splat = unsplat.getSrc().getDefiningOp<SplatOp>();
  if (!splat)
    return failure();
  rewriter.replaceOp(unsplat, splat.getSrc());
  return success();
}

/// A range of one number is a constant.
LogicalResult foldShortRange(MakeRangeOp range, PatternRewriter &rewriter) {
  if (range.getType().getNumElements() != 1)
    return failure();
  auto value = SplatElementsAttr::get(
      range.getType(), rewriter.getI32IntegerAttr(static_cast<int32_t>(range.getStart())));
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(range, cast<TypedAttr>(value));
  return success();
}

//===--- casts -------------------------------------------------------------------------------===//

/// A cast to the same type, and of a constant that is finite in both types and exact.
LogicalResult foldFpToFp(FpToFpOp cast, PatternRewriter &rewriter) {
  if (cast.getSrc().getType() == cast.getType()) {
    rewriter.replaceOp(cast, cast.getSrc());
    return success();
  }
  Attribute attribute;
  if (!matchPattern(cast.getSrc(), m_Constant(&attribute)))
    return failure();
  if (auto splat = dyn_cast<SplatElementsAttr>(attribute))
    attribute = splat.getSplatValue<Attribute>();
  auto scalar = dyn_cast<FloatAttr>(attribute);
  if (!scalar || !scalar.getValue().isFinite())
    return failure();
  APFloat value = scalar.getValue();
  auto element = llvm::cast<FloatType>(getElementTypeOrSelf(cast.getType()));
  bool lossy = false;
  value.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lossy);
  // A type without -0 makes a NaN of it.
  if (lossy || !value.isFinite() || value.isNegative() != scalar.getValue().isNegative())
    return failure();
  TypedAttr result = rewriter.getFloatAttr(element, value);
  if (auto tensor = dyn_cast<RankedTensorType>(cast.getType()))
    result = SplatElementsAttr::get(tensor, llvm::cast<Attribute>(result));
  rewriter.replaceOpWithNewOp<arith::ConstantOp>(cast, result);
  return success();
}

/// Pointers to other types and back. Bits of numbers are left alone: a NaN has more bits than one needs to say that it is one.
LogicalResult mergePointerCasts(BitcastOp outer, PatternRewriter &rewriter) {
  auto inner = outer.getSrc().getDefiningOp<BitcastOp>();
  if (!inner || !isa<PointerType>(getElementTypeOrSelf(outer.getType())))
    return failure();
  rewriter.modifyOpInPlace(outer, [&] { outer.getSrcMutable().assign(inner.getSrc()); });
  return success();
}

LogicalResult foldIntOfPointer(IntToPtrOp cast, PatternRewriter &rewriter) {
  auto address = cast.getSrc().getDefiningOp<PtrToIntOp>();
  if (!address || address.getSrc().getType() != cast.getType())
    return failure();
  rewriter.replaceOp(cast, address.getSrc());
  return success();
}

LogicalResult foldPointerOfInt(PtrToIntOp cast, PatternRewriter &rewriter) {
  auto pointer = cast.getSrc().getDefiningOp<IntToPtrOp>();
  if (!pointer || pointer.getSrc().getType() != cast.getType())
    return failure();
  rewriter.replaceOp(cast, pointer.getSrc());
  return success();
}

//===--- block pointers, products ------------------------------------------------------------===//

LogicalResult foldAdvanceByZero(AdvanceOp advance, PatternRewriter &rewriter) {
  if (!llvm::all_of(advance.getOffsets(),
                    [](Value offset) { return matchPattern(offset, m_Zero()); }))
    return failure();
  rewriter.replaceOp(advance, advance.getPtr());
  return success();
}

/// Integers times zero. Of floats, infinity and NaN times zero are no zero.
LogicalResult foldDotOfZero(DotOp dot, PatternRewriter &rewriter) {
  if (!dot.getType().getElementType().isInteger() ||
      !(matchPattern(dot.getA(), m_Zero()) || matchPattern(dot.getB(), m_Zero())))
    return failure();
  rewriter.replaceOp(dot, dot.getC());
  return success();
}

} // namespace

void TritonDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {
  patterns.add(foldMaskOfLoad);
  patterns.add(foldMaskOfStore);
  patterns.add(foldShapeOfSplat<ExpandDimsOp>);
  patterns.add(foldShapeOfSplat<BroadcastOp>);
  patterns.add(foldShapeOfSplat<ReshapeOp>);
  patterns.add(foldShapeOfSplat<TransOp>);
  patterns.add(mergeBroadcasts);
  patterns.add(mergeReshapes);
  patterns.add(mergeTransposes);
  patterns.add(foldSplitOfJoin);
  patterns.add(foldJoinOfSplit);
  patterns.add(foldUnsplat);
  patterns.add(foldShortRange);
  patterns.add(foldFpToFp);
  patterns.add(mergePointerCasts);
  patterns.add(foldIntOfPointer);
  patterns.add(foldPointerOfInt);
  patterns.add(foldAdvanceByZero);
  patterns.add(foldDotOfZero);
}
