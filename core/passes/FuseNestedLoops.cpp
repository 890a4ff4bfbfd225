// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tritongpu-fuse-nested-loops: makes one loop of a loop with tt.flatten and the loop directly in it, so that the loads of
// one round of the inner loop can be started while the round before still runs.
//
//   for %i = %lo to %hi {                 if %from < %to {
//     prologue(%i)                          for %k = 0 to length(outer) * length(inner), with %i, %at {
//     for %j = %from to %to {                 if %at == 0 { prologue(%i) } else { what it gave in this round }
//       body(%i, %j)               ->         body(%i, %j)
//     }                                       if %at == length(inner) - 1 { epilogue(%i) }
//     epilogue(%i)                            the same %i and the next %at and %j, or the next %i and the first ones
//   } {tt.flatten}                          }
//                                         } else { for %i = %lo to %hi { prologue(%i) epilogue(%i) } }
//
// An inner loop with no trip has no body, so the fused loop has no test for that: which it is is asked once, before.
// The second version is left out when the inner loop is known to run.
//
// The fused loop carries
//   - the outer loop's index, where the inner loop stands (as a count, and as its index unless that is the same),
//   - what the outer loop carries: it changes in the epilogue only, and is read until then (the outer index changes beside it, so that
//     what a trip loads does not depend on an effect of the trip before),
//   - what the prologue gave to the body or the epilogue (zero before the first trip),
//   - what the inner loop carries, which starts anew in the prologue.
// A value that the outer loop carries into the inner one and out of it, and uses for nothing else, needs one place, not two.
// Lengths are unsigned numbers of the index's type, as all of them fit there; their product is computed in i64.
//
// Declined: no inner loop or several; inner bounds that change in the outer loop or are loaded there; a prologue that
// gives a buffer; indices wider than 64 bits.
//
// Requires: nothing. Pure ops leave both loops first, so that bounds computed in the outer loop can be found before it.
// Promises: effects happen as often as before, and in the same order.
// Promises: nothing runs before the loops but pure ops that may be speculated.
// Promises: a loop with tt.flatten and one loop directly in it, whose bounds are defined outside of both, is fused, unless a part
// gives another a buffer or a descriptor.
//
// Bugs that live here: a test for an inner loop that does not run that looks for length 0 (M22) or is unsigned (M23);
// a yield for each user of a value instead of one for each value (M24); the outer loop's values overwritten in the
// first trip of the inner loop and read in its last one (3.3 to 3.9); what depends on the outer index used outside; loads of bounds
// above an outer loop that does not run.
#include "core/mutant/Mutant.h"
#include "core/passes/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace fathom {
#define GEN_PASS_DEF_TRITONGPUFUSENESTEDLOOPS
#include "core/passes/Passes.h.inc"
} // namespace fathom

using namespace mlir;
using namespace fathom;

namespace {

constexpr StringLiteral flatten = "tt.flatten";

/// Whether there is a value of the type to carry before the first one is made: of a buffer, there is none.
bool hasPlaceholder(Type type) {
  if (isa<ShapedType>(type) && !isa<RankedTensorType>(type))
    return false;
  Type element = getElementTypeOrSelf(type);
  return element.isIntOrIndexOrFloat() || isa<tt::PointerType>(element);
}

Value placeholder(OpBuilder &b, Location loc, Type type) {
  if (isa<tt::PointerType>(getElementTypeOrSelf(type)))
    return ub::PoisonOp::create(b, loc, type);
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
}

arith::CmpIPredicate lessThan(scf::ForOp loop) {
  return loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
}

/// How many trips a loop has, without a sign, and `otherwise` if it does not run.
Value lengthOf(OpBuilder &b, scf::ForOp loop, int64_t otherwise) {
  Location loc = loop.getLoc();
  Value from = loop.getLowerBound(), to = loop.getUpperBound(), step = loop.getStep();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(from.getType(), value));
  };
  Value length = b.createOrFold<arith::SubIOp>(loc, to, from);
  if (!matchPattern(step, m_One())) {
    Value one = number(1);
    step =
        b.createOrFold<arith::MaxUIOp>(loc, step, one); // A step of an outer loop that never runs.
    length = b.createOrFold<arith::SubIOp>(loc, length, one);
    length = b.createOrFold<arith::DivUIOp>(loc, length, step);
    length = b.createOrFold<arith::AddIOp>(loc, length, one);
  }
  Value runs = b.createOrFold<arith::CmpIOp>(loc, lessThan(loop), from, to);
  return b.createOrFold<arith::SelectOp>(loc, runs, length, number(otherwise));
}

