// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers, reads, prints and verifies the tt ops that combine elements.
#include "core/ir/Triton.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonComputeOps.cpp.inc"

//===--- dot ---------------------------------------------------------------------------------===//

namespace {

/// A matrix product's shapes: rank 2, or 3 with a leading batch dimension.
LogicalResult verifyProduct(Operation *op, ArrayRef<int64_t> a, ArrayRef<int64_t> b,
                            ArrayRef<int64_t> d) {
  size_t rank = d.size();
  if (rank != 2 && rank != 3)
    return op->emitOpError("needs rank 2, or 3 with a batch, but has ") << rank;
  if (a.size() != rank || b.size() != rank)
    return op->emitOpError("operands and result differ in rank");
  if (rank == 3 && (a[0] != d[0] || b[0] != d[0]))
    return op->emitOpError("operands and result differ in the batch dimension");
  size_t row = rank - 2, column = rank - 1;
  if (a[column] != b[row])
    return op->emitOpError("first operand has ")
           << a[column] << " columns, but the second " << b[row] << " rows";
  if (a[row] != d[row] || b[column] != d[column])
    return op->emitOpError("result has ")
           << d[row] << "x" << d[column] << " elements, but must have " << a[row] << "x"
           << b[column];
  return success();
}

} // namespace

LogicalResult DotOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType(), d = getType();
  if (a.getElementTypeBitWidth() != b.getElementTypeBitWidth())
    return emitOpError("operands differ in width: ")
           << a.getElementType() << " and " << b.getElementType();
  if (failed(verifyProduct(*this, a.getShape(), b.getShape(), d.getShape())))
    return failure();
  if (!a.getEncoding() && !b.getEncoding())
    return success();
  if (!a.getEncoding() || !b.getEncoding() || !d.getEncoding())
    return emitOpError("operands and result must all have an encoding, or none");
  const LayoutInference *layouts = layoutInferenceOf(d.getEncoding());
  if (!layouts)
    return emitOpError("cannot check the layout ") << d.getEncoding();
  return layouts->verifyDot(a, b, d, [&] { return emitOpError(); });
}

// tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e4m3 rhs = e2m1 {fastMath = false} : TA, TAS *
// TB, TBS -> TD 3.2 has commas for the word `scale`: tt.dot_scaled %a, %as, %b, %c lhs = ...; there
// the types tell which scales there are.
ParseResult DotScaledOp::parse(OpAsmParser &parser, OperationState &state) {
  using Operand = OpAsmParser::UnresolvedOperand;
  SmallVector<Operand, 5> plain;
  std::optional<Operand> scales[2];
  llvm::SMLoc loc = parser.getCurrentLocation();
  do {
    if (parser.parseOperand(plain.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("scale"))) {
      if (plain.size() > 2)
        return parser.emitError(loc) << "only the first two operands have a scale";
      if (parser.parseOperand(scales[plain.size() - 1].emplace()))
        return failure();
    }
  } while (succeeded(parser.parseOptionalComma()));

  auto element = [&](StringRef key, ScaledElementAttr &into) -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(key) || parser.parseEqual())
      return failure();
    llvm::SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<ScaledElement> known = symbolizeScaledElement(name);
    if (!known)
      return parser.emitError(at) << "unknown element type: " << name;
    into = ScaledElementAttr::get(parser.getContext(), *known);
    return success();
  };
  auto &properties = state.getOrAddProperties<Properties>();
  if (element("lhs", properties.a_elem_type) || element("rhs", properties.b_elem_type))
    return failure();
  llvm::SMLoc attributesLoc = parser.getCurrentLocation();
  auto error = [&] { return parser.emitError(attributesLoc) << "'" << state.name << "' op "; };
  if (parser.parseOptionalAttrDict(state.attributes) ||
      failed(verifyInherentAttrs(state.name, state.attributes, error)))
    return failure();

  Type sides[2], scaleTypes[2], result;
  if (parser.parseColon())
    return failure();
  for (int side : {0, 1}) {
    if (side && parser.parseStar())
      return failure();
    if (parser.parseType(sides[side]))
      return failure();
    if (succeeded(parser.parseOptionalComma()) && parser.parseType(scaleTypes[side]))
      return failure();
  }
  if (parser.parseArrow() || parser.parseType(result))
    return failure();

  // The commas' form: put the scales where the words would.
  if (!scales[0] && !scales[1] && plain.size() > 3) {
    SmallVector<Operand, 5> all;
    std::swap(all, plain);
    size_t next = 0;
    for (int side : {0, 1}) {
      if (next < all.size())
        plain.push_back(all[next++]);
      if (scaleTypes[side] && next < all.size())
        scales[side] = all[next++];
    }
    plain.append(all.begin() + next, all.end());
  }
  if (plain.size() != 3)
    return parser.emitError(loc) << "expected two operands and an accumulator";
  for (int side : {0, 1})
    if (scales[side].has_value() != bool(scaleTypes[side]))
      return parser.emitError(loc) << "operands and their types do not match";

  if (parser.resolveOperand(plain[0], sides[0], state.operands) ||
      parser.resolveOperand(plain[1], sides[1], state.operands) ||
      parser.resolveOperand(plain[2], result, state.operands))
    return failure();
  for (int side : {0, 1})
    if (scales[side] && parser.resolveOperand(*scales[side], scaleTypes[side], state.operands))
      return failure();
  properties.operandSegmentSizes = {1, 1, 1, scales[0].has_value(), scales[1].has_value()};
  state.addTypes(result);
  return success();
}

