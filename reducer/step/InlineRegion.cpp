// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts one branch of an scf.if, or one trip of an scf.for or scf.while, in its place.
#include "reducer/Reduction.h"
#include "reducer/StandIn.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

/// Moves the block's ops before the op, the arguments replaced; returns what the terminator handed on.
static SmallVector<Value> inlineBlock(Block *block, Operation *before, ValueRange arguments) {
  for (auto [argument, value] : llvm::zip_equal(block->getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  Operation *terminator = block->getTerminator();
  SmallVector<Value> values(terminator->getOperands());
  terminator->erase();
  before->getBlock()->getOperations().splice(before->getIterator(), block->getOperations());
  return values;
}

static void inlineIf(scf::IfOp branch, unsigned alternative) {
  Block *block = alternative == 0 ? branch.thenBlock() : branch.elseBlock();
  replaceAndErase(branch, inlineBlock(block, branch, {}));
}

static void inlineFor(scf::ForOp loop) {
  SmallVector<Value> arguments{loop.getLowerBound()};
  llvm::append_range(arguments, loop.getInitArgs());
  replaceAndErase(loop, inlineBlock(loop.getBody(), loop, arguments));
}

/// The first alternative keeps the condition's side and the body once, the second the condition's side alone.
static void inlineWhile(scf::WhileOp loop, unsigned alternative) {
  SmallVector<Value> handedOn = inlineBlock(loop.getBeforeBody(), loop, loop.getInits());
  SmallVector<Value> results(llvm::drop_begin(handedOn)); // The first is the condition.
  if (alternative == 0) {
    SmallVector<Value> yielded = inlineBlock(loop.getAfterBody(), loop, results);
    if (TypeRange(ValueRange(yielded)) == loop.getResultTypes())
      results = yielded;
  }
  replaceAndErase(loop, results);
}

static bool offers(Operation *op, unsigned alternative) {
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return alternative == 0 || branch.elseBlock();
  return (isa<scf::ForOp>(op) && alternative == 0) || isa<scf::WhileOp>(op);
}

void inlineRegion(Candidate candidate, Chunk &chunk) {
  std::vector<Operation *> ops;
  candidate.program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (offers(op, 0))
      ops.push_back(op);
  });
  constexpr unsigned alternatives = 2;
  std::vector<unsigned> chosen(ops.size(), alternatives);
  for (unsigned alternative = 0; alternative < alternatives; ++alternative)
    for (auto [op, choice] : llvm::zip(ops, chosen))
      if (offers(op, alternative) && chunk.take())
        choice = std::min(choice, alternative);
  for (auto [op, choice] : llvm::reverse(llvm::zip(ops, chosen))) {
    if (choice == alternatives)
      continue;
    if (auto branch = dyn_cast<scf::IfOp>(op))
      inlineIf(branch, choice);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      inlineFor(loop);
    else
      inlineWhile(cast<scf::WhileOp>(op), choice);
  }
}

} // namespace fathom