Value toI64(OpBuilder &b, Location loc, Value value) {
  if (value.getType().isIndex())
    return b.createOrFold<arith::IndexCastUIOp>(loc, b.getI64Type(), value);
  if (value.getType().isInteger(64))
    return value;
  return b.createOrFold<arith::ExtUIOp>(loc, b.getI64Type(), value);
}

/// Two loops, one directly in the other, that can be fused.
class Nest {
public:
  /// Null when the loops are not of that kind.
  static std::unique_ptr<Nest> match(scf::ForOp outer) {
    auto loops = outer.getOps<scf::ForOp>();
    if (loops.empty() || !llvm::hasSingleElement(loops))
      return nullptr;
    scf::ForOp inner = *loops.begin();
    auto isOutside = [&](Value value) { return outer.isDefinedOutsideOfLoop(value); };
    auto isNarrow = [](Value index) {
      return index.getType().isIndex() || index.getType().getIntOrFloatBitWidth() <= 64;
    };
    if (!isOutside(inner.getLowerBound()) || !isOutside(inner.getUpperBound()) ||
        !isOutside(inner.getStep()) || !isNarrow(outer.getInductionVar()) ||
        !isNarrow(inner.getInductionVar()))
      return nullptr;
    std::unique_ptr<Nest> nest(new Nest(outer, inner));
    return nest->findValues() ? std::move(nest) : nullptr;
  }

  void fuse() {
    OpBuilder b(outer);
    Value runs = innerRuns(b);
    if (matchPattern(runs, m_One())) {
      outer.replaceAllUsesWith(buildFused(b));
    } else {
      auto versions = scf::IfOp::create(b, loc, outer.getResultTypes(), runs,
                                        /*withElseRegion=*/true);
      outer.replaceAllUsesWith(versions.getResults());
      b = versions.getElseBodyBuilder();
      yield(b, buildWithoutInner(b));
      b = versions.getThenBodyBuilder();
      yield(b, buildFused(b));
    }
    outer.erase();
  }

private:
  Nest(scf::ForOp outer, scf::ForOp inner) : outer(outer), inner(inner), loc(outer.getLoc()) {}

  /// An if without results has its yield from the start.
  static void yield(OpBuilder &b, ValueRange values) {
    Block *block = b.getInsertionBlock();
    if (block->empty() || !isa<scf::YieldOp>(block->back()))
      scf::YieldOp::create(b, b.getUnknownLoc(), values);
  }

  /// Finds what is to be carried. False: something cannot be.
  bool findValues() {
    for (Operation &op : outer.getBody()->without_terminator()) {
      if (&op == inner)
        continue;
      (op.isBeforeInBlock(inner) ? prologue : epilogue).push_back(&op);
    }
    for (Operation *op : prologue)
      for (Value result : op->getResults())
        if (unsigned uses = usesBeyondPrologue(result)) {
          if (!hasPlaceholder(result.getType()))
            return false;
          given.push_back(result);
          givenUses.push_back(uses);
        }
    // Values that only pass through the outer loop.
    passesThrough.assign(outer.getNumResults(), -1);
    for (auto [at, argument] : llvm::enumerate(outer.getRegionIterArgs())) {
      if (!argument.hasOneUse() || argument.use_begin()->getOwner() != inner)
        continue;
      auto tied = inner.getTiedLoopResult(&*argument.use_begin());
      if (outer.getYieldedValues()[at] == tied)
        passesThrough[at] = tied.getResultNumber();
    }
    return llvm::all_of(inner.getResultTypes(), hasPlaceholder);
  }

