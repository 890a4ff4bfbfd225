// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// triton-loop-aware-cse: CSE that also merges the carried values of a loop that are equal in every iteration.
//
//   scf.for .. iter_args(%p = %a, %q = %a) {      scf.for .. iter_args(%p = %a, %q = %a) {
//     %x = tt.addptr %p, %step                      %x = tt.addptr %p, %step
//     %y = tt.addptr %q, %step             ->       (users of %q now use %p)
//     scf.yield %x, %y                              scf.yield %x, %q
//
// After a first CSE, values are numbered in one walk: each gets a leader, the first value in the text that is equal to
// it. The carried values of a loop that start equal are taken to be equal (optimistically); the body is numbered
// under this assumption; where two of a group are then yielded by different leaders the group is split, and the body
// is numbered again, until no group splits. What is left holds by induction over the iterations. Groups only split, so this
// ends; since a loop in a loop is numbered again in each round of the outer one, the work is bounded by a multiple of
// the program's length, and a program that takes more gets CSE only. A while is treated the same: what it yields
// meets the arguments of its condition, and what its condition passes is equal where its operands are.
//
// Then users of each carried value use its leader instead. A value that nothing uses any more is yielded as it came, for
// the canonicalizer to drop, and a second CSE removes what has become the same.
//
// Requires: nothing.
// Promises: no loop carries two values that are used, start as one value and are yielded as one value.
// Promises: no op with effects is removed but loads between which nothing is written.
//
// Bugs that live here: equal starts taken for equal values (M27); a search that does not end.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONLOOPAWARECSE
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

/// Visits of an op, for each op of the program.
constexpr int64_t visitsPerOp = 16;

/// Finds for each value the first value that is equal to it.
class Numbering {
public:
  explicit Numbering(tt::FuncOp func) {
    func.walk([&](Operation *) { budget += visitsPerOp; });
    for (Block &block : func.getBody())
      number(block);
  }

  /// Too long: the leaders are not to be used.
  bool isExhausted() const { return budget < 0; }

  Value leaderOf(Value value) const {
    auto it = leaders.find(value);
    return it == leaders.end() ? value : it->second;
  }

private:
  using Table = llvm::DenseMap<size_t, SmallVector<Operation *, 1>>;

  void number(Block &block) {
    Table table;
    for (Operation &op : block) {
      if (--budget < 0)
        return;
      if (auto loop = dyn_cast<scf::ForOp>(op))
        number(loop);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        number(loop);
      else if (auto branch = dyn_cast<scf::IfOp>(op))
        number(branch);
      else
        number(op, table);
    }
  }

  /// An op that is equal to nothing.
  void number(Operation &op) {
    for (Value result : op.getResults())
      leaders[result] = result;
    for (Region &region : op.getRegions())
      for (Block &block : region)
        number(block);
  }

  void number(Operation &op, Table &table) {
    if (op.getNumResults() == 0 || !isMemoryEffectFree(&op))
      return number(op);
    auto hash = [&](Value value) { return llvm::hash_value(leaderOf(value).getAsOpaquePointer()); };
    size_t key = OperationEquivalence::computeHash(&op, hash, OperationEquivalence::ignoreHashValue,
                                                   OperationEquivalence::IgnoreLocations);
    SmallVector<Operation *, 1> &known = table[key];
    for (Operation *other : known) {
      llvm::SmallDenseMap<Value, Value> inRegions; // Of the regions of two reductions, say.
      auto mark = [&](Value a, Value b) { inRegions[b] = a; };
      auto same = [&](Value a, Value b) {
        return success(leaderOf(a) == leaderOf(b) || inRegions.lookup(b) == a);
      };
      if (!OperationEquivalence::isEquivalentTo(other, &op, same, mark,
                                                OperationEquivalence::IgnoreLocations))
        continue;
      for (auto [result, equal] : llvm::zip(op.getResults(), other->getResults()))
        leaders[result] = leaderOf(equal);
      return;
    }
    known.push_back(&op);
    number(op);
  }

  /// Gives each value the first one whose key, a list of values, has the same leaders. Says whether a value
  /// lost the leader that it had.
  bool group(ValueRange values, ArrayRef<ValueRange> keys, bool isFirst) {
    bool hasSplit = false;
    SmallVector<Value> found(values.size());
    llvm::DenseMap<llvm::hash_code, SmallVector<unsigned, 1>> leading; // By what they are equal in.
    for (auto [i, value] : llvm::enumerate(values)) {
      auto isEqual = [&, i = i, value = value](unsigned j) {
        return values[j].getType() == value.getType() &&
               (isFirst || leaderOf(values[j]) == leaderOf(value)) &&
               llvm::all_of(keys,
                            [&](ValueRange key) { return leaderOf(key[j]) == leaderOf(key[i]); });
      };
      llvm::hash_code hash = llvm::hash_combine(value.getType().getAsOpaquePointer(),
                                                isFirst ? Value() : leaderOf(value));
      for (ValueRange key : keys)
        hash = llvm::hash_combine(hash, leaderOf(key[i]));
      SmallVector<unsigned, 1> &candidates = leading[hash];
      auto first = llvm::find_if(candidates, isEqual);
      found[i] = first == candidates.end() ? value : values[*first];
      if (first == candidates.end())
        candidates.push_back(i);
      hasSplit |= !isFirst && leaderOf(value) != found[i];
    }
    for (auto [value, leader] : llvm::zip(values, found))
      leaders[value] = leader;
    return hasSplit;
  }