void DotScaledOp::print(OpAsmPrinter &printer) {
  StringRef word = spellingOf(getContext()).dotScaledCommas ? ", " : " scale ";
  printer << " " << getA();
  if (getAScale())
    printer << word << getAScale();
  printer << ", " << getB();
  if (getBScale())
    printer << word << getBScale();
  printer << ", " << getC() << " lhs = " << stringifyScaledElement(getAElemType())
          << " rhs = " << stringifyScaledElement(getBElemType());
  NamedAttrList attributes((*this)->getDiscardableAttrDictionary());
  // Later releases have fastMath as a required attribute.
  attributes.set("fastMath", BoolAttr::get(getContext(), getFastMath()));
  if (!getLhsKPack())
    attributes.set("lhs_k_pack", BoolAttr::get(getContext(), false));
  if (!getRhsKPack())
    attributes.set("rhs_k_pack", BoolAttr::get(getContext(), false));
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getA().getType();
  if (getAScale())
    printer << ", " << getAScale().getType();
  printer << " * " << getB().getType();
  if (getBScale())
    printer << ", " << getBScale().getType();
  printer << " -> " << getType();
}

LogicalResult DotScaledOp::verify() {
  if (getC().getType() != getType())
    return emitOpError("accumulator is ")
           << getC().getType() << ", but the result is " << getType();
  RankedTensorType a = getA().getType(), b = getB().getType();
  size_t rank = getType().getRank();
  if ((rank != 2 && rank != 3) || a.getRank() != int64_t(rank) || b.getRank() != int64_t(rank))
    return emitOpError("needs operands and a result of rank 2, or 3 with a batch");
  // e2m1 lies two in an i8. The shapes are compared as if unpacked.
  SmallVector<int64_t> aShape(a.getShape()), bShape(b.getShape());
  if (getAElemType() == ScaledElement::E2M1)
    aShape[getLhsKPack() ? rank - 1 : rank - 2] *= 2;
  if (getBElemType() == ScaledElement::E2M1)
    bShape[getRhsKPack() ? rank - 2 : rank - 1] *= 2;
  if (failed(verifyProduct(*this, aShape, bShape, getType().getShape())))
    return failure();
  int64_t k = aShape[rank - 1];
  auto verifyScale = [&](TypedValue<RankedTensorType> scale, int64_t rows,
                         StringRef which) -> LogicalResult {
    if (!scale)
      return success();
    ArrayRef<int64_t> shape = scale.getType().getShape();
    if (shape.size() != rank || shape[rank - 2] != rows)
      return emitOpError() << which << " scale is " << scale.getType() << ", but must have " << rows
                           << " rows";
    if (k != 16 * shape[rank - 1] && k != 32 * shape[rank - 1])
      return emitOpError() << which << " scale has " << shape[rank - 1]
                           << " columns, no 16th and no 32nd part of K, " << k;
    return success();
  };
  if (failed(verifyScale(getAScale(), aShape[rank - 2], "first")) ||
      failed(verifyScale(getBScale(), bShape[rank - 1], "second")))
    return failure();
  return success();
}

//===--- reduce and scan ---------------------------------------------------------------------===//

FailureOr<SmallVector<Type>> fathom::tt::inferReductionTypes(TypeRange operands, int axis,
                                                             ErrorFn error) {
  SmallVector<Type> results;
  for (Type type : operands) {
    auto operand = dyn_cast<RankedTensorType>(type);
    if (!operand) {
      error() << "operand must be a tensor, but is " << type;
      return failure();
    }
    if (axis < 0 || axis >= operand.getRank()) {
      error() << "axis " << axis << " is out of range for a tensor of rank " << operand.getRank();
      return failure();
    }
    SmallVector<int64_t> shape(operand.getShape());
    shape.erase(shape.begin() + axis);
    if (shape.empty()) {
      results.push_back(operand.getElementType());
      continue;
    }
    Attribute encoding = operand.getEncoding();
    if (encoding) {
      const LayoutInference *layouts = layoutInferenceOf(encoding);
      if (!layouts) {
        error() << "cannot infer a layout from " << encoding;
        return failure();
      }
      FailureOr<Attribute> inferred = layouts->reduce(operand, axis, error);
      if (failed(inferred))
        return failure();
      encoding = *inferred;
    }
    results.push_back(RankedTensorType::get(shape, operand.getElementType(), encoding));
  }
  return results;
}

