// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies the tt ops that access memory through pointers.
#include "core/ir/Triton.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonMemoryOps.cpp.inc"

bool fathom::tt::isBlockPointer(Type type) {
  auto pointer = dyn_cast<PointerType>(type);
  return pointer && isa<RankedTensorType>(pointer.getPointeeType());
}

Type fathom::tt::pointeeTypeOf(Type pointers) {
  if (auto pointer = dyn_cast<PointerType>(pointers))
    return pointer.getPointeeType();
  if (auto tensor = dyn_cast<RankedTensorType>(pointers))
    if (auto pointer = dyn_cast<PointerType>(tensor.getElementType());
        pointer && TensorType::isValidElementType(pointer.getPointeeType()))
      return tensor.clone(pointer.getPointeeType());
  return {};
}

Type fathom::tt::pointeeTypeOrSelf(Type type) {
  Type pointee = pointeeTypeOf(type);
  return pointee ? pointee : type;
}

Type fathom::tt::maskTypeOf(Type type) {
  Type i1 = IntegerType::get(type.getContext(), 1);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(i1);
  return i1;
}

Type fathom::tt::elementPointerOf(Type blockPointer) {
  auto pointer = dyn_cast<PointerType>(blockPointer);
  if (!pointer)
    return blockPointer;
  auto tensor = dyn_cast<RankedTensorType>(pointer.getPointeeType());
  return tensor ? PointerType::get(tensor.getElementType(), pointer.getAddressSpace())
                : blockPointer;
}

//===--- cache hints -------------------------------------------------------------------------===//

ParseResult fathom::tt::parseCacheHints(OpAsmParser &parser, CacheModifier &cache,
                                        EvictionPolicy &evict) {
  bool seenCache = false, seenEvict = false;
  auto value = [&](StringRef key, bool &seen, auto symbolize, auto &into) -> ParseResult {
    llvm::SMLoc loc = parser.getCurrentLocation();
    if (seen)
      return parser.emitError(loc) << key << " is given twice";
    seen = true;
    StringRef name;
    if (parser.parseEqual() || parser.parseKeyword(&name))
      return failure();
    if (auto known = symbolize(name))
      return into = *known, success();
    return parser.emitError(loc) << "unknown " << key << ": " << name;
  };
  while (true) {
    if (succeeded(parser.parseOptionalKeyword("cacheModifier"))) {
      if (value(
              "cacheModifier", seenCache, [](StringRef s) { return symbolizeCacheModifier(s); },
              cache))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("evictionPolicy"))) {
      if (value(
              "evictionPolicy", seenEvict, [](StringRef s) { return symbolizeEvictionPolicy(s); },
              evict))
        return failure();
    } else {
      return success();
    }
  }
}

ParseResult fathom::tt::takeCachePolicy(OpAsmParser &parser, NamedAttrList &attributes,
                                        CacheModifier &cache, EvictionPolicy &evict) {
  Attribute attribute = attributes.erase("cachePolicy");
  if (!attribute)
    return success();
  auto policy = dyn_cast<CachePolicyAttr>(attribute);
  if (!policy)
    return parser.emitError(parser.getNameLoc())
           << "cachePolicy must be a #tt.cache_policy, but is " << attribute;
  cache = policy.getCacheModifier();
  evict = policy.getEvictionPolicy();
  return success();
}

void fathom::tt::printCacheHints(OpAsmPrinter &printer, MLIRContext *context, CacheModifier cache,
                                 EvictionPolicy evict, NamedAttrList &attributes) {
  if (spellingOf(context).cachePolicyAttribute) {
    if (cache != CacheModifier::None || evict != EvictionPolicy::Normal)
      attributes.set("cachePolicy", CachePolicyAttr::get(context, cache, evict));
    return;
  }
  if (cache != CacheModifier::None)
    printer << " cacheModifier = " << stringifyCacheModifier(cache);
  if (evict != EvictionPolicy::Normal)
    printer << " evictionPolicy = " << stringifyEvictionPolicy(evict);
}

//===--- load and store ----------------------------------------------------------------------===//

namespace {

/// Reads hints and attributes into the op's properties and dictionary.
template <typename Op>
ParseResult parseHintsAndAttributes(OpAsmParser &parser, OperationState &state) {
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  if (parseCacheHints(parser, cache, evict))
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      takeCachePolicy(parser, state.attributes, cache, evict))
    return failure();
  auto error = [&] { return parser.emitError(loc) << "'" << state.name << "' op "; };
  if (failed(Op::verifyInherentAttrs(state.name, state.attributes, error)))
    return failure();
  auto &properties = state.getOrAddProperties<typename Op::Properties>();
  if (!state.attributes.get("cache"))
    properties.cache = CacheModifierAttr::get(parser.getContext(), cache);
  if (!state.attributes.get("evict"))
    properties.evict = EvictionPolicyAttr::get(parser.getContext(), evict);
  return success();
}

