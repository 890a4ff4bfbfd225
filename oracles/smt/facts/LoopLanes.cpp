// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of what loops carry: by induction, or trip by trip.
#include "oracles/smt/facts/Lanes.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

z3::expr Lanes::inductionAt(scf::ForOp loop, const z3::expr &trip, const Trips &outer,
                            unsigned depth, z3::expr &exists) {
  unsigned bits = width(loop.getInductionVar().getType());
  Term lower = at(loop.getLowerBound(), {}, outer, depth),
       upper = at(loop.getUpperBound(), {}, outer, depth),
       step = at(loop.getStep(), {}, outer, depth);
  bool isUnsigned = loop.getUnsignedCmp();
  auto wide = [&](const z3::expr &x) { return isUnsigned ? z3::zext(x, bits) : z3::sext(x, bits); };
  // In twice the bits nothing wraps.
  z3::expr last = wide(lower.bits) + z3::zext(trip, bits) * z3::zext(step.bits, bits);
  exists = last < wide(upper.bits) && step.bits > number(0, bits) && !lower.poison &&
           !upper.poison && !step.poison;
  if (isUnsigned)
    exists = z3::ult(last, wide(upper.bits)) && z3::ugt(step.bits, number(0, bits));
  return lower.bits + trip * step.bits;
}

/// How many trips of a loop that is left are followed.
static constexpr unsigned most = 4;

Term Lanes::startOrYielded(Operation *loop, Value init, Value next, const Index &index,
                           const Trips &trips, unsigned depth) {
  z3::expr first = c.bool_const(("first" + std::to_string(numberOf(loop))).c_str());
  Term start = at(init, index, trips, depth);
  tripBefore = true;
  Term yielded = where(!first, [&] { return at(next, index, trips, depth); });
  tripBefore = false;
  return Term{z3::ite(first, start.bits, yielded.bits),
              z3::ite(first, start.poison, yielded.poison)};
}

/// What is carried round a loop, in it or after it.
std::optional<Term> Lanes::ofFor(scf::ForOp loop, unsigned i, bool isResult, const Index &index,
                                 const Trips &trips, unsigned depth) {
  Value init = loop.getInitArgs()[i], argument = loop.getRegionIterArgs()[i],
        next = loop.getBody()->getTerminator()->getOperand(i);
  if (question == Question::exact) {
    if (!isResult) {
      unsigned trip = trips.at(loop);
      Trips before = trips;
      before[loop] = trip ? trip - 1 : 0;
      return trip ? at(next, index, before, depth) : at(init, index, trips, depth);
    }
    // After the loop: what the last trip yields.
    std::optional<Term> result = at(init, index, trips, depth);
    for (unsigned trip = 0; trip <= most; ++trip) {
      Trips inside = trips;
      inside[loop] = trip;
      z3::expr exists(c);
      inductionAt(loop, number(trip, width(loop.getInductionVar().getType())), trips, depth,
                  exists);
      if (exists.simplify().is_false())
        break;
      if (trip == most) {
        hypotheses.push_back(!exists);
        bounded = true;
        break;
      }
      Term yielded = where(exists, [&] { return at(next, index, inside, depth); });
      result = Term{z3::ite(exists, yielded.bits, result->bits),
                    z3::ite(exists, yielded.poison, result->poison)};
    }
    return result;
  }
  if (root == (isResult ? Value(loop.getResult(i)) : argument) && !tripBefore)
    return startOrYielded(loop, init, next, index, trips, depth);
  // start + trip * amount.
  if (isResult || question != Question::window || !isa<IntegerType>(argument.getType()))
    return {};
  Operation *sum = next.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(sum))
    return {};
  unsigned other = sum->getOperand(0) == argument ? 1 : 0;
  Value amount = sum->getOperand(other);
  if (sum->getOperand(1 - other) != argument || !loop.isDefinedOutsideOfLoop(amount) ||
      (other == 0 && isa<arith::SubIOp>(sum)))
    return {};
  z3::expr exists(c), trip = anyTrip(loop);
  inductionAt(loop, trip, trips, depth, exists);
  hypotheses.push_back(exists);
  unsigned bits = width(argument.getType()), from = trip.get_sort().bv_size();
  trip = bits > from ? z3::zext(trip, bits - from) : bits < from ? trip.extract(bits - 1, 0) : trip;
  Term start = at(init, index, trips, depth), by = at(amount, index, trips, depth);
  z3::expr far = trip * by.bits;
  return Term{isa<arith::AddIOp>(sum) ? start.bits + far : start.bits - far,
              start.poison || by.poison};
}

