// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ttng dialect: reads, prints and verifies its ops, and says what they do to memory.
#include "core/ir/TritonNvidiaGPU.h"
#include "core/ir/CheckedAttributes.h"
#include "core/ir/InlineAnywhere.h"
#include "core/ir/LegacyDialects.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::ttng;
using ttg::MemDescType;

#include "core/ir/TritonNvidiaGPUDialect.cpp.inc"

//===-- Pieces of syntax --===//

using ttg::parseToken;
using ttg::printToken;

static ParseResult parseCacheHints(OpAsmParser &parser, tt::CacheModifierAttr &cache,
                                   tt::EvictionPolicyAttr &evict) {
  auto modifier = tt::CacheModifier::None;
  auto policy = tt::EvictionPolicy::Normal;
  if (tt::parseCacheHints(parser, modifier, policy))
    return failure();
  cache = tt::CacheModifierAttr::get(parser.getContext(), modifier);
  evict = tt::EvictionPolicyAttr::get(parser.getContext(), policy);
  return success();
}

static void printCacheHints(OpAsmPrinter &printer, Operation *op, tt::CacheModifierAttr cache,
                            tt::EvictionPolicyAttr evict) {
  if (cache && cache.getValue() != tt::CacheModifier::None)
    printer << " cacheModifier = " << tt::stringifyCacheModifier(cache.getValue());
  if (evict && evict.getValue() != tt::EvictionPolicy::Normal)
    printer << " evictionPolicy = " << tt::stringifyEvictionPolicy(evict.getValue());
}

static ParseResult parseDotAttributes(OpAsmParser &parser, NamedAttrList &attributes) {
  return parseCheckedAttributes(
      parser, OperationName(ttng::WarpGroupDotOp::getOperationName(), parser.getContext()),
      attributes);
}

// Defaults are not written, but dot_async needed them.
static void printDotAttributes(OpAsmPrinter &printer, Operation *op, DictionaryAttr dictionary) {
  auto dot = cast<ttng::WarpGroupDotOp>(op);
  NamedAttrList attributes(dictionary);
  if (tt::spellingOf(op->getContext()).dotAsyncNames) {
    attributes.erase("isAsync");
  } else {
    if (dot.getInputPrecision() == tt::InputPrecision::Ieee)
      attributes.erase("inputPrecision");
    if (dot.getMaxNumImpreciseAcc() == 0)
      attributes.erase("maxNumImpreciseAcc");
    if (!dot.getIsAsync())
      attributes.erase("isAsync");
  }
  printer.printOptionalAttrDict(attributes.getAttrs());
}

// A descriptor; up to 3.3 a pointer, whose `!tt.ptr` may be left out.
static ParseResult parseDescType(OpAsmParser &parser, Type &type) {
  OptionalParseResult parsed = parser.parseOptionalType(type);
  if (parsed.has_value())
    return *parsed;
  type = tt::PointerType::parse(parser);
  return success(bool(type));
}

static void printDescType(OpAsmPrinter &printer, Operation *, Type type) { printer << type; }

#define GET_OP_CLASSES
#include "core/ir/TritonNvidiaGPUOps.cpp.inc"

void TritonNvidiaGPUDialect::initialize() {
  registerEncodings();
  addOperations<
#define GET_OP_LIST
#include "core/ir/TritonNvidiaGPUOps.cpp.inc"
      >();
  addInterfaces<InlineAnywhere>();
}

std::optional<Dialect::ParseOpHook>
TritonNvidiaGPUDialect::getParseOperationHook(StringRef name) const {
  return legacyOpHook(name);
}

//===-- Products of warp groups --===//

void WarpGroupDotOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand *operand : {&getAMutable(), &getBMutable()})
    if (llvm::isa<MemDescType>(operand->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), operand, ttg::SharedMemory::get());
}

/// m x k times k x n gives m x n; batches of a lead dim agree.
static LogicalResult verifyProduct(Operation *op, ShapedType a, ShapedType b, ShapedType d) {
  int64_t rank = d.getRank();
  if (a.getRank() != rank || b.getRank() != rank || rank < 2)
    return op->emitOpError() << "needs operands and a result of one rank, 2 or more";
  if (a.getDimSize(rank - 2) != d.getDimSize(rank - 2) ||
      b.getDimSize(rank - 1) != d.getDimSize(rank - 1) ||
      a.getDimSize(rank - 1) != b.getDimSize(rank - 2))
    return op->emitOpError() << "multiplies " << a << " by " << b << ", which does not give " << d;
  return success();
}

