// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes as terms, and the three questions about each claim (ProveFacts.h).
#include "oracles/smt/ProveFacts.h"

#include "core/analysis/AxisInfo.h"
#include "core/analysis/AxisRules.h"
#include "core/analysis/IntegerRanges.h"
#include "core/ir/TritonGPU.h"
#include "oracles/smt/Encoder.h"

#include "llvm/ADT/TypeSwitch.h"

#include <chrono>

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

namespace {

/// A lane: one term of 32 bits for each dimension. Of a scalar: none.
using Index = std::vector<z3::expr>;
/// Which trip it is of each loop around.
using Trips = std::map<Operation *, unsigned>;

enum class Question { step, window, exact };

/// What is said of a function.
struct Claims {
  explicit Claims(tt::FuncOp function) : axes(function), ranges(function) {
    function.walk([&](Operation *op) {
      if (op->getName().getStringRef() != "llvm.intr.assume" || op->getNumOperands() == 0)
        return;
      if (auto cmp = op->getOperand(0).getDefiningOp<arith::CmpIOp>())
        if (cmp.getLhs().getParentBlock() == op->getBlock())
          assumptions[cmp.getLhs()].push_back(cmp);
    });
  }
  AxisInfoAnalysis axes;
  IntegerRanges ranges;
  DenseMap<Value, SmallVector<arith::CmpIOp, 1>> assumptions;
};

/// One of the ways in which a value may not be as it is claimed to be.
struct Violation {
  std::string rule;
  z3::expr when;
  SmallVector<std::pair<Index, Term>, 2> lanes;
};

/// The lanes of values for one question.
class Lanes {
public:
  Lanes(z3::context &c, Claims &claims, Question question, Value root, Trips trips)
      : c(c), claims(claims), question(question), root(root), trips(std::move(trips)),
        encoder(c, proofOptions, /*abstractProducts=*/false), hypotheses(c) {}

  std::vector<Violation> violationsOfAxes();
  std::vector<Violation> violationsOfRange();
  /// That control comes to the root.
  void comesToRoot();

  const z3::expr_vector &supposed() const { return hypotheses; }
  /// Rests on what is left open.
  bool isApproximate() const { return approximate || encoder.isApproximate(); }
  bool tooMuch() const { return made > 6000; }
  const std::map<unsigned, z3::expr> &arguments() const { return integerArguments; }
  std::optional<z3::expr> programs[3];
  bool withoutNegativeIndices = false;

private:
  Term at(Value value, const Index &index, const Trips &trips, unsigned depth);
  std::optional<Term> define(Value value, const Index &index, const Trips &trips, unsigned depth);
  std::optional<Term> ofArgument(BlockArgument argument, const Index &index, const Trips &trips,
                                 unsigned depth);
  std::optional<Term> ofLoop(scf::ForOp loop, unsigned i, bool isResult, const Index &index,
                             const Trips &trips, unsigned depth);
  std::optional<Term> moved(Operation *op, unsigned result, const Index &index, const Trips &trips,
                            unsigned depth);
  Term load(tt::LoadOp load, const Index &index, const Trips &trips, unsigned depth);
  /// A term of which no more is known than what is claimed.
  Term leaf(Value value, const Index &index, const Trips &trips);
  /// What is supposed by the way is so only where `when` is.
  Term where(const z3::expr &when, llvm::function_ref<Term()> make) {
    unsigned before = hypotheses.size();
    Term term = make();
    z3::expr_vector all(c);
    for (unsigned k = 0; k < hypotheses.size(); ++k)
      all.push_back(k < before ? hypotheses[k] : !when || hypotheses[k]);
    hypotheses = all;
    return term;
  }
  z3::expr asClaimed(Value value, Index index, llvm::function_ref<z3::expr(const Index &)> make);
  z3::expr offset(const z3::expr &place, unsigned log, unsigned unit, unsigned bits);
  /// An unknown function of a lane.
  z3::expr apply(const std::string &name, const Index &index, const z3::sort &range) {
    z3::expr_vector places(c);
    z3::sort_vector sorts(c);
    for (const z3::expr &place : index) {
      places.push_back(place.simplify());
      sorts.push_back(c.bv_sort(32));
    }
    return index.empty() ? c.constant(name.c_str(), range)
                         : z3::function(name.c_str(), sorts, range)(places);
  }
  void supposeClaims(Value value, const Index &index, const Term &term, const std::string &name);

