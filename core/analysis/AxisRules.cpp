// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which op has which rule (axis/Rule.h says how rules are written).
#include "core/analysis/axis/Rule.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/ir/TritonGPU.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::axis;
using llvm::APInt;

std::optional<APInt> Rule::number(unsigned i) const {
  unsigned bits = axisWidth(op->getOperand(i).getType());
  if (!in[i]->number || bits == 0 || bits > 64)
    return std::nullopt;
  return APInt(bits, uint64_t(*in[i]->number), /*isSigned=*/true,
               /*implicitTrunc=*/true);
}

/// What is computed of each element alone is equal where the operands are.
AxisInfo Rule::sameWhereEqual() {
  AxisInfo out = unknown();
  for (unsigned dim = 0; dim < out.rank(); ++dim) {
    unsigned constancy = log(axisShape(type)[dim]);
    for (const AxisInfo *info : in)
      if (info->rank() == out.rank())
        constancy = std::min<unsigned>(constancy, info->axes[dim].constancy);
      else
        constancy = 0;
    out.axes[dim].constancy = constancy;
  }
  for (const AxisInfo *info : in)
    out.onIndices |= info->onIndices;
  return out;
}

AxisInfo Rule::constant(arith::ConstantOp constant) {
  Attribute value = constant.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return folded(integer.getValue());
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (dense && dense.isSplat() &&
      isa<IntegerType, IndexType>(dense.getElementType()))
    return folded(dense.getSplatValue<APInt>());
  AxisInfo out = unknown();
  if (dense && dense.isSplat())
    for (auto [axis, size] : llvm::zip(out.axes, axisShape(type)))
      axis.constancy = log(size);
  return out;
}

/// Equal pointers under equal masks load equal values, unless somebody writes
/// in between.
AxisInfo Rule::load(tt::LoadOp load) {
  if (load.getIsVolatile() || tt::isBlockPointer(load.getPtr().getType()))
    return unknown();
  return sameWhereEqual();
}

/// A dimension of the grid has up to 2^31 - 1 programs.
AxisInfo Rule::programId() {
  AxisInfo out = unknown();
  out.below = 31;
  return out;
}

AxisInfo Rule::visit(unsigned result) {
  return TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](arith::ConstantOp o) { return constant(o); })
      .Case([&](arith::AddIOp) { return sum(0); })
      .Case([&](tt::AddPtrOp) { return sum(unitOf(type)); })
      .Case([&](arith::MulIOp) { return product(); })
      .Case([&](tt::SplatOp) { return splat(); })
      .Case([&](tt::BroadcastOp) { return broadcast(); })
      .Case([&](tt::ExpandDimsOp o) { return expandDims(o.getAxis()); })
      .Case([&](tt::MakeRangeOp o) { return makeRange(o); })
      .Case<ttg::ConvertLayoutOp, amdg::InThreadTransposeOp>(
          [&](auto) { return lhs(); })
      .Case([&](arith::CmpIOp o) { return compare(o); })
      .Case([&](arith::AndIOp) { return bitwise(BitKind::bitAnd); })
      .Case([&](arith::OrIOp) { return bitwise(BitKind::bitOr); })
      .Case([&](arith::XOrIOp) { return bitwise(BitKind::bitXor); })
      .Case([&](arith::SubIOp) { return difference(); })
      .Case([&](arith::DivSIOp) { return divide(true); })
      .Case([&](arith::DivUIOp) { return divide(false); })
      .Case([&](arith::RemSIOp) { return remainder(true); })
      .Case([&](arith::RemUIOp) { return remainder(false); })
      .Case([&](arith::MinSIOp) { return smaller(true, true); })
      .Case([&](arith::MaxSIOp) { return smaller(false, true); })
      .Case([&](arith::MinUIOp) { return smaller(true, false); })
      .Case([&](arith::MaxUIOp) { return smaller(false, false); })
      .Case([&](arith::ShLIOp) { return shiftLeft(); })
      .Case([&](arith::ShRSIOp) { return shiftRight(true); })
      .Case([&](arith::ShRUIOp) { return shiftRight(false); })
      .Case([&](arith::SelectOp) { return select(); })
      .Case([&](arith::ExtSIOp) { return extend(true); })
      .Case([&](arith::ExtUIOp) { return extend(false); })
      .Case([&](arith::TruncIOp) { return truncate(); })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>([&](auto) {
        unsigned from = axisWidth(op->getOperand(0).getType());
        if (from > width)
          return truncate();
        return from < width ? extend(isa<arith::IndexCastOp>(op)) : lhs();
      })
      .Case<tt::BitcastOp, arith::BitcastOp, tt::IntToPtrOp, tt::PtrToIntOp>(
          [&](auto) { return cast(); })
      .Case([&](tt::LoadOp o) { return load(o); })
      .Case([&](tt::TransOp o) { return transpose(o.getOrder()); })
      .Case([&](tt::ReshapeOp o) { return reshape(o); })
      .Case([&](tt::JoinOp) { return joinTensors(); })
      .Case([&](tt::SplitOp) { return split(); })
      .Case<tt::GetProgramIdOp, tt::GetNumProgramsOp>(
          [&](auto) { return programId(); })
      .Default([&](Operation *) {
        if (op->hasTrait<mlir::OpTrait::Elementwise>() && !in.empty() &&
            !isa<tt::ElementwiseInlineAsmOp>(op) && op->getNumRegions() == 0 &&
            isMemoryEffectFree(op))
          return sameWhereEqual();
        return unknown();
      });
}

AxisInfo fathom::axisRule(Operation *op, ArrayRef<const AxisInfo *> operands,
                          unsigned result) {
  Type type = op->getResult(result).getType();
  Rule rule{op, operands, type, axisWidth(type)};
  AxisInfo out = rule.visit(result);
  if (op->getRawDictionaryAttrs().empty())
    return out;
  return withPromises(std::move(out), type, [&](StringRef name) {
    return op->getDiscardableAttr(name);
  });
}
