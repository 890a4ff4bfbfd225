// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops before the loop, the loop, and the values that go round.
//
// Time is counted in trips of the new loop: trip t does, in stage s, the work of iteration t + last - s. Trips -last .. -1 are those
// before the loop, where iterations below 0 are left out.
#include "core/passes/pipeline/ExpandLoop.h"

#include "core/ir/TritonNvidiaGPU.h"
#include "core/mutant/Mutant.h"
#include "core/passes/pipeline/LoopBody.h"
#include "core/passes/pipeline/Predicate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace fathom;

namespace {

/// Whether an iteration exists. Null: it does, for certain.
class Iterations {
public:
  /// Ops are made at the builder's place; multiples of the step up to `most` now.
  Iterations(scf::ForOp loop, OpBuilder &b, unsigned most) : loop(loop), b(b) {
    Value step = loop.getStep();
    for (unsigned count = 1; count <= most; ++count) {
      Value factor = arith::ConstantOp::create(
          b, loop.getLoc(),
          b.getIntegerAttr(step.getType(), APInt(width(), count, false, /*implicitTrunc=*/true)));
      products.push_back(b.createOrFold<arith::MulIOp>(loop.getLoc(), step, factor));
    }
  }

  /// The induction variable `ahead` iterations after `iv`.
  Value advance(Value iv, unsigned ahead) {
    if (ahead == 0)
      return iv;
    return b.createOrFold<arith::AddIOp>(loop.getLoc(), iv, steps(ahead));
  }

  /// Whether iteration `number`, from 0, exists, before the loop.
  Value exists(unsigned number) {
    arith::CmpIPredicate less =
        loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    Value any = compare(less, loop.getLowerBound(), loop.getUpperBound());
    if (number == 0)
      return any;
    Value further = existsAfter(loop.getLowerBound(), number);
    return b.createOrFold<arith::AndIOp>(loop.getLoc(), any, further);
  }

  /// Whether there is an iteration `ahead` after the one of `iv`, which exists. What is left of the range, as an unsigned number, is
  /// compared with the steps: `iv + steps` may wrap.
  Value existsAfter(Value iv, unsigned ahead) {
    Value left = b.createOrFold<arith::SubIOp>(loop.getLoc(), loop.getUpperBound(), iv);
    APInt step;
    if (matchPattern(loop.getStep(), m_ConstantInt(&step)) && fits(step, ahead))
      return compare(arith::CmpIPredicate::ugt, left, steps(ahead));
    // Step by step, where the product may wrap.
    Value all;
    for (unsigned i = 0; i < ahead; ++i) {
      Value one = compare(arith::CmpIPredicate::ugt, left, loop.getStep());
      all = all ? b.createOrFold<arith::AndIOp>(loop.getLoc(), all, one) : one;
      if (i + 1 < ahead)
        left = b.createOrFold<arith::SubIOp>(loop.getLoc(), left, loop.getStep());
    }
    return all;
  }

private:
  unsigned width() {
    Type type = loop.getInductionVar().getType();
    return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  }
  bool fits(const APInt &step, unsigned count) {
    return (step.zext(width() + 32) * count).isIntN(width() - 1);
  }
  Value compare(arith::CmpIPredicate predicate, Value left, Value right) {
    return b.createOrFold<arith::CmpIOp>(loop.getLoc(), predicate, left, right);
  }
  Value steps(unsigned count) const { return products[count - 1]; }

  scf::ForOp loop;
  OpBuilder &b;
  SmallVector<Value> products; ///< The step times 1, 2, ..
};

class Expander {
public:
  Expander(scf::ForOp loop, const LoopSchedule &schedule, const WaitedGroups &waits)
      : loop(loop), schedule(schedule), waits(waits), last(schedule.lastStage()),
        order(schedule.order()), b(loop), iterations(loop, b, last) {}

  scf::ForOp run() {
    for (Operation *op : order) {
      llvm::SetVector<Value> values;
      forEachLoopOperand(loop, op, [&](Value value) { values.insert(value); });
      reads.push_back(values.takeVector());
    }
    emitBefore();
    requestAll();
    emitLoop();
    loop.erase();
    return newLoop;
  }

private:
  /// A value, and how many trips ago it was there.
  using Aged = std::pair<Value, unsigned>;

  struct Ready {
    OpResult result; ///< Of the op that computes the value; null for what the loop only passes on.
    int stage;       ///< In which the value of an iteration is there.
  };
  Ready readiness(Value value) {
    auto [entry, isNew] = ready.try_emplace(value);
    if (isNew)
      if (LoopSource source = sourceOf(loop, value); source.result)
        entry->second = {source.result, int(stageOf(source.result)) - int(source.distance)};
    return entry->second;
  }
  unsigned stageOf(OpResult result) const { return schedule.stage(result.getOwner()); }

