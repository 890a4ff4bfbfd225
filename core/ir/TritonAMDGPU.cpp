// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The amdg dialect: reads, prints and verifies its ops.
//
// Up to 3.8 an access by buffer names only the tensor's type, `: tensor<8xf32>`, and the base pointer's follows from it; 3.9 names
// both, `: !tt.ptr<f32> -> tensor<8xf32>`. Both are read, the first is printed.
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/CheckedAttributes.h"
#include "core/ir/InlineAnywhere.h"
#include "core/ir/LegacyDialects.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::amdg;

#include "core/ir/TritonAMDGPUDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "core/ir/TritonAMDGPUAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "core/ir/TritonAMDGPUOps.cpp.inc"

void TritonAMDGPUDialect::registerEncodings() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "core/ir/TritonAMDGPUAttributes.cpp.inc"
      >();
}

void TritonAMDGPUDialect::initialize() {
  registerEncodings();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonAMDGPUOps.cpp.inc"
      >();
  addInterfaces<InlineAnywhere>();
}

std::optional<Dialect::ParseOpHook>
TritonAMDGPUDialect::getParseOperationHook(StringRef name) const {
  return legacyOpHook(name);
}

namespace {

using Operand = OpAsmParser::UnresolvedOperand;

/// What the four accesses by buffer write in the same way.
struct BufferText {
  Operand ptr, offsets;
  std::optional<Operand> mask, other, stride;
  Type ptrType;
  RankedTensorType tensor;
  SMLoc at;

  Type like(Type element) { return tensor.clone(element); }
};

/// `%base[%offsets]`
ParseResult parseAddress(OpAsmParser &parser, BufferText &text) {
  text.at = parser.getCurrentLocation();
  return failure(parser.parseOperand(text.ptr) || parser.parseLSquare() ||
                 parser.parseOperand(text.offsets) || parser.parseRSquare());
}

/// `, %mask, %other`
ParseResult parseMask(OpAsmParser &parser, BufferText &text, bool withOther) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (parser.parseOperand(text.mask.emplace()))
    return failure();
  if (!withOther || failed(parser.parseOptionalComma()))
    return success();
  return parser.parseOperand(text.other.emplace());
}

/// `stride = %s`
ParseResult parseStride(OpAsmParser &parser, BufferText &text) {
  if (failed(parser.parseOptionalKeyword("stride")))
    return success();
  return failure(parser.parseEqual() || parser.parseOperand(text.stride.emplace()));
}

/// The attributes, without `cache`, which the clause says; 3.9 says it by a cachePolicy.
template <typename Op>
ParseResult parseAttributes(OpAsmParser &parser, OperationState &state, tt::CacheModifier cache) {
  auto evict = tt::EvictionPolicy::Normal;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      tt::takeCachePolicy(parser, state.attributes, cache, evict))
    return failure();
  auto error = [&] { return parser.emitError(at) << "'" << state.name << "' op "; };
  if (failed(Op::verifyInherentAttrs(state.name, state.attributes, error)))
    return failure();
  if constexpr (requires(typename Op::Properties p) { p.cache; })
    if (!state.attributes.get("cache"))
      state.getOrAddProperties<typename Op::Properties>().cache =
          tt::CacheModifierAttr::get(parser.getContext(), cache);
  return success();
}

/// `: tensor` or `: pointer -> tensor`
ParseResult parseTypes(OpAsmParser &parser, BufferText &text) {
  SMLoc at = parser.getCurrentLocation();
  Type first;
  if (parser.parseColonType(first))
    return failure();
  if (llvm::isa<tt::PointerType>(first)) {
    text.ptrType = first;
    if (parser.parseArrow() || parser.parseType(first))
      return failure();
  }
  text.tensor = llvm::dyn_cast<RankedTensorType>(first);
  if (!text.tensor)
    return parser.emitError(at) << "expected a tensor type, but got " << first;
  if (!text.ptrType)
    text.ptrType = tt::PointerType::get(text.tensor.getElementType());
  return success();
}

ParseResult resolve(OpAsmParser &parser, const std::optional<Operand> &operand, Type type,
                    OperationState &state) {
  return operand ? parser.resolveOperand(*operand, type, state.operands) : ParseResult(success());
}

