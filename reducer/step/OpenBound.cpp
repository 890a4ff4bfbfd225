// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a constant bound of an scf.for an argument of the function, as most loops have it.
#include "reducer/Reduction.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fathom {

void openBound(Candidate candidate, Chunk &chunk) {
  std::vector<OpOperand *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    for (OpOperand *bound : {&loop.getUpperBoundMutable(), &loop.getLowerBoundMutable()})
      // A constant with other users would stay.
      if (matchPattern(bound->get(), m_Constant()) && bound->get().hasOneUse() &&
          hasArgument(bound->get().getType(), loop) && chunk.take())
        chosen.push_back(bound);
  });
  for (OpOperand *bound : chosen)
    bound->set(argumentFor(bound->get().getType(), bound->getOwner()));
}

} // namespace fathom