  /// How old the value of an iteration is when stage `stage` works on it.
  unsigned ageOf(Value value, unsigned stage) { return int(stage) - readiness(value).stage; }

  bool isOutside(Value value) { return value.getParentBlock() != loop.getBody(); }

  //===--- Before the loop ---===//

  /// The value in iteration `number`, where all that it takes was made before the loop.
  Value valueAt(Value value, unsigned number) {
    while (std::optional<unsigned> carried = carriedNumber(loop, value)) {
      if (number == 0)
        return loop.getInitArgs()[*carried];
      --number;
      value = loop.getYieldedValues()[*carried];
    }
    if (isOutside(value))
      return value;
    if (value == loop.getInductionVar())
      return inductions[number];
    return early.lookup({value, number});
  }

  void emitBefore() {
    SmallVector<Value> exists(last);
    for (unsigned number = 0; number < last; ++number) {
      inductions.push_back(iterations.advance(loop.getLowerBound(), number));
      exists[number] = iterations.exists(number);
    }
    for (unsigned trip = 0; trip < last; ++trip)
      for (auto [op, read] : llvm::zip(order, reads)) {
        unsigned stage = schedule.stage(op);
        if (stage > trip)
          continue;
        unsigned number = trip - stage;
        IRMapping mapping;
        for (Value value : read)
          mapping.map(value, valueAt(value, number));
        Operation *done = emit(op, mapping, exists[number]);
        for (auto [before, after] : llvm::zip(op->getResults(), done->getResults()))
          early[{before, number}] = after;
        if (isa<ttg::AsyncCommitGroupOp>(op))
          groups[{op, number}] = numGroups++;
        else if (waits.contains(op))
          cast<ttg::AsyncWaitOp>(done).setNum(pendingAt(op, number));
      }
  }

  /// A copy of the op for an iteration that exists if `pred` holds; null: it does.
  Operation *emit(Operation *op, IRMapping &mapping, Value pred) {
    Operation *clone = b.clone(*op, mapping);
    if (!pred || matchPattern(pred, m_One()) || !needsPredicate(clone))
      return clone;
    if (isMutant(Mutant::M21) &&
        !isa<tt::LoadOp, ttg::AsyncCopyGlobalToLocalOp, ttng::AsyncTMACopyGlobalToLocalOp,
             ttng::AsyncTMAGatherOp, ttng::BarrierExpectOp>(clone))
      return clone;
    return predicate(b, clone, pred);
  }

  //===--- Groups of copies ---===//

  /// How many groups were made after those that the wait needs.
  unsigned pendingAt(Operation *wait, unsigned number) {
    unsigned needed = 0;
    for (Operation *group : waits.find(wait)->second)
      needed = std::max(needed, groups.lookup({group, number}));
    unsigned pending = numGroups - 1 - needed;
    return isMutant(Mutant::M20) ? pending + 1
                                 : pending; // M20: the last group needed is not waited for.
  }

  /// The first trips may find fewer groups under way than later ones do: the least counts.
  void countInLoop(llvm::DenseMap<Operation *, unsigned> &pending) {
    for (unsigned trip = 0; trip <= last; ++trip)
      for (Operation *op : order) {
        unsigned number = trip + last - schedule.stage(op);
        if (isa<ttg::AsyncCommitGroupOp>(op)) {
          groups[{op, number}] = numGroups++;
        } else if (waits.contains(op)) {
          unsigned its = pendingAt(op, number);
          auto [entry, isNew] = pending.try_emplace(op, its);
          entry->second = std::min(entry->second, its);
        }
      }
  }

  //===--- What the loop carries ---===//

  /// An argument of the old loop that stands for what an op made is carried with the op's result, but where the loop starts: there it may be
  /// an initial value.
  Aged placeOf(Value value, unsigned age) {
    OpResult result = readiness(value).result;
    return {result && stageOf(result) + age <= last ? Value(result) : value, age};
  }

  void request(Value value, unsigned age) {
    Ready its = readiness(value);
    if (its.result && age == 0)
      return; // Made in the same trip.
    auto [place, isNew] = places.insert({placeOf(value, age), 0});
    if (!isNew)
      return;
    if (age > 0)
      return request(value, age - 1);
    Value next = loop.getYieldedValues()[*carriedNumber(loop, value)];
    if (!isOutside(next) && next != loop.getInductionVar())
      request(next, 0);
  }

  /// The result of the old loop is what its argument would be in the iteration after the last one, were there one.
  Aged resultOf(unsigned number) {
    Value argument = loop.getRegionIterArg(number);
    return {argument, ageOf(argument, last)};
  }

