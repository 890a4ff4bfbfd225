// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies the sums in an address out.
#include "oracles/interp/AddressTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
namespace arith = mlir::arith;
namespace scf = mlir::scf;

namespace fathom::interp {

namespace {
class Expander {
public:
  Expander(tt::FuncOp kernel, const ArgumentFacts &facts) : kernel(kernel), facts(facts) {}

  SmallVector<Term> of(mlir::Value value) {
    constexpr size_t most = 24;
    Term atom;
    if (std::optional<int64_t> constant = constantOf(value)) {
      atom.factor = *constant;
      return {atom};
    }
    mlir::Operation *op = value.getDefiningOp();
    // A sum of sums of the same values has exponentially many terms.
    bool opaque = ++visits > 2000 || !active.insert(value).second;
    auto leaf = [&]() -> SmallVector<Term> {
      atom.range = std::max<int64_t>(facts.of(value).range, 1);
      atom.moves = facts.of(value).moves;
      return {atom};
    };
    if (opaque)
      return leaf();
    auto done = [&](SmallVector<Term> terms) {
      active.erase(value);
      if (terms.size() > most)
        terms.truncate(most);
      return terms;
    };
    if (auto argument = dyn_cast<mlir::BlockArgument>(value)) {
      if (argument.getOwner() == &kernel.getBody().front()) {
        atom.args.set(argument.getArgNumber());
        return done({atom});
      }
      if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
          loop && argument.getArgNumber() > 0) {
        unsigned k = argument.getArgNumber() - 1;
        SmallVector<Term> terms = of(loop.getInitArgs()[k]);
        append_range(terms, of(cast<scf::YieldOp>(loop.getBody()->getTerminator()).getOperand(k)));
        return done(terms);
      }
      return done(leaf());
    }
    if (isa<arith::AddIOp, arith::SubIOp>(op)) {
      SmallVector<Term> terms = of(op->getOperand(0));
      append_range(terms, of(op->getOperand(1)));
      return done(terms);
    }
    if (isa<arith::MulIOp>(op)) {
      SmallVector<Term> terms, right = of(op->getOperand(1));
      for (const Term &a : of(op->getOperand(0)))
        for (const Term &b : right)
          if (terms.size() < most)
            terms.push_back({a.args | b.args, a.factor * b.factor, std::max(a.range, b.range),
                             a.moves || b.moves, a.bounds | b.bounds});
      return done(terms);
    }
    if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
      SmallVector<Term> terms = leaf();
      terms.front().bounds = facts.of(op->getOperand(1)).is;
      if (std::optional<int64_t> by = constantOf(op->getOperand(1)); by && *by > 0)
        terms.front().range = *by, terms.front().moves = false;
      return done(terms);
    }
    if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
      SmallVector<Term> terms = leaf();
      std::optional<int64_t> by = constantOf(op->getOperand(1));
      terms.front().range = by && *by > 0 ? std::max<int64_t>(terms.front().range / *by, 1) : 1;
      return done(terms);
    }
    bool moves = op->getNumOperands() == 1 && op->getNumRegions() == 0 &&
                 op->getNumResults() == 1 && isInteger(op->getOperand(0).getType()) &&
                 !isa<tt::CallOp>(op);
    if (moves)
      return done(of(op->getOperand(0)));
    return done(leaf());
  }

private:
  tt::FuncOp kernel;
  const ArgumentFacts &facts;
  DenseSet<mlir::Value> active; ///< Values whose terms are being looked for.
  unsigned visits = 0;
};
} // namespace

SmallVector<Term> termsOf(mlir::Value offset, tt::FuncOp kernel, const ArgumentFacts &facts) {
  return Expander(kernel, facts).of(offset);
}

} // namespace fathom::interp