  /// How many uses the body, the epilogue and the yield make of a value.
  unsigned usesBeyondPrologue(Value value) {
    unsigned uses = 0;
    for (OpOperand &use : value.getUses()) {
      Operation *user = outer.getBody()->findAncestorOpInBlock(*use.getOwner());
      // What the inner loop starts from is passed on by itself.
      uses += use.getOwner() != inner && !user->isBeforeInBlock(inner);
    }
    return uses;
  }

  /// How often the outer loop yields a value.
  unsigned usesByYield(Value value) { return llvm::count(outer.getYieldedValues(), value); }

  Value innerRuns(OpBuilder &b) {
    auto predicate = lessThan(inner);
    if (isMutant(Mutant::M22))
      predicate = arith::CmpIPredicate::ne;
    if (isMutant(Mutant::M23))
      predicate = arith::CmpIPredicate::ult;
    return b.createOrFold<arith::CmpIOp>(loc, predicate, inner.getLowerBound(),
                                         inner.getUpperBound());
  }

  /// The outer loop for an inner one that does not run.
  ValueRange buildWithoutInner(OpBuilder b) {
    IRMapping mapping;
    auto copy = cast<scf::ForOp>(b.clone(*outer, mapping));
    copy->removeAttr(flatten);
    Operation *inside = mapping.lookup(inner.getOperation());
    inside->replaceAllUsesWith(cast<scf::ForOp>(inside).getInitArgs());
    inside->erase();
    return copy.getResults();
  }

  static void moveTo(Block *block, ArrayRef<Operation *> ops) {
    for (Operation *op : ops)
      op->moveBefore(block, block->end());
  }

  /// The two loops as one; its results for the outer loop's.
  SmallVector<Value> buildFused(OpBuilder b) {
    startFused(b);
    emitPrologue();
    emitInnerBody();
    emitEpilogue();
    SmallVector<Value> results(outer.getNumResults());
    size_t firstKept = indexIsPosition ? 2 : 3;
    for (auto [number, its] : llvm::enumerate(kept))
      results[its] = fused.getResult(firstKept + number);
    for (auto [result, through] : llvm::zip(results, passesThrough))
      if (through >= 0)
        result = fused.getResult(firstKept + kept.size() + given.size() + through);
    return results;
  }