  void number(scf::ForOp loop) {
    leaders[loop.getInductionVar()] = loop.getInductionVar();
    ValueRange carried = loop.getRegionIterArgs();
    group(carried, {loop.getInitArgs()}, /*isFirst=*/true);
    do
      number(*loop.getBody());
    while (budget >= 0 && !isMutant(Mutant::M27) &&
           group(carried, {loop.getYieldedValues()}, /*isFirst=*/false));
    for (auto [result, argument] : llvm::zip(loop.getResults(), carried))
      leaders[result] = resultOf(loop, leaderOf(argument));
  }

  static Value resultOf(scf::ForOp loop, Value argument) {
    return loop.getTiedLoopResult(cast<BlockArgument>(argument));
  }

  void number(scf::WhileOp loop) {
    ValueRange carried = loop.getBeforeArguments();
    group(carried, {loop.getInits()}, /*isFirst=*/true);
    do {
      number(*loop.getBeforeBody());
      group(loop.getAfterArguments(), {loop.getConditionOp().getArgs()}, /*isFirst=*/true);
      number(*loop.getAfterBody());
    } while (budget >= 0 && !isMutant(Mutant::M27) &&
             group(carried, {loop.getYieldedValues()}, /*isFirst=*/false));
    group(loop.getResults(), {loop.getConditionOp().getArgs()}, /*isFirst=*/true);
  }

  void number(scf::IfOp branch) {
    SmallVector<ValueRange, 2> yields;
    for (Region *region : branch.getRegions())
      if (!region->empty()) {
        number(region->front());
        yields.push_back(region->front().getTerminator()->getOperands());
      }
    group(branch.getResults(), yields, /*isFirst=*/true);
  }

  llvm::DenseMap<Value, Value> leaders;
  int64_t budget = 0;
};

/// Lets users of each value use its leader. Says whether anything changed.
bool useLeaders(const Numbering &numbering, ValueRange values) {
  bool changed = false;
  for (Value value : values)
    if (Value leader = numbering.leaderOf(value); leader != value && !value.use_empty()) {
      value.replaceAllUsesWith(leader);
      changed = true;
    }
  return changed;
}

/// Merges the carried values of all loops.
bool mergeCarriedValues(tt::FuncOp func) {
  SmallVector<Operation *> loops;
  // After the first CSE two values that are equal at the start are one, or carried by an outer loop where that is so.
  bool haveTwins = false;
  func.walk([&](Operation *op) {
    if (!isa<scf::ForOp, scf::WhileOp>(op))
      return;
    loops.push_back(op);
    llvm::SmallDenseSet<Value> seen;
    ValueRange inits = isa<scf::ForOp>(op) ? ValueRange(cast<scf::ForOp>(op).getInitArgs())
                                           : ValueRange(op->getOperands());
    haveTwins |= llvm::any_of(inits, [&](Value init) { return !seen.insert(init).second; });
  });
  if (!haveTwins)
    return false;
  Numbering numbering(func);
  if (numbering.isExhausted())
    return false;
  bool changed = false;
  for (Operation *op : loops) {
    changed |= useLeaders(numbering, op->getResults());
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      changed |= useLeaders(numbering, loop.getBeforeArguments());
      changed |= useLeaders(numbering, loop.getAfterArguments());
      continue;
    }
    auto loop = cast<scf::ForOp>(op);
    if (!useLeaders(numbering, loop.getRegionIterArgs()))
      continue;
    changed = true;
    for (auto [argument, yielded, result] :
         llvm::zip(loop.getRegionIterArgs(), *loop.getYieldedValuesMutable(), loop.getResults()))
      if (numbering.leaderOf(argument) != argument && result.use_empty())
        yielded.set(argument);
  }
  return changed;
}

struct TritonLoopAwareCSE : fathom::impl::TritonLoopAwareCSEBase<TritonLoopAwareCSE> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    auto &dominance = getAnalysis<DominanceInfo>();
    bool changed = false, merged = false;
    eliminateCommonSubExpressions(rewriter, dominance, getOperation(), &changed);
    for (tt::FuncOp func : getOperation().getOps<tt::FuncOp>())
      merged |= mergeCarriedValues(func);
    if (merged)
      eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    else if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