namespace {

/// The region takes an accumulator and then an element for each operand, and returns the
/// accumulators.
LogicalResult verifyCombine(Operation *op, Region &region, StringRef terminator) {
  if (!region.hasOneBlock())
    return op->emitOpError("needs a body of one block");
  Block &body = region.front();
  unsigned operands = op->getNumOperands();
  if (body.getNumArguments() != 2 * operands)
    return op->emitOpError("has ")
           << operands << " operands, so its body must take " << 2 * operands
           << " arguments, but it takes " << body.getNumArguments();
  auto element = [&](unsigned index) {
    return getElementTypeOrSelf(op->getOperand(index % operands).getType());
  };
  for (auto [index, type] : llvm::enumerate(body.getArgumentTypes()))
    if (type != element(index))
      return op->emitOpError("argument #")
             << index << " of its body is " << type << ", but must be " << element(index);
  if (body.empty() || body.back().getName().getStringRef() != terminator)
    return op->emitOpError("needs a body that ends in ") << terminator;
  if (body.back().getNumOperands() != operands)
    return op->emitOpError("needs a body that returns ")
           << operands << " values, but it returns " << body.back().getNumOperands();
  for (auto [index, type] : llvm::enumerate(body.back().getOperandTypes()))
    if (type != element(index))
      return op->emitOpError("value #")
             << index << " that its body returns is " << type << ", but must be " << element(index);
  return success();
}

LogicalResult verifyCounts(Operation *op) {
  if (op->getNumOperands() == 0)
    return op->emitOpError("needs an operand");
  if (op->getNumOperands() != op->getNumResults())
    return op->emitOpError("has ")
           << op->getNumOperands() << " operands, but " << op->getNumResults() << " results";
  return success();
}

} // namespace

void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int axis) {
  auto noError = []() -> InFlightDiagnostic { return {}; };
  FailureOr<SmallVector<Type>> types = inferReductionTypes(srcs.getTypes(), axis, noError);
  assert(succeeded(types) && "no result");
  build(builder, state, *types, srcs, static_cast<uint32_t>(axis));
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyCounts(*this)))
    return failure();
  FailureOr<SmallVector<Type>> types = inferReductionTypes(
      getSrcs().getTypes(), static_cast<int32_t>(getAxis()), [&] { return emitOpError(); });
  if (failed(types))
    return failure();
  for (auto [index, pair] : llvm::enumerate(llvm::zip(*types, getResultTypes()))) {
    auto [inferred, result] = pair;
    if (inferred == result)
      continue;
    auto left = dyn_cast<RankedTensorType>(inferred), right = dyn_cast<RankedTensorType>(result);
    const LayoutInference *layouts = left ? layoutInferenceOf(left.getEncoding()) : nullptr;
    if (!right || !layouts || !right.getEncoding() || left.getShape() != right.getShape() ||
        left.getElementType() != right.getElementType() ||
        !layouts->sameLayout(left.getShape(), left.getEncoding(), right.getEncoding()))
      return emitOpError("result #") << index << " is " << result << ", but must be " << inferred;
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombine(*this, getCombineOp(), ReduceReturnOp::getOperationName());
}

void ScanOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int axis,
                   bool reverse) {
  build(builder, state, srcs.getTypes(), srcs, static_cast<uint32_t>(axis), reverse);
}

LogicalResult ScanOp::verify() {
  if (failed(verifyCounts(*this)))
    return failure();
  int64_t axis = static_cast<int32_t>(getAxis());
  int64_t rank = cast<RankedTensorType>(getSrcs()[0].getType()).getRank();
  if (axis < 0 || axis >= rank)
    return emitOpError("axis ") << axis << " is out of range for a tensor of rank " << rank;
  for (auto [index, types] : llvm::enumerate(llvm::zip(getOperandTypes(), getResultTypes()))) {
    auto [operand, result] = types;
    if (getElementTypeOrSelf(operand) != getElementTypeOrSelf(result))
      return emitOpError("result #") << index << " is " << result << ", but must be " << operand;
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  return verifyCombine(*this, getCombineOp(), ScanReturnOp::getOperationName());
}

LogicalResult HistogramOp::verify() {
  if (getSrc().getType().getRank() != 1 || getType().getRank() != 1)
    return emitOpError("needs an operand and a result of one dimension");
  return success();
}