ParseResult resolveAddress(OpAsmParser &parser, BufferText &text, OperationState &state) {
  Builder &builder = parser.getBuilder();
  return failure(
      parser.resolveOperand(text.ptr, text.ptrType, state.operands) ||
      parser.resolveOperand(text.offsets, text.like(builder.getI32Type()), state.operands));
}

template <typename Op> void setSegments(OperationState &state, ArrayRef<int32_t> sizes) {
  llvm::copy(sizes,
             state.getOrAddProperties<typename Op::Properties>().operandSegmentSizes.begin());
}

void printMask(OpAsmPrinter &printer, Value mask, Value other) {
  if (mask)
    printer << ", " << mask;
  if (other)
    printer << ", " << other;
}

void printRest(OpAsmPrinter &printer, Operation *op, std::optional<tt::CacheModifier> cache,
               Value stride, ArrayRef<StringRef> said, Type ptr, RankedTensorType tensor) {
  NamedAttrList attributes(op->getAttrs());
  for (StringRef key : said)
    attributes.erase(key);
  if (cache)
    tt::printCacheHints(printer, op->getContext(), *cache, tt::EvictionPolicy::Normal, attributes);
  if (stride)
    printer << " stride = " << stride;
  if (auto contiguity = llvm::dyn_cast_or_null<IntegerAttr>(attributes.get("contiguity"));
      contiguity && contiguity.getInt() == 1)
    attributes.erase("contiguity");
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : ";
  if (tt::spellingOf(op->getContext()).bufferPointers ||
      ptr != tt::PointerType::get(tensor.getElementType()))
    printer << ptr << " -> ";
  printer << tensor;
}

/// The offsets, the mask and the value have one shape and layout; the pointer is to the value's elements.
LogicalResult verifyAccess(Operation *op, Value ptr, Value offsets, Value mask,
                           RankedTensorType value) {
  auto pointer = llvm::cast<tt::PointerType>(ptr.getType());
  if (pointer.getPointeeType() != value.getElementType())
    return op->emitOpError() << "accesses " << value << " through a pointer to "
                             << pointer.getPointeeType();
  Type indices = value.clone(IntegerType::get(op->getContext(), 32));
  if (offsets.getType() != indices)
    return op->emitOpError() << "offsets are " << offsets.getType() << ", but must be " << indices;
  if (mask && mask.getType() != tt::maskTypeOf(value))
    return op->emitOpError() << "mask is " << mask.getType() << ", but must be "
                             << tt::maskTypeOf(value);
  return success();
}

} // namespace

//===-- buffer_load: %base[%offsets], %mask, %other cacheModifier = ca stride = %s : tensor --===//

ParseResult BufferLoadOp::parse(OpAsmParser &parser, OperationState &state) {
  BufferText text;
  auto cache = tt::CacheModifier::None;
  auto evict = tt::EvictionPolicy::Normal;
  if (parseAddress(parser, text) || parseMask(parser, text, /*withOther=*/true) ||
      tt::parseCacheHints(parser, cache, evict) || parseStride(parser, text) ||
      parseAttributes<BufferLoadOp>(parser, state, cache) || parseTypes(parser, text))
    return failure();
  Builder &builder = parser.getBuilder();
  if (resolveAddress(parser, text, state) ||
      resolve(parser, text.stride, builder.getI32Type(), state) ||
      resolve(parser, text.mask, text.like(builder.getI1Type()), state) ||
      resolve(parser, text.other, text.tensor, state))
    return failure();
  setSegments<BufferLoadOp>(
      state, {1, 1, text.stride.has_value(), text.mask.has_value(), text.other.has_value()});
  state.addTypes(text.tensor);
  return success();
}

void BufferLoadOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getPtr() << '[' << getOffsets() << ']';
  printMask(printer, getMask(), getOther());
  printRest(printer, *this, getCache(), getStride(), {"cache", "operandSegmentSizes"},
            getPtr().getType(), llvm::cast<RankedTensorType>(getType()));
}