/// Writes hints and the attributes that are not their defaults.
template <typename Op> void printHintsAndAttributes(OpAsmPrinter &printer, Op op) {
  NamedAttrList attributes(op->getAttrs());
  for (StringRef hidden : {"cache", "evict", "operandSegmentSizes"})
    attributes.erase(hidden);
  if (op.getBoundaryCheck().empty())
    attributes.erase("boundaryCheck");
  if constexpr (std::is_same_v<Op, LoadOp>)
    if (!op.getIsVolatile())
      attributes.erase("isVolatile");
  printCacheHints(printer, op.getContext(), op.getCache(), op.getEvict(), attributes);
  printer.printOptionalAttrDict(attributes.getAttrs());
}

/// The pointee's type, or null after an error.
Type parsePointers(OpAsmParser &parser, Type &pointers) {
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseColonType(pointers))
    return {};
  Type pointee = pointeeTypeOf(pointers);
  if (!pointee)
    parser.emitError(loc) << "expected a pointer or a tensor of pointers, but got " << pointers;
  return pointee;
}

template <typename Op> LogicalResult verifyAccess(Op op, Type value, StringRef what) {
  Type pointee = pointeeTypeOf(op.getPtr().getType());
  if (!pointee || pointee != value)
    return op.emitOpError() << what << " is " << value << ", but the pointer is "
                            << op.getPtr().getType();
  if (Value mask = op.getMask(); mask && mask.getType() != maskTypeOf(pointee))
    return op.emitOpError("mask is ") << mask.getType() << ", but must be " << maskTypeOf(pointee);
  if (op.getBoundaryCheck().empty())
    return success();
  if (!isBlockPointer(op.getPtr().getType()))
    return op.emitOpError("boundaryCheck needs a block pointer");
  int64_t rank = cast<RankedTensorType>(pointee).getRank();
  for (int32_t dim : op.getBoundaryCheck())
    if (dim < 0 || dim >= rank)
      return op.emitOpError("boundaryCheck names dimension ") << dim << " of " << rank;
  return success();
}

} // namespace

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value mask, Value other,
                   CacheModifier cache, EvictionPolicy evict, bool isVolatile) {
  build(builder, state, pointeeTypeOf(ptr.getType()), ptr, mask, other, ArrayRef<int32_t>{},
        PaddingOptionAttr(), cache, evict, isVolatile);
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr,
                   ArrayRef<int32_t> boundaryCheck, std::optional<PaddingOption> padding) {
  PaddingOptionAttr option;
  if (padding)
    option = PaddingOptionAttr::get(builder.getContext(), *padding);
  build(builder, state, pointeeTypeOf(ptr.getType()), ptr, Value(), Value(), boundaryCheck, option,
        CacheModifier::None, EvictionPolicy::Normal, false);
}

// tt.load %p, %m, %o cacheModifier = ca evictionPolicy = evict_last {isVolatile = true} :
// tensor<8x!tt.ptr<f32>>
ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands(1);
  if (parser.parseOperand(operands[0]))
    return failure();
  while (operands.size() < 3 && succeeded(parser.parseOptionalComma()))
    if (parser.parseOperand(operands.emplace_back()))
      return failure();
  Type pointers;
  if (parseHintsAndAttributes<LoadOp>(parser, state))
    return failure();
  Type pointee = parsePointers(parser, pointers);
  if (!pointee)
    return failure();
  SmallVector<Type, 3> types{pointers, maskTypeOf(pointee), pointee};
  types.resize(operands.size());
  int32_t count = operands.size();
  state.getOrAddProperties<Properties>().operandSegmentSizes = {1, count > 1, count > 2};
  state.addTypes(pointee);
  return parser.resolveOperands(operands, types, parser.getNameLoc(), state.operands);
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  printHintsAndAttributes(printer, *this);
  printer << " : " << getPtr().getType();
}

void LoadOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable(), GlobalMemory::get());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError("has a value for where the mask is false, but no mask");
  if (getOther() && getOther().getType() != getType())
    return emitOpError("other is ") << getOther().getType() << ", but must be " << getType();
  return verifyAccess(*this, getType(), "result");
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value value) {
  build(builder, state, ptr, value, Value());
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value value, Value mask,
                    CacheModifier cache, EvictionPolicy evict) {
  build(builder, state, ptr, value, mask, ArrayRef<int32_t>{}, cache, evict);
}

void StoreOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value value,
                    ArrayRef<int32_t> boundaryCheck) {
  build(builder, state, ptr, value, Value(), boundaryCheck, CacheModifier::None,
        EvictionPolicy::Normal);
}

// tt.store %p, %v, %m cacheModifier = wt : tensor<8x!tt.ptr<f32>>
ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands(2);
  if (parser.parseOperand(operands[0]) || parser.parseComma() || parser.parseOperand(operands[1]))
    return failure();
  if (succeeded(parser.parseOptionalComma()) && parser.parseOperand(operands.emplace_back()))
    return failure();
  Type pointers;
  if (parseHintsAndAttributes<StoreOp>(parser, state))
    return failure();
  Type pointee = parsePointers(parser, pointers);
  if (!pointee)
    return failure();
  SmallVector<Type, 3> types{pointers, pointee, maskTypeOf(pointee)};
  types.resize(operands.size());
  return parser.resolveOperands(operands, types, parser.getNameLoc(), state.operands);
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  printHintsAndAttributes(printer, *this);
  printer << " : " << getPtr().getType();
}

LogicalResult StoreOp::verify() { return verifyAccess(*this, getValue().getType(), "value"); }

//===--- atomics -----------------------------------------------------------------------------===//

LogicalResult AtomicRMWOp::verify() {
  if (pointeeTypeOf(getPtr().getType()) != getVal().getType() || getType() != getVal().getType())
    return emitOpError("pointer, value and result do not match: ")
           << getPtr().getType() << ", " << getVal().getType() << ", " << getType();
  if (getMask() && getMask().getType() != maskTypeOf(getVal().getType()))
    return emitOpError("mask is ")
           << getMask().getType() << ", but must be " << maskTypeOf(getVal().getType());
  return success();
}

LogicalResult AtomicCASOp::verify() {
  if (pointeeTypeOf(getPtr().getType()) != getVal().getType() || getType() != getVal().getType() ||
      getCmp().getType() != getVal().getType())
    return emitOpError("pointer, values and result do not match: ")
           << getPtr().getType() << ", " << getCmp().getType() << ", " << getVal().getType() << ", "
           << getType();
  return success();
}

LogicalResult AtomicLoadOp::verify() {
  if (pointeeTypeOf(getPtr().getType()) != getType())
    return emitOpError("result is ") << getType() << ", but the pointer is " << getPtr().getType();
  if (getMask() && getMask().getType() != maskTypeOf(getType()))
    return emitOpError("mask is ")
           << getMask().getType() << ", but must be " << maskTypeOf(getType());
  return success();
}

LogicalResult AtomicPollOp::verify() {
  Type pointee = pointeeTypeOf(getPtr().getType());
  if (pointee != getExpected().getType() || getType() != maskTypeOf(pointee))
    return emitOpError("pointer, value and result do not match: ")
           << getPtr().getType() << ", " << getExpected().getType() << ", " << getType();
  return success();
}

//===--- block pointers ----------------------------------------------------------------------===//

void MakeTensorPtrOp::build(OpBuilder &builder, OperationState &state, Value base, ValueRange shape,
                            ValueRange strides, ValueRange offsets, ArrayRef<int64_t> blockShape,
                            ArrayRef<int32_t> order) {
  auto pointer = cast<PointerType>(base.getType());
  auto block = RankedTensorType::get(blockShape, pointer.getPointeeType());
  build(builder, state, PointerType::get(block, pointer.getAddressSpace()), base, shape, strides,
        offsets, order);
}

LogicalResult MakeTensorPtrOp::verify() {
  auto block = cast<RankedTensorType>(getType().getPointeeType());
  size_t rank = block.getRank();
  if (getShape().size() != rank || getStrides().size() != rank || getOffsets().size() != rank ||
      getOrder().size() != rank)
    return emitOpError("needs ") << rank << " sizes, strides, offsets and places in the order";
  SmallVector<int32_t> sorted(getOrder());
  llvm::sort(sorted);
  for (auto [index, dim] : llvm::enumerate(sorted))
    if (dim != static_cast<int32_t>(index))
      return emitOpError("order is no permutation of the dimensions");
  return success();
}

LogicalResult AdvanceOp::verify() {
  int64_t rank = cast<RankedTensorType>(getType().getPointeeType()).getRank();
  if (static_cast<int64_t>(getOffsets().size()) != rank)
    return emitOpError("needs ") << rank << " offsets, but has " << getOffsets().size();
  return success();
}
