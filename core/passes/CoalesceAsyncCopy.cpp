// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives an asynchronous copy a layout in which what a thread copies at once is one piece of shared memory too.
//
//   %p : tensor<64x64x!tt.ptr<f16>, sizePerThread = [1, 8]> into a buffer swizzled by vectors of 4:
//
//   %q = ttg.convert_layout %p : sizePerThread = [1, 4]
//   ttg.async_copy_global_to_local %q, %buffer
//
// The hardware copies a few bytes from one address to one address. A layout of 8 neighbours a thread says that a thread
// has 8 in a row, but the buffer may hold only 4 of them in a row, and the mask may be constant over fewer. So the neighbours
// a thread has are cut to what is contiguous on both sides.
//
// Promises: a thread of an asynchronous copy holds no more neighbours than are contiguous in the buffer, in memory, and under
// the mask; but at least 4 bytes of them, as before.
// Requires: copies are as wide as the hardware needs (4 bytes) where the pipeline made them.
// Bugs live here: pointers, mask and other in different layouts.
#include "core/analysis/AxisInfo.h"
#include "core/passes/DefaultLayout.h"
#include "core/passes/Passes.h"
#include "core/passes/SharedBuffers.h"

using namespace mlir;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUCOALESCEASYNCCOPY
#include "core/passes/Passes.h.inc"

namespace {

struct TritonGPUCoalesceAsyncCopy
    : impl::TritonGPUCoalesceAsyncCopyBase<TritonGPUCoalesceAsyncCopy> {
  void runOnOperation() override {
    SmallVector<ttg::AsyncCopyGlobalToLocalOp> copies;
    getOperation()->walk([&](ttg::AsyncCopyGlobalToLocalOp copy) { copies.push_back(copy); });
    if (copies.empty())
      return markAllAnalysesPreserved();
    AxisInfoAnalysis facts(getOperation());
    for (ttg::AsyncCopyGlobalToLocalOp copy : copies)
      narrow(copy, facts);
  }

  void narrow(ttg::AsyncCopyGlobalToLocalOp copy, AxisInfoAnalysis &facts) {
    auto type = cast<RankedTensorType>(copy.getSrc().getType());
    auto blocked = dyn_cast_or_null<ttg::BlockedEncodingAttr>(type.getEncoding());
    auto buffer = dyn_cast<ttg::MemDescType>(copy.getResult().getType());
    auto pointer = dyn_cast<tt::PointerType>(type.getElementType());
    if (!blocked || !buffer || !pointer || !pointer.getPointeeType().isIntOrFloat() ||
        blocked.getOrder().empty())
      return;
    unsigned fastest = blocked.getOrder()[0];
    unsigned held = contiguousRegisters(type, fastest);
    // A view of a ring of buffers has the layout of one of them.
    std::optional<unsigned> consecutive = contiguousInBuffer(
        type, buffer.getEncoding(), buffer.getElementType().getIntOrFloatBitWidth());
    if (!consecutive)
      return;
    unsigned bytes = std::max(1u, pointer.getPointeeType().getIntOrFloatBitWidth() / 8);
    // Less than 4 bytes is no copy at all; then another layout does not help.
    unsigned narrowest = std::max(1u, 4 / bytes);
    unsigned width = std::min(*consecutive, facts.vectorWidth(copy));
    if (width >= held || width < narrowest)
      return;
    SmallVector<int32_t> size(blocked.getSizePerThread());
    size[fastest] = width;
    Attribute encoding =
        blockedFor(&getContext(), type.getShape(), size, blocked.getOrder(), Machine::of(copy));
    OpBuilder builder(copy);
    for (OpOperand &operand : copy->getOpOperands())
      if (auto tensor = dyn_cast<RankedTensorType>(operand.get().getType()))
        operand.set(ttg::ConvertLayoutOp::create(
            builder, copy.getLoc(), tensor.cloneWithEncoding(encoding), operand.get()));
  }
};

} // namespace
} // namespace fathom
