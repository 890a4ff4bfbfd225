// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch memory by op.
#include "oracles/check/shared/ScratchUse.h"

#include "core/ir/TritonNvidiaGPU.h"
#include "core/layout/ConversionClass.h"
#include "core/layout/Encodings.h"
#include "oracles/check/shared/BufferPlaces.h"

using namespace llvm;

namespace fathom {

bool hasScratch(mlir::Operation *op) {
  return op->hasAttr("allocation.offset") && !isa<ttg::LocalAllocOp, tt::CallOp>(op);
}

/// How many bytes are used at least.
static uint64_t leastBytes(mlir::Operation *op) {
  auto type = op->getNumOperands() ? dyn_cast<mlir::RankedTensorType>(op->getOperand(0).getType())
                                   : mlir::RankedTensorType();
  uint64_t element = type ? elementBytes(type.getElementType()) : 1;
  if (!isa<ttg::ConvertLayoutOp>(op) || !type.getEncoding())
    return element;
  // What each thread has already is moved in registers.
  auto result = cast<mlir::RankedTensorType>(op->getResult(0).getType());
  Expected<ConversionClass> moves = conversionClass(type, result);
  if (!moves)
    consumeError(moves.takeError());
  else if (*moves <= ConversionClass::Registers)
    return element;
  // Each thread that does not hold copies alone stores at least one element at a time.
  Expected<LinearLayout> layout = toLinearLayout(type);
  if (!layout) {
    consumeError(layout.takeError());
    return element;
  }
  unsigned distinct = layout->sublayout({Dim::lane(), Dim::warp()}, layout->outDims()).rank();
  return element << distinct;
}

/// Whether each warp gets the elements that it has: all warps hold different ones, and the same ones before and after. Then lowerings let the lanes of
/// a warp wait for each other alone.
static bool staysInWarps(ttg::ConvertLayoutOp convert) {
  auto layoutOf = [](mlir::Value value) -> std::optional<LinearLayout> {
    auto type = cast<mlir::RankedTensorType>(value.getType());
    Expected<LinearLayout> layout =
        type.getEncoding() ? toLinearLayout(type) : createStringError("none");
    if (layout)
      return *layout;
    consumeError(layout.takeError());
    return std::nullopt;
  };
  std::optional<LinearLayout> from = layoutOf(convert.getSrc()), to = layoutOf(convert.getResult());
  if (!from || !to || from->inBits(Dim::warp()) != to->inBits(Dim::warp()))
    return false;
  unsigned warps = from->inBits(Dim::warp());
  auto rankOf = [](const LinearLayout &layout, ArrayRef<Dim> places) {
    return layout.sublayout(places, layout.outDims()).rank();
  };
  for (const LinearLayout *layout : {&*from, &*to})
    if (rankOf(*layout, {Dim::reg(), Dim::lane(), Dim::warp()}) !=
        rankOf(*layout, {Dim::reg(), Dim::lane()}) + warps)
      return false;
  if (from->bases(Dim::warp()) != to->bases(Dim::warp()))
    return false;
  // What a warp holds is the same space if both together span no more.
  LinearLayout lanesBefore = from->sublayout({Dim::reg(), Dim::lane()}, from->outDims());
  LinearLayout lanesAfter = to->sublayout({Dim::reg(), Dim::lane()}, to->outDims());
  std::vector<uint64_t> columns;
  for (const LinearLayout *layout : {&lanesBefore, &lanesAfter})
    for (unsigned bit = 0; bit < layout->totalInBits(); ++bit)
      columns.push_back(layout->applyPacked(uint64_t(1) << bit));
  unsigned together = 0;
  for (size_t k = 0; k < columns.size(); ++k)
    if (columns[k]) {
      ++together;
      for (size_t other = k + 1; other < columns.size(); ++other)
        columns[other] = std::min(columns[other], columns[other] ^ columns[k]);
    }
  return together == lanesBefore.rank() && together == lanesAfter.rank();
}

ScratchUse scratchUse(mlir::Operation *op) {
  auto size = op->getAttrOfType<mlir::IntegerAttr>("allocation.size");
  uint64_t bytes = size ? size.getInt() : leastBytes(op);
  // One warp writes the descriptor, and reads it.
  if (isa<ttng::TensormapCreateOp>(op))
    return {bytes, AccessRole::Who::Elected, false};
  auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
  return {bytes, AccessRole::Who::Many, !convert || !staysInWarps(convert)};
}

} // namespace fathom
