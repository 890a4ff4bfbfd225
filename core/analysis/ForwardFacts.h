// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Carries facts of values forward through a program, from operands to results, through regions, branches and calls: a worklist
// over values.
//
// The first sweep visits ops in the order of the text, which for structured control flow has every value before its
// uses but those that come round a loop. A value's facts are joined with what comes to it, so they only get weaker, and
// when they do, the users that the sweep has passed already are visited again, first in the text first.
//
//   scf.for %i iter_args(%x = %a)      %x: facts of %a          then, after the yield: join of %a's and %y's
//     %y = arith.addi %x, %c           %y: by the rule          then, since %x has changed, again
//     scf.yield %y
//
// In the end each op's results claim no more than its rule makes of what its operands claim, and a carried value no
// more than what comes to it from anywhere. So by induction over the steps of a run, what is claimed holds, whether or not rules are
// monotone. It ends if a fact can get weaker only so often; what grows round a loop the domain must widen.
//
// A Domain has
//
//   using Fact = ..;                                             // compares with ==
//   Fact unknown(Type);                                          // holds of every value of the type
//   Fact join(const Fact &, const Fact &);                       // holds where either does
//   Fact aroundLoop(const Fact &old, Fact joined);               // the same, weaker, that ends soon
//   Fact argument(FunctionOpInterface, unsigned, Fact);          // with what the argument's attributes promise
//   Fact rule(Operation *, ArrayRef<const Fact *>, unsigned);    // of a result of an op without regions
//   Fact induction(scf::ForOp, const Fact &start, const Fact &end, const Fact &step);
//   std::optional<Fact> carried(scf::ForOp, unsigned i, bool isResult, FunctionRef<const Fact *(Value)>);
//                                                                // of a loop's i-th carried value, if it is known at once
//   void assumed(Value, Fact &);                                 // what the program says of the value
#ifndef FATHOM_CORE_ANALYSIS_FORWARDFACTS_H
#define FATHOM_CORE_ANALYSIS_FORWARDFACTS_H

#include "core/ir/Triton.h"
#include "core/ir/TritonGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <deque>
#include <queue>

