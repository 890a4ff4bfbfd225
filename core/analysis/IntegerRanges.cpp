// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ranges of IntegerRanges.h: rules of tt's ops, and of loops.
//
// What is carried round a loop and grows by an amount that does not change in it,
//
//   scf.for %i = %a to %b step %c iter_args(%x = %init)
//     scf.yield %x + %k
//
// lies between %init and %init + T %k, where T is the most trips that the ranges of %a, %b and %c allow; unless that passes the
// integer's ends, and then nothing is known. These ranges may themselves get wider, when the loop is in another one, and then T
// is taken again (M30: it was not). Anything else that grows goes to the end of its type at once.
#include "core/analysis/IntegerRanges.h"

#include "core/analysis/Assumptions.h"
#include "core/analysis/ForwardFacts.h"
#include "core/ir/TritonAMDGPU.h"
#include "core/mutant/Mutant.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fathom;

namespace {

struct RangeDomain {
  using Fact = IntegerValueRange; ///< Uninitialized: holds no integers.

  explicit RangeDomain(Operation *root) { collectAssumptions(root); }

  Fact unknown(Type type) {
    unsigned width = ConstantIntRanges::getStorageBitwidth(type);
    return width ? Fact(ConstantIntRanges::maxRange(width)) : Fact();
  }
  Fact join(const Fact &one, const Fact &other) {
    if (one.isUninitialized() || other.isUninitialized())
      return Fact();
    return Fact(one.getValue().rangeUnion(other.getValue()));
  }
  Fact aroundLoop(const Fact &old, Fact joined);
  Fact argument(FunctionOpInterface, unsigned, Fact fact) { return fact; }
  Fact rule(Operation *op, ArrayRef<const Fact *> operands, unsigned result);
  Fact induction(scf::ForOp loop, const Fact &start, const Fact &end, const Fact &step);
  std::optional<Fact> carried(scf::ForOp loop, unsigned i, bool isResult,
                              llvm::function_ref<const Fact *(Value)> look);
  void assumed(Value value, Fact &fact);

private:
  void collectAssumptions(Operation *root);
  DenseMap<Value, ConstantIntRanges> assumptions;
  DenseMap<Operation *, APInt> firstTrips; ///< Of M30.
};

} // namespace

/// [x < c] and the like, in the block that defines x: there the assumption is reached whenever x is there.
void RangeDomain::collectAssumptions(Operation *root) {
  forEachAssumption(root, [&](arith::CmpIOp cmp, const APInt &bound, Block *block) {
    if (cmp.getLhs().getParentBlock() != block || isa<RankedTensorType>(cmp.getLhs().getType()))
      return;
    unsigned width = bound.getBitWidth();
    APInt low = APInt::getSignedMinValue(width), high = APInt::getSignedMaxValue(width);
    switch (cmp.getPredicate()) {
    case arith::CmpIPredicate::sge:
      low = bound;
      break;
    case arith::CmpIPredicate::sgt:
      if (bound.isMaxSignedValue())
        return;
      low = bound + 1;
      break;
    case arith::CmpIPredicate::sle:
      high = bound;
      break;
    case arith::CmpIPredicate::slt:
      if (bound.isMinSignedValue())
        return;
      high = bound - 1;
      break;
    default:
      return;
    }
    auto range = ConstantIntRanges::fromSigned(low, high);
    auto [known, isNew] = assumptions.try_emplace(cmp.getLhs(), range);
    if (!isNew)
      known->second = known->second.intersection(range);
  });
}

void RangeDomain::assumed(Value value, Fact &fact) {
  if (assumptions.empty() || fact.isUninitialized())
    return;
  auto known = assumptions.find(value);
  if (known == assumptions.end())
    return;
  ConstantIntRanges both = fact.getValue().intersection(known->second);
  // An assumption that cannot hold says nothing that is of use.
  if (both.smin().sle(both.smax()) && both.umin().ule(both.umax()))
    fact = Fact(both);
}

