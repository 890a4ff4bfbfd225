// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces what an op computes by a load through a fresh pointer: a value of which nothing is known.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"
#include "reducer/step/PointersFor.h"

using namespace mlir;

namespace fathom {

void useLoad(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1 || op->use_empty() ||
        isa<tt::LoadOp, tt::SplatOp, tt::MakeRangeOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return;
    Type type = op->getResult(0).getType();
    Type pointers = isa<RankedTensorType>(type) ? pointersFor(type) : Type();
    if (pointers && hasArgument(pointers, op) && chunk.take())
      chosen.push_back(op);
  });
  for (Operation *op : llvm::reverse(chosen)) {
    if (op->use_empty()) // Its user may have gone with a loop that was chosen, too.
      continue;
    OpBuilder builder(op);
    Value pointers = argumentFor(pointersFor(op->getResult(0).getType()), op);
    replaceAndErase(op, tt::LoadOp::create(builder, op->getLoc(), pointers)->getResults());
  }
}

} // namespace fathom
