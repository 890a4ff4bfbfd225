// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces what an op computes by a load through a fresh pointer: a value of which nothing is known.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"

using namespace mlir;

namespace fathom {

/// The type of pointers through which a tensor of the type is loaded; null if there is none.
static Type pointersFor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.getElementType().isIntOrFloat())
    return {};
  return tensor.clone(tt::PointerType::get(tensor.getElementType()));
}

void useLoad(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() != 1 || op->use_empty() ||
        isa<tt::LoadOp, tt::SplatOp, tt::MakeRangeOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return;
    Type pointers = pointersFor(op->getResult(0).getType());
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
