// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a loop's step the constant 1, where it is computed or an argument, and might be 0 as far as one can see.
#include "reducer/Reduction.h"

#include "reducer/StandIn.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace fathom {

void unitStep(Candidate candidate, Chunk &chunk) {
  std::vector<scf::ForOp> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (!matchPattern(loop.getStep(), m_Constant()) && chunk.take())
      chosen.push_back(loop);
  });
  for (scf::ForOp loop : chosen) {
    auto one = IntegerAttr::get(loop.getStep().getType(), 1);
    loop.getStepMutable().assign(constantFor(one, loop));
  }
}

} // namespace fathom
