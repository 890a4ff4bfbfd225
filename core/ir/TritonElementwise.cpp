// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies and folds the tt ops that act on each element by itself.
#include "core/ir/Triton.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom::tt;

#define GET_OP_CLASSES
#include "core/ir/TritonElementwiseOps.cpp.inc"

LogicalResult BitcastOp::verify() {
  Type from = getElementTypeOrSelf(getSrc().getType());
  Type to = getElementTypeOrSelf(getType());
  auto fromPointer = dyn_cast<PointerType>(from), toPointer = dyn_cast<PointerType>(to);
  if (bool(fromPointer) != bool(toPointer))
    return emitOpError("cannot bitcast between ") << from << " and " << to;
  if (fromPointer) {
    if (fromPointer.getAddressSpace() != toPointer.getAddressSpace())
      return emitOpError("cannot bitcast between address spaces ")
             << fromPointer.getAddressSpace() << " and " << toPointer.getAddressSpace();
    return success();
  }
  if (from.getIntOrFloatBitWidth() != to.getIntOrFloatBitWidth())
    return emitOpError("cannot bitcast between types of ")
           << from.getIntOrFloatBitWidth() << " and " << to.getIntOrFloatBitWidth() << " bits";
  return success();
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() ? OpFoldResult(getSrc()) : OpFoldResult();
}

LogicalResult FpToFpOp::verify() {
  unsigned from = getElementTypeOrSelf(getSrc().getType()).getIntOrFloatBitWidth();
  unsigned to = getElementTypeOrSelf(getType()).getIntOrFloatBitWidth();
  if (from > to && !getRounding())
    return emitOpError("narrows from ") << from << " to " << to << " bits, so it needs a rounding";
  return success();
}

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  // A scalar pointer moved by 0; likewise for tensors. The types agree, since a pointer's encoding
  // is its result's.
  return adaptor.getOffset() && matchPattern(adaptor.getOffset(), m_Zero()) ? OpFoldResult(getPtr())
                                                                            : OpFoldResult();
}

void ExternElementwiseOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
  effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get());
}

Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

void ElementwiseInlineAsmOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (getPure())
    return;
  effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get());
  effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get());
}

Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

LogicalResult ElementwiseInlineAsmOp::verify() {
  int64_t packed = static_cast<int32_t>(getPackedElement());
  if (packed < 1)
    return emitOpError("packed_element must be positive, but is ") << packed;
  if (getNumOperands() >= 1)
    if (auto tensor = dyn_cast<RankedTensorType>(getOperand(0).getType()))
      if (tensor.getNumElements() % packed != 0)
        return emitOpError("operand #0 has ")
               << tensor.getNumElements() << " elements, no multiple of packed_element, " << packed;
  return success();
}

LogicalResult MapElementwiseOp::verify() {
  int64_t pack = static_cast<int32_t>(getPack());
  if (pack < 1 || !llvm::isPowerOf2_64(pack))
    return emitOpError("pack must be a power of two, but is ") << pack;
  if (getSrcs().empty())
    return emitOpError("needs an operand");
  return success();
}

LogicalResult MapElementwiseOp::verifyRegions() {
  Region &region = getScalarOp();
  if (region.empty())
    return emitOpError("needs a body");
  size_t pack = static_cast<int32_t>(getPack());
  Block &entry = region.front();
  if (entry.getNumArguments() != getSrcs().size() * pack)
    return emitOpError("has ") << getSrcs().size() << " operands and pack " << pack
                               << ", but its body takes " << entry.getNumArguments()
                               << " arguments";
  for (auto [index, argument] : llvm::enumerate(entry.getArguments())) {
    Type element = getElementTypeOrSelf(getSrcs()[index / pack].getType());
    if (argument.getType() != element)
      return emitOpError("argument #")
             << index << " of its body is " << argument.getType() << ", but must be " << element;
  }
  // A body may not write: which group of elements it runs for, and when, is unspecified.
  WalkResult walk = region.walk([&](Operation *inner) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
    if (effects && effects.hasEffect<MemoryEffects::Write>()) {
      inner->emitOpError("writes memory in a tt.map_elementwise");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (Block &block : region) {
    auto ret = block.empty() ? nullptr : dyn_cast<MapElementwiseReturnOp>(block.back());
    if (!ret)
      continue;
    if (ret.getNumOperands() != getNumResults() * pack)
      return ret.emitOpError("returns ")
             << ret.getNumOperands() << " values, but must return " << getNumResults() * pack;
    for (auto [index, type] : llvm::enumerate(ret.getOperandTypes())) {
      Type element = getElementTypeOrSelf((*this)->getResult(index / pack).getType());
      if (type != element)
        return ret.emitOpError("returns ")
               << type << " as value #" << index << ", but must return " << element;
    }
  }
  return success();
}