  /// lower + trip * step; and that there is this trip.
  z3::expr inductionAt(scf::ForOp loop, const z3::expr &trip, const Trips &outer, unsigned depth,
                       z3::expr &exists);
  /// Which trip it is, where that is not fixed.
  z3::expr anyTrip(scf::ForOp loop) {
    std::string name = "trip" + std::to_string(numberOf(loop));
    return c.bv_const(name.c_str(), width(loop.getInductionVar().getType()));
  }
  z3::expr flag(Operation *op, const char *what) {
    return c.bool_const((what + std::to_string(numberOf(op))).c_str());
  }
  /// Of the loops around a value.
  static Trips around(Value value, const Trips &trips) {
    Trips kept;
    for (auto [loop, trip] : trips)
      if (loop->isProperAncestor(value.getParentBlock()->getParentOp()) ||
          loop == value.getParentBlock()->getParentOp())
        kept.insert({loop, trip});
    return kept;
  }
  static unsigned width(Type type) { return *bitsOf(getElementTypeOrSelf(type)); }
  unsigned numberOf(void *thing) {
    return numbers.try_emplace(thing, unsigned(numbers.size())).first->second;
  }
  z3::expr index32(int64_t value) { return c.bv_val(value, 32); }
  z3::expr number(int64_t value, unsigned bits) { return c.bv_val(value, bits); }
  z3::expr divides(const z3::expr &bits, unsigned log) {
    unsigned width = bits.get_sort().bv_size();
    log = std::min(log, width);
    return log ? bits.extract(log - 1, 0) == number(0, log) : c.bool_val(true);
  }
  /// The index with what is in a group of 2^log along `dim` replaced.
  Index inGroup(Index index, unsigned dim, unsigned log, std::optional<z3::expr> low = {}) {
    if (dim >= index.size() || !log)
      return index;
    z3::expr inside = low ? low->extract(log - 1, 0) : number(0, log);
    index[dim] = z3::concat(index[dim].extract(31, log), inside).simplify();
    return index;
  }

  z3::context &c;
  Claims &claims;
  Question question;
  Value root;
  Trips trips;
  ProofOptions proofOptions;
  Encoder encoder;
  z3::expr_vector hypotheses;
  bool approximate = false;
  bool tripBefore = false; ///< What is asked for is of the trip before the root's.
  unsigned made = 0;
  std::map<void *, unsigned> numbers;
  std::map<std::vector<uint64_t>, Term> known;
  std::map<unsigned, z3::expr> integerArguments;
};

} // namespace

static z3::expr applies(arith::CmpIPredicate predicate, const z3::expr &a, const z3::expr &b) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::sge:
    return a >= b;
  case P::sgt:
    return a > b;
  case P::sle:
    return a <= b;
  case P::slt:
    return a < b;
  default: // Not used by the analyses.
    return a.ctx().bool_val(true);
  }
}

Term Lanes::at(Value value, const Index &index, const Trips &allTrips, unsigned depth) {
  Trips trips = around(value, allTrips);
  std::vector<uint64_t> key{uint64_t(uintptr_t(value.getAsOpaquePointer())), tripBefore};
  for (const z3::expr &place : index)
    key.push_back(place.simplify().id());
  for (auto [loop, trip] : trips)
    key.insert(key.end(), {uint64_t(uintptr_t(loop)), trip});
  if (auto found = known.find(key); found != known.end())
    return found->second;
  ++made;
  std::optional<Term> term;
  if (!tooMuch())
    term = define(value, index, trips, depth);
  if (!term)
    term = leaf(value, index, trips);
  term->bits = term->bits.simplify();
  term->poison = term->poison.simplify();
  known.insert_or_assign(key, *term);

  if (withoutNegativeIndices && axisWidth(value.getType()) > 1 &&
      claims.axes.lookup(value).below == AxisInfo::indexSign)
    hypotheses.push_back(term->poison || term->bits >= number(0, width(value.getType())));
  if (auto found = claims.assumptions.find(value); found != claims.assumptions.end())
    for (arith::CmpIOp cmp : found->second)
      if (cmp.getRhs().getDefiningOp<arith::ConstantOp>())
        hypotheses.push_back(term->poison || applies(cmp.getPredicate(), term->bits,
                                                     at(cmp.getRhs(), index, trips, 0).bits));
  return *term;
}

/// The offset of a lane in its group of 2^log, as a number of bits.
z3::expr Lanes::offset(const z3::expr &place, unsigned log, unsigned unit, unsigned bits) {
  z3::expr low = log ? z3::zext(place.extract(log - 1, 0), 32 - log) : index32(0);
  low = bits > 32 ? z3::zext(low, bits - 32) : bits < 32 ? low.extract(bits - 1, 0) : low;
  return z3::shl(low, c.bv_val(unit, bits));
}