LogicalResult WarpGroupDotOp::verify() {
  auto a = llvm::cast<ShapedType>(getA().getType());
  auto b = llvm::cast<ShapedType>(getB().getType());
  auto d = llvm::cast<RankedTensorType>(getD().getType());
  if (failed(verifyProduct(*this, a, b, d)))
    return failure();
  auto mma = llvm::dyn_cast_or_null<ttg::NvidiaMmaEncodingAttr>(d.getEncoding());
  if (!mma || mma.getVersionMajor() != 3)
    return emitOpError("needs an accumulator in an nvidia_mma layout of version 3");
  if (auto tensor = llvm::dyn_cast<RankedTensorType>(a);
      tensor && !llvm::isa_and_nonnull<ttg::DotOperandEncodingAttr>(tensor.getEncoding()))
    return emitOpError("needs a left operand in a dot_op layout or in shared memory");
  return success();
}

//===-- Barriers in memory --===//

static LogicalResult verifyBarrier(Operation *op, MemDescType barrier) {
  if (!barrier.isInSharedMemory() || !barrier.getElementType().isInteger(64) ||
      !barrier.getMutableMemory())
    return op->emitOpError() << "needs a barrier, a mutable buffer of i64 in shared memory, not "
                             << barrier;
  return success();
}

LogicalResult InitBarrierOp::verify() {
  if (getCount() < 1)
    return emitOpError("needs a count of at least 1");
  return verifyBarrier(*this, getAlloc().getType());
}

LogicalResult BarrierExpectOp::verify() { return verifyBarrier(*this, getAlloc().getType()); }

LogicalResult ArriveBarrierOp::verify() {
  if (getCount() < 1)
    return emitOpError("needs a count of at least 1");
  return verifyBarrier(*this, getAlloc().getType());
}

//===-- TMA --===//

LogicalResult AsyncTMACopyGlobalToLocalOp::verify() {
  if (getCoord().empty() || getCoord().size() > 5)
    return emitOpError("needs one to five coordinates");
  if (!getResult().getType().getMutableMemory())
    return emitOpError("writes to a buffer that is not mutable");
  return verifyBarrier(*this, getBarrier().getType());
}

LogicalResult TensormapCreateOp::verify() {
  size_t rank = getBoxDim().size();
  if (getGlobalDim().size() != rank || getElementStride().size() != rank)
    return emitOpError("needs as many global sizes and element strides as box sizes");
  if (rank == 0 || getGlobalStride().size() + 1 != rank)
    return emitOpError("needs one global stride less than box sizes");
  return success();
}

//===-- Tensor memory --===//

void TMEMAllocOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getResult().getType().getMutableMemory())
    return;
  effects.emplace_back(MemoryEffects::Allocate::get(), (*this)->getOpResult(0),
                       TensorMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), (*this)->getOpResult(0), TensorMemory::get());
}

static LogicalResult verifyInTensorMemory(Operation *op, MemDescType buffer) {
  if (!buffer.isInTensorMemory())
    return op->emitOpError() << "needs a buffer in tensor memory, not " << buffer;
  return success();
}

static LogicalResult verifySameElements(Operation *op, ShapedType from, ShapedType to) {
  if (from.getShape() != to.getShape() || from.getElementType() != to.getElementType())
    return op->emitOpError() << "has different shapes or element types: " << from << " and " << to;
  return success();
}

LogicalResult TMEMAllocOp::verify() {
  MemDescType buffer = getResult().getType();
  if (failed(verifyInTensorMemory(*this, buffer)))
    return failure();
  if (!getSrc())
    return buffer.getMutableMemory()
               ? success()
               : emitOpError("without a source must result in a mutable buffer");
  return verifySameElements(*this, llvm::cast<ShapedType>(getSrc().getType()), buffer);
}

LogicalResult TMEMLoadOp::verify() {
  if (failed(verifyInTensorMemory(*this, getSrc().getType())))
    return failure();
  return verifySameElements(*this, getSrc().getType(),
                            llvm::cast<ShapedType>(getResult().getType()));
}

LogicalResult TMEMStoreOp::verify() {
  if (failed(verifyInTensorMemory(*this, getDst().getType())))
    return failure();
  if (!getDst().getType().getMutableMemory())
    return emitOpError("writes to a buffer that is not mutable");
  return verifySameElements(*this, llvm::cast<ShapedType>(getSrc().getType()), getDst().getType());
}

// %a, %b, %barrier : types, or up to 3.4 (types) -> ()
ParseResult TMEMCopyOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parseCheckedAttributes(parser, state) ||
      parser.parseColon())
    return failure();
  // The barrier's comma may stand alone: `%a, %b, : ...` is not printed by any release.
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseTypeList(types) || parser.parseRParen() || parser.parseArrow() ||
        parser.parseLParen() || parser.parseRParen())
      return failure();
  } else if (parser.parseTypeList(types)) {
    return failure();
  }
  return parser.resolveOperands(operands, types, at, state.operands);
}

void TMEMCopyOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getOperation()->getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getOperation()->getOperandTypes();
}

