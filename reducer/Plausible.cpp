// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts what would make a program's failure the program's own fault.
#include "reducer/Plausible.h"

#include "core/ir/Triton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fathom {

/// The value that an operand has in every element, if that can be read off.
static std::optional<APInt> constantOf(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  if (auto splat = value.getDefiningOp<tt::SplatOp>())
    return constantOf(splat.getSrc());
  return std::nullopt;
}

/// A dot's sides are at least 16 in what the front end emits.
static bool isSmallDot(Operation *op) {
  auto dot = dyn_cast<tt::DotOp>(op);
  if (!dot)
    return false;
  for (Value operand : {dot.getA(), dot.getB()})
    for (int64_t side : cast<RankedTensorType>(operand.getType()).getShape().take_back(2))
      if (side < 16)
        return true;
  return false;
}

/// Whether the value is computed from constants alone, so that folding finds it.
static bool isConstant(Value value, unsigned depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || !isPure(op) || op->getNumRegions())
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() && llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstant(operand, depth - 1);
         });
}

/// Whether the op chooses by a condition that is always the same.
static bool isDecided(Operation *op) {
  return isa<scf::ConditionOp, scf::IfOp, cf::CondBranchOp>(op) && isConstant(op->getOperand(0));
}

static bool isImplausible(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
    std::optional<APInt> divisor = constantOf(op->getOperand(1));
    return divisor && divisor->isZero();
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op)) {
    std::optional<APInt> amount = constantOf(op->getOperand(1));
    return amount && amount->uge(amount->getBitWidth());
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    std::optional<APInt> step = constantOf(loop.getStep());
    bool backwards = constantOf(loop.getUpperBound()) && !constantOf(loop.getLowerBound());
    return !step || !step->isStrictlyPositive() || loop.getLowerBound() == loop.getUpperBound() ||
           backwards;
  }
  return isSmallDot(op) || isDecided(op);
}

unsigned countImplausible(ModuleOp program) {
  unsigned count = 0;
  program.walk([&](Operation *op) { count += isImplausible(op); });
  return count;
}

} // namespace fathom
