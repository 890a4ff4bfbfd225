// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Promises about the layouts of tensors.
#include "oracles/check/promises/Promises.h"

#include "core/analysis/AxisInfo.h"
#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"
#include "core/layout/ConversionClass.h"
#include "core/layout/Encodings.h"

#include "llvm/ADT/SmallSet.h"

using namespace llvm;

namespace fathom {

std::string tensorsHaveLayouts(const PassRun &run) {
  for (StringRef name : {"ttg.num-warps", "ttg.num-ctas", "ttg.threads-per-warp", "ttg.target"})
    if (!run.after->hasAttr(name))
      return ("the module has no " + name).str();
  auto isBare = [](mlir::Type type) {
    auto tensor = dyn_cast<mlir::RankedTensorType>(type);
    return tensor && tensor.getRank() && !tensor.getEncoding();
  };
  return findOp(run.after, [&](mlir::Operation *op) {
    if (any_of(op->getResultTypes(), isBare))
      return true;
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        if (any_of(block.getArgumentTypes(), isBare))
          return true;
    return false;
  });
}

//===--- tritongpu-coalesce ------------------------------------------------------------------===//

/// The tensor of pointers that an access of global memory goes through; null if the op is none.
static mlir::Value pointersOf(mlir::Operation *op) {
  if (!isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op))
    return {};
  mlir::Value pointers = op->getOperand(0);
  auto type = dyn_cast<mlir::RankedTensorType>(pointers.getType());
  return type && isa<ttg::BlockedEncodingAttr>(type.getEncoding()) ? pointers : mlir::Value();
}

static ttg::BlockedEncodingAttr layoutOf(mlir::Value pointers) {
  return cast<ttg::BlockedEncodingAttr>(
      cast<mlir::RankedTensorType>(pointers.getType()).getEncoding());
}

std::string accessesGoAlongContiguity(const PassRun &run) {
  AxisInfoAnalysis axes(run.after);
  return findOp(run.after, [&](mlir::Operation *op) {
    mlir::Value pointers = pointersOf(op);
    if (!pointers)
      return false;
    const AxisInfo &info = axes.lookup(pointers);
    unsigned first = layoutOf(pointers).getOrder()[0];
    for (unsigned dim = 0; dim < info.rank(); ++dim)
      if (info.contiguity(dim) > info.contiguity(first))
        return true;
    return false;
  });
}

std::string writesAreOneInstruction(const PassRun &run) {
  return findOp(run.after, [&](mlir::Operation *op) {
    mlir::Value pointers = isa<tt::LoadOp>(op) ? mlir::Value() : pointersOf(op);
    if (!pointers)
      return false;
    mlir::Type element =
        cast<tt::PointerType>(mlir::getElementTypeOrSelf(pointers)).getPointeeType();
    unsigned bits = element.isIntOrFloat() ? std::max(8u, element.getIntOrFloatBitWidth()) : 64;
    ttg::BlockedEncodingAttr layout = layoutOf(pointers);
    unsigned neighbours = layout.getSizePerThread()[layout.getOrder()[0]];
    return neighbours > 1 && neighbours * bits > 128;
  });
}

//===--- conversions -------------------------------------------------------------------------===//

std::string conversionsDiffer(const PassRun &run) {
  DenseSet<std::tuple<mlir::Block *, mlir::Value, mlir::Type>> seen;
  return findOp(run.after, [&](mlir::Operation *op) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
    return convert && !seen.insert({op->getBlock(), convert.getSrc(), convert.getType()}).second;
  });
}

std::string conversionsMoveData(const PassRun &run) {
  return findOp(run.after, [&](mlir::Operation *op) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
    return convert && convert.getSrc().getType() == convert.getType();
  });
}

std::string conversionsAreSingle(const PassRun &run) {
  return findOp(run.after, [&](mlir::Operation *op) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
    auto first = convert ? convert.getSrc().getDefiningOp<ttg::ConvertLayoutOp>() : nullptr;
    return first && first->getBlock() == op->getBlock();
  });
}

std::string operandsComeByBuffers(const PassRun &run) {
  return findOp(run.after, [&](mlir::Operation *op) {
    auto convert = dyn_cast<ttg::ConvertLayoutOp>(op);
    if (!convert || convert.getType().getRank() < 2 ||
        !isa<ttg::DotOperandEncodingAttr>(convert.getType().getEncoding()) ||
        !convert.getType().getElementType().isIntOrFloat())
      return false;
    Expected<ConversionClass> kind = conversionClass(convert.getSrc().getType(), convert.getType());
    if (kind)
      return *kind == ConversionClass::Warps;
    consumeError(kind.takeError());
    return false;
  });
}

} // namespace fathom