/// A term that has the contiguity, divisibility and constancy that are claimed of it by the way it is made: that of its group's first
/// lane, with zeros at the end, and how far the lane is from there. An undefined element goes on like its group.
z3::expr Lanes::asClaimed(Value value, Index index,
                          llvm::function_ref<z3::expr(const Index &)> make) {
  const AxisInfo &info = claims.axes.lookup(value);
  unsigned isNumber = axisWidth(value.getType()), zeros = 0;
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(64);
  z3::expr far = c.bv_val(0, bits);
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    unsigned group = axis.contiguity;
    // Modulo less than the type: supposeClaims says so.
    if (info.wrapBits() + info.unit < bits)
      group = info.exactLog(dim);
    if (!isNumber || axis.constancy)
      group = 0;
    if (dim < index.size() && group)
      far = far + offset(index[dim], group, info.unit, bits);
    if (isNumber)
      zeros = std::max(zeros, info.divisibilityAt(dim, group));
    index = inGroup(index, dim, std::max<unsigned>(group, axis.constancy));
  }
  z3::expr first = make(index);
  if (zeros >= bits)
    first = c.bv_val(0, bits);
  else if (zeros)
    first = z3::concat(first.extract(bits - 1, zeros), number(0, zeros));
  return first + far;
}

void Lanes::supposeClaims(Value value, const Index &index, const Term &term,
                          const std::string &name) {
  const AxisInfo &info = claims.axes.lookup(value);
  unsigned bits = term.bits.get_sort().bv_size(), number = axisWidth(value.getType());
  auto suppose = [&](const z3::expr &fact) { hypotheses.push_back(term.poison || fact); };
  unsigned modulus = info.wrapBits() + info.unit;
  for (unsigned dim = 0; number && modulus < bits && dim < index.size(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    if (!axis.contiguity)
      continue;
    z3::expr start = apply(name + "c" + std::to_string(dim), inGroup(index, dim, axis.contiguity),
                           c.bv_sort(bits));
    suppose(divides(start, axis.divisibility));
    z3::expr expected = start + offset(index[dim], axis.contiguity, info.unit, bits);
    suppose((term.bits - expected).extract(modulus - 1, 0) == c.bv_val(0, modulus));
  }
  if (!number)
    return;
  if (info.constant())
    suppose(term.bits == c.bv_val(*info.constant(), bits));
  if (info.isNotNegative() && info.below < bits)
    suppose(z3::ult(term.bits, z3::shl(c.bv_val(1, bits), c.bv_val(unsigned(info.below), bits))));
  std::optional<ConstantIntRanges> range = claims.ranges.lookup(value);
  if (range && range->smin().getBitWidth() == bits && bits <= 64) {
    auto value = [&](const APInt &n) { return c.bv_val(n.getZExtValue(), bits); };
    suppose(term.bits >= value(range->smin()) && term.bits <= value(range->smax()) &&
            z3::uge(term.bits, value(range->umin())) && z3::ule(term.bits, value(range->umax())));
  }
}

Term Lanes::leaf(Value value, const Index &index, const Trips &trips) {
  bool isRoot = value == root && !tripBefore;
  std::string name = (isRoot ? "root" : "v") + std::to_string(numberOf(value.getAsOpaquePointer()));
  for (auto [loop, trip] : trips)
    name += "@" + std::to_string(trip);
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(64);
  Term term{apply(name, index, c.bv_sort(bits)), apply(name + "?", index, c.bool_sort())};
  auto argument = dyn_cast<BlockArgument>(value);
  bool given = argument && isa<tt::FuncOp>(argument.getOwner()->getParentOp());
  if (given)
    term.poison = c.bool_val(false);
  else
    approximate = true;
  if ((question != Question::exact && !isRoot) || given) {
    term.bits = asClaimed(value, index,
                          [&](const Index &place) { return apply(name, place, c.bv_sort(bits)); });
    supposeClaims(value, index, term, name);
  }
  if (given && isa<IntegerType>(value.getType()))
    integerArguments.insert({argument.getArgNumber(), term.bits});
  return term;
}

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

/// What is carried round a loop, in it or after it.
std::optional<Term> Lanes::ofLoop(scf::ForOp loop, unsigned i, bool isResult, const Index &index,
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
    constexpr unsigned most = 4;
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
        break;
      }
      Term yielded = where(exists, [&] { return at(next, index, inside, depth); });
      result = Term{z3::ite(exists, yielded.bits, result->bits),
                    z3::ite(exists, yielded.poison, result->poison)};
    }
    return result;
  }
  if (root == (isResult ? Value(loop.getResult(i)) : argument) && !tripBefore) {
    z3::expr first = flag(loop, "first");
    Term start = at(init, index, trips, depth);
    tripBefore = true;
    Term yielded = where(!first, [&] { return at(next, index, trips, depth); });
    tripBefore = false;
    return Term{z3::ite(first, start.bits, yielded.bits),
                z3::ite(first, start.poison, yielded.poison)};
  }
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

