// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers, reads, prints, verifies and folds the tt ops that make tensors and change their shape.
#include "core/ir/Triton.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonShapeOps.cpp.inc"

//===--- inference ---------------------------------------------------------------------------===//

namespace {

using InferFn = function_ref<FailureOr<Attribute>(const LayoutInference &)>;

/// The shape with the operand's elements and the encoding that the operand's dialect gives; null on
/// failure.
RankedTensorType withLayout(RankedTensorType operand, ArrayRef<int64_t> shape, ErrorFn error,
                            InferFn infer) {
  Attribute encoding = operand.getEncoding();
  if (encoding) {
    const LayoutInference *layouts = layoutInferenceOf(encoding);
    if (!layouts) {
      error() << "cannot infer a layout from " << encoding;
      return {};
    }
    FailureOr<Attribute> result = infer(*layouts);
    if (failed(result))
      return {};
    encoding = *result;
  }
  return RankedTensorType::get(shape, operand.getElementType(), encoding);
}

/// Whether the result is the inferred type, or one whose encoding is the same map. An encoding on
/// one side only is an error.
LogicalResult verifyInferred(Operation *op, RankedTensorType inferred, RankedTensorType result) {
  if (!inferred) // It has been said why.
    return failure();
  if (inferred.getShape() != result.getShape() ||
      inferred.getElementType() != result.getElementType())
    return op->emitOpError("result is ") << result << ", but must be " << inferred;
  Attribute left = inferred.getEncoding(), right = result.getEncoding();
  if (left == right)
    return success();
  const LayoutInference *layouts = layoutInferenceOf(left);
  if (!left || !right || !layouts || !layouts->sameLayout(result.getShape(), left, right))
    return op->emitOpError("result is ") << result << ", but must be " << inferred;
  return success();
}

} // namespace

RankedTensorType fathom::tt::inferExpandDims(RankedTensorType operand, int axis, ErrorFn error) {
  if (axis < 0 || axis > operand.getRank()) {
    error() << "axis " << axis << " is out of range for a tensor of rank " << operand.getRank();
    return {};
  }
  SmallVector<int64_t> shape(operand.getShape());
  shape.insert(shape.begin() + axis, 1);
  return withLayout(operand, shape, error, [&](const LayoutInference &layouts) {
    return layouts.expandDims(operand, axis, error);
  });
}

RankedTensorType fathom::tt::inferTrans(RankedTensorType operand, ArrayRef<int32_t> order,
                                        ErrorFn error) {
  SmallVector<int32_t> sorted(order);
  llvm::sort(sorted);
  bool isPermutation = static_cast<int64_t>(order.size()) == operand.getRank();
  for (auto [index, dim] : llvm::enumerate(sorted))
    isPermutation &= dim == static_cast<int32_t>(index);
  if (!isPermutation) {
    error() << "order is no permutation of the dimensions of " << operand;
    return {};
  }
  SmallVector<int64_t> shape;
  for (int32_t dim : order)
    shape.push_back(operand.getDimSize(dim));
  return withLayout(operand, shape, error, [&](const LayoutInference &layouts) {
    return layouts.trans(operand, order, error);
  });
}

RankedTensorType fathom::tt::inferReshape(RankedTensorType operand, ArrayRef<int64_t> shape,
                                          ErrorFn error) {
  return withLayout(operand, shape, error, [&](const LayoutInference &layouts) {
    return layouts.reshape(operand, shape, error);
  });
}

RankedTensorType fathom::tt::inferJoin(RankedTensorType operand, ErrorFn error) {
  SmallVector<int64_t> shape(operand.getShape());
  shape.push_back(2);
  return withLayout(operand, shape, error,
                    [&](const LayoutInference &layouts) { return layouts.join(operand, error); });
}

RankedTensorType fathom::tt::inferSplit(RankedTensorType operand, ErrorFn error) {
  if (operand.getRank() < 1 || operand.getShape().back() != 2) {
    error() << "the last dimension must have size 2, but the operand is " << operand;
    return {};
  }
  return withLayout(operand, operand.getShape().drop_back(), error,
                    [&](const LayoutInference &layouts) { return layouts.split(operand, error); });
}

namespace {

/// Builders are given operands that have a result; a verifier says so of IR that is read.
InFlightDiagnostic noError() { return {}; }

RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

} // namespace

//===--- make_range, splat, unsplat ----------------------------------------------------------===//

void MakeRangeOp::build(OpBuilder &builder, OperationState &state, int32_t start, int32_t end) {
  build(builder, state, RankedTensorType::get({int64_t(end) - start}, builder.getI32Type()), start,
        end);
}