LogicalResult BufferLoadOp::verify() {
  if (getOther() && getOther().getType() != getType())
    return emitOpError("other is ") << getOther().getType() << ", but must be " << getType();
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      llvm::cast<RankedTensorType>(getType()));
}

//===-- buffer_store: %value, %base[%offsets], %mask cacheModifier = wt stride = %s : tensor --===//

ParseResult BufferStoreOp::parse(OpAsmParser &parser, OperationState &state) {
  BufferText text;
  Operand value;
  auto cache = tt::CacheModifier::None;
  auto evict = tt::EvictionPolicy::Normal;
  if (parser.parseOperand(value) || parser.parseComma() || parseAddress(parser, text) ||
      parseMask(parser, text, /*withOther=*/false) || tt::parseCacheHints(parser, cache, evict) ||
      parseStride(parser, text) || parseAttributes<BufferStoreOp>(parser, state, cache) ||
      parseTypes(parser, text))
    return failure();
  Builder &builder = parser.getBuilder();
  if (parser.resolveOperand(value, text.tensor, state.operands) ||
      resolveAddress(parser, text, state) ||
      resolve(parser, text.stride, builder.getI32Type(), state) ||
      resolve(parser, text.mask, text.like(builder.getI1Type()), state))
    return failure();
  setSegments<BufferStoreOp>(state, {1, 1, 1, text.stride.has_value(), text.mask.has_value()});
  return success();
}

void BufferStoreOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << ", " << getPtr() << '[' << getOffsets() << ']';
  printMask(printer, getMask(), {});
  printRest(printer, *this, getCache(), getStride(), {"cache", "operandSegmentSizes"},
            getPtr().getType(), llvm::cast<RankedTensorType>(getValue().getType()));
}

LogicalResult BufferStoreOp::verify() {
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      llvm::cast<RankedTensorType>(getValue().getType()));
}

//===-- buffer_atomic_rmw: add, relaxed, gpu, %value, %base[%offsets], %mask stride = %s : tensor --===//

namespace {

template <typename Attr, typename Symbolize>
ParseResult parseEnum(OpAsmParser &parser, Attr &into, Symbolize symbolize, StringRef what) {
  SMLoc at = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  auto known = symbolize(word);
  if (!known)
    return parser.emitError(at) << "unknown " << what << " '" << word << "'";
  into = Attr::get(parser.getContext(), *known);
  return success();
}

/// `acq_rel, gpu,`
ParseResult parseOrder(OpAsmParser &parser, tt::MemSemanticAttr &sem, tt::MemSyncScopeAttr &scope) {
  return failure(
      parseEnum(
          parser, sem, [](StringRef w) { return tt::symbolizeMemSemantic(w); }, "memory order") ||
      parser.parseComma() ||
      parseEnum(
          parser, scope, [](StringRef w) { return tt::symbolizeMemSyncScope(w); }, "scope") ||
      parser.parseComma());
}

} // namespace

ParseResult BufferAtomicRMWOp::parse(OpAsmParser &parser, OperationState &state) {
  BufferText text;
  Operand value;
  auto &properties = state.getOrAddProperties<Properties>();
  if (parseEnum(
          parser, properties.atomic_rmw_op, [](StringRef w) { return tt::symbolizeRmwKind(w); },
          "kind") ||
      parser.parseComma() || parseOrder(parser, properties.sem, properties.scope) ||
      parser.parseOperand(value) || parser.parseComma() || parseAddress(parser, text) ||
      parseMask(parser, text, /*withOther=*/false) || parseStride(parser, text) ||
      parseCheckedAttributes(parser, state) || parseTypes(parser, text))
    return failure();
  Builder &builder = parser.getBuilder();
  if (resolveAddress(parser, text, state) ||
      parser.resolveOperand(value, text.tensor, state.operands) ||
      resolve(parser, text.stride, builder.getI32Type(), state) ||
      resolve(parser, text.mask, text.like(builder.getI1Type()), state))
    return failure();
  setSegments<BufferAtomicRMWOp>(state, {1, 1, 1, text.stride.has_value(), text.mask.has_value()});
  state.addTypes(text.tensor);
  return success();
}