//===-- tc_gen5_mma --===//

namespace {

using Operand = OpAsmParser::UnresolvedOperand;

/// `, %barrier[%pred], ...`; up to 3.3 a barrier without a predicate.
ParseResult parseBarriers(OpAsmParser &parser, SmallVectorImpl<Operand> &barriers,
                          SmallVectorImpl<Operand> &preds) {
  while (succeeded(parser.parseOptionalComma())) {
    if (parser.parseOperand(barriers.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalLSquare()) &&
        (parser.parseOperand(preds.emplace_back()) || parser.parseRSquare()))
      return failure();
  }
  return success();
}

void printBarriers(OpAsmPrinter &printer, OperandRange barriers, OperandRange preds) {
  for (auto [number, barrier] : llvm::enumerate(barriers)) {
    printer << ", " << barrier;
    if (number < preds.size())
      printer << '[' << preds[number] << ']';
  }
}

/// `a, b, d, ...`, or up to 3.3 `(a, b, d, i1, i1, ...) -> ()`: the types of the buffers among the operands.
ParseResult parseBufferTypes(OpAsmParser &parser, SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalLParen()))
    return parser.parseTypeList(types);
  SmallVector<Type> all;
  if (parser.parseTypeList(all) || parser.parseRParen() || parser.parseArrow() ||
      parser.parseLParen() || parser.parseRParen())
    return failure();
  llvm::copy_if(all, std::back_inserter(types),
                [](Type type) { return llvm::isa<MemDescType>(type); });
  return success();
}

LogicalResult verifyBuffers(Operation *op, MemDescType d, size_t barriers, size_t preds) {
  if (!d.isInTensorMemory())
    return op->emitOpError() << "needs an accumulator in tensor memory, not " << d;
  if (preds != 0 && preds != barriers)
    return op->emitOpError() << "needs a predicate for each barrier";
  return success();
}

} // namespace

// %a, %b, %d[%token], %useD, %pred, %barrier[%p] {is_async} : A, B, D, Barrier
ParseResult TCGen5MMAOp::parse(OpAsmParser &parser, OperationState &state) {
  Operand a, b, d, useD, pred;
  std::optional<Operand> dependency;
  SmallVector<Operand> barriers, preds;
  SmallVector<Type> types;
  Type token;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOperand(a) || parser.parseComma() || parser.parseOperand(b) ||
      parser.parseComma() || parser.parseOperand(d) || parseToken(parser, dependency, token) ||
      parser.parseComma() || parser.parseOperand(useD) || parser.parseComma() ||
      parser.parseOperand(pred) || parseBarriers(parser, barriers, preds) ||
      parseCheckedAttributes(parser, state) || parser.parseColon() ||
      parseBufferTypes(parser, types))
    return failure();
  if (types.size() != 3 + barriers.size())
    return parser.emitError(at) << "expected the types of " << 3 + barriers.size() << " buffers";
  Type i1 = parser.getBuilder().getI1Type();
  if (parser.resolveOperand(a, types[0], state.operands) ||
      parser.resolveOperand(b, types[1], state.operands) ||
      parser.resolveOperand(d, types[2], state.operands) ||
      (dependency && parser.resolveOperand(*dependency, token, state.operands)) ||
      parser.resolveOperand(useD, i1, state.operands) ||
      parser.resolveOperand(pred, i1, state.operands) ||
      parser.resolveOperands(barriers, ArrayRef(types).drop_front(3), at, state.operands) ||
      parser.resolveOperands(preds, i1, state.operands))
    return failure();
  llvm::copy(ArrayRef<int32_t>{1, 1, 1, dependency.has_value(), 1, 1, int32_t(barriers.size()),
                               int32_t(preds.size())},
             state.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  if (token)
    state.addTypes(token);
  return success();
}

void TCGen5MMAOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getA() << ", " << getB() << ", " << getD();
  printToken(printer, *this, getAccDep(), getToken() ? getToken().getType() : Type());
  printer << ", " << getUseD() << ", " << getPred();
  printBarriers(printer, getBarriers(), getBarrierPreds());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes"});
  printer << " : " << getA().getType() << ", " << getB().getType() << ", " << getD().getType();
  for (Value barrier : getBarriers())
    printer << ", " << barrier.getType();
}

LogicalResult TCGen5MMAOp::verify() {
  return verifyBuffers(*this, getD().getType(), getBarriers().size(), getBarrierPreds().size());
}

