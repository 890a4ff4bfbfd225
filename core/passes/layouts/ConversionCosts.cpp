// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers of the cost model.
#include "core/passes/layouts/ConversionCosts.h"

#include "core/layout/ConversionClass.h"
#include "core/layout/Encodings.h"
#include "core/passes/Passes.h"

using namespace mlir;
using namespace fathom;

int64_t ConversionCosts::registers(RankedTensorType type) {
  auto [found, isNew] = knownRegisters.try_emplace(type, 0);
  if (!isNew)
    return found->second;
  int64_t bits = type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  llvm::Expected<LinearLayout> layout = toLinearLayout(type);
  int64_t elements = layout ? int64_t(layout->inSize(Dim::reg())) : type.getNumElements() / 128 + 1;
  llvm::consumeError(layout.takeError());
  return knownRegisters[type] = (elements * std::max<int64_t>(bits, 8) + 31) / 32;
}

int64_t ConversionCosts::conversion(RankedTensorType from, Attribute to) {
  auto [found, isNew] = knownConversions.try_emplace({from, to}, 0);
  if (!isNew)
    return found->second;
  RankedTensorType target = from.cloneWithEncoding(to);
  int64_t moved = (registers(from) + registers(target) + 1) / 2;
  int64_t cost = 64 + 24 * moved;
  if (llvm::Expected<ConversionClass> kind = conversionClass(from, target); !kind)
    llvm::consumeError(kind.takeError());
  else if (*kind == ConversionClass::Alias || *kind == ConversionClass::Registers)
    cost = 8; // Nothing moves, but it is one more layout to keep apart.
  else if (*kind == ConversionClass::Lanes)
    cost = 16 + 12 * moved;
  return knownConversions[{from, to}] = cost;
}

int64_t ConversionCosts::op(Operation *op, RankedTensorType type) {
  int64_t perRegister = 1;
  if (isa<tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp, tt::ReshapeOp, tt::JoinOp, tt::SplitOp,
          tt::BitcastOp>(op))
    return 0; // Names registers anew.
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp, arith::RemSIOp,
          arith::RemUIOp, tt::PreciseDivFOp, tt::PreciseSqrtOp, tt::ExternElementwiseOp,
          tt::ElementwiseInlineAsmOp, tt::MapElementwiseOp, ttg::LocalLoadOp>(op) ||
      isa_and_nonnull<math::MathDialect>(op->getDialect()))
    perRegister = 8;
  if (isa<tt::LoadOp>(op))
    return access(type, 1) * 7 / 8; // The others of a row are in the cache.
  if (isa<tt::ReduceOp, tt::ScanOp, tt::GatherOp>(op))
    return 64 + 24 * registers(type);
  return perRegister * registers(type);
}

int64_t ConversionCosts::access(RankedTensorType type, unsigned width) {
  int64_t elements = 1;
  if (llvm::Expected<LinearLayout> layout = toLinearLayout(type))
    elements = layout->removeZeroBases(Dim::reg()).inSize(Dim::reg());
  else
    llvm::consumeError(layout.takeError());
  int64_t bits = type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  return llvm::divideCeil(elements, width) * (42 + 4 * llvm::divideCeil(bits * width, 32));
}