std::optional<Term> Lanes::ofArgument(BlockArgument argument, const Index &index,
                                      const Trips &trips, unsigned depth) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return {};
  if (argument != loop.getInductionVar())
    return ofLoop(loop, argument.getArgNumber() - 1, false, index, trips, depth);
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

Term Lanes::load(tt::LoadOp load, const Index &index, const Trips &trips, unsigned depth) {
  approximate = true;
  Term address = at(load.getPtr(), index, trips, depth);
  std::string name = "load" + std::to_string(numberOf(load));
  for (auto [loop, trip] : trips)
    name += "@" + std::to_string(trip);
  unsigned bits = width(load.getType());
  Term term{z3::function(name.c_str(), c.bv_sort(64), c.bv_sort(bits))(address.bits),
            address.poison};
  if (!load.getMask())
    return term;
  Term mask = at(load.getMask(), index, trips, depth);
  z3::expr on = mask.bits == number(1, 1);
  Term other = load.getOther() ? at(load.getOther(), index, trips, depth)
                               : Term{number(0, bits), c.bool_val(true)};
  return {z3::ite(on, term.bits, other.bits),
          mask.poison || z3::ite(on, term.poison, other.poison)};
}

/// An element of an operand, elsewhere.
std::optional<Term> Lanes::moved(Operation *op, unsigned result, const Index &index,
                                 const Trips &trips, unsigned depth) {
  using Maybe = std::optional<Term>;
  auto from = [&](Value value, Index place) -> Maybe { return at(value, place, trips, depth); };
  return llvm::TypeSwitch<Operation *, Maybe>(op)
      .Case([&](tt::SplatOp splat) { return from(splat.getSrc(), {}); })
      .Case([&](tt::UnsplatOp unsplat) {
        return from(unsplat.getSrc(), Index(unsplat.getSrc().getType().getRank(), index32(0)));
      })
      .Case<ttg::ConvertLayoutOp>([&](auto convert) { return from(convert.getSrc(), index); })
      .Case([&](tt::ExpandDimsOp expand) {
        Index place = index;
        place.erase(place.begin() + expand.getAxis());
        return from(expand.getSrc(), place);
      })
      .Case([&](tt::BroadcastOp broadcast) {
        Index place = index;
        for (auto [at, size] : llvm::zip_equal(place, broadcast.getSrc().getType().getShape()))
          at = size == 1 ? index32(0) : at;
        return from(broadcast.getSrc(), place);
      })
      .Case([&](tt::TransOp trans) {
        Index place = index;
        for (auto [dim, at] : llvm::zip_equal(trans.getOrder(), index))
          place[dim] = at;
        return from(trans.getSrc(), place);
      })
      .Case([&](tt::ReshapeOp reshape) -> Maybe {
        if (reshape.getAllowReorder())
          return {};
        z3::expr flat = index32(0);
        for (auto [at, size] : llvm::zip_equal(index, reshape.getType().getShape()))
          flat = flat * index32(size) + at;
        Index place;
        for (int64_t size : llvm::reverse(reshape.getSrc().getType().getShape())) {
          place.insert(place.begin(), z3::urem(flat, index32(size)));
          flat = z3::udiv(flat, index32(size));
        }
        return from(reshape.getSrc(), place);
      })
      .Case([&](tt::JoinOp join) {
        Index place(index.begin(), index.end() - 1);
        Term left = at(join.getLhs(), place, trips, depth),
             right = at(join.getRhs(), place, trips, depth);
        z3::expr isLeft = index.back() == index32(0);
        return Maybe(Term{z3::ite(isLeft, left.bits, right.bits),
                          z3::ite(isLeft, left.poison, right.poison)});
      })
      .Case([&](tt::SplitOp split) {
        Index place = index;
        place.push_back(index32(result));
        return from(split.getSrc(), place);
      })
      .Default([](Operation *) { return Maybe(); });
}

