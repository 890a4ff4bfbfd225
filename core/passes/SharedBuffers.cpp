// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses swizzles, and compares registers with buffers.
#include "core/passes/SharedBuffers.h"

#include "core/layout/Encodings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace fathom;

ttg::SwizzledSharedEncodingAttr fathom::swizzledBuffer(RankedTensorType tensor,
                                                       ArrayRef<int32_t> order, unsigned vec,
                                                       unsigned perPhase, unsigned maxPhase) {
  return ttg::SwizzledSharedEncodingAttr::get(tensor.getContext(), vec, perPhase, maxPhase, order,
                                              ttg::cgaBasesOf(tensor.getEncoding()),
                                              /*hasLeadingOffset=*/false);
}

ttg::SwizzledSharedEncodingAttr fathom::bufferForOperand(RankedTensorType tensor,
                                                         ArrayRef<int32_t> order, unsigned kDim,
                                                         ttg::DotOperandEncodingAttr operand) {
  int64_t bits = tensor.getElementTypeBitWidth(), length = tensor.getDimSize(order[0]);
  bool alongK = unsigned(order[0]) == kDim;
  // 32 banks of 32 bits; rows that are shorter share a phase.
  int64_t perPhase = std::max<int64_t>(1024 / (bits * length), 1);
  int64_t kWidth = operand.getKWidth();
  if (isa<ttg::NvidiaMmaEncodingAttr>(operand.getParent())) {
    int64_t vec = 4 * (kWidth ? kWidth : std::max<int64_t>(1, 32 / bits)), rows = 8;
    if (!alongK)
      std::swap(vec, rows);
    int64_t phases = std::max<int64_t>(std::min(rows, 1024 / (vec * bits)), 1) / perPhase;
    return swizzledBuffer(tensor, order, vec, perPhase, std::max<int64_t>(phases, 1));
  }
  if (isa<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(operand.getParent()) && alongK &&
      kWidth > 0) {
    int64_t phases = std::min<int64_t>(16 / perPhase, length / kWidth);
    return swizzledBuffer(tensor, order, kWidth, perPhase, std::max<int64_t>(phases, 1));
  }
  return swizzledBuffer(tensor, order);
}

unsigned fathom::swizzledBytes(int64_t length, int64_t rows, unsigned bitsOfElement) {
  if (rows < 8)
    return 0;
  for (unsigned bytes : {128, 64, 32})
    if (length * bitsOfElement / 8 % bytes == 0)
      return bytes;
  return 0;
}

std::optional<unsigned> fathom::contiguousInBuffer(RankedTensorType tensor, Attribute shared,
                                                   unsigned bitsOfElement) {
  llvm::Expected<LinearLayout> registers = toLinearLayout(tensor);
  llvm::Expected<LinearLayout> buffer = toLinearLayout(tensor.getShape(), shared, bitsOfElement);
  if (!registers || !buffer) {
    llvm::consumeError(registers.takeError());
    llvm::consumeError(buffer.takeError());
    return std::nullopt;
  }
  std::optional<LinearLayout> map = registers->invertAndCompose(*buffer);
  if (!map)
    return std::nullopt;
  unsigned bits = 0;
  while (bits < map->inBits(Dim::reg()) &&
         map->basis(Dim::reg(), bits, Dim::offset()) == uint64_t(1) << bits)
    ++bits;
  // Offsets are XORed: what else flips one of these bits (a swizzle, by the row) makes two pieces of a group.
  for (Dim in : map->inDims())
    for (unsigned bit = in == Dim::reg() ? bits : 0; bit < map->inBits(in); ++bit)
      if (uint64_t offset = map->basis(in, bit, Dim::offset()))
        bits = std::min<unsigned>(bits, llvm::countr_zero(offset));
  return 1u << bits;
}

/// Whether the buffer, or a view of it, is only read, and not handed on to where its type is fixed: a loop, a branch, a call.
static bool isOnlyRead(Value buffer) {
  return llvm::all_of(buffer.getUsers(), [](Operation *user) {
    if (user->getNumRegions() || user->hasTrait<OpTrait::IsTerminator>() ||
        isa<tt::CallOp, arith::SelectOp, ttg::LocalDeallocOp>(user))
      return false;
    return llvm::all_of(user->getResults(), [](Value result) {
      return !isa<ttg::MemDescType>(result.getType()) || isOnlyRead(result);
    });
  });
}

ttg::LocalAllocOp fathom::onlyBufferOf(Value value) {
  if (!value.hasOneUse())
    return {};
  auto alloc = dyn_cast<ttg::LocalAllocOp>(*value.user_begin());
  if (!alloc || alloc.getType().getMutableMemory() || alloc->getBlock() != value.getParentBlock())
    return {};
  return isOnlyRead(alloc.getResult()) ? alloc : ttg::LocalAllocOp();
}

/// Views of a buffer that is written are of such a buffer.
static void makeMutable(Value buffer) {
  for (Operation *user : buffer.getUsers())
    for (Value result : user->getResults())
      if (auto type = dyn_cast<ttg::MemDescType>(result.getType());
          type && !type.getMutableMemory()) {
        result.setType(ttg::MemDescType::get(type.getContext(), type.getShape(),
                                             type.getElementType(), type.getEncoding(),
                                             type.getMemorySpace(), true, type.getAllocShape()));
        makeMutable(result);
      }
}

void fathom::replaceBuffer(ttg::LocalAllocOp buffer, Value other) {
  buffer.getResult().replaceAllUsesWith(other);
  makeMutable(other);
  buffer.erase();
}
