// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-prefetch: loads operands of a product from shared memory one slice ahead.
//
// A product in a loop, on mma (version 2), whose operands are read from buffers as a whole, is cut along K into as many products as one instruction is
// long or longer. The operands of a slice are read while the product of the slice before runs, and only two slices are in registers at once:
//
//   %a = ttg.local_load %A                          %a0 = ttg.local_load %A[0, 0], %b0 = ttg.local_load %B[0, 0]
//   %b = ttg.local_load %B               ->         %a1 = ttg.local_load %A[0, 16], %b1 = ttg.local_load %B[16, 0]
//   %d = tt.dot %a, %b, %c    (K = 32)              %d0 = tt.dot %a0, %b0, %c
//                                                   %d = tt.dot %a1, %b1, %d0
//
// (%A[0, 16] is a ttg.memdesc_subslice.) A slice is 256 bits of K long, or 8 * kWidth elements where kWidth is larger than usual; there are 8 slices at
// most. Reads move down to the product, so nothing in between may write memory or wait.
//
// Requires: nothing.
// Promises: the slices of a product that is cut add up to all of K, each once, in order.
// Promises: no read of a buffer moves over a write, a barrier or a wait.
//
// Bugs live here: slices that start at the width though that is all of K (M59); a width that does not fit kWidth.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUPREFETCH
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

constexpr int64_t mostSlices = 8;

/// A product that can be cut.
struct Cut {
  tt::DotOp dot;
  ttg::LocalLoadOp a, b;
  int64_t width, length; ///< Of a slice, and of K.
};

/// The read of an operand that the product alone uses, and that may move down to it.
ttg::LocalLoadOp readOf(Value operand, tt::DotOp dot) {
  auto load = operand.getDefiningOp<ttg::LocalLoadOp>();
  if (!load || !load->hasOneUse() || load->getBlock() != dot->getBlock())
    return {};
  auto type = cast<RankedTensorType>(load.getType());
  auto encoding = dyn_cast_or_null<ttg::DotOperandEncodingAttr>(type.getEncoding());
  auto mma = encoding ? dyn_cast<ttg::NvidiaMmaEncodingAttr>(encoding.getParent()) : nullptr;
  if (!mma || mma.getVersionMajor() != 2 || type.getRank() != 2)
    return {};
  for (Operation *op = load->getNextNode(); op != dot; op = op->getNextNode())
    if (!isa<ttg::LocalLoadOp, tt::LoadOp>(op) && !isMemoryEffectFree(op))
      return {};
  return load;
}

std::optional<Cut> planCut(tt::DotOp dot) {
  Cut cut{dot, readOf(dot.getA(), dot), readOf(dot.getB(), dot), 0, 0};
  if (!cut.a || !cut.b)
    return {};
  auto typeA = cast<RankedTensorType>(cut.a.getType()),
       typeB = cast<RankedTensorType>(cut.b.getType());
  cut.length = typeA.getDimSize(1);
  for (RankedTensorType type : {typeA, typeB}) {
    unsigned kWidth = cast<ttg::DotOperandEncodingAttr>(type.getEncoding()).getKWidth();
    cut.width = std::max<int64_t>({cut.width, 256 / type.getElementTypeBitWidth(), 8 * kWidth});
  }
  cut.width = std::max(cut.width, cut.length / mostSlices);
  bool isWhole = cut.length <= cut.width && !(isMutant(Mutant::M59) && cut.length == cut.width);
  if (isWhole || cut.length % cut.width != 0)
    return {};
  return cut;
}

/// Elements [start, start + width) of the operand along K.
Value readSlice(OpBuilder &b, ttg::LocalLoadOp whole, unsigned along, int64_t start,
                int64_t width) {
  Location loc = whole.getLoc();
  auto buffer = cast<ttg::MemDescType>(whole.getSrc().getType());
  SmallVector<int64_t> shape(buffer.getShape());
  shape[along] = width;
  auto part = ttg::MemDescType::get(b.getContext(), shape, buffer.getElementType(),
                                    buffer.getEncoding(), buffer.getMemorySpace(),
                                    buffer.getMutableMemory(), buffer.getAllocShape());
  SmallVector<int32_t> offsets(2, 0);
  offsets[along] = start;
  Value view = ttg::MemDescSubsliceOp::create(b, loc, part, whole.getSrc(), offsets);
  auto type = cast<RankedTensorType>(whole.getType()).clone(shape);
  return ttg::LocalLoadOp::create(b, loc, type, view, whole.getToken());
}

void apply(const Cut &cut) {
  tt::DotOp dot = cut.dot;
  OpBuilder b(dot);
  auto read = [&](int64_t start) {
    return std::pair(readSlice(b, cut.a, 1, start, cut.width),
                     readSlice(b, cut.b, 0, start, cut.width));
  };
  Value sum = dot.getC();
  // M59: the first slice is taken to have been added where there is no second one.
  int64_t start = cut.length == cut.width ? cut.width : 0;
  std::pair<Value, Value> next;
  if (start < cut.length)
    next = read(start);
  for (; start < cut.length; start += cut.width) {
    auto [a, c] = next;
    if (start + cut.width < cut.length)
      next = read(start + cut.width);
    sum = tt::DotOp::create(b, dot.getLoc(), a, c, sum, dot.getInputPrecision(),
                            dot.getMaxNumImpreciseAcc());
  }
  dot.getD().replaceAllUsesWith(sum);
  dot.erase();
  for (ttg::LocalLoadOp load : {cut.a, cut.b})
    if (load->use_empty())
      load.erase();
}

struct TritonGPUPrefetch : fathom::impl::TritonGPUPrefetchBase<TritonGPUPrefetch> {
  void runOnOperation() override {
    SmallVector<tt::DotOp> dots;
    getOperation().walk([&](tt::DotOp dot) {
      if (dot->getParentOfType<scf::ForOp>())
        dots.push_back(dot);
    });
    if (dots.empty())
      return markAllAnalysesPreserved();
    for (tt::DotOp dot : dots)
      if (std::optional<Cut> cut = planCut(dot))
        apply(*cut);
  }
};

} // namespace
