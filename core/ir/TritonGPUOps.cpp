// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies the ops of ttg, and says what they do to memory.
#include "core/ir/CheckedAttributes.h"
#include "core/ir/TritonGPU.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace fathom::ttg;

//===-- Pieces of syntax --===//

// `tokens %a, %b`; without the word up to 3.4, when what follows on the next line is no operand but the result of the next op.
static ParseResult parseTokens(OpAsmParser &parser,
                               SmallVectorImpl<OpAsmParser::UnresolvedOperand> &tokens) {
  if (succeeded(parser.parseOptionalKeyword("tokens")))
    return parser.parseOperandList(tokens);
  const char *name = parser.getNameLoc().getPointer(),
             *here = parser.getCurrentLocation().getPointer();
  if (StringRef(name, here - name).contains('\n'))
    return success();
  return parser.parseOperandList(tokens);
}

static void printTokens(OpAsmPrinter &printer, Operation *, OperandRange tokens) {
  if (!tokens.empty())
    printer << (fathom::tt::spellingOf(tokens.front().getContext()).bareTokens ? "" : "tokens ")
            << tokens;
}

static ParseResult parseOffsets(OpAsmParser &parser, DenseI32ArrayAttr &offsets) {
  SmallVector<int32_t> numbers;
  if (parser.parseCommaSeparatedList([&] { return parser.parseInteger(numbers.emplace_back()); }))
    return failure();
  offsets = DenseI32ArrayAttr::get(parser.getContext(), numbers);
  return success();
}

static void printOffsets(OpAsmPrinter &printer, Operation *, DenseI32ArrayAttr offsets) {
  llvm::interleaveComma(offsets.asArrayRef(), printer);
}

ParseResult fathom::ttg::parseToken(OpAsmParser &parser,
                                    std::optional<OpAsmParser::UnresolvedOperand> &dependency,
                                    Type &token) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  token = AsyncTokenType::get(parser.getContext());
  if (succeeded(parser.parseOptionalRSquare()))
    return success();
  return failure(parser.parseOperand(dependency.emplace()) || parser.parseRSquare());
}

void fathom::ttg::printToken(OpAsmPrinter &printer, Operation *, Value dependency, Type token) {
  if (!token)
    return;
  printer << '[';
  if (dependency)
    printer << dependency;
  printer << ']';
}

#define GET_OP_CLASSES
#include "core/ir/TritonGPUOps.cpp.inc"

//===-- async_copy_global_to_local --===//

// %p, %buffer mask %m other %o cacheModifier = cg evictionPolicy = .. {contiguity = 8 : i32} : tensor<..> -> <..>
ParseResult AsyncCopyGlobalToLocalOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand, 4> operands(2);
  if (parser.parseOperand(operands[0]) || parser.parseComma() || parser.parseOperand(operands[1]))
    return failure();
  bool mask = succeeded(parser.parseOptionalKeyword("mask"));
  if (mask && parser.parseOperand(operands.emplace_back()))
    return failure();
  bool other = succeeded(parser.parseOptionalKeyword("other"));
  if (other && parser.parseOperand(operands.emplace_back()))
    return failure();
  auto cache = tt::CacheModifier::None;
  auto evict = tt::EvictionPolicy::Normal;
  SMLoc at = parser.getCurrentLocation();
  if (tt::parseCacheHints(parser, cache, evict))
    return failure();
  if (parser.parseOptionalAttrDict(state.attributes) ||
      tt::takeCachePolicy(parser, state.attributes, cache, evict))
    return failure();
  auto error = [&] { return parser.emitError(at) << "'" << state.name << "' op "; };
  if (failed(verifyInherentAttrs(state.name, state.attributes, error)))
    return failure();
  auto &properties = state.getOrAddProperties<Properties>();
  if (!state.attributes.get("cache"))
    properties.cache = tt::CacheModifierAttr::get(parser.getContext(), cache);
  if (!state.attributes.get("evict"))
    properties.evict = tt::EvictionPolicyAttr::get(parser.getContext(), evict);
  properties.operandSegmentSizes = {1, 1, mask, other};

  Type pointers;
  MemDescType buffer;
  SMLoc typeAt;
  if (parser.parseColon() || parser.getCurrentLocation(&typeAt) || parser.parseType(pointers) ||
      parser.parseArrow() || parser.parseCustomTypeWithFallback(buffer))
    return failure();
  Type pointee = tt::pointeeTypeOf(pointers);
  if (!pointee || !llvm::isa<RankedTensorType>(pointee))
    return parser.emitError(typeAt) << "expected a tensor of pointers, but got " << pointers;
  SmallVector<Type, 4> types{pointers, buffer};
  if (mask)
    types.push_back(tt::maskTypeOf(pointee));
  if (other)
    types.push_back(pointee);
  state.addTypes(AsyncTokenType::get(parser.getContext()));
  return parser.resolveOperands(operands, types, at, state.operands);
}

void AsyncCopyGlobalToLocalOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getSrc() << ", " << getResult();
  if (getMask())
    printer << " mask " << getMask();
  if (getOther())
    printer << " other " << getOther();
  NamedAttrList attributes((*this)->getAttrs());
  for (StringRef hidden : {"cache", "evict", "operandSegmentSizes"})
    attributes.erase(hidden);
  if (!getIsVolatile())
    attributes.erase("isVolatile");
  if (getContiguity() == 1)
    attributes.erase("contiguity");
  tt::printCacheHints(printer, getContext(), getCache(), getEvict(), attributes);
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getSrc().getType() << " -> ";
  printer.printStrippedAttrOrType(llvm::cast<MemDescType>(getResult().getType()));
}

LogicalResult AsyncCopyGlobalToLocalOp::verify() {
  auto pointers = llvm::cast<RankedTensorType>(getSrc().getType());
  auto buffer = llvm::cast<MemDescType>(getResult().getType());
  if (!buffer.getMutableMemory())
    return emitOpError("needs a mutable buffer");
  if (!buffer.isInSharedMemory())
    return emitOpError("needs a buffer in shared memory");
  if (pointers.getShape() != buffer.getShape())
    return emitOpError("copies ") << pointers << " to a buffer of another shape, " << buffer;
  Type pointee = tt::pointeeTypeOf(pointers);
  if (!pointee || llvm::cast<RankedTensorType>(pointee).getElementType() != buffer.getElementType())
    return emitOpError("copies from ")
           << pointers << " to a buffer of another element type, " << buffer;
  if (getMask() && getMask().getType() != tt::maskTypeOf(pointee))
    return emitOpError("mask is ")
           << getMask().getType() << ", but must be " << tt::maskTypeOf(pointee);
  if (getOther() && getOther().getType() != pointee)
    return emitOpError("other is ") << getOther().getType() << ", but must be " << pointee;
  return success();
}

//===-- Buffers --===//

namespace {

/// A tensor and a buffer, or two buffers, of one shape and element type.
LogicalResult verifySameElements(Operation *op, ShapedType from, ShapedType to) {
  if (from.getShape() != to.getShape())
    return op->emitOpError() << "has different shapes: " << from << " and " << to;
  if (from.getElementType() != to.getElementType())
    return op->emitOpError() << "has different element types: " << from << " and " << to;
  return success();
}

LogicalResult verifyInShared(Operation *op, MemDescType buffer) {
  if (!buffer.isInSharedMemory())
    return op->emitOpError() << "needs a buffer in shared memory, not " << buffer;
  return success();
}

LogicalResult verifyMutable(Operation *op, MemDescType buffer) {
  if (!buffer.getMutableMemory())
    return op->emitOpError() << "writes to a buffer that is not mutable, " << buffer;
  return success();
}

/// Accesses at `indices` along `axis` of a buffer, with values of the indices' shape.
LogicalResult verifyIndexed(Operation *op, MemDescType buffer, RankedTensorType indices,
                            RankedTensorType values, int64_t axis) {
  if (failed(verifyInShared(op, buffer)))
    return failure();
  if (indices.getShape() != values.getShape() || indices.getEncoding() != values.getEncoding())
    return op->emitOpError() << "needs values of the shape and encoding of the indices, " << indices
                             << ", not " << values;
  if (values.getElementType() != buffer.getElementType())
    return op->emitOpError() << "has different element types: " << values << " and " << buffer;
  if (buffer.getRank() != indices.getRank())
    return op->emitOpError() << "has different ranks: " << indices << " and " << buffer;
  if (axis < 0 || axis >= buffer.getRank())
    return op->emitOpError() << "has axis " << axis << ", but the rank is " << buffer.getRank();
  for (auto [dim, size] : llvm::enumerate(indices.getShape()))
    if (int64_t(dim) != axis && size > buffer.getDimSize(dim))
      return op->emitOpError() << "indexes more elements than the buffer has in dim " << dim;
  return success();
}

} // namespace

void LocalAllocOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  // A buffer that is never written and has no place yet is as good as a value.
  if (!getType().getMutableMemory() && !(*this)->hasAttr("allocation.offset"))
    return;
  effects.emplace_back(MemoryEffects::Allocate::get(), (*this)->getOpResult(0),
                       SharedMemory::get());
  if (getSrc())
    effects.emplace_back(MemoryEffects::Write::get(), (*this)->getOpResult(0), SharedMemory::get());
}

LogicalResult LocalAllocOp::verify() {
  MemDescType buffer = getType();
  if (failed(verifyInShared(*this, buffer)))
    return failure();
  if (buffer.isView())
    return emitOpError("results in a view of a larger buffer, ") << buffer;
  if (std::optional<int32_t> alignment = getAlignment();
      alignment && !llvm::isPowerOf2_32(*alignment))
    return emitOpError("has an alignment that is no power of two");
  if (!getSrc())
    return buffer.getMutableMemory()
               ? success()
               : emitOpError("without a source must result in a mutable buffer");
  return verifySameElements(*this, llvm::cast<ShapedType>(getSrc().getType()), buffer);
}

LogicalResult LocalLoadOp::verify() {
  MemDescType buffer = getSrc().getType();
  if (failed(verifyInShared(*this, buffer)))
    return failure();
  return verifySameElements(*this, buffer, llvm::cast<ShapedType>(getType()));
}

LogicalResult LocalStoreOp::verify() {
  MemDescType buffer = getDst().getType();
  if (failed(verifyInShared(*this, buffer)) || failed(verifyMutable(*this, buffer)))
    return failure();
  return verifySameElements(*this, llvm::cast<ShapedType>(getSrc().getType()), buffer);
}

LogicalResult LocalGatherOp::verify() {
  return verifyIndexed(*this, getSrc().getType(), getIndices().getType(), getResult().getType(),
                       getAxis());
}

LogicalResult LocalScatterOp::verify() {
  if (failed(verifyMutable(*this, getDst().getType())))
    return failure();
  return verifyIndexed(*this, getDst().getType(), getIndices().getType(), getValues().getType(),
                       getAxis());
}

LogicalResult LocalAtomicScatterRMWOp::verify() {
  if (failed(verifyMutable(*this, getDst().getType())))
    return failure();
  if (getResult().getType() != getValues().getType())
    return emitOpError("results in ")
           << getResult().getType() << ", but combines " << getValues().getType();
  return verifyIndexed(*this, getDst().getType(), getIndices().getType(), getValues().getType(),
                       getAxis());
}

//===-- Views --===//

namespace {

LogicalResult verifyView(Operation *op, MemDescType from, MemDescType to) {
  if (from.getElementType() != to.getElementType())
    return op->emitOpError() << "has different element types: " << from << " and " << to;
  if (from.getMemorySpace() != to.getMemorySpace())
    return op->emitOpError() << "has different memories: " << from << " and " << to;
  // A view may forget that it could be written through.
  if (to.getMutableMemory() && !from.getMutableMemory())
    return op->emitOpError() << "must not make the buffer mutable: " << from << " and " << to;
  return success();
}

} // namespace

LogicalResult MemDescIndexOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (failed(verifyView(*this, from, to)))
    return failure();
  // Barriers of 3.5 are lists of one dim, indexed to a list of one.
  bool ofOne = from.getRank() == 1 && to.getRank() == 1 && to.getDimSize(0) == 1;
  if (!ofOne && from.getShape().drop_front() != to.getShape())
    return emitOpError("drops the first dim of ") << from << ", which does not give " << to;
  return success();
}