/// What has moved once is taken to go to the end.
RangeDomain::Fact RangeDomain::aroundLoop(const Fact &old, Fact joined) {
  if (old.isUninitialized() || joined.isUninitialized())
    return joined;
  const ConstantIntRanges &a = old.getValue(), &b = joined.getValue();
  unsigned width = b.smin().getBitWidth();
  return Fact(
      ConstantIntRanges(b.umin().ult(a.umin()) ? APInt::getZero(width) : b.umin(),
                        b.umax().ugt(a.umax()) ? APInt::getAllOnes(width) : b.umax(),
                        b.smin().slt(a.smin()) ? APInt::getSignedMinValue(width) : b.smin(),
                        b.smax().sgt(a.smax()) ? APInt::getSignedMaxValue(width) : b.smax()));
}

RangeDomain::Fact RangeDomain::induction(scf::ForOp loop, const Fact &start, const Fact &end,
                                         const Fact &step) {
  if (start.isUninitialized() || end.isUninitialized())
    return unknown(loop.getInductionVar().getType());
  const ConstantIntRanges &from = start.getValue(), &to = end.getValue();
  // From start up to, and without, end. Where that is empty the loop does not run.
  if (loop.getUnsignedCmp()) {
    APInt last = to.umax().isZero() ? to.umax() : to.umax() - 1;
    return Fact(
        ConstantIntRanges::fromUnsigned(from.umin(), llvm::APIntOps::umax(from.umin(), last)));
  }
  APInt last = to.smax().isMinSignedValue() ? to.smax() : to.smax() - 1;
  return Fact(ConstantIntRanges::fromSigned(from.smin(), llvm::APIntOps::smax(from.smin(), last)));
}

/// Wide enough for any product of two 64-bit numbers and a sum.
static constexpr unsigned wide = 192;

/// The most trips of a loop, by the ranges of its bounds.
static std::optional<APInt> mostTrips(scf::ForOp loop, const IntegerValueRange &start,
                                      const IntegerValueRange &end, const IntegerValueRange &step) {
  if (start.isUninitialized() || end.isUninitialized() || step.isUninitialized())
    return std::nullopt;
  if (start.getValue().smin().getBitWidth() > 64)
    return std::nullopt;
  bool isUnsigned = loop.getUnsignedCmp();
  auto widen = [&](const APInt &value) { return isUnsigned ? value.zext(wide) : value.sext(wide); };
  APInt from = widen(isUnsigned ? start.getValue().umin() : start.getValue().smin());
  APInt to = widen(isUnsigned ? end.getValue().umax() : end.getValue().smax());
  // A step is positive.
  APInt by = step.getValue().smin().isStrictlyPositive() ? step.getValue().smin().sext(wide)
                                                         : APInt(wide, 1);
  if (to.sle(from))
    return APInt::getZero(wide);
  return (to - from + by - 1).sdiv(by);
}

std::optional<RangeDomain::Fact>
RangeDomain::carried(scf::ForOp loop, unsigned i, bool isResult,
                     llvm::function_ref<const Fact *(Value)> look) {
  Value argument = loop.getRegionIterArgs()[i];
  unsigned width = ConstantIntRanges::getStorageBitwidth(argument.getType());
  if (!width || width > 64)
    return std::nullopt;
  Operation *next = loop.getBody()->getTerminator()->getOperand(i).getDefiningOp();
  Value amount;
  bool falls = false;
  if (auto sum = dyn_cast_or_null<arith::AddIOp>(next)) {
    if (sum.getLhs() == argument)
      amount = sum.getRhs();
    else if (sum.getRhs() == argument)
      amount = sum.getLhs();
  } else if (auto difference = dyn_cast_or_null<arith::SubIOp>(next)) {
    if (difference.getLhs() == argument) {
      amount = difference.getRhs();
      falls = true;
    }
  }
  if (!amount || !loop.isDefinedOutsideOfLoop(amount))
    return std::nullopt;
  const Fact *init = look(loop.getInitArgs()[i]), *by = look(amount),
             *start = look(loop.getLowerBound()), *end = look(loop.getUpperBound()),
             *step = look(loop.getStep());
  if (!init || !by || !start || !end || !step || init->isUninitialized() || by->isUninitialized())
    return std::nullopt;
  std::optional<APInt> trips = mostTrips(loop, *start, *end, *step);
  if (!trips)
    return std::nullopt;
  if (isMutant(Mutant::M30)) // The first estimate is kept.
    trips = firstTrips.try_emplace(loop, *trips).first->second;
  // The argument has seen one addition less than there are trips.
  if (!isResult && !trips->isZero())
    --*trips;
  APInt least = by->getValue().smin().sext(wide), most = by->getValue().smax().sext(wide);
  if (falls) {
    std::swap(least, most);
    least.negate();
    most.negate();
  }
  APInt zero = APInt::getZero(wide);
  APInt low = init->getValue().smin().sext(wide) + llvm::APIntOps::smin(zero, least * *trips);
  APInt high = init->getValue().smax().sext(wide) + llvm::APIntOps::smax(zero, most * *trips);
  if (!low.isSignedIntN(width) || !high.isSignedIntN(width))
    return unknown(argument.getType());
  return Fact(ConstantIntRanges::fromSigned(low.trunc(width), high.trunc(width)));
}