namespace fathom {

template <class Domain> class ForwardFacts {
public:
  using Fact = typename Domain::Fact;

  /// Of a module, or of a function called by anybody.
  ForwardFacts(mlir::Operation *root, Domain &domain) : root(root), domain(domain) {
    collectCalls();
    if (auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(root))
      enter(function);
    sweep(root);
    while (!queue.empty()) {
      unsigned next = queue.top();
      queue.pop();
      queued[next] = false;
      visit(ops[next]);
    }
  }

  /// Facts of any value. One that was made after the analysis gets its own from its operands', now; one that is never reached
  /// has none.
  const Fact &lookup(mlir::Value value) {
    if (Fact *fact = find(value))
      return *fact;
    Fact fact = domain.unknown(value.getType());
    mlir::Operation *op = value.getDefiningOp();
    bool isNew = op && !place.contains(op) && op->getNumRegions() == 0 &&
                 !mlir::isa<tt::CallOp, mlir::ub::PoisonOp>(op);
    if (isNew) {
      llvm::SmallVector<const Fact *, 4> operands;
      for (mlir::Value operand : op->getOperands())
        operands.push_back(&lookup(operand));
      fact = domain.rule(op, operands, mlir::cast<mlir::OpResult>(value).getResultNumber());
    }
    return *(facts[value] = &storage.emplace_back(std::move(fact)));
  }
  void forget(mlir::Value value) {
    facts.erase(value);
    if (mlir::Operation *op = value.getDefiningOp())
      place.erase(op);
  }
  void set(mlir::Value value, Fact fact) { facts[value] = &storage.emplace_back(std::move(fact)); }

private:
  /// Which functions are entered by known calls only: private ones that are called.
  void collectCalls() {
    if (!mlir::isa<mlir::ModuleOp>(root))
      return;
    for (mlir::Operation &function : mlir::cast<mlir::ModuleOp>(root).getBody()->getOperations())
      if (mlir::isa<tt::FuncOp>(function))
        function.walk([&](tt::CallOp call) {
          auto callee = calleeOf(call);
          if (callee && callee.isPrivate() && !callee.isExternal())
            callers[callee].push_back(call);
        });
  }
  tt::FuncOp calleeOf(tt::CallOp call) {
    return symbols.lookupNearestSymbolFrom<tt::FuncOp>(call, call.getCalleeAttr());
  }

  Fact *find(mlir::Value value) const { return facts.lookup(value); }

  /// Something more comes to `value`; `around` a loop.
  void add(mlir::Value value, Fact fact, bool around = false) {
    domain.assumed(value, fact);
    Fact *&old = facts[value];
    if (!old) {
      old = &storage.emplace_back(std::move(fact));
    } else {
      Fact both = domain.join(*old, fact);
      if (around)
        both = domain.aroundLoop(*old, std::move(both));
      if (both == *old)
        return;
      *old = std::move(both);
    }
    for (mlir::Operation *user : value.getUsers())
      again(user);
    if (auto watched = watchers.find(value); watched != watchers.end())
      for (mlir::Operation *loop : watched->second)
        again(loop);
  }
  void again(mlir::Operation *op) {
    auto passed = place.find(op);
    if (passed == place.end() || queued[passed->second])
      return;
    queued[passed->second] = true;
    queue.push(passed->second);
  }
  /// What `from` is comes to `to`. Nothing where that is not reached (yet).
  void flow(mlir::Value from, mlir::Value to, bool around = false) {
    if (Fact *fact = find(from))
      add(to, *fact, around);
  }

  void enter(mlir::FunctionOpInterface function) {
    if (function.isExternal())
      return;
    for (mlir::BlockArgument argument : function.getArguments())
      add(argument,
          domain.argument(function, argument.getArgNumber(), domain.unknown(argument.getType())));
  }

  void sweep(mlir::Operation *op) {
    for (mlir::Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (mlir::Operation &inner : block) {
          place[&inner] = ops.size();
          ops.push_back(&inner);
          queued.push_back(false);
          visit(&inner);
          if (inner.getNumRegions())
            sweep(&inner);
        }
  }

  /// Looks at facts for `loop`, which is visited again when they change.
  auto lookFor(mlir::scf::ForOp loop) {
    return [this, op = loop.getOperation()](mlir::Value value) -> const Fact * {
      auto &loops = watchers[value];
      if (!llvm::is_contained(loops, op))
        loops.push_back(op);
      return find(value);
    };
  }

  void visitFor(mlir::scf::ForOp loop) {
    Fact *start = find(loop.getLowerBound()), *end = find(loop.getUpperBound()),
         *step = find(loop.getStep());
    if (start && end && step)
      add(loop.getInductionVar(), domain.induction(loop, *start, *end, *step));
    auto look = lookFor(loop);
    for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
      mlir::Value argument = loop.getRegionIterArgs()[i], result = loop.getResults()[i];
      if (std::optional<Fact> fact = domain.carried(loop, i, false, look))
        add(argument, std::move(*fact));
      else
        flow(init, argument);
      if (std::optional<Fact> fact = domain.carried(loop, i, true, look))
        add(result, std::move(*fact));
      else
        flow(init, result);
    }
  }

  /// Whether the branch that ends here gives poison for a result, and the other one does not: then the result is as the
  /// other's. (Poison that comes round a loop is not left out: what is selected from it and another value is not poison.)
  static bool isPoisonInOneBranch(mlir::scf::IfOp branches, mlir::Operation *yield,
                                  unsigned result) {
    if (!branches || !yield->getOperand(result).template getDefiningOp<mlir::ub::PoisonOp>())
      return false;
    for (mlir::Region &region : branches->getRegions())
      if (!region.empty() && &region != yield->getParentRegion() &&
          region.front().back().getNumOperands() > result)
        return !region.front()
                    .back()
                    .getOperand(result)
                    .template getDefiningOp<mlir::ub::PoisonOp>();
    return false;
  }

  void visitYield(mlir::Operation *yield) {
    mlir::Operation *parent = yield->getParentOp();
    if (auto loop = mlir::dyn_cast<mlir::scf::ForOp>(parent)) {
      auto look = lookFor(loop);
      for (auto [i, value] : llvm::enumerate(yield->getOperands())) {
        if (domain.carried(loop, i, false, look)) {
          again(loop); // It looks at the yield itself.
          continue;
        }
        flow(value, loop.getRegionIterArgs()[i], /*around=*/true);
        flow(value, loop.getResults()[i]);
      }
    } else if (auto loop = mlir::dyn_cast<mlir::scf::WhileOp>(parent)) {
      for (auto [value, argument] : llvm::zip(yield->getOperands(), loop.getBeforeArguments()))
        flow(value, argument, /*around=*/true);
    } else if (mlir::isa<mlir::scf::IfOp, mlir::scf::IndexSwitchOp, mlir::scf::ExecuteRegionOp,
                         ttg::MaskOp, ttg::WarpSpecializeOp>(parent)) {
      for (auto [value, result] : llvm::zip(yield->getOperands(), parent->getResults()))
        if (!isPoisonInOneBranch(mlir::dyn_cast<mlir::scf::IfOp>(parent), yield,
                                 result.getResultNumber()))
          flow(value, result);
    }
  }

  void visitBranch(mlir::BranchOpInterface branch) {
    for (auto [i, block] : llvm::enumerate(branch->getSuccessors())) {
      bool around = !block->empty() && place.contains(&block->front());
      mlir::SuccessorOperands passed = branch.getSuccessorOperands(i);
      for (mlir::BlockArgument argument : block->getArguments()) {
        unsigned number = argument.getArgNumber();
        if (mlir::Value value = number < passed.size() ? passed[number] : mlir::Value())
          flow(value, argument, around);
        else
          add(argument, domain.unknown(argument.getType()));
      }
    }
  }

  void visitCall(tt::CallOp call) {
    tt::FuncOp callee = calleeOf(call);
    if (!callee || !callers.contains(callee) || callee.getNumArguments() != call.getNumOperands()) {
      for (mlir::Value result : call.getResults())
        add(result, domain.unknown(result.getType()));
      return;
    }
    for (auto [value, argument] : llvm::zip(call.getOperands(), callee.getArguments()))
      if (Fact *fact = find(value))
        add(argument, domain.argument(callee, argument.getArgNumber(), *fact));
    for (auto [result, fact] : llvm::zip(call.getResults(), returned[callee]))
      if (fact)
        add(result, *fact);
  }

  void visitReturn(tt::ReturnOp op) {
    auto function = op->template getParentOfType<tt::FuncOp>();
    auto known = callers.find(function);
    if (known == callers.end())
      return;
    auto &results = returned[function];
    results.resize(op.getNumOperands());
    for (auto [value, fact] : llvm::zip(op.getOperands(), results))
      if (Fact *now = find(value))
        fact = fact ? domain.join(*fact, *now) : *now;
    for (tt::CallOp call : known->second)
      if (place.contains(call))
        for (auto [result, fact] : llvm::zip(call.getResults(), results))
          if (fact)
            add(result, *fact);
  }

  void visitOther(mlir::Operation *op) {
    if (op->getNumSuccessors())
      if (auto branch = mlir::dyn_cast<mlir::BranchOpInterface>(op))
        visitBranch(branch);
    if (op->getNumRegions()) {
      if (auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(op)) {
        if (!callers.contains(function))
          enter(function);
        return;
      }
      for (mlir::Region &region : op->getRegions())
        if (!region.empty())
          for (mlir::BlockArgument argument : region.front().getArguments())
            add(argument, domain.unknown(argument.getType()));
      for (mlir::Value result : op->getResults())
        add(result, domain.unknown(result.getType()));
      return;
    }
    if (op->getNumResults() == 0)
      return;
    llvm::SmallVector<const Fact *, 4> operands;
    for (mlir::Value operand : op->getOperands()) {
      Fact *fact = find(operand);
      if (!fact)
        return; // Not reached.
      operands.push_back(fact);
    }
    for (mlir::OpResult result : op->getResults())
      add(result, domain.rule(op, operands, result.getResultNumber()));
  }

  void visit(mlir::Operation *op) {
    using namespace mlir;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](scf::ForOp loop) { visitFor(loop); })
        .Case([&](scf::WhileOp loop) {
          for (auto [init, argument] : llvm::zip(loop.getInits(), loop.getBeforeArguments()))
            flow(init, argument);
        })
        .template Case<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp, ttg::MaskOp,
                       ttg::WarpSpecializeOp>([&](auto) {})
        .template Case<scf::YieldOp, ttg::MaskReturnOp, ttg::WarpYieldOp>(
            [&](Operation *yield) { visitYield(yield); })
        .Case([&](scf::ConditionOp condition) {
          auto loop = cast<scf::WhileOp>(condition->getParentOp());
          for (auto [value, argument, result] :
               llvm::zip(condition.getArgs(), loop.getAfterArguments(), loop.getResults())) {
            flow(value, argument);
            flow(value, result);
          }
        })
        .Case([&](ttg::WarpSpecializePartitionsOp holder) {
          for (Region &region : holder->getRegions())
            if (!region.empty())
              for (auto [value, argument] :
                   llvm::zip(holder.getExplicitCaptures(), region.front().getArguments()))
                flow(value, argument);
        })
        .Case([&](tt::CallOp call) { visitCall(call); })
        .Case([&](tt::ReturnOp ret) { visitReturn(ret); })
        .Default([&](Operation *other) { visitOther(other); });
  }

  mlir::Operation *root;
  Domain &domain;
  llvm::DenseMap<mlir::Value, Fact *> facts;
  std::deque<Fact> storage;
  /// Of functions that only they enter.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<tt::CallOp, 2>> callers;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<std::optional<Fact>, 2>> returned;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Operation *, 1>> watchers;
  mlir::SymbolTableCollection symbols;

  std::vector<mlir::Operation *> ops; ///< In the order of the text.
  llvm::DenseMap<mlir::Operation *, unsigned> place;
  std::vector<bool> queued;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> queue;
};

} // namespace fathom

#endif