  void requestAll() {
    for (auto [op, read] : llvm::zip(order, reads))
      for (Value value : read)
        if (value != loop.getInductionVar())
          request(value, ageOf(value, schedule.stage(op)));
    for (OpResult result : loop->getResults())
      if (!result.use_empty()) {
        auto [argument, age] = resultOf(result.getResultNumber());
        request(argument, age);
      }
  }

  //===--- The loop ---===//

  void emitLoop() {
    SmallVector<Value> initial;
    for (auto &[aged, number] : places) {
      number = initial.size();
      auto [value, age] = aged;
      initial.push_back(valueAt(value, int(last) - readiness(value).stage - int(age)));
    }
    llvm::DenseMap<Operation *, unsigned> pending;
    countInLoop(pending);

    newLoop = scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                                 loop.getStep(), initial, nullptr, loop.getUnsignedCmp());
    newLoop->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    b.setInsertionPointToEnd(newLoop.getBody());
    if (initial.empty())
      newLoop.getBody()->getTerminator()->erase();
    SmallVector<Value> exists(last + 1);
    for (auto [op, read] : llvm::zip(order, reads)) {
      unsigned stage = schedule.stage(op), ahead = last - stage;
      IRMapping mapping;
      for (Value value : read) {
        if (value != loop.getInductionVar()) {
          mapping.map(value, valueNow(value, ageOf(value, stage)));
          continue;
        }
        mapping.map(value, inductionIn(stage));
      }
      if (ahead > 0 && !exists[stage] && needsPredicate(op))
        exists[stage] = iterations.existsAfter(newLoop.getInductionVar(), ahead);
      Operation *done = emit(op, mapping, exists[stage]);
      current.map(op->getResults(), done->getResults());
      if (auto entry = pending.find(op); entry != pending.end())
        cast<ttg::AsyncWaitOp>(done).setNum(entry->second);
    }
    SmallVector<Value> next;
    for (auto &[aged, number] : places) {
      auto [value, age] = aged;
      if (age > 0) {
        next.push_back(valueNow(value, age - 1));
        continue;
      }
      Value yielded = loop.getYieldedValues()[*carriedNumber(loop, value)];
      next.push_back(isOutside(yielded)                  ? yielded
                     : yielded == loop.getInductionVar() ? inductionIn(0)
                                                         : valueNow(yielded, 0));
    }
    scf::YieldOp::create(b, loop.getLoc(), next);
    for (OpResult result : loop->getResults())
      if (!result.use_empty()) {
        auto [argument, age] = resultOf(result.getResultNumber());
        result.replaceAllUsesWith(newLoop.getResult(places.lookup(placeOf(argument, age))));
      }
  }

  /// In the new loop: the induction variable of the iteration that a stage works on.
  Value inductionIn(unsigned stage) {
    if (ivs.empty())
      ivs.resize(last + 1);
    if (!ivs[stage])
      ivs[stage] = iterations.advance(newLoop.getInductionVar(), last - stage);
    return ivs[stage];
  }

  /// In the new loop: the value as it was `age` trips ago.
  Value valueNow(Value value, unsigned age) {
    if (OpResult result = readiness(value).result; result && age == 0)
      return current.lookup(result);
    return newLoop.getRegionIterArg(places.lookup(placeOf(value, age)));
  }

  scf::ForOp loop, newLoop;
  const LoopSchedule &schedule;
  const WaitedGroups &waits;
  const unsigned last;
  SmallVector<Operation *> order;
  SmallVector<SmallVector<Value>> reads; ///< Of each op in `order`.
  OpBuilder b;
  Iterations iterations;
  llvm::DenseMap<Value, Ready> ready;

  SmallVector<Value> inductions;     ///< The induction variable of the first iterations.
  SmallVector<Value> ivs;            ///< In the new loop, by stage.
  llvm::DenseMap<Aged, Value> early; ///< Results in the first iterations, by iteration.
  llvm::MapVector<Aged, unsigned>
      places;        ///< What the new loop carries: the number of its argument.
  IRMapping current; ///< Results in a trip of the new loop.

  llvm::DenseMap<std::pair<Operation *, unsigned>, unsigned>
      groups; ///< Numbers of groups, by iteration.
  unsigned numGroups = 0;
};

} // namespace

LogicalResult fathom::verifyPredicable(scf::ForOp loop, const LoopSchedule &schedule) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (schedule.stage(&op) < schedule.lastStage() && !canBePredicated(&op))
      return op.emitOpError("cannot be made to do nothing in an iteration that does not exist");
  return success();
}

scf::ForOp fathom::expandLoop(scf::ForOp loop, const LoopSchedule &schedule,
                              const WaitedGroups &waits) {
  return Expander(loop, schedule, waits).run();
}