void BufferAtomicRMWOp::print(OpAsmPrinter &printer) {
  printer << ' ' << tt::stringifyRmwKind(getAtomicRmwOp()) << ", "
          << tt::stringifyMemSemantic(getSem()) << ", " << tt::stringifyMemSyncScope(getScope())
          << ", " << getValue() << ", " << getPtr() << '[' << getOffsets() << ']';
  printMask(printer, getMask(), {});
  printRest(printer, *this, std::nullopt, getStride(),
            {"atomic_rmw_op", "sem", "scope", "operandSegmentSizes"}, getPtr().getType(),
            llvm::cast<RankedTensorType>(getType()));
}

LogicalResult BufferAtomicRMWOp::verify() {
  if (getValue().getType() != getType())
    return emitOpError("value is ") << getValue().getType() << ", but must be " << getType();
  return verifyAccess(*this, getPtr(), getOffsets(), getMask(),
                      llvm::cast<RankedTensorType>(getType()));
}

//===-- buffer_atomic_cas: acq_rel, gpu, %cmp, %val, %base[%offsets] stride = %s : tensor --===//

ParseResult BufferAtomicCASOp::parse(OpAsmParser &parser, OperationState &state) {
  BufferText text;
  Operand cmp, val;
  auto &properties = state.getOrAddProperties<Properties>();
  if (parseOrder(parser, properties.sem, properties.scope) || parser.parseOperand(cmp) ||
      parser.parseComma() || parser.parseOperand(val) || parser.parseComma() ||
      parseAddress(parser, text) || parseStride(parser, text) ||
      parseCheckedAttributes(parser, state) || parseTypes(parser, text))
    return failure();
  if (resolveAddress(parser, text, state) ||
      parser.resolveOperand(cmp, text.tensor, state.operands) ||
      parser.resolveOperand(val, text.tensor, state.operands) ||
      resolve(parser, text.stride, parser.getBuilder().getI32Type(), state))
    return failure();
  state.addTypes(text.tensor);
  return success();
}

void BufferAtomicCASOp::print(OpAsmPrinter &printer) {
  printer << ' ' << tt::stringifyMemSemantic(getSem()) << ", "
          << tt::stringifyMemSyncScope(getScope()) << ", " << getCmp() << ", " << getVal() << ", "
          << getPtr() << '[' << getOffsets() << ']';
  printRest(printer, *this, std::nullopt, getStride(), {"sem", "scope"}, getPtr().getType(),
            llvm::cast<RankedTensorType>(getType()));
}

LogicalResult BufferAtomicCASOp::verify() {
  if (getCmp().getType() != getType() || getVal().getType() != getType())
    return emitOpError("compares and stores values that are not ") << getType();
  return verifyAccess(*this, getPtr(), getOffsets(), {}, llvm::cast<RankedTensorType>(getType()));
}

//===-- buffer_load_to_local --===//

// %base[%offsets] mask = %m other = %o stride = %s cacheModifier = ca into %buffer : <f16>[offsets' type] other's -> <..>
ParseResult BufferLoadToLocalOp::parse(OpAsmParser &parser, OperationState &state) {
  BufferText text;
  Operand buffer;
  auto cache = tt::CacheModifier::None;
  auto evict = tt::EvictionPolicy::Normal;
  auto clause = [&](StringRef word, std::optional<Operand> &operand) -> ParseResult {
    if (failed(parser.parseOptionalKeyword(word)))
      return success();
    return failure(parser.parseEqual() || parser.parseOperand(operand.emplace()));
  };
  tt::PointerType pointer;
  RankedTensorType offsets;
  ttg::MemDescType bufferType;
  // 3.9 writes the policy where the hints were.
  auto policyClause = [&]() -> ParseResult {
    tt::CachePolicyAttr policy;
    if (failed(parser.parseOptionalKeyword("cachePolicy")))
      return success();
    if (parser.parseEqual() || parser.parseAttribute(policy))
      return failure();
    cache = policy.getCacheModifier();
    return success();
  };
  if (parseAddress(parser, text) || clause("mask", text.mask) || clause("other", text.other) ||
      clause("stride", text.stride) || tt::parseCacheHints(parser, cache, evict) ||
      policyClause() || parser.parseKeyword("into") || parser.parseOperand(buffer) ||
      parseAttributes<BufferLoadToLocalOp>(parser, state, cache) || parser.parseColon() ||
      parser.parseCustomTypeWithFallback(pointer) || parser.parseLSquare() ||
      parser.parseType(offsets) || parser.parseRSquare())
    return failure();
  text.tensor = offsets;
  text.ptrType = pointer;
  Type other;
  OptionalParseResult parsed = parser.parseOptionalType(other);
  if (parsed.has_value() && failed(*parsed))
    return failure();
  if (text.other && !other)
    return parser.emitError(parser.getCurrentLocation()) << "expected the type of other";
  if (parser.parseArrow() || parser.parseCustomTypeWithFallback(bufferType))
    return failure();
  Builder &builder = parser.getBuilder();
  if (parser.resolveOperand(buffer, bufferType, state.operands) ||
      resolveAddress(parser, text, state) ||
      resolve(parser, text.mask, text.like(builder.getI1Type()), state) ||
      resolve(parser, text.other, other, state) ||
      resolve(parser, text.stride, builder.getI32Type(), state))
    return failure();
  setSegments<BufferLoadToLocalOp>(
      state, {1, 1, 1, text.mask.has_value(), text.other.has_value(), text.stride.has_value()});
  state.addTypes(ttg::AsyncTokenType::get(parser.getContext()));
  return success();
}

void BufferLoadToLocalOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getPtr() << '[' << getOffsets() << ']';
  if (getMask())
    printer << " mask = " << getMask();
  if (getOther())
    printer << " other = " << getOther();
  if (getStride())
    printer << " stride = " << getStride();
  if (getCache() != tt::CacheModifier::None)
    printer << " cacheModifier = " << tt::stringifyCacheModifier(getCache());
  printer << " into " << getDest();
  NamedAttrList attributes((*this)->getAttrs());
  for (StringRef hidden : {"cache", "operandSegmentSizes"})
    attributes.erase(hidden);
  if (getContiguity() == 1)
    attributes.erase("contiguity");
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : ";
  printer.printStrippedAttrOrType(llvm::cast<tt::PointerType>(getPtr().getType()));
  printer << '[' << getOffsets().getType() << "] ";
  if (getOther())
    printer << getOther().getType() << ' ';
  printer << "-> ";
  printer.printStrippedAttrOrType(llvm::cast<ttg::MemDescType>(getDest().getType()));
}

//===-- Parts of tensors --===//

LogicalResult ExtractSliceOp::verify() {
  auto from = llvm::cast<RankedTensorType>(getSource().getType()),
       to = llvm::cast<RankedTensorType>(getType());
  if (from.getElementType() != to.getElementType() || from.getRank() != to.getRank() ||
      int64_t(getStaticOffsets().size()) != from.getRank())
    return emitOpError(
        "needs an offset for each dim, and a result of the operand's rank and element type");
  for (auto [dim, offset] : llvm::enumerate(getStaticOffsets()))
    if (offset < 0 || offset > from.getDimSize(dim) - to.getDimSize(dim) ||
        offset % to.getDimSize(dim))
      return emitOpError("has an offset in dim ")
             << dim << " that is no multiple of the result's size within " << from;
  return success();
}

LogicalResult ConcatOp::verify() {
  if (getSources().empty())
    return emitOpError("needs an operand");
  auto first = llvm::cast<RankedTensorType>(getSources().front().getType());
  auto result = llvm::cast<RankedTensorType>(getType());
  for (Type type : getSources().getTypes())
    if (type != first)
      return emitOpError("needs operands of one type, not ") << first << " and " << type;
  if (first.getElementType() != result.getElementType() || first.getRank() != result.getRank())
    return emitOpError("needs a result of the operands' rank and element type");
  int64_t pieces = 1;
  for (auto [part, whole] : llvm::zip(first.getShape(), result.getShape())) {
    if (whole % part)
      return emitOpError("results in ")
             << result << ", whose sizes are no multiples of those of " << first;
    pieces *= whole / part;
  }
  if (pieces != int64_t(getSources().size()))
    return emitOpError("needs ") << pieces << " operands to fill " << result;
  return success();
}
