// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-combine-tensor-select-and-if: a select of tensors on the condition of a later if becomes a result of the if.
//
//   %s = arith.select %c, %a, %b                %0 = scf.if %c {
//   scf.if %c {                                   use %a
//     use %s                             ->       scf.yield %a
//   }                                           } else { scf.yield %b }
//   use %s                                      use %0
//
// The branch decides anyway, so the tensor is picked by it and not element by element. The first if of the select's
// block that has its condition takes the select, if nothing between the two uses it. Where the branches use it they know which
// operand it is. Selects are visited from the last to the first: a select of a select is then used by nothing in between.
//
// Requires: nothing. Idempotent.
// Promises: no select of tensors on a scalar is left before an if on the same condition in the same block, unless something
//   between the two uses it.
//
// Bugs that live here: the branches are given the result of the if that they are in (M50).
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUCOMBINETENSORSELECTANDIF
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

/// The op of the select's block that a use is in; null when it is in a later block.
Operation *userInBlock(arith::SelectOp select, OpOperand &use) {
  return select->getBlock()->findAncestorOpInBlock(*use.getOwner());
}

/// The if that can take the select, or null.
scf::IfOp findIf(arith::SelectOp select) {
  scf::IfOp found;
  for (Operation *user : select.getCondition().getUsers())
    if (auto branch = dyn_cast<scf::IfOp>(user);
        branch && branch->getBlock() == select->getBlock() && select->isBeforeInBlock(branch) &&
        (!found || branch->isBeforeInBlock(found)))
      found = branch;
  if (!found || llvm::any_of(select->getUses(), [&](OpOperand &use) {
        Operation *user = userInBlock(select, use);
        return user && user->isBeforeInBlock(found);
      }))
    return {};
  return found;
}

/// The same if with one more result.
scf::IfOp addResult(scf::IfOp branch, Value then, Value otherwise) {
  OpBuilder b(branch);
  SmallVector<Type> types(branch.getResultTypes());
  types.push_back(then.getType());
  auto wider = scf::IfOp::create(b, branch.getLoc(), types, branch.getCondition(),
                                 /*withElseRegion=*/true);
  wider->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  wider.getThenRegion().takeBody(branch.getThenRegion());
  if (branch.getElseRegion().empty())
    scf::YieldOp::create(b = wider.getElseBodyBuilder(), branch.getLoc());
  else
    wider.getElseRegion().takeBody(branch.getElseRegion());
  wider.thenYield()->insertOperands(wider.thenYield()->getNumOperands(), then);
  wider.elseYield()->insertOperands(wider.elseYield()->getNumOperands(), otherwise);
  branch.replaceAllUsesWith(wider.getResults().drop_back());
  branch.erase();
  return wider;
}

void merge(arith::SelectOp select, scf::IfOp branch) {
  scf::IfOp wider = addResult(branch, select.getTrueValue(), select.getFalseValue());
  Value result = wider.getResults().back();
  for (OpOperand &use : llvm::make_early_inc_range(select->getUses())) {
    Region *region = use.getOwner()->getParentRegion();
    if (userInBlock(select, use) != wider || isMutant(Mutant::M50))
      use.set(result);
    else
      use.set(wider.getThenRegion().isAncestor(region) ? select.getTrueValue()
                                                       : select.getFalseValue());
  }
  select.erase();
}

struct TritonGPUCombineTensorSelectAndIf
    : fathom::impl::TritonGPUCombineTensorSelectAndIfBase<TritonGPUCombineTensorSelectAndIf> {
  void runOnOperation() override {
    SmallVector<arith::SelectOp> selects;
    getOperation().walk([&](arith::SelectOp select) {
      if (isa<RankedTensorType>(select.getType()) && select.getCondition().getType().isInteger(1))
        selects.push_back(select);
    });
    if (selects.empty())
      return markAllAnalysesPreserved();
    for (arith::SelectOp select : llvm::reverse(selects))
      if (scf::IfOp branch = findIf(select))
        merge(select, branch);
  }
};

} // namespace
