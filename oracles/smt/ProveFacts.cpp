// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The three questions about each claim, and what came of them (ProveFacts.h).
#include "oracles/smt/ProveFacts.h"

#include "oracles/smt/facts/Lanes.h"

#include <ctime>

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

namespace {

/// What is known of one of a value's claims.
struct Standing {
  enum class Kind { open, proved, refuted };
  Kind kind = Kind::open;
  std::string why = "time"; ///< Of what is open.
  bool holdsSoFar = true;   ///< In all trips that were asked for.
  RefutedFact refutation;

  bool isOpen() const { return kind == Kind::open; }
};

/// The claims of one analysis about a value.
struct ClaimsOfValue {
  Value value;
  bool range; ///< Of IntegerRanges; else of AxisInfo.
  std::vector<Standing> standings = {};
  bool bounded = false; ///< Some run of a loop before the value was left out.

  bool isAnyOpen() const {
    return llvm::any_of(standings, [](const Standing &standing) { return standing.isOpen(); });
  }
};

class FactsProver {
public:
  FactsProver(tt::FuncOp function, const FactsProofOptions &options)
      : claims(function), options(options), end(now() + options.seconds) {}

  void add(Value value);
  FactsProof prove();

private:
  void askStep(ClaimsOfValue &of) { ask(of, Question::step, {}); }
  void askWindow(ClaimsOfValue &of) { ask(of, Question::window, {}); }
  void askTripByTrip(ClaimsOfValue &of);
  /// Tries to answer what is open.
  void ask(ClaimsOfValue &of, Question question, const Trips &trips);
  void count(ClaimsOfValue &of, FactsProof &proof);
  /// Seconds of this thread.
  static double now() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
  }
  bool late() const { return now() > end; }
  RefutedFact describe(const z3::model &model, Value value, const Violation &violation,
                       Lanes &lanes);

  Claims claims;
  const FactsProofOptions &options;
  double end;
  std::vector<ClaimsOfValue> all;
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
  fact.analysis = violation.analysis;
  fact.rule = violation.rule;
  llvm::raw_string_ostream os(fact.detail);
  os << "claimed: ";
  if (StringRef(violation.analysis) == "integer-range")
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

/// A model of what the solver has just found to have one; where there is one, for a launch of few programs and small numbers.
static z3::model smallModel(z3::solver &solver, Lanes &lanes) {
  z3::model any = solver.get_model();
  z3::expr_vector small(any.ctx());
  for (const std::optional<z3::expr> &program : lanes.programs)
    if (program)
      small.push_back(z3::ult(*program, any.ctx().bv_val(16, 32)));
  for (bool argumentsToo : {true, false}) {
    solver.push();
    for (unsigned k = 0; k < small.size(); ++k)
      solver.add(small[k]);
    for (const auto &[number, term] : lanes.arguments())
      if (unsigned bits = term.get_sort().bv_size(); argumentsToo && bits > 12)
        solver.add(term > any.ctx().bv_val(-1024, bits) && term < any.ctx().bv_val(1024, bits));
    bool isThere = solver.check() == z3::sat;
    z3::model found = isThere ? solver.get_model() : any;
    solver.pop();
    if (isThere)
      return found;
  }
  return any;
}

void FactsProver::ask(ClaimsOfValue &of, Question question, const Trips &trips) {
  z3::context c;
  Lanes lanes(c, claims, question, of.value, trips);
  std::vector<Standing> &standings = of.standings;
  std::vector<Violation> violations =
      of.range ? lanes.violationsOfRange() : lanes.violationsOfAxes();
  bool isExact = question == Question::exact;
  if (isExact)
    lanes.comesToRoot();
  if (standings.empty())
    standings.resize(violations.size());
  auto leave = [&](Standing &standing, StringRef why) {
    standing.why = why.str();
    standing.holdsSoFar = false;
  };
  if (lanes.tooMuch()) {
    for (Standing &standing : standings)
      if (isExact && standing.isOpen())
        leave(standing, "too many terms");
    return;
  }
  of.bounded |= lanes.isBounded();
  z3::solver solver = z3::solver(c, "QF_UFBV");
  z3::params params(c);
  params.set("rlimit", options.steps);
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
      for (Standing &standing : standings)
        standing.kind = Standing::Kind::proved;
      return;
    }
    solver.pop();
  }
  for (auto [standing, violation] : llvm::zip_equal(standings, violations)) {
    if (!standing.isOpen() || (isExact && !standing.holdsSoFar) || late())
      continue;
    solver.push();
    solver.add(violation.when);
    z3::check_result answer = solver.check();
    if (!isExact && answer == z3::unsat)
      standing.kind = Standing::Kind::proved;
    else if (isExact && answer == z3::unknown)
      leave(standing, "a question too hard for the solver");
    else if (isExact && answer == z3::sat && !lanes.leftOpen().empty())
      leave(standing, lanes.leftOpen());
    else if (isExact && answer == z3::sat) {
      standing.kind = Standing::Kind::refuted;
      standing.refutation = describe(smallModel(solver, lanes), of.value, violation, lanes);
    }
    solver.pop();
  }
}

