// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Drops values that a loop carries from trip to trip, and results of loops and branches.
#include "reducer/Reduction.h"
#include "reducer/StandIn.h"
#include "reducer/step/DropResults.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace fathom {

namespace {
/// One value to drop: an iteration argument of a for with its result, a result of an if or a while, or an argument of
/// a while's condition side.
struct Carried {
  Operation *op;
  unsigned index;
  bool isWhileArgument;
};
} // namespace

/// Whether the value is there at the op already, not only inside of it.
static bool isFromOutside(Value value, Operation *op) {
  return !op->isAncestor(value.getParentBlock()->getParentOp());
}

/// What takes a result's place: what is handed out, if it is from outside of the op; else what the loop starts from; else a stand-in.
static Value insteadOf(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  SmallVector<Value> handedOut;
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    handedOut = {branch.thenYield().getOperand(index), branch.elseYield().getOperand(index)};
  } else {
    auto loop = cast<scf::WhileOp>(op);
    Value value = loop.getConditionOp().getArgs()[index];
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == loop.getBeforeBody())
      value = loop.getInits()[argument.getArgNumber()];
    handedOut = {value};
  }
  for (Value value : handedOut)
    if (isFromOutside(value, op))
      return value;
  return anyFor(result.getType(), op);
}

static void dropFromFor(scf::ForOp loop, const llvm::BitVector &dropped) {
  constexpr unsigned bounds = 3; // Operands before the iteration arguments.
  llvm::BitVector arguments(1 + dropped.size()), operands(bounds + dropped.size());
  for (unsigned index : dropped.set_bits()) {
    Value init = loop.getInitArgs()[index];
    loop.getRegionIterArg(index).replaceAllUsesWith(init);
    loop.getResult(index).replaceAllUsesWith(init);
    arguments.set(1 + index);
    operands.set(bounds + index);
  }
  loop.getBody()->getTerminator()->eraseOperands(dropped);
  loop.getBody()->eraseArguments(arguments);
  loop->eraseOperands(operands);
  dropResults(loop, dropped);
}

static void dropFromIf(scf::IfOp branch, const llvm::BitVector &dropped) {
  for (unsigned index : dropped.set_bits())
    branch.getResult(index).replaceAllUsesWith(insteadOf(branch->getResult(index)));
  branch.thenYield()->eraseOperands(dropped);
  branch.elseYield()->eraseOperands(dropped);
  dropResults(branch, dropped);
}

static void dropFromWhile(scf::WhileOp loop, const llvm::BitVector &results,
                          const llvm::BitVector &arguments) {
  for (unsigned index : results.set_bits()) {
    Value instead = insteadOf(loop->getResult(index));
    loop.getResult(index).replaceAllUsesWith(instead);
    loop.getAfterBody()->getArgument(index).replaceAllUsesWith(instead);
  }
  for (unsigned index : arguments.set_bits())
    loop.getBeforeBody()->getArgument(index).replaceAllUsesWith(loop.getInits()[index]);
  loop.getBeforeBody()->eraseArguments(arguments);
  loop.getYieldOp()->eraseOperands(arguments);
  loop->eraseOperands(arguments);
  llvm::BitVector handedOn(1 + results.size()); // The first is the condition.
  for (unsigned index : results.set_bits())
    handedOn.set(1 + index);
  loop.getConditionOp()->eraseOperands(handedOn);
  loop.getAfterBody()->eraseArguments(results);
  dropResults(loop, results);
}

static std::vector<Carried> listCarried(ModuleOp program) {
  std::vector<Carried> all;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
      return;
    bool isFor =
        isa<scf::ForOp>(op); // Starts from a value of the type; the others may need a stand-in.
    for (OpResult result : op->getResults())
      if (isFor || result.use_empty() || hasConstant(result.getType()) ||
          hasArgument(result.getType(), op))
        all.push_back({op, result.getResultNumber(), false});
    if (isa<scf::WhileOp>(op))
      for (unsigned index = 0; index < op->getNumOperands(); ++index)
        all.push_back({op, index, true});
  });
  return all;
}

void dropCarriedValue(Candidate candidate, Chunk &chunk) {
  llvm::MapVector<Operation *, std::pair<llvm::BitVector, llvm::BitVector>> chosen;
  for (const Carried &carried : listCarried(candidate.program))
    if (chunk.take()) {
      auto &[results, arguments] = chosen[carried.op];
      results.resize(carried.op->getNumResults());
      arguments.resize(carried.op->getNumOperands());
      (carried.isWhileArgument ? arguments : results).set(carried.index);
    }
  // From the back, so that an op is made anew before the one that it is nested in.
  for (auto &[op, dropped] : llvm::reverse(chosen)) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      dropFromFor(loop, dropped.first);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      dropFromIf(branch, dropped.first);
    else
      dropFromWhile(cast<scf::WhileOp>(op), dropped.first, dropped.second);
  }
}

} // namespace fathom