static void addProductEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects,
                              ArrayRef<OpOperand *> reads, OpOperand &accumulator,
                              MutableOperandRange barriers) {
  for (OpOperand *operand : reads) {
    bool shared = llvm::cast<MemDescType>(operand->get().getType()).isInSharedMemory();
    effects.emplace_back(MemoryEffects::Read::get(), operand,
                         shared ? static_cast<SideEffects::Resource *>(ttg::SharedMemory::get())
                                : TensorMemory::get());
  }
  effects.emplace_back(MemoryEffects::Read::get(), &accumulator, TensorMemory::get());
  effects.emplace_back(MemoryEffects::Write::get(), &accumulator, TensorMemory::get());
  for (OpOperand &barrier : barriers)
    effects.emplace_back(MemoryEffects::Write::get(), &barrier, ttg::SharedMemory::get());
}

void TCGen5MMAOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addProductEffects(effects, {&getAMutable(), &getBMutable()}, getDMutable(), getBarriersMutable());
}

// %a, %b, %d[%token], %aScale, %bScale, %useD, %pred lhs = e4m3 rhs = e2m1, %barrier[%p] : A, B, D, AScale, BScale, ..
ParseResult TCGen5MMAScaledOp::parse(OpAsmParser &parser, OperationState &state) {
  Operand a, b, d, aScale, bScale, useD, pred;
  std::optional<Operand> dependency;
  SmallVector<Operand> barriers, preds;
  SmallVector<Type> types;
  Type token;
  auto element = [&](StringRef key, tt::ScaledElementAttr &into) -> ParseResult {
    StringRef word;
    SMLoc at = parser.getCurrentLocation();
    if (parser.parseKeyword(key) || parser.parseEqual() || parser.parseKeyword(&word))
      return failure();
    std::optional<tt::ScaledElement> known = tt::symbolizeScaledElement(word);
    if (!known)
      return parser.emitError(at) << "unknown element type '" << word << "'";
    into = tt::ScaledElementAttr::get(parser.getContext(), *known);
    return success();
  };
  auto &properties = state.getOrAddProperties<Properties>();
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseOperand(a) || parser.parseComma() || parser.parseOperand(b) ||
      parser.parseComma() || parser.parseOperand(d) || parseToken(parser, dependency, token) ||
      parser.parseComma() || parser.parseOperand(aScale) || parser.parseComma() ||
      parser.parseOperand(bScale) || parser.parseComma() || parser.parseOperand(useD) ||
      parser.parseComma() || parser.parseOperand(pred) || element("lhs", properties.a_type) ||
      element("rhs", properties.b_type) || parseBarriers(parser, barriers, preds) ||
      parseCheckedAttributes(parser, state) || parser.parseColon() ||
      parseBufferTypes(parser, types))
    return failure();
  if (types.size() != 5 + barriers.size())
    return parser.emitError(at) << "expected the types of " << 5 + barriers.size() << " buffers";
  Type i1 = parser.getBuilder().getI1Type();
  if (parser.resolveOperand(a, types[0], state.operands) ||
      parser.resolveOperand(b, types[1], state.operands) ||
      parser.resolveOperand(d, types[2], state.operands) ||
      (dependency && parser.resolveOperand(*dependency, token, state.operands)) ||
      parser.resolveOperand(aScale, types[3], state.operands) ||
      parser.resolveOperand(bScale, types[4], state.operands) ||
      parser.resolveOperand(useD, i1, state.operands) ||
      parser.resolveOperand(pred, i1, state.operands) ||
      parser.resolveOperands(barriers, ArrayRef(types).drop_front(5), at, state.operands) ||
      parser.resolveOperands(preds, i1, state.operands))
    return failure();
  llvm::copy(ArrayRef<int32_t>{1, 1, 1, dependency.has_value(), 1, 1, 1, 1,
                               int32_t(barriers.size()), int32_t(preds.size())},
             properties.operandSegmentSizes.begin());
  if (token)
    state.addTypes(token);
  return success();
}

void TCGen5MMAScaledOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getA() << ", " << getB() << ", " << getD();
  printToken(printer, *this, getAccDep(), getToken() ? getToken().getType() : Type());
  printer << ", " << getAScale() << ", " << getBScale() << ", " << getUseD() << ", " << getPred()
          << " lhs = " << tt::stringifyScaledElement(getAType())
          << " rhs = " << tt::stringifyScaledElement(getBType());
  printBarriers(printer, getBarriers(), getBarrierPreds());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"operandSegmentSizes", "a_type", "b_type"});
  printer << " : " << getA().getType() << ", " << getB().getType() << ", " << getD().getType()
          << ", " << getAScale().getType() << ", " << getBScale().getType();
  for (Value barrier : getBarriers())
    printer << ", " << barrier.getType();
}

LogicalResult TCGen5MMAScaledOp::verify() {
  return verifyBuffers(*this, getD().getType(), getBarriers().size(), getBarrierPreds().size());
}

void TCGen5MMAScaledOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addProductEffects(effects,
                    {&getAMutable(), &getBMutable(), &getAScaleMutable(), &getBScaleMutable()},
                    getDMutable(), getBarriersMutable());
}