  /// A constant of the position's type.
  Value position(OpBuilder &b, int64_t value) {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(inner.getInductionVar().getType(), value));
  }

  /// Makes the loop, with as many trips as both have, and what it carries: the outer index, the position in the inner loop, the inner index where that is
  /// another number, the outer loop's values, the prologue's, the inner loop's.
  void startFused(OpBuilder b) {
    Value innerLength = lengthOf(b, inner, /*otherwise=*/1);
    Value outerLength = lengthOf(b, outer, /*otherwise=*/0);
    Value total =
        b.createOrFold<arith::MulIOp>(loc, toI64(b, loc, outerLength), toI64(b, loc, innerLength));
    Type counter = b.getI64Type();
    llvm::APInt known;
    if (matchPattern(total, m_ConstantInt(&known)) && known.isSignedIntN(32)) {
      counter = b.getI32Type();
      total = arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(known.getSExtValue()));
    }
    zero = position(b, 0);
    one = position(b, 1);
    last = b.createOrFold<arith::SubIOp>(loc, innerLength, one);
    indexIsPosition =
        matchPattern(inner.getLowerBound(), m_Zero()) && matchPattern(inner.getStep(), m_One());

    SmallVector<Value> inits{outer.getLowerBound(), zero};
    if (!indexIsPosition)
      inits.push_back(inner.getLowerBound());
    SmallVector<Value> innerInits(inner.getNumResults());
    for (auto [its, init] : llvm::enumerate(outer.getInitArgs())) {
      if (passesThrough[its] >= 0) {
        innerInits[passesThrough[its]] = init;
        continue;
      }
      kept.push_back(its);
      inits.push_back(init);
    }
    for (Value value : given)
      inits.push_back(placeholder(b, loc, value.getType()));
    for (auto [its, init] : llvm::enumerate(innerInits))
      if (!init) {
        restarted.push_back(its);
        init = placeholder(b, loc, inner.getResult(its).getType());
      }
    llvm::append_range(inits, innerInits);

    auto constant = [&](int64_t value) {
      return arith::ConstantOp::create(b, loc, b.getIntegerAttr(counter, value));
    };
    Value from = constant(0), step = constant(1);
    fused = scf::ForOp::create(b, loc, from, total, step, inits);
    for (scf::ForOp loop : {inner, outer})
      for (NamedAttribute attribute : loop->getDiscardableAttrs())
        fused->setAttr(attribute.getName(), attribute.getValue());
    fused->removeAttr(flatten);
    auto arguments = fused.getRegionIterArgs();
    outerIndex = arguments[0];
    at = arguments[1];
    innerIndex = indexIsPosition ? at : arguments[2];
    size_t next = indexIsPosition ? 2 : 3;
    keptArguments = arguments.slice(next, kept.size());
    givenArguments = arguments.slice(next += kept.size(), given.size());
    innerArguments = arguments.slice(next += given.size());
    outer.getInductionVar().replaceAllUsesWith(outerIndex);
    for (auto [its, argument] : llvm::zip(kept, keptArguments))
      outer.getRegionIterArg(its).replaceAllUsesWith(argument);
  }

  /// The prologue, in the first trip of a round: `given` and `current` become what the other trips carry on.
  void emitPrologue() {
    current.assign(innerArguments.begin(), innerArguments.end());
    if (prologue.empty() && restarted.empty())
      return;
    OpBuilder b = OpBuilder::atBlockEnd(fused.getBody());
    Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, at, zero);
    SmallVector<Value> values(given), olds;
    for (unsigned its : restarted)
      values.push_back(inner.getInitArgs()[its]);
    SmallVector<Type> types(ValueRange(values).getTypes());
    auto first = scf::IfOp::create(b, loc, types, isFirst, /*withElseRegion=*/true);
    // From here on users of the prologue's values, but itself, use what the if gives.
    for (auto [value, result] : llvm::zip(given, first.getResults()))
      value.replaceUsesWithIf(result, [&](OpOperand &use) {
        if (use.getOwner() == inner)
          return false;
        Operation *user = outer.getBody()->findAncestorOpInBlock(*use.getOwner());
        return user && !user->isBeforeInBlock(inner);
      });
    for (auto [argument, uses] : llvm::zip(givenArguments, givenUses))
      olds.append(isMutant(Mutant::M24) ? uses : 1, argument);
    for (unsigned its : restarted)
      olds.append(isMutant(Mutant::M24) ? inner.getRegionIterArg(its).getNumUses() : 1,
                  innerArguments[its]);
    fill(first.thenBlock(), prologue, values);
    fill(first.elseBlock(), {}, olds);
    for (auto [its, result] : llvm::zip(restarted, first.getResults().drop_front(given.size())))
      current[its] = result;
    for (auto [carried, result] : llvm::zip(given, first.getResults()))
      carried = result;
  }

  /// Makes these ops, and a yield, the block.
  void fill(Block *block, ArrayRef<Operation *> ops, ValueRange yields) {
    block->clear();
    moveTo(block, ops);
    OpBuilder b = OpBuilder::atBlockEnd(block);
    scf::YieldOp::create(b, loc, yields);
  }

  void emitInnerBody() {
    inner.getInductionVar().replaceAllUsesWith(innerIndex);
    for (auto [argument, value] : llvm::zip(inner.getRegionIterArgs(), current))
      argument.replaceAllUsesWith(value);
    after.assign(inner.getYieldedValues().begin(), inner.getYieldedValues().end());
    Operation *innerYield = inner.getBody()->getTerminator();
    Block *body = fused.getBody();
    body->getOperations().splice(body->end(), inner.getBody()->getOperations(),
                                 inner.getBody()->begin(), innerYield->getIterator());
    inner->replaceAllUsesWith(ValueRange(after));
  }

  /// The epilogue, in the last trip of a round, and what the next trip gets. The next outer index depends on nothing in there, so that it is known early.
  void emitEpilogue() {
    OpBuilder b = OpBuilder::atBlockEnd(fused.getBody());
    Value isLast = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, at, last);
    SmallVector<Value> news, olds;
    for (unsigned its : kept)
      news.push_back(outer.getYieldedValues()[its]);
    for (auto [its, argument] : llvm::zip(kept, keptArguments))
      olds.append(isMutant(Mutant::M24) ? usesByYield(outer.getYieldedValues()[its]) : 1, argument);
    ValueRange ends;
    if (!epilogue.empty() || !kept.empty()) {
      auto end = scf::IfOp::create(b, loc, keptArguments.getTypes(), isLast,
                                   /*withElseRegion=*/true);
      fill(end.thenBlock(), epilogue, news);
      fill(end.elseBlock(), {}, olds);
      ends = end.getResults();
    }

    auto inNextTrip = [&](Value first, Value value, Value step) -> Value {
      Value following = arith::AddIOp::create(b, loc, value, step);
      return arith::SelectOp::create(b, loc, isLast, first ? first : following,
                                     first ? following : value);
    };
    SmallVector<Value> yields{inNextTrip({}, outerIndex, outer.getStep()),
                              inNextTrip(zero, at, one)};
    if (!indexIsPosition)
      yields.push_back(inNextTrip(inner.getLowerBound(), innerIndex, inner.getStep()));
    llvm::append_range(yields, ends);
    llvm::append_range(yields, given);
    llvm::append_range(yields, after);
    scf::YieldOp::create(b, loc, yields);
  }

  scf::ForOp outer, inner;
  Location loc;
  SmallVector<Operation *> prologue, epilogue;
  SmallVector<Value> given;        ///< Of the prologue, to the body and the epilogue.
  SmallVector<unsigned> givenUses; ///< By how many uses.
  SmallVector<int64_t>
      passesThrough; ///< For each result of the outer loop one of the inner, or -1.

  // Of the fused loop.
  scf::ForOp fused;
  bool indexIsPosition = false;     ///< The inner index counts from 0 by 1.
  Value zero, one, last;            ///< Positions in the inner loop.
  Value outerIndex, at, innerIndex; ///< At the beginning of a trip; `at` is the position.
  SmallVector<unsigned> kept;       ///< Of the outer loop's values: those that do not pass through.
  SmallVector<unsigned>
      restarted; ///< Of the inner loop's values: those that start anew in each round.
  ValueRange keptArguments, givenArguments, innerArguments;
  SmallVector<Value> current, after; ///< The inner loop's values before and after its body.
};

struct TritonGPUFuseNestedLoops
    : fathom::impl::TritonGPUFuseNestedLoopsBase<TritonGPUFuseNestedLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops; // Inner ones first.
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(flatten))
        loops.push_back(loop);
    });
    if (loops.empty())
      return markAllAnalysesPreserved();
    for (scf::ForOp outer : loops) {
      for (auto inner : outer.getOps<scf::ForOp>())
        moveLoopInvariantCode(cast<LoopLikeOpInterface>(inner.getOperation()));
      moveLoopInvariantCode(cast<LoopLikeOpInterface>(outer.getOperation()));
      if (std::unique_ptr<Nest> nest = Nest::match(outer))
        nest->fuse();
    }
  }
};

} // namespace
