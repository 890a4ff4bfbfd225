// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases ops without used results, regions and all: stores, loops, dead computations.
#include "reducer/Reduction.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace fathom {

void eraseOp(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp, FunctionOpInterface>(op) || op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    if (!op->use_empty() || !chunk.take())
      return WalkResult::advance();
    chosen.push_back(op);
    return WalkResult::advance();
  });
  // From the back, so that what is nested in a chosen op goes before it.
  for (Operation *op : llvm::reverse(chosen))
    op->erase();
}

} // namespace fathom
