// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops one of several values that a tt.reduce or tt.scan combines together: the index of an arg-max, say.
#include "reducer/Reduction.h"

#include "core/ir/Triton.h"
#include "reducer/StandIn.h"
#include "reducer/step/DropResults.h"

using namespace mlir;

namespace fathom {

namespace {
struct Reduced {
  Operation *op;
  unsigned index; ///< Of an operand and its result.
};
} // namespace

static bool canStandIn(OpResult result) {
  Block &combiner = result.getOwner()->getRegion(0).front();
  unsigned index = result.getResultNumber(), count = result.getOwner()->getNumResults();
  Type element = combiner.getArgument(index).getType();
  bool unused =
      combiner.getArgument(index).use_empty() && combiner.getArgument(count + index).use_empty();
  return (unused || hasConstant(element)) && (result.use_empty() || hasConstant(result.getType()) ||
                                              hasArgument(result.getType(), result.getOwner()));
}

static void drop(Reduced reduced) {
  auto [op, index] = reduced;
  unsigned count = op->getNumResults();
  OpResult result = op->getResult(index);
  if (!result.use_empty())
    result.replaceAllUsesWith(anyFor(result.getType(), op));
  Block &combiner = op->getRegion(0).front();
  for (unsigned argument : {count + index, index}) {
    BlockArgument dropped = combiner.getArgument(argument);
    if (!dropped.use_empty())
      dropped.replaceAllUsesWith(constantFor(dropped.getType(), &combiner.front()));
    combiner.eraseArgument(argument);
  }
  combiner.getTerminator()->eraseOperand(index);
  op->eraseOperand(index);
  llvm::BitVector results(count);
  results.set(index);
  dropResults(op, results);
}

void dropReducedValue(Candidate candidate, Chunk &chunk) {
  std::vector<Reduced> chosen;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<tt::ReduceOp, tt::ScanOp>(op) || op->getNumResults() < 2)
      return;
    bool dropped = false; // The op is made anew, so one at a time.
    for (OpResult result : op->getResults())
      if (canStandIn(result) && chunk.take() && !std::exchange(dropped, true))
        chosen.push_back({op, result.getResultNumber()});
  });
  for (Reduced reduced : llvm::reverse(chosen))
    drop(reduced);
}

} // namespace fathom