void FactsProver::askTripByTrip(ClaimsOfValue &of) {
  // The inner loop's trips first.
  SmallVector<Operation *> loops;
  for (Operation *op = of.value.getParentBlock()->getParentOp(); op && !isa<tt::FuncOp>(op);
       op = op->getParentOp())
    if (isa<scf::ForOp, scf::WhileOp>(op))
      loops.push_back(op);
  unsigned all = 1;
  for (unsigned depth = 0; depth < std::min<size_t>(loops.size(), 2); ++depth)
    all *= options.trips;
  auto goesOn = [&] {
    return !late() && llvm::any_of(of.standings, [&](auto &standing) {
      return standing.isOpen() && standing.holdsSoFar;
    });
  };
  of.bounded = !loops.empty();
  for (unsigned which = 0; which < all && goesOn(); ++which) {
    Trips trips;
    unsigned rest = which;
    for (Operation *loop : loops) {
      trips[loop] = rest % options.trips;
      rest /= options.trips;
    }
    ask(of, Question::exact, trips);
  }
  for (Standing &standing : of.standings)
    if (standing.isOpen() && standing.holdsSoFar && !late()) {
      if (of.bounded)
        standing.why.clear();
      else
        standing.kind = Standing::Kind::proved;
    }
}

void FactsProver::count(ClaimsOfValue &of, FactsProof &proof) {
  bool says = of.range ? claims.ranges.lookup(of.value).has_value()
                       : claims.axes.lookup(of.value) != AxisInfo::unknown(of.value.getType());
  if (of.standings.empty() && says && late())
    of.standings.resize(1); // Not even the first question was asked in time.
  bool assumed = !of.range && claims.axes.lookup(of.value).assumed();
  for (Standing &standing : of.standings) {
    ++proof.claims;
    if (standing.kind == Standing::Kind::refuted)
      proof.refuted.push_back(std::move(standing.refutation));
    else if (standing.kind == Standing::Kind::proved)
      ++(assumed ? proof.assumed : proof.proved);
    else if (standing.why.empty())
      ++proof.bounded;
    else
      ++proof.undecided[standing.why];
  }
}

void FactsProver::add(Value value) {
  if (!bitsOf(getElementTypeOrSelf(value.getType())) || tt::isBlockPointer(value.getType()))
    return;
  if (Operation *op = value.getDefiningOp()) {
    for (StringRef name : {"tt.divisibility", "tt.contiguity", "tt.constancy"})
      if (op->hasAttr(name))
        return;
    if (isa<arith::ConstantOp>(op) && isa<FloatType>(getElementTypeOrSelf(value.getType())))
      return;
  }
  all.push_back({value, /*range=*/false});
  all.push_back({value, /*range=*/true});
}

FactsProof FactsProver::prove() {
  // The cheap question of all values first.
  for (auto question :
       {&FactsProver::askStep, &FactsProver::askWindow, &FactsProver::askTripByTrip})
    for (ClaimsOfValue &of : all)
      if (!late() && (question == &FactsProver::askStep || of.isAnyOpen()))
        try {
          (this->*question)(of);
        } catch (const z3::exception &) {
          // What is open stays so.
        }
  FactsProof proof;
  for (ClaimsOfValue &of : all)
    count(of, proof);
  return proof;
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
      prover.add(result);
    if (op->getNumRegions() && !isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        prover.add(argument);
    return WalkResult::advance();
  });
  return prover.prove();
}
