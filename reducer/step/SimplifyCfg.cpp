// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Takes one side of a conditional branch, and merges a block with the only one that branches to it.
#include "reducer/Reduction.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace fathom {

static void takeSide(cf::CondBranchOp branch, unsigned alternative) {
  IRRewriter rewriter(branch->getContext());
  rewriter.setInsertionPoint(branch);
  if (alternative == 0)
    rewriter.replaceOpWithNewOp<cf::BranchOp>(branch, branch.getTrueDest(),
                                              branch.getTrueDestOperands());
  else
    rewriter.replaceOpWithNewOp<cf::BranchOp>(branch, branch.getFalseDest(),
                                              branch.getFalseDestOperands());
}

void simplifyCfg(Candidate candidate, Chunk &chunk) {
  std::vector<cf::CondBranchOp> branches;
  std::vector<cf::BranchOp> jumps;
  candidate.program.walk([&](Operation *op) {
    if (auto branch = dyn_cast<cf::CondBranchOp>(op))
      branches.push_back(branch);
    else if (auto jump = dyn_cast<cf::BranchOp>(op))
      if (jump.getDest()->hasNoPredecessors() == false &&
          jump.getDest()->getSinglePredecessor() == jump->getBlock() &&
          jump.getDest() != jump->getBlock())
        jumps.push_back(jump);
  });
  constexpr unsigned alternatives = 2;
  std::vector<unsigned> sides(branches.size(), alternatives);
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (unsigned &side : sides)
      if (chunk.take())
        side = std::min(side, alternative);
  std::vector<cf::BranchOp> merged;
  for (cf::BranchOp jump : jumps)
    if (chunk.take())
      merged.push_back(jump);

  // From the back, so that a chain collapses into its first block.
  IRRewriter rewriter(candidate.program->getContext());
  for (cf::BranchOp jump : llvm::reverse(merged)) {
    Block *from = jump->getBlock(), *to = jump.getDest();
    SmallVector<Value> operands(jump.getDestOperands());
    rewriter.eraseOp(jump);
    rewriter.mergeBlocks(to, from, operands);
  }
  bool cut = false;
  for (auto [branch, side] : llvm::zip(branches, sides))
    if (side < alternatives) {
      takeSide(branch, side);
      cut = true;
    }
  if (cut)
    for (Operation &function : candidate.program.getOps())
      (void)eraseUnreachableBlocks(rewriter, function.getRegions());
}

} // namespace fathom
