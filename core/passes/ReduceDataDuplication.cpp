// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-reduce-data-duplication: converts to an operand's layout through a buffer in shared memory.
//
//   %b = convert_layout %a : #blocked -> #dot_op          %m = local_alloc %a : memdesc<.., #swizzled>
//                                                         %b = local_load %m : -> #dot_op
//
// In an operand's layout every element is in several threads, so a general conversion would pass each copy through shared memory by
// itself. A buffer holds each element once, and is swizzled so that the reads of the matrix unit's fragments meet no conflicts of
// banks. That holds for what is transposed to an operand as well. Where data stays within warps there is nothing to share, and the
// conversion stays.
//
// Requires: nothing.
// Promises: no conversion that moves data between warps results in a dot_op layout.
// Promises: no conversion that moves data between warps is only transposed to one.
// Promises: buffers that it makes are read once, right after they are filled.
//
// Bugs live in: the order of dims of the buffer for batches of matrices, whose first dim must be outermost.
#include "core/analysis/AxisInfo.h"
#include "core/layout/ConversionClass.h"
#include "core/passes/OperandRead.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUREDUCEDATADUPLICATION
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

class ReduceDataDuplication
    : public fathom::impl::TritonGPUReduceDataDuplicationBase<ReduceDataDuplication> {
  void runOnOperation() override {
    SmallVector<std::pair<ttg::ConvertLayoutOp, OperandRead>> conversions;
    getOperation().walk([&](ttg::ConvertLayoutOp convert) {
      if (std::optional<OperandRead> read = readAsOperand(convert.getResult()))
        conversions.push_back({convert, *read});
    });
    if (conversions.empty())
      return markAllAnalysesPreserved();
    for (auto [convert, read] : conversions)
      throughBuffer(convert, read);
  }

  void throughBuffer(ttg::ConvertLayoutOp convert, OperandRead read) {
    auto from = cast<RankedTensorType>(convert.getSrc().getType());
    auto to = cast<RankedTensorType>(convert.getType());
    llvm::Expected<ConversionClass> kind = conversionClass(from, to);
    if (!kind) {
      llvm::consumeError(kind.takeError());
      return;
    }
    if (*kind != ConversionClass::Warps || !from.getElementType().isIntOrFloat())
      return;

    // The innermost dim first; of batches the first dim last.
    SmallVector<int32_t> order = layoutOrder(from);
    int64_t rank = from.getRank();
    llvm::erase(order, rank == 3 ? 0 : -1);
    if (rank == 3)
      order.push_back(0);
    OpBuilder builder(convert);
    auto buffer = ttg::MemDescType::get(from.getShape(), from.getElementType(),
                                        bufferForOperand(from, order, read.kDim, read.operand),
                                        ttg::SharedMemorySpaceAttr::get(convert.getContext()),
                                        /*mutable=*/false);
    Value filled = ttg::LocalAllocOp::create(builder, convert.getLoc(), buffer, convert.getSrc(),
                                             /*alignment=*/IntegerAttr());
    convert.replaceAllUsesWith(
        ttg::LocalLoadOp::create(builder, convert.getLoc(), to, filled, /*token=*/Value())
            .getResult());
    convert.erase();
  }
};

} // namespace
