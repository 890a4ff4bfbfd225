// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-remove-layout-conversions: chooses layouts so that few values are converted, and those seldom.
//
// First (layouts/AssignLayouts) layouts grow from the tensors whose layout is given: wide loads and stores, products, atomics,
// arguments. What is in between takes the layout that reaches it over the connection that runs most often, and only types change:
//
//   %0 = load : #A                                      %0 = load : #A
//   %1 = convert_layout %0 : #A -> #D                   %2 = exp %0 : #A
//   %2 = exp %1 : #D                                    %3 = convert_layout %2 : #A -> #B
//   %3 = convert_layout %2 : #D -> #B                   store %3 : #B
//   store %3 : #B
//
// Then (layouts/Rematerialize, layouts/Plan) each conversion that is left is compared with what it would cost to compute its operand in
// its layout: beside the original where that has other users, in place where not, and with smaller, rarer conversions further up, through
// loops and ifs. So conversions move above extensions and broadcasts, into the one branch that needs them, and out of loops; and those to
// operands of a product on a matrix unit move to the loads of the loop, where the pipeliner looks for them.
//
// The choices that are open are layouts alone. No op with an effect moves. A load that is narrow may change its layout where all of its users
// do; else its value is converted, or it is done again right after itself, but that only if the kernel never writes where it reads: a thread
// of another warp may be further on, at a store. A narrow store takes the layout of its value, unless a thread would then store
// so many single elements that a conversion is cheaper:
//
//   %s = tt.reduce %x : tensor<64xf16, #ttg.slice<{dim = 0, parent = #A}>>     8 elements a thread, most threads have copies
//   tt.store %p, %s                                                           8 stores, or a conversion and one store
//
// Requires: each tensor has a layout.
// Promises: each op that writes is there as often as before, in the same place among the others, and so is each load, or right after itself again.
// Promises: reductions, scans and products are as many as before, but for those whose results nothing that happens needs.
// Promises: wide loads and stores, products, atomics and arguments have the layouts that they had.
// Promises: no value is converted to one layout twice in a block, and no conversion is converted again there.
// Promises: at most Plan::budget values are looked at for each conversion.
//
// Bugs live in: what a while yields, taken for its results (M1); values in two layouts (M2, M3); values with other users (M4); copies used
// where they do not dominate (M5); one value yielded twice (M6); loops handing on what inner ones result in (M7); atomics made again (M8);
// recomputation without a bound (M53).
#include "core/passes/Passes.h"
#include "core/passes/layouts/AssignLayouts.h"
#include "core/passes/layouts/DeadSlots.h"
#include "core/passes/layouts/LayoutRules.h"
#include "core/passes/layouts/Rematerialize.h"

using namespace mlir;
using namespace fathom;

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUREMOVELAYOUTCONVERSIONS
#include "core/passes/Passes.h.inc"
} // namespace fathom

namespace {

class RemoveLayoutConversions
    : public fathom::impl::TritonGPURemoveLayoutConversionsBase<RemoveLayoutConversions> {
  void runOnOperation() override {
    bool changed = false;
    ConversionCosts costs;
    for (auto function : getOperation().getOps<tt::FuncOp>()) {
      if (hasConversions(function)) {
        assignLayouts(function, costs);
        eraseDeadOps(function);
        rematerialize(function, costs);
        changed = true;
      }
      changed |= eraseDeadOps(function);
      changed |= eraseDeadSlots(function);
    }
    if (!changed)
      markAllAnalysesPreserved();
  }

  static bool hasConversions(tt::FuncOp function) {
    auto walked = function.walk([](Operation *op) {
      return isPlainConversion(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return walked.wasInterrupted();
  }
};

} // namespace
