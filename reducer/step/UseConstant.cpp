// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces what an op computes by a constant: zero of its type.
#include "reducer/Reduction.h"
#include "reducer/StandIn.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace fathom {

void useConstant(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->use_empty() || op->hasTrait<OpTrait::ConstantLike>())
      return;
    // A result that nobody uses needs no stand-in.
    bool possible = llvm::all_of(op->getResults(), [](Value result) {
      return result.use_empty() || hasConstant(result.getType());
    });
    if (possible && chunk.take())
      chosen.push_back(op);
  });
  for (Operation *op : llvm::reverse(chosen)) {
    for (Value result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(constantFor(result.getType(), op));
    op->erase();
  }
}

} // namespace fathom