LogicalResult MemDescSubsliceOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (failed(verifyView(*this, from, to)))
    return failure();
  if (from.getRank() != to.getRank() || getOffsets().size() != size_t(from.getRank()))
    return emitOpError("needs as many offsets as dims of the buffer and of the part");
  for (auto [dim, offset] : llvm::enumerate(getOffsets()))
    if (offset < 0 || int64_t(offset) + to.getDimSize(dim) > from.getDimSize(dim))
      return emitOpError("takes a part that is not within the buffer in dim ") << dim;
  return success();
}

LogicalResult MemDescSubviewOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (failed(verifyView(*this, from, to)))
    return failure();
  if (getOffsets().size() != size_t(from.getRank()))
    return emitOpError("needs as many offsets as dims of the buffer");
  if (to.getRank() > from.getRank())
    return emitOpError("results in more dims than the buffer has");
  for (auto [part, whole] : llvm::zip(to.getShape(), from.getShape().take_back(to.getRank())))
    if (part > whole)
      return emitOpError("takes a part that is larger than the buffer");
  return success();
}

LogicalResult MemDescTransOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (failed(verifyView(*this, from, to)))
    return failure();
  ArrayRef<int32_t> order = getOrder();
  SmallVector<bool> seen(from.getRank(), false);
  if (int64_t(order.size()) != from.getRank() || from.getRank() != to.getRank())
    return emitOpError("needs an order of the rank of the buffer");
  for (auto [dim, source] : llvm::enumerate(order)) {
    if (source < 0 || source >= from.getRank() || seen[source])
      return emitOpError("needs an order that is a permutation");
    seen[source] = true;
    if (to.getDimSize(dim) != from.getDimSize(source))
      return emitOpError("permutes ") << from << " by its order, which does not give " << to;
  }
  return success();
}

LogicalResult MemDescReshapeOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (failed(verifyView(*this, from, to)))
    return failure();
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("has different numbers of elements: ") << from << " and " << to;
  return success();
}

LogicalResult MemDescReinterpretOp::verify() {
  MemDescType from = getSrc().getType(), to = getType();
  if (from.getMemorySpace() != to.getMemorySpace())
    return emitOpError("has different memories: ") << from << " and " << to;
  return success();
}

//===-- The rest --===//

LogicalResult Fp4ToFpOp::verify() {
  RankedTensorType from = getSrc().getType(), to = getType();
  int64_t axis = getAxis();
  if (from.getRank() != to.getRank() || axis < 0 || axis >= from.getRank())
    return emitOpError("needs an operand and a result of one rank, and an axis below it");
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip(from.getShape(), to.getShape())))
    if (std::get<0>(sizes) * (int64_t(dim) == axis ? 2 : 1) != std::get<1>(sizes))
      return emitOpError("doubles dim ")
             << axis << " of " << from << ", which does not give " << to;
  return success();
}

void InlineAsmOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

static constexpr AddrSpace everyAddrSpace = AddrSpace::Local | AddrSpace::GlobalRead |
                                            AddrSpace::GlobalWrite | AddrSpace::TensorRead |
                                            AddrSpace::TensorWrite;

// local|global_read, all, none
ParseResult BarrierOp::parse(OpAsmParser &parser, OperationState &state) {
  auto spaces = AddrSpace::None;
  do {
    SMLoc at = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<AddrSpace> space = word == "all" ? everyAddrSpace : symbolizeAddrSpace(word);
    if (!space)
      return parser.emitError(at) << "unknown memory '" << word << "'";
    spaces = spaces | *space;
  } while (succeeded(parser.parseOptionalVerticalBar()));
  state.getOrAddProperties<Properties>().addrSpace =
      AddrSpaceAttr::get(parser.getContext(), spaces);
  return parseCheckedAttributes(parser, state);
}

void BarrierOp::print(OpAsmPrinter &printer) {
  printer << ' ' << (getAddrSpace() == everyAddrSpace ? "all" : stringifyAddrSpace(getAddrSpace()));
  printer.printOptionalAttrDict((*this)->getAttrs(), {"addrSpace"});
}