std::optional<Term> Lanes::define(Value value, const Index &index, const Trips &trips,
                                  unsigned depth) {
  unsigned bits = bitsOf(getElementTypeOrSelf(value.getType())).value_or(0);
  if (!bits)
    return {};
  Operation *op = value.getDefiningOp();
  if (auto literal = dyn_cast_or_null<arith::ConstantOp>(op)) {
    Attribute attribute = literal.getValue();
    if (auto elements = dyn_cast<DenseElementsAttr>(attribute); elements && elements.isSplat())
      attribute = elements.getSplatValue<Attribute>();
    if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
      llvm::SmallString<64> text;
      integer.getValue().zextOrTrunc(bits).toStringUnsigned(text, 10);
      return Term{c.bv_val(text.c_str(), bits), c.bool_val(false)};
    }
    return {};
  }
  if (auto range = dyn_cast_or_null<tt::MakeRangeOp>(op))
    return Term{index[0] + index32(int32_t(range.getStart())), c.bool_val(false)};
  if (isa_and_nonnull<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp>(op) && value != root)
    return moved(op, 0, index, trips, depth);
  if (depth == 0)
    return {};
  --depth;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument)
    return ofArgument(argument, index, trips, depth);
  unsigned result = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return ofLoop(loop, result, true, index, trips, depth);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Term condition = at(branch.getCondition(), {}, trips, depth);
    z3::expr taken = condition.bits == number(1, 1);
    auto side = [&](scf::YieldOp yield) {
      return at(yield.getOperand(result), index, trips, depth);
    };
    Term yes = where(taken, [&] { return side(branch.thenYield()); }),
         no = where(!taken, [&] { return side(branch.elseYield()); });
    return Term{z3::ite(taken, yes.bits, no.bits), z3::ite(taken, yes.poison, no.poison)};
  }
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op)) {
    unsigned axis = unsigned(id.getAxis());
    z3::expr term = c.bv_const(("program" + std::to_string(axis)).c_str(), 32);
    hypotheses.push_back(term >= 0 && term < number((int64_t(1) << 31) - 1, 32));
    programs[axis] = term;
    return Term{term, c.bool_val(false)};
  }
  if (isa<tt::GetNumProgramsOp>(op)) {
    z3::expr term = c.bv_const(("programs" + std::to_string(numberOf(op))).c_str(), 32);
    hypotheses.push_back(term >= 1);
    approximate = true; // Bounds the ids.
    return Term{term, c.bool_val(false)};
  }
  if (auto access = dyn_cast<tt::LoadOp>(op))
    return access.getIsVolatile() || tt::isBlockPointer(access.getPtr().getType())
               ? std::nullopt
               : std::optional<Term>(load(access, index, trips, depth));
  if (std::optional<Term> term = moved(op, result, index, trips, depth))
    return term;
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    Term from = at(op->getOperand(0), index, trips, depth);
    unsigned width = from.bits.get_sort().bv_size();
    if (bits < width)
      from.bits = from.bits.extract(bits - 1, 0);
    else if (bits > width)
      from.bits = isa<arith::IndexCastOp>(op) ? z3::sext(from.bits, bits - width)
                                              : z3::zext(from.bits, bits - width);
    return from;
  }
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumRegions() || !isMemoryEffectFree(op))
    return {};
  Terms operands;
  for (Value operand : op->getOperands())
    operands.push_back(
        at(operand, isa<RankedTensorType>(operand.getType()) ? index : Index(), trips, depth));
  return encoder.element(op, operands);
}

void Lanes::comesToRoot() {
  Block *block = root.getParentBlock();
  for (Operation *op = block->getParentOp(); op && !isa<tt::FuncOp>(op);
       block = op->getBlock(), op = op->getParentOp()) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Term condition = at(branch.getCondition(), {}, trips, ~0u);
      bool then = block->getParent() == &branch.getThenRegion();
      hypotheses.push_back(!condition.poison && condition.bits == number(then ? 1 : 0, 1));
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      z3::expr exists(c);
      inductionAt(loop, number(trips.at(loop), width(loop.getInductionVar().getType())), trips, ~0u,
                  exists);
      hypotheses.push_back(exists);
    } else {
      approximate = true;
    }
  }
}

static unsigned depthOf(Question question) {
  return question == Question::step ? 1 : question == Question::window ? 5 : ~0u;
}

