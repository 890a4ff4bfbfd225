// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-reduce-data-duplication: converts to an operand's layout through a buffer in shared memory.
//
//   %b = convert_layout %a : #blocked -> #dot_op          %m = local_alloc %a : memdesc<.., #swizzled>
//                                                         %b = local_load %m : -> #dot_op
//
// In an operand's layout every element is in several threads, so a general conversion would pass each copy through shared memory by
// itself. A buffer holds each element once, and is swizzled so that the reads of the matrix unit's fragments meet no conflicts of
// banks. Where data stays within warps there is nothing to share, and the conversion stays.
//
// Requires: nothing.
// Promises: no conversion that moves data between warps results in a dot_op layout.
// Promises: buffers that it makes are read once, right after they are filled.
//
// Bugs live in: the order of dims of the buffer for batches of matrices, whose first dim must be outermost.
#include "core/layout/ConversionClass.h"
#include "core/passes/DotOperands.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUREDUCEDATADUPLICATION
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

struct Swizzle {
  int64_t vec = 1, perPhase = 1, maxPhase = 1;
};

/// A swizzle for reading fragments of an operand from rows of `length` elements; along K or across it.
Swizzle swizzleFor(ttg::DotOperandEncodingAttr operand, int64_t length, bool alongK,
                   unsigned bits) {
  // 32 banks of 32 bits; a row that is shorter shares its phase with the next ones.
  int64_t perPhase = std::max<int64_t>(1024 / (int64_t(bits) * length), 1);
  int64_t kWidth = operand.getKWidth();
  if (isa<ttg::NvidiaMmaEncodingAttr>(operand.getParent())) {
    // ldmatrix reads 8 rows of 4 * kWidth elements (along K), or the transpose of that.
    int64_t vec = 4 * (kWidth ? kWidth : std::max<int64_t>(1, 32 / bits)), rows = 8;
    if (!alongK)
      std::swap(vec, rows);
    int64_t phases = std::max<int64_t>(std::min(rows, 1024 / (vec * bits)), 1) / perPhase;
    return {vec, perPhase, std::max<int64_t>(phases, 1)};
  }
  if (isa<ttg::AMDMfmaEncodingAttr, ttg::AMDWmmaEncodingAttr>(operand.getParent()) && alongK &&
      kWidth > 0) {
    // 16 lanes read a row each, kWidth elements at a time.
    int64_t phases = std::min<int64_t>(16 / perPhase, length / kWidth);
    return {kWidth, perPhase, std::max<int64_t>(phases, 1)};
  }
  return {};
}

class ReduceDataDuplication
    : public fathom::impl::TritonGPUReduceDataDuplicationBase<ReduceDataDuplication> {
  void runOnOperation() override {
    SmallVector<ttg::ConvertLayoutOp> conversions;
    getOperation().walk([&](ttg::ConvertLayoutOp convert) {
      if (isa_and_nonnull<ttg::DotOperandEncodingAttr>(
              cast<RankedTensorType>(convert.getType()).getEncoding()))
        conversions.push_back(convert);
    });
    for (ttg::ConvertLayoutOp convert : conversions)
      throughBuffer(convert);
  }

  void throughBuffer(ttg::ConvertLayoutOp convert) {
    auto from = cast<RankedTensorType>(convert.getSrc().getType());
    auto to = cast<RankedTensorType>(convert.getType());
    auto operand = cast<ttg::DotOperandEncodingAttr>(to.getEncoding());
    llvm::Expected<ConversionClass> kind = conversionClass(from, to);
    if (!kind) {
      llvm::consumeError(kind.takeError());
      return;
    }
    if (*kind != ConversionClass::Warps || !from.getElementType().isIntOrFloat())
      return;

    // The innermost dim first; of batches the first dim last.
    SmallVector<int32_t> order = orderOf(from);
    int64_t rank = from.getRank();
    if (int64_t(order.size()) != rank || rank < 2)
      return;
    llvm::erase(order, rank == 3 ? 0 : -1);
    if (rank == 3)
      order.push_back(0);
    int64_t k = operand.getOpIdx() == 0 ? rank - 1 : rank - 2;
    Swizzle swizzle = swizzleFor(operand, from.getDimSize(order[0]), order[0] == k,
                                 from.getElementTypeBitWidth());

    OpBuilder builder(convert);
    auto encoding = ttg::SwizzledSharedEncodingAttr::get(
        convert.getContext(), swizzle.vec, swizzle.perPhase, swizzle.maxPhase, order,
        ttg::cgaBasesOf(from.getEncoding()), /*hasLeadingOffset=*/false);
    auto buffer = ttg::MemDescType::get(from.getShape(), from.getElementType(), encoding,
                                        ttg::SharedMemorySpaceAttr::get(convert.getContext()),
                                        /*mutable=*/false);
    Value filled = ttg::LocalAllocOp::create(builder, convert.getLoc(), buffer, convert.getSrc(),
                                             /*alignment=*/IntegerAttr());
    Value read = ttg::LocalLoadOp::create(builder, convert.getLoc(), to, filled, /*token=*/Value());
    convert.replaceAllUsesWith(read);
    convert.erase();
  }
};

} // namespace