z3::expr Lanes::goesOn(scf::WhileOp loop, unsigned conditions, const Trips &outer, unsigned depth) {
  z3::expr all = c.bool_val(true);
  for (unsigned trip = 0; trip < conditions; ++trip) {
    Trips inside = outer;
    inside[loop] = trip;
    Term holds = at(loop.getConditionOp().getCondition(), {}, inside, depth);
    all = all && !holds.poison && holds.bits == number(1, 1);
  }
  return all;
}

std::optional<Term> Lanes::ofWhile(scf::WhileOp loop, unsigned i, const Index &index,
                                   const Trips &trips, unsigned depth) {
  Value init = loop.getInits()[i], next = loop.getYieldOp().getOperand(i);
  if (question == Question::exact) {
    Trips before = trips;
    unsigned trip = trips.at(loop);
    if (trip == 0)
      return at(init, index, trips, depth);
    before[loop] = trip - 1;
    return at(next, index, before, depth);
  }
  if (root != loop.getBeforeArguments()[i] || tripBefore)
    return {};
  return startOrYielded(loop, init, next, index, trips, depth);
}

std::optional<Term> Lanes::resultOfWhile(scf::WhileOp loop, unsigned i, const Index &index,
                                         const Trips &trips, unsigned depth) {
  Value given = loop.getConditionOp().getArgs()[i];
  if (question != Question::exact)
    return at(given, index, trips, depth);
  // What the condition is given when it fails.
  std::vector<std::pair<z3::expr, Term>> ends;
  z3::expr reached = c.bool_val(true);
  for (unsigned trip = 0; trip <= most && !reached.simplify().is_false(); ++trip) {
    Trips inside = trips;
    inside[loop] = trip;
    Term value = where(reached, [&] { return at(given, index, inside, depth); });
    reached = goesOn(loop, trip + 1, trips, depth);
    ends.push_back({!reached, value});
  }
  if (!reached.simplify().is_false()) {
    hypotheses.push_back(!reached);
    bounded = true;
  }
  Term result = ends.back().second;
  for (auto &[ended, value] : llvm::drop_begin(llvm::reverse(ends)))
    result =
        Term{z3::ite(ended, value.bits, result.bits), z3::ite(ended, value.poison, result.poison)};
  return result;
}

std::optional<Term> Lanes::ofArgument(BlockArgument argument, const Index &index,
                                      const Trips &trips, unsigned depth) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned i = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::WhileOp>(parent))
    return argument.getOwner() == loop.getBeforeBody()
               ? ofWhile(loop, i, index, trips, depth)
               : std::optional(at(loop.getConditionOp().getArgs()[i], index, trips, depth));
  auto loop = dyn_cast<scf::ForOp>(parent);
  if (!loop)
    return {};
  if (argument != loop.getInductionVar())
    return ofFor(loop, i - 1, false, index, trips, depth);
  z3::expr exists(c);
  unsigned bits = width(argument.getType());
  if (question == Question::exact) {
    z3::expr place = inductionAt(loop, number(trips.at(loop), bits), trips, depth, exists);
    return Term{place, c.bool_val(false)};
  }
  z3::expr place = inductionAt(loop, anyTrip(loop), trips, depth, exists);
  hypotheses.push_back(exists);
  return Term{place, c.bool_val(false)};
}