std::vector<Violation> Lanes::violationsOfAxes() {
  const AxisInfo &info = claims.axes.lookup(root);
  withoutNegativeIndices = info.assumed();
  unsigned isNumber = axisWidth(root.getType()), depth = depthOf(question);
  ArrayRef<int64_t> shape = shapeOf(root.getType());
  std::vector<Violation> all;
  Index first;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    first.push_back(size == 1 ? index32(0)
                              : c.bv_const(("lane" + std::to_string(dim)).c_str(), 32));
    hypotheses.push_back(z3::ult(first.back(), index32(size)));
  }
  auto lane = [&](const Index &index) { return std::pair(index, at(root, index, trips, depth)); };
  for (unsigned dim = 0; dim < info.rank(); ++dim) {
    AxisInfo::Axis axis = info.axes[dim];
    if (isNumber && axis.divisibility) {
      auto x = lane(inGroup(first, dim, axis.contiguity));
      all.push_back({"axis-info: divisibility",
                     !x.second.poison && !divides(x.second.bits, axis.divisibility),
                     {x}});
    }
    if (dim >= first.size())
      continue;
    z3::expr other = c.bv_const(("other" + std::to_string(dim)).c_str(), 32);
    auto pair = [&](unsigned log, auto differ, const char *rule) {
      auto x = lane(first), y = lane(inGroup(first, dim, log, other));
      z3::expr far = y.first[dim] - x.first[dim];
      all.push_back(
          {rule,
           !x.second.poison && !y.second.poison && differ(x.second.bits, y.second.bits, far),
           {x, y}});
    };
    if (axis.constancy)
      pair(
          axis.constancy, [&](auto &x, auto &y, auto &) { return x != y; }, "axis-info: constancy");
    if (!isNumber || !axis.contiguity)
      continue;
    // How far y is to be from x, in so many bits.
    auto distance = [&](const z3::expr &far, unsigned bits) {
      z3::expr wide = bits > 32   ? z3::sext(far, bits - 32)
                      : bits < 32 ? far.extract(bits - 1, 0)
                                  : far;
      return z3::shl(wide, c.bv_val(unsigned(info.unit), bits));
    };
    unsigned modulus = std::min<unsigned>(info.wrapBits() + info.unit, isNumber);
    bool allExact = isNumber > 1 && info.exactLog(dim) == axis.contiguity;
    if (!allExact)
      pair(
          axis.contiguity,
          [&](auto &x, auto &y, auto &far) {
            return (y - x).extract(modulus - 1, 0) !=
                   distance(far, isNumber).extract(modulus - 1, 0);
          },
          "axis-info: contiguity");
    if (unsigned exact = info.exactLog(dim); exact && isNumber > 1)
      pair(
          exact,
          [&](auto &x, auto &y, auto &far) {
            return z3::sext(y, 1) - z3::sext(x, 1) != distance(far, isNumber + 1);
          },
          "axis-info: contiguity");
  }
  if (isNumber && (info.constant() || (info.isNotNegative() && info.below < isNumber))) {
    auto x = lane(first);
    if (info.constant())
      all.push_back({"axis-info: constant",
                     !x.second.poison && x.second.bits != number(*info.constant(), isNumber),
                     {x}});
    if (info.isNotNegative() && info.below < isNumber)
      all.push_back({"axis-info: bound",
                     !x.second.poison && z3::lshr(x.second.bits, number(info.below, isNumber)) != 0,
                     {x}});
  }
  return all;
}

std::vector<Violation> Lanes::violationsOfRange() {
  std::optional<ConstantIntRanges> range = claims.ranges.lookup(root);
  unsigned bits = axisWidth(root.getType());
  if (!range || !bits || bits > 64 || range->smin().getBitWidth() != bits ||
      *range == ConstantIntRanges::maxRange(bits))
    return {};
  Index first;
  for (auto [dim, size] : llvm::enumerate(shapeOf(root.getType()))) {
    first.push_back(size == 1 ? index32(0)
                              : c.bv_const(("lane" + std::to_string(dim)).c_str(), 32));
    hypotheses.push_back(z3::ult(first.back(), index32(size)));
  }
  Term x = at(root, first, trips, depthOf(question));
  auto value = [&](const APInt &n) { return c.bv_val(n.getZExtValue(), bits); };
  // A product lies between those of its factors' ends, which takes the solver long to see.
  if (auto product = root.getDefiningOp<arith::MulIOp>(); product && question == Question::step) {
    std::optional<ConstantIntRanges> left = claims.ranges.lookup(product.getLhs()),
                                     right = claims.ranges.lookup(product.getRhs());
    if (left && right) {
      auto between = [&](const APInt(&ends)[4], bool isSigned) {
        auto less = [&](const APInt &a, const APInt &b) { return isSigned ? a.slt(b) : a.ult(b); };
        APInt low = *std::min_element(ends, ends + 4, less),
              high = *std::max_element(ends, ends + 4, less);
        if (isSigned && low.isSignedIntN(bits) && high.isSignedIntN(bits))
          hypotheses.push_back(
              x.poison || (x.bits >= value(low.trunc(bits)) && x.bits <= value(high.trunc(bits))));
        if (!isSigned && high.isIntN(bits))
          hypotheses.push_back(x.poison || (z3::uge(x.bits, value(low.trunc(bits))) &&
                                            z3::ule(x.bits, value(high.trunc(bits)))));
      };
      APInt a = left->smin().sext(2 * bits), b = left->smax().sext(2 * bits),
            p = right->smin().sext(2 * bits), q = right->smax().sext(2 * bits);
      between({a * p, a * q, b * p, b * q}, true);
      a = left->umin().zext(2 * bits), b = left->umax().zext(2 * bits);
      p = right->umin().zext(2 * bits), q = right->umax().zext(2 * bits);
      between({a * p, a * q, b * p, b * q}, false);
    }
  }
  z3::expr outside = x.bits < value(range->smin()) || x.bits > value(range->smax()) ||
                     z3::ult(x.bits, value(range->umin())) || z3::ugt(x.bits, value(range->umax()));
  return {{"integer-range: range", !x.poison && outside, {{first, x}}}};
}