LogicalResult MakeRangeOp::verify() {
  int64_t start = getStartAttr().getInt(), end = getEndAttr().getInt();
  if (start >= end)
    return emitOpError("start, ") << start << ", must be less than end, " << end;
  RankedTensorType type = getType();
  if (type.getRank() != 1 || type.getDimSize(0) != end - start)
    return emitOpError("result is ")
           << type << ", but the range has " << end - start << " elements";
  return success();
}

void SplatOp::build(OpBuilder &builder, OperationState &state, Value src, ArrayRef<int64_t> shape) {
  build(builder, state, RankedTensorType::get(shape, src.getType()), src);
}

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  Attribute value = adaptor.getSrc();
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value))
    return {};
  return SplatElementsAttr::get(getType(), value);
}

LogicalResult UnsplatOp::verify() {
  if (getSrc().getType().getNumElements() != 1)
    return emitOpError("needs a tensor of one element, but has ") << getSrc().getType();
  return success();
}

//===--- expand_dims, broadcast --------------------------------------------------------------===//

void ExpandDimsOp::build(OpBuilder &builder, OperationState &state, Value src, int axis) {
  RankedTensorType type = inferExpandDims(tensorType(src), axis, noError);
  assert(type && "no result");
  build(builder, state, type, src, static_cast<uint32_t>(axis));
}

LogicalResult ExpandDimsOp::verify() {
  return verifyInferred(*this,
                        inferExpandDims(getSrc().getType(), static_cast<int32_t>(getAxis()),
                                        [&] { return emitOpError(); }),
                        getType());
}

void BroadcastOp::build(OpBuilder &builder, OperationState &state, Value src,
                        ArrayRef<int64_t> shape) {
  build(builder, state, tensorType(src).clone(shape), src);
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType from = getSrc().getType(), to = getType();
  if (from.getRank() != to.getRank())
    return emitOpError("operand and result differ in rank: ") << from << " and " << to;
  for (auto [index, sizes] : llvm::enumerate(llvm::zip(from.getShape(), to.getShape()))) {
    auto [before, after] = sizes;
    if (before != after && before != 1)
      return emitOpError("dimension ")
             << index << " has size " << before << " and cannot become " << after;
  }
  // Up to 3.8 both have one encoding; 3.9 may give them two that are one map on the operand's shape.
  Attribute left = from.getEncoding(), right = to.getEncoding();
  const LayoutInference *layouts = layoutInferenceOf(left);
  if (left != right && left && right &&
      (!layouts || !layouts->sameLayout(from.getShape(), left, right)))
    return emitOpError("repeats ") << from << " in another layout, " << to;
  return success();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

//===--- reshape -----------------------------------------------------------------------------===//

void ReshapeOp::build(OpBuilder &builder, OperationState &state, Value src, ArrayRef<int64_t> shape,
                      bool allowReorder) {
  RankedTensorType type = inferReshape(tensorType(src), shape, noError);
  assert(type && "no result");
  build(builder, state, type, src, allowReorder, /*efficient_layout=*/false);
}

// tt.reshape %t allow_reorder efficient_layout : T -> U, up to 3.1 tt.reshape %t {allow_reorder =
// true} : T -> U
ParseResult ReshapeOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand src;
  Type from, to;
  if (parser.parseOperand(src))
    return failure();
  bool allowReorder = succeeded(parser.parseOptionalKeyword("allow_reorder"));
  bool efficientLayout = succeeded(parser.parseOptionalKeyword("efficient_layout"));
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes))
    return failure();
  for (auto [name, flag] : {std::pair{"allow_reorder", &allowReorder},
                            std::pair{"efficient_layout", &efficientLayout}}) {
    Attribute attribute = state.attributes.erase(name);
    auto boolean = dyn_cast_if_present<BoolAttr>(attribute);
    if (attribute && !boolean && !isa<UnitAttr>(attribute))
      return parser.emitError(loc) << name << " must be a boolean, but is " << attribute;
    *flag |= attribute && (!boolean || boolean.getValue());
  }
  auto &properties = state.getOrAddProperties<Properties>();
  if (allowReorder)
    properties.allow_reorder = parser.getBuilder().getUnitAttr();
  if (efficientLayout)
    properties.efficient_layout = parser.getBuilder().getUnitAttr();
  if (parser.parseColonType(from) || parser.parseArrow() || parser.parseType(to))
    return failure();
  state.addTypes(to);
  return parser.resolveOperand(src, from, state.operands);
}