RangeDomain::Fact RangeDomain::rule(Operation *op, ArrayRef<const Fact *> operands,
                                    unsigned result) {
  Type type = op->getResult(result).getType();
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  if (!width)
    return Fact();
  auto between = [&](int64_t low, int64_t high) {
    return Fact(ConstantIntRanges::fromSigned(APInt(width, low, true), APInt(width, high, true)));
  };
  auto same = [&](unsigned operand) {
    bool fits = ConstantIntRanges::getStorageBitwidth(op->getOperand(operand).getType()) == width;
    return fits ? *operands[operand] : unknown(type);
  };
  if (auto inferred = dyn_cast<InferIntRangeInterface>(op)) {
    SmallVector<IntegerValueRange> ranges;
    for (auto [operand, fact] : llvm::zip(op->getOperands(), operands))
      ranges.push_back(fact->isUninitialized() ? IntegerValueRange::getMaxRange(operand) : *fact);
    Fact found = unknown(type);
    inferred.inferResultRangesFromOptional(
        ranges, [&](Value value, const IntegerValueRange &range) {
          if (value == op->getResult(result) && !range.isUninitialized())
            found = range;
        });
    return found;
  }
  constexpr int64_t mostPrograms = (int64_t(1) << 31) - 1;
  return TypeSwitch<Operation *, Fact>(op)
      .Case([&](tt::MakeRangeOp range) {
        return between(int32_t(range.getStart()), int64_t(int32_t(range.getEnd())) - 1);
      })
      .Case([&](tt::GetProgramIdOp) { return between(0, mostPrograms - 1); })
      .Case([&](tt::GetNumProgramsOp) { return between(1, mostPrograms); })
      .Case<tt::SplatOp, tt::UnsplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp,
            tt::TransOp, tt::SplitOp, tt::GatherOp, ttg::ConvertLayoutOp,
            amdg::InThreadTransposeOp>([&](auto) { return same(0); })
      .Case<tt::JoinOp, tt::CatOp>([&](auto) { return join(same(0), same(1)); })
      .Case([&](tt::HistogramOp histogram) {
        auto counted = cast<RankedTensorType>(histogram.getSrc().getType());
        return width >= 32 ? between(0, counted.getNumElements()) : unknown(type);
      })
      .Default([&](Operation *) { return unknown(type); });
}

struct IntegerRanges::Solver {
  explicit Solver(Operation *root) : domain(root), facts(root, domain) {}
  RangeDomain domain;
  ForwardFacts<RangeDomain> facts;
};

IntegerRanges::IntegerRanges(Operation *root) : solver(std::make_unique<Solver>(root)) {}
IntegerRanges::~IntegerRanges() = default;

std::optional<ConstantIntRanges> IntegerRanges::lookup(Value value) {
  const IntegerValueRange &range = solver->facts.lookup(value);
  return range.isUninitialized() ? std::nullopt : std::optional(range.getValue());
}

void IntegerRanges::forget(Value value) { solver->facts.forget(value); }
