// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the product that may overlap with the next one, and puts its waits.
#include "core/passes/pipeline/OverlappedProduct.h"

#include "core/passes/pipeline/LoadBuffers.h"
#include "core/passes/pipeline/LoopBody.h"
#include "core/passes/pipeline/LoopEffects.h"

using namespace mlir;
using namespace fathom;

/// Whether nobody writes the operand while a product of the iteration before reads it.
static bool isKept(scf::ForOp loop, const LoopSchedule &schedule, Value operand,
                   AxisInfoAnalysis &facts) {
  if (!isa<ttg::MemDescType>(operand.getType()))
    return false;
  while (Operation *view = operand.getDefiningOp()) {
    if (!loop->isProperAncestor(view))
      return true;
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(view)) {
      Operation *load = alloc.getSrc() ? alloc.getSrc().getDefiningOp() : nullptr;
      if (!load || !isLoad(load) || load->getBlock() != loop.getBody() ||
          schedule.stage(load) >= schedule.stage(alloc))
        return false;
      std::optional<AsyncCopy> copy = planAsyncCopy(load, facts);
      return copy && copy->alloc == alloc;
    }
    if (!isa<ttg::MemDescTransOp, ttg::MemDescReshapeOp, ttg::MemDescSubsliceOp>(view))
      return false;
    operand = view->getOperand(0);
  }
  return !loop.getRegion().isAncestor(operand.getParentRegion());
}

ttng::WarpGroupDotOp fathom::findOverlappedProduct(scf::ForOp loop, const LoopSchedule &schedule,
                                                   AxisInfoAnalysis &facts) {
  ttng::WarpGroupDotOp product;
  unsigned count = 0;
  loop.getBody()->walk([&](ttng::WarpGroupDotOp op) {
    product = op;
    ++count;
  });
  if (count != 1 || product->getBlock() != loop.getBody() || product.getIsAsync() ||
      schedule.stage(product) != schedule.lastStage())
    return {};
  std::optional<unsigned> number = carriedNumber(loop, product.getC());
  if (!number || !product.getC().hasOneUse() || !product.getD().hasOneUse() ||
      loop.getYieldedValues()[*number] != product.getD())
    return {};
  for (Value operand : {product.getA(), Value(product.getB())})
    if (!isKept(loop, schedule, operand, facts))
      return {};
  return product;
}

void fathom::overlapProduct(scf::ForOp loop, LoopSchedule &schedule, ttng::WarpGroupDotOp product) {
  Location loc = product.getLoc();
  OpBuilder b(product->getContext());
  b.setInsertionPointAfter(product);
  product.setIsAsync(true);
  SmallVector<Value> kept{product.getD(), product.getA(), product.getB()};
  auto wait = ttng::WarpGroupDotWaitOp::create(b, loc, ValueRange(kept).getTypes(), kept, 1, false);
  schedule.put(wait, schedule.of(product));
  Operation *yield = loop.getBody()->getTerminator();
  yield->replaceUsesOfWith(product.getD(), wait.getResult(0));

  unsigned number = *carriedNumber(loop, product.getC());
  Value result = loop.getResult(number);
  b.setInsertionPointAfter(loop);
  auto last = ttng::WarpGroupDotWaitOp::create(b, loc, result.getType(), result, 0, false);
  result.replaceAllUsesExcept(last.getResult(0), last);
}