void ReshapeOp::print(OpAsmPrinter &printer) {
  printer << " " << getSrc();
  NamedAttrList attributes((*this)->getDiscardableAttrDictionary());
  if (spellingOf(getContext()).reshapeAttribute) {
    attributes.set("allow_reorder", BoolAttr::get(getContext(), getAllowReorder()));
    if (getEfficientLayout())
      attributes.set("efficient_layout", UnitAttr::get(getContext()));
  } else {
    printer << (getAllowReorder() ? " allow_reorder" : "")
            << (getEfficientLayout() ? " efficient_layout" : "");
  }
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getSrc().getType() << " -> " << getType();
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = getSrc().getType(), to = getType();
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("operand has ")
           << from.getNumElements() << " elements, but the result has " << to.getNumElements();
  if (bool(from.getEncoding()) != bool(to.getEncoding()))
    return emitOpError("operand and result must both have an encoding, or neither");
  if (getAllowReorder() || !from.getEncoding())
    return success();
  return verifyInferred(*this, inferReshape(from, to.getShape(), [&] { return emitOpError(); }),
                        to);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && !getAllowReorder())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

//===--- trans, cat, join, split -------------------------------------------------------------===//

void TransOp::build(OpBuilder &builder, OperationState &state, Value src, ArrayRef<int32_t> order) {
  RankedTensorType type = inferTrans(tensorType(src), order, noError);
  assert(type && "no result");
  build(builder, state, type, src, order);
}

LogicalResult TransOp::verify() {
  return verifyInferred(
      *this, inferTrans(getSrc().getType(), getOrder(), [&] { return emitOpError(); }), getType());
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  bool identity = llvm::all_of(llvm::enumerate(getOrder()), [](auto place) {
    return static_cast<int32_t>(place.index()) == place.value();
  });
  if (identity && getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_if_present<SplatElementsAttr>(adaptor.getSrc()))
    return splat.resizeSplat(getType());
  return {};
}

void CatOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs) {
  RankedTensorType type = tensorType(lhs);
  SmallVector<int64_t> shape(type.getShape());
  shape[0] *= 2;
  build(builder, state, type.clone(shape), lhs, rhs);
}

LogicalResult CatOp::verify() {
  if (getType().getNumElements() != 2 * getLhs().getType().getNumElements())
    return emitOpError("result is ") << getType() << ", but both operands have "
                                     << 2 * getLhs().getType().getNumElements() << " elements";
  return success();
}

void JoinOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs) {
  RankedTensorType type = inferJoin(tensorType(lhs), noError);
  assert(type && "no result");
  build(builder, state, type, lhs, rhs);
}

LogicalResult JoinOp::verify() {
  RankedTensorType operand = getLhs().getType(), result = getType();
  const LayoutInference *layouts = layoutInferenceOf(result.getEncoding());
  if (!layouts || !operand.getEncoding())
    return verifyInferred(*this, inferJoin(operand, [&] { return emitOpError(); }), result);
  // The new dimension's bit may be any of the result's registers: splitting tells.
  RankedTensorType half = inferSplit(result, [&] { return emitOpError(); });
  if (!half)
    return failure();
  if (half.getShape() != operand.getShape() ||
      !layouts->sameLayout(operand.getShape(), half.getEncoding(), operand.getEncoding()))
    return emitOpError("operands are ") << operand << ", but must be " << half;
  return success();
}

void SplitOp::build(OpBuilder &builder, OperationState &state, Value src) {
  RankedTensorType type = inferSplit(tensorType(src), noError);
  assert(type && "no result");
  build(builder, state, type, type, src);
}

LogicalResult SplitOp::verify() {
  return verifyInferred(*this, inferSplit(getSrc().getType(), [&] { return emitOpError(); }),
                        getOutLHS().getType());
}

//===--- gather ------------------------------------------------------------------------------===//

void GatherOp::build(OpBuilder &builder, OperationState &state, Value src, Value indices,
                     int axis) {
  build(builder, state, tensorType(indices).clone(tensorType(src).getElementType()), src, indices,
        static_cast<uint32_t>(axis), /*efficient_layout=*/false);
}

LogicalResult GatherOp::verify() {
  RankedTensorType src = getSrc().getType(), indices = getIndices().getType(), result = getType();
  if (result != indices.clone(src.getElementType()))
    return emitOpError("result is ")
           << result << ", but must be " << indices.clone(src.getElementType());
  if (src.getRank() != indices.getRank())
    return emitOpError("operand and indices differ in rank: ") << src << " and " << indices;
  int64_t axis = static_cast<int32_t>(getAxis());
  if (axis < 0 || axis >= src.getRank())
    return emitOpError("axis ") << axis << " is out of range for a tensor of rank "
                                << src.getRank();
  for (int64_t dim = 0; dim < src.getRank(); ++dim)
    if (dim != axis && indices.getDimSize(dim) > src.getDimSize(dim))
      return emitOpError("indices exceed the operand in dimension ") << dim;
  return success();
}
