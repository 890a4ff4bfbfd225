// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces what an op computes by a fresh argument of the function, splat where it is a tensor.
#include "core/ir/Triton.h"
#include "reducer/Reduction.h"
#include "reducer/StandIn.h"

using namespace mlir;

namespace fathom {

/// Constants say more than an argument, and a splat of an argument is what this step makes.
static bool isSimpler(Operation *op) {
  auto splat = dyn_cast<tt::SplatOp>(op);
  return op->hasTrait<OpTrait::ConstantLike>() || (splat && isa<BlockArgument>(splat.getSrc()));
}

void useArgument(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1 || op->use_empty() || isSimpler(op))
      return;
    if (hasArgument(op->getResult(0).getType(), op) && chunk.take())
      chosen.push_back(op);
  });
  for (Operation *op : llvm::reverse(chosen))
    if (!op->use_empty()) // Its user may have gone with a loop that was chosen, too.
      replaceAndErase(op, argumentFor(op->getResult(0).getType(), op));
}

} // namespace fathom