//===--- questions ---------------------------------------------------------------------------===//

namespace {

class FactsProver {
public:
  FactsProver(tt::FuncOp function, const FactsProofOptions &options)
      : claims(function), options(options),
        end(std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds)) {}

  void judge(Value value);
  FactsProof proof;

private:
  void judge(Value value, bool range);
  /// Tries to answer what is open; true when nothing is any more.
  void ask(Value value, bool range, Question question, const Trips &trips, std::vector<bool> &open,
           bool wholeProves);
  bool late() const { return std::chrono::steady_clock::now() > end; }
  RefutedFact describe(const z3::model &model, Value value, const Violation &violation,
                       Lanes &lanes);

  Claims claims;
  const FactsProofOptions &options;
  std::chrono::steady_clock::time_point end;
  std::vector<std::optional<RefutedFact>> found;
};

} // namespace

static int64_t numberIn(const z3::model &model, const z3::expr &term) {
  uint64_t number = 0;
  z3::expr value = model.eval(term, true);
  unsigned bits = term.get_sort().bv_size();
  if (bits > 64 || !value.is_numeral_u64(number))
    return 0;
  return bits > 1 && bits < 64 ? llvm::SignExtend64(number, bits) : int64_t(number);
}

RefutedFact FactsProver::describe(const z3::model &model, Value value, const Violation &violation,
                                  Lanes &lanes) {
  RefutedFact fact;
  fact.rule = violation.rule;
  llvm::raw_string_ostream os(fact.detail);
  os << "claimed: ";
  if (violation.rule.starts_with("integer-range"))
    os << *claims.ranges.lookup(value);
  else
    claims.axes.lookup(value).print(os);
  os << "\nfound:";
  for (auto [number, lane] : llvm::enumerate(violation.lanes)) {
    os << (number ? ", element [" : " element [");
    llvm::interleaveComma(lane.first, os,
                          [&](const z3::expr &place) { os << numberIn(model, place); });
    os << "] is " << numberIn(model, lane.second.bits);
  }
  os << "\nof: ";
  if (Operation *op = value.getDefiningOp()) {
    fact.of = op->getName().getStringRef().str();
    op->print(os, OpPrintingFlags().skipRegions().useLocalScope());
  } else {
    auto argument = cast<BlockArgument>(value);
    fact.of =
        "an argument of " + argument.getOwner()->getParentOp()->getName().getStringRef().str();
    os << "argument " << argument.getArgNumber() << " of ";
    argument.getOwner()->getParentOp()->print(os, OpPrintingFlags().skipRegions().useLocalScope());
  }
  for (auto &[number, term] : lanes.arguments())
    fact.arguments.push_back({number, term.get_sort().bv_size(), numberIn(model, term)});
  for (unsigned axis = 0; axis < 3; ++axis)
    if (lanes.programs[axis])
      fact.programs[axis] = numberIn(model, *lanes.programs[axis]);
  return fact;
}

