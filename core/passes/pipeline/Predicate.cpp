// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Masks, guarded divisors, and for any other op a branch.
#include "core/passes/pipeline/Predicate.h"

#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace fathom;

/// Ops of the pipeline itself, on buffers that nobody looks at in an iteration that does not exist.
static bool worksOnOwnBuffers(Operation *op) {
  return isa<ttg::LocalLoadOp, ttg::LocalStoreOp, ttg::LocalAllocOp, ttg::AsyncCommitGroupOp,
             ttg::AsyncWaitOp>(op);
}

static bool divides(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp,
             arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

bool fathom::needsPredicate(Operation *op) {
  if (worksOnOwnBuffers(op))
    return false;
  return isa<scf::IfOp>(op) || !isMemoryEffectFree(op) || !isSpeculatable(op);
}

bool fathom::canBePredicated(Operation *op) {
  if (!needsPredicate(op) || isa<ttg::AsyncCopyGlobalToLocalOp>(op))
    return true;
  return llvm::none_of(op->getResultTypes(),
                       [](Type type) { return isa<ttg::MemDescType, ttg::AsyncTokenType>(type); });
}

/// `pred`, and `mask` where there is one, as a mask for `pointers`.
static Value maskOf(OpBuilder &b, Location loc, Value pointers, Value mask, Value pred) {
  Type type = tt::maskTypeOf(pointers.getType());
  Value all = isa<RankedTensorType>(type) ? tt::SplatOp::create(b, loc, type, pred) : pred;
  return mask ? arith::AndIOp::create(b, loc, all, mask) : all;
}

/// The op within an scf.if.
static Operation *branch(OpBuilder &b, Operation *op, Value pred) {
  Location loc = op->getLoc();
  bool hasResults = op->getNumResults() > 0;
  auto guarded = scf::IfOp::create(b, loc, op->getResultTypes(), pred, hasResults);
  Block *then = guarded.thenBlock();
  op->moveBefore(then, hasResults ? then->end() : Block::iterator(then->getTerminator()));
  if (hasResults) {
    OpBuilder inThen = OpBuilder::atBlockEnd(then);
    scf::YieldOp::create(inThen, loc, op->getResults());
    OpBuilder inElse = OpBuilder::atBlockEnd(guarded.elseBlock());
    SmallVector<Value> nothing;
    for (Type type : op->getResultTypes())
      nothing.push_back(ub::PoisonOp::create(inElse, loc, type));
    scf::YieldOp::create(inElse, loc, nothing);
  }
  return guarded;
}

Operation *fathom::predicate(OpBuilder &builder, Operation *op, Value pred) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  if (auto load = dyn_cast<tt::LoadOp>(op); load && !tt::isBlockPointer(load.getPtr().getType())) {
    load.getMaskMutable().assign(maskOf(b, loc, load.getPtr(), load.getMask(), pred));
    return op;
  }
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op)) {
    Value mask =
        isMutant(Mutant::M14) ? Value() : copy.getMask(); // M14: the copy's own mask is lost.
    copy.getMaskMutable().assign(maskOf(b, loc, copy.getSrc(), mask, pred));
    return op;
  }
  if (auto store = dyn_cast<tt::StoreOp>(op);
      store && !tt::isBlockPointer(store.getPtr().getType())) {
    store.getMaskMutable().assign(maskOf(b, loc, store.getPtr(), store.getMask(), pred));
    return op;
  }
  if (auto atomic = dyn_cast<tt::AtomicRMWOp>(op)) {
    atomic.getMaskMutable().assign(maskOf(b, loc, atomic.getPtr(), atomic.getMask(), pred));
    return op;
  }
  auto addTo = [&](Value old) {
    return !old || matchPattern(old, m_One())
               ? pred
               : arith::AndIOp::create(b, loc, pred, old).getResult();
  };
  bool hasPredicate = llvm::TypeSwitch<Operation *, bool>(op)
                          .Case<ttng::AsyncTMACopyGlobalToLocalOp, ttng::AsyncTMAGatherOp,
                                ttng::BarrierExpectOp, ttng::WaitBarrierOp>([&](auto predicated) {
                            predicated.getPredMutable().assign(addTo(predicated.getPred()));
                            return true;
                          })
                          .Default(false);
  if (hasPredicate)
    return op;
  if (divides(op)) {
    Value divisor = op->getOperand(1);
    auto type = divisor.getType();
    TypedAttr attribute = b.getIntegerAttr(getElementTypeOrSelf(type), 1);
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      attribute = SplatElementsAttr::get(tensor, cast<IntegerAttr>(attribute).getValue());
    Value one = arith::ConstantOp::create(b, loc, attribute);
    op->setOperand(1, arith::SelectOp::create(b, loc, pred, divisor, one));
    return op;
  }
  if (auto choice = dyn_cast<scf::IfOp>(op);
      choice && choice.getNumResults() == 0 &&
      (choice.getElseRegion().empty() || llvm::hasSingleElement(*choice.elseBlock()))) {
    // Not an `and`: of a condition that is garbage it would be garbage.
    Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
    choice.getConditionMutable().assign(
        arith::SelectOp::create(b, loc, pred, choice.getCondition(), no));
    return op;
  }
  return branch(builder, op, pred);
}
