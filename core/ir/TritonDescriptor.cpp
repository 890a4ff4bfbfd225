// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, prints and verifies the tt ops on tensor descriptors.
#include "core/ir/Triton.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonDescriptorOps.cpp.inc"

namespace {

/// A tensor that is read from or written to the descriptor's block: the same elements and as many.
LogicalResult verifyBlock(Operation *op, Type descriptor, RankedTensorType tensor, size_t indices) {
  auto desc = dyn_cast<TensorDescType>(descriptor);
  if (!desc) // Of a raw pointer nothing is known.
    return success();
  RankedTensorType block = desc.getLoadedType();
  if (block.getElementType() != tensor.getElementType())
    return op->emitOpError("has elements ")
           << tensor.getElementType() << ", but the descriptor's are " << block.getElementType();
  if (block.getNumElements() != tensor.getNumElements())
    return op->emitOpError("has ")
           << tensor.getNumElements() << " elements, but the descriptor's block has "
           << block.getNumElements();
  if (indices != static_cast<size_t>(block.getRank()))
    return op->emitOpError("has ")
           << indices << " indices, but the descriptor's block has rank " << block.getRank();
  return success();
}

/// Rows that are gathered or scattered.
LogicalResult verifyRows(Operation *op, TensorDescType desc, RankedTensorType offsets,
                         RankedTensorType rows) {
  RankedTensorType block = desc.getLoadedType();
  if (block.getRank() != 2 || block.getDimSize(0) != 1)
    return op->emitOpError("needs a block of one row, but has ") << desc.getBlockType();
  if (offsets.getRank() != 1)
    return op->emitOpError("needs offsets in one dimension, but has ") << offsets;
  if (rows.getRank() != 2 || rows.getElementType() != block.getElementType())
    return op->emitOpError("needs a matrix of ") << block.getElementType() << ", but has " << rows;
  if (rows.getDimSize(0) != offsets.getDimSize(0))
    return op->emitOpError("has ")
           << offsets.getDimSize(0) << " offsets for " << rows.getDimSize(0) << " rows";
  if (rows.getDimSize(1) != block.getDimSize(1))
    return op->emitOpError("has rows of ")
           << rows.getDimSize(1) << " columns, but the block has " << block.getDimSize(1);
  unsigned bits = block.getElementTypeBitWidth();
  if (bits > 32)
    return op->emitOpError("has elements wider than 32 bits: ") << block.getElementType();
  if (rows.getDimSize(0) < 8)
    return op->emitOpError("needs 8 rows or more, but has ") << rows.getDimSize(0);
  int64_t least = 8 * (32 / bits);
  if (rows.getDimSize(1) < least)
    return op->emitOpError("needs ") << least << " columns or more, but has " << rows.getDimSize(1);
  return success();
}

} // namespace

void MakeTensorDescOp::build(OpBuilder &builder, OperationState &state, Value base,
                             ValueRange shape, ValueRange strides, ArrayRef<int64_t> blockShape,
                             bool isSigned, PaddingOption padding) {
  Type element = cast<PointerType>(base.getType()).getPointeeType();
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(builder.getContext(), integer.getWidth(),
                               isSigned ? IntegerType::Signed : IntegerType::Unsigned);
  auto type = TensorDescType::get(RankedTensorType::get(blockShape, element));
  build(builder, state, type, base, shape, strides, padding);
}

LogicalResult MakeTensorDescOp::verify() {
  RankedTensorType block = getType().getLoadedType();
  size_t rank = block.getRank();
  if (getShape().size() != rank || getStrides().size() != rank)
    return emitOpError("needs ") << rank << " sizes and strides";
  auto pointee = cast<PointerType>(getBase().getType()).getPointeeType();
  if (pointee != block.getElementType())
    return emitOpError("base points to ")
           << pointee << ", but the block has " << block.getElementType();
  return success();
}

void DescriptorLoadOp::build(OpBuilder &builder, OperationState &state, Value desc,
                             ValueRange indices) {
  build(builder, state, cast<TensorDescType>(desc.getType()).getLoadedType(), desc, indices,
        CacheModifier::None, EvictionPolicy::Normal);
}

// tt.descriptor_load %d[%i, %j] cacheModifier = cg : !tt.tensordesc<tensor<8x8xf16>> ->
// tensor<8x8xf16>
ParseResult DescriptorLoadOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::UnresolvedOperand desc;
  SmallVector<OpAsmParser::UnresolvedOperand> indices;
  CacheModifier cache = CacheModifier::None;
  EvictionPolicy evict = EvictionPolicy::Normal;
  Type descType, result;
  if (parser.parseOperand(desc) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square) ||
      parseCacheHints(parser, cache, evict))
    return failure();
  llvm::SMLoc loc = parser.getCurrentLocation();
  auto error = [&] { return parser.emitError(loc) << "'" << state.name << "' op "; };
  if (parser.parseOptionalAttrDict(state.attributes) ||
      takeCachePolicy(parser, state.attributes, cache, evict) ||
      failed(verifyInherentAttrs(state.name, state.attributes, error)) ||
      parser.parseColonType(descType) || parser.parseArrow() || parser.parseType(result))
    return failure();
  auto &properties = state.getOrAddProperties<Properties>();
  if (!state.attributes.get("cache"))
    properties.cache = CacheModifierAttr::get(parser.getContext(), cache);
  if (!state.attributes.get("evict"))
    properties.evict = EvictionPolicyAttr::get(parser.getContext(), evict);
  state.addTypes(result);
  return failure(parser.resolveOperand(desc, descType, state.operands) ||
                 parser.resolveOperands(indices, parser.getBuilder().getI32Type(), state.operands));
}

void DescriptorLoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getDesc() << "[" << getIndices() << "]";
  NamedAttrList attributes((*this)->getAttrs());
  attributes.erase("cache");
  attributes.erase("evict");
  printCacheHints(printer, getContext(), getCache(), getEvict(), attributes);
  printer.printOptionalAttrDict(attributes.getAttrs());
  printer << " : " << getDesc().getType() << " -> " << getType();
}

LogicalResult DescriptorLoadOp::verify() {
  return verifyBlock(*this, getDesc().getType(), getType(), getIndices().size());
}

LogicalResult DescriptorStoreOp::verify() {
  return verifyBlock(*this, getDesc().getType(), getSrc().getType(), getIndices().size());
}

LogicalResult DescriptorReduceOp::verify() {
  return verifyBlock(*this, getDesc().getType(), getSrc().getType(), getIndices().size());
}

LogicalResult DescriptorGatherOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(), getType());
}

LogicalResult DescriptorScatterOp::verify() {
  return verifyRows(*this, getDesc().getType(), getXOffsets().getType(), getSrc().getType());
}