void FactsProver::ask(Value value, bool range, Question question, const Trips &trips,
                      std::vector<bool> &open, bool wholeProves) {
  z3::context c;
  Lanes lanes(c, claims, question, value, trips);
  std::vector<Violation> violations = range ? lanes.violationsOfRange() : lanes.violationsOfAxes();
  if (question == Question::exact)
    lanes.comesToRoot();
  if (open.empty() && !violations.empty()) {
    open.assign(violations.size(), true);
    found.assign(violations.size(), std::nullopt);
  }
  // What is found with something open refutes nothing.
  if (violations.empty() || lanes.tooMuch() ||
      (question == Question::exact && lanes.isApproximate()))
    return;
  z3::solver solver = z3::solver(c, "QF_UFBV");
  z3::params params(c);
  params.set("timeout", options.milliseconds);
  solver.set(params);
  for (const z3::expr &hypothesis : lanes.supposed())
    solver.add(hypothesis);
  if (question == Question::step && violations.size() > 1) {
    z3::expr_vector any(c);
    for (const Violation &violation : violations)
      any.push_back(violation.when);
    solver.push();
    solver.add(z3::mk_or(any));
    if (solver.check() == z3::unsat) {
      open.assign(open.size(), false);
      return;
    }
    solver.pop();
  }
  for (auto [number, violation] : llvm::enumerate(violations)) {
    if (!open[number] || found[number] || late())
      continue;
    solver.push();
    solver.add(violation.when);
    z3::check_result answer = solver.check();
    if (answer == z3::unsat && wholeProves)
      open[number] = false;
    else if (answer == z3::sat && question == Question::exact)
      found[number] = describe(solver.get_model(), value, violation, lanes);
    solver.pop();
  }
}

void FactsProver::judge(Value value, bool range) {
  std::vector<bool> open;
  found.clear();
  auto isOpen = [&] {
    for (auto [number, still] : llvm::enumerate(open))
      if (still && !found[number])
        return true;
    return false;
  };
  try {
    if (!late())
      ask(value, range, Question::step, {}, open, true);
    if (isOpen() && !late())
      ask(value, range, Question::window, {}, open, true);
    if (isOpen() && !late()) {
      // Trip by trip, the inner loop's first.
      SmallVector<Operation *> loops;
      for (Operation *op = value.getParentBlock()->getParentOp(); op && !isa<tt::FuncOp>(op);
           op = op->getParentOp())
        if (isa<scf::ForOp>(op))
          loops.push_back(op);
      unsigned all = 1;
      for (unsigned depth = 0; depth < std::min<size_t>(loops.size(), 2); ++depth)
        all *= options.trips;
      for (unsigned which = 0; which < all && isOpen() && !late(); ++which) {
        Trips trips;
        unsigned rest = which;
        for (Operation *loop : loops) {
          trips[loop] = rest % options.trips;
          rest /= options.trips;
        }
        ask(value, range, Question::exact, trips, open, false);
      }
    }
  } catch (const z3::exception &) {
    // What is open stays so.
  }
  if (open.empty()) {
    // Not even the first question was asked in time.
    bool says = range ? claims.ranges.lookup(value).has_value()
                      : claims.axes.lookup(value) != AxisInfo::unknown(value.getType());
    proof.claims += says && late();
    proof.undecided += says && late();
    return;
  }
  bool assumed = !range && claims.axes.lookup(value).assumed();
  for (size_t number = 0; number < open.size(); ++number) {
    ++proof.claims;
    if (found[number])
      proof.refuted.push_back(*found[number]);
    else if (open[number])
      ++proof.undecided;
    else
      ++(assumed ? proof.assumed : proof.proved);
  }
}

void FactsProver::judge(Value value) {
  if (!bitsOf(getElementTypeOrSelf(value.getType())) || tt::isBlockPointer(value.getType()))
    return;
  if (Operation *op = value.getDefiningOp()) {
    for (StringRef name : {"tt.divisibility", "tt.contiguity", "tt.constancy"})
      if (op->hasAttr(name))
        return;
    if (isa<arith::ConstantOp>(op) && isa<FloatType>(getElementTypeOrSelf(value.getType())))
      return;
  }
  judge(value, false);
  judge(value, true);
}

FactsProof fathom::proveFacts(tt::FuncOp function, const FactsProofOptions &options) {
  if (function.isExternal())
    return {};
  FactsProver prover(function, options);
  // Regions of reductions are run many times over, for elements.
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function)
      return WalkResult::advance();
    for (Value result : op->getResults())
      prover.judge(result);
    if (op->getNumRegions() && !isa<scf::ForOp, scf::IfOp>(op))
      return WalkResult::skip();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      for (Value argument : loop.getBody()->getArguments())
        prover.judge(argument);
    return WalkResult::advance();
  });
  return std::move(prover.proof);
}
