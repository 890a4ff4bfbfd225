// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the elements of a function's values are, as terms of Z3 over a lane's indices, for one question (ProveFacts.h). Inside oracles/smt only.
#ifndef FATHOM_ORACLES_SMT_FACTS_LANES_H
#define FATHOM_ORACLES_SMT_FACTS_LANES_H

#include "core/analysis/AxisInfo.h"
#include "core/analysis/AxisRules.h"
#include "core/analysis/IntegerRanges.h"
#include "core/ir/Triton.h"
#include "oracles/smt/Encoder.h"

namespace fathom::smt {

/// A lane: one term of 32 bits for each dimension. Of a scalar: none.
using Index = std::vector<z3::expr>;
/// Which trip it is of each loop around.
using Trips = std::map<mlir::Operation *, unsigned>;

enum class Question { step, window, exact };

/// What is said of a function.
struct Claims {
  explicit Claims(tt::FuncOp function);
  AxisInfoAnalysis axes;
  IntegerRanges ranges;
  /// What the program says where the value is made.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::arith::CmpIOp, 1>> assumptions;
};

/// One of the ways in which a value may not be as it is claimed to be.
struct Violation {
  const char *analysis, *rule; ///< "axis-info", "constancy".
  z3::expr when;
  llvm::SmallVector<std::pair<Index, Term>, 2> lanes;
};

/// The lanes of values for one question.
class Lanes {
public:
  Lanes(z3::context &c, Claims &claims, Question question, mlir::Value root, Trips trips)
      : c(c), claims(claims), question(question), root(root), trips(std::move(trips)),
        encoder(c, proofOptions, /*abstractProducts=*/false), hypotheses(c), ofInputs(c) {}

  std::vector<Violation> violationsOfAxes();
  std::vector<Violation> violationsOfRange();
  /// That control comes to the root.
  void comesToRoot();

  /// What may be taken for granted.
  z3::expr_vector supposed() const;
  /// What the terms rest on that is left open ("a loaded value"); empty: nothing. What is found then refutes nothing.
  llvm::StringRef leftOpen() const {
    return !open.empty()             ? llvm::StringRef(open)
           : encoder.isApproximate() ? "an operation without terms"
                                     : "";
  }
  /// Longer runs of some loop after which a value is used were left out.
  bool isBounded() const { return bounded; }
  bool tooMuch() const { return made > 6000; }
  const std::map<unsigned, z3::expr> &arguments() const { return integerArguments; }
  std::optional<z3::expr> programs[3];
  bool withoutNegativeIndices = false;

private:
  /// Within the root's shape.
  Index anyLane();
  void supposeProductBounds(mlir::arith::MulIOp product, const Term &x);
  Term at(mlir::Value value, const Index &index, const Trips &trips, unsigned depth);
  std::optional<Term> define(mlir::Value value, const Index &index, const Trips &trips,
                             unsigned depth);
  std::optional<Term> ofArgument(mlir::BlockArgument argument, const Index &index,
                                 const Trips &trips, unsigned depth);
  std::optional<Term> ofFor(mlir::scf::ForOp loop, unsigned i, bool isResult, const Index &index,
                            const Trips &trips, unsigned depth);
  /// What a while's condition is given.
  std::optional<Term> ofWhile(mlir::scf::WhileOp loop, unsigned i, const Index &index,
                              const Trips &trips, unsigned depth);
  std::optional<Term> resultOfWhile(mlir::scf::WhileOp loop, unsigned i, const Index &index,
                                    const Trips &trips, unsigned depth);
  /// Of what the root carries from one trip to the next: that of the first trip, or of what the trip before yielded.
  Term startOrYielded(mlir::Operation *loop, mlir::Value init, mlir::Value next, const Index &index,
                      const Trips &trips, unsigned depth);
  std::optional<Term> moved(mlir::Operation *op, unsigned result, const Index &index,
                            const Trips &trips, unsigned depth);
  Term load(tt::LoadOp load, const Index &index, const Trips &trips, unsigned depth);
  /// A term of which no more is known than what is claimed.
  Term leaf(mlir::Value value, const Index &index, const Trips &trips);
  void leaveOpen(const llvm::Twine &what) {
    if (open.empty())
      open = what.str();
  }
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
  z3::expr asClaimed(mlir::Value value, Index index,
                     llvm::function_ref<z3::expr(const Index &)> make);
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
  void supposeClaims(mlir::Value value, const Index &index, const Term &term,
                     const std::string &name);

  /// That the conditions of so many first trips of the while hold.
  z3::expr goesOn(mlir::scf::WhileOp loop, unsigned conditions, const Trips &outer, unsigned depth);
  /// lower + trip * step; and that there is this trip.
  z3::expr inductionAt(mlir::scf::ForOp loop, const z3::expr &trip, const Trips &outer,
                       unsigned depth, z3::expr &exists);
  /// Which trip it is, where that is not fixed.
  z3::expr anyTrip(mlir::scf::ForOp loop) {
    std::string name = "trip" + std::to_string(numberOf(loop));
    return c.bv_const(name.c_str(), width(loop.getInductionVar().getType()));
  }
  /// Of the loops around a value.
  static Trips around(mlir::Value value, const Trips &trips) {
    Trips kept;
    for (auto [loop, trip] : trips)
      if (loop->isProperAncestor(value.getParentBlock()->getParentOp()) ||
          loop == value.getParentBlock()->getParentOp())
        kept.insert({loop, trip});
    return kept;
  }
  static unsigned width(mlir::Type type) { return *bitsOf(mlir::getElementTypeOrSelf(type)); }
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
  mlir::Value root;
  Trips trips;
  ProofOptions proofOptions;
  Encoder encoder;
  z3::expr_vector hypotheses;
  z3::expr_vector ofInputs; ///< Promises of the caller and of the machine.
  std::string open;
  bool bounded = false;
  bool tripBefore = false; ///< What is asked for is of the trip before the root's.
  unsigned made = 0;
  std::map<void *, unsigned> numbers;
  std::map<std::vector<uint64_t>, Term> known;
  std::map<unsigned, z3::expr> integerArguments;
};

} // namespace fathom::smt

#endif
