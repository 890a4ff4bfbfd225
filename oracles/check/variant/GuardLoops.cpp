// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// guard-loops: puts loops into a branch that is always taken; else their results are what they begin with. Sees loop transformations that forget
// where the loop stands, and layouts that have to get through the branch.
#include "oracles/check/variant/KernelParts.h"
#include "oracles/check/variant/Opaque.h"

using namespace mlir;

namespace fathom {

bool guardLoops(VariantCase &variant) {
  Opaque opaque(variant);
  if (!opaque)
    return false;
  std::vector<scf::ForOp> loops = takeLoops(variant, allLoops(variant.kernel));
  for (scf::ForOp loop : loops) {
    OpBuilder builder(loop);
    bool results = loop.getNumResults() > 0;
    auto branch = scf::IfOp::create(builder, loop.getLoc(), loop.getResultTypes(), opaque.truth(),
                                    /*withElseRegion=*/results);
    loop.getResults().replaceAllUsesWith(branch.getResults());
    if (results) {
      builder.setInsertionPointToEnd(branch.thenBlock());
      scf::YieldOp::create(builder, loop.getLoc(), loop.getResults());
      builder.setInsertionPointToEnd(branch.elseBlock());
      scf::YieldOp::create(builder, loop.getLoc(), loop.getInitArgs());
    }
    loop->moveBefore(branch.thenBlock()->getTerminator());
  }
  return !loops.empty();
}

} // namespace fathom
