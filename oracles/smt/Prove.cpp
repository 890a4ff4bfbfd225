// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks Z3 whether there are inputs for which one function does something that the other one does not.
#include "oracles/smt/Prove.h"

#include "oracles/smt/Encoder.h"

using namespace mlir;
using namespace fathom;
using namespace fathom::smt;

namespace {

/// What may differ, in words, and when it does.
struct Difference {
  std::string what;
  z3::expr when;
  std::optional<std::pair<Term, Term>> values; ///< Before and after.
};

class Comparison {
public:
  Comparison(z3::context &c, const Outcome &before, const Outcome &after)
      : c(c), before(before), after(after) {}

  std::vector<Difference> differences() {
    std::vector<Difference> all;
    all.push_back({"after runs into undefined behaviour", after.trapped, {}});
    if (after.boundedLoops || before.boundedLoops)
      all.push_back({"after takes more trips", after.tooLong, {}});
    for (size_t result = 0; result < before.results.size(); ++result)
      for (size_t k = 0; k < before.results[result].size(); ++k) {
        const Term &x = before.results[result][k], &y = after.results[result][k];
        std::string what = "result " + std::to_string(result);
        if (before.results[result].size() > 1)
          what += ", element " + std::to_string(k);
        all.push_back({what, !x.poison && (y.poison || x.bits != y.bits), std::pair(x, y)});
      }
    z3::expr address = c.bv_const("address", 64);
    if (!z3::eq(before.memory, after.memory) || !z3::eq(before.undefined, after.undefined)) {
      Term x{z3::select(before.memory, address), z3::select(before.undefined, address)};
      Term y{z3::select(after.memory, address), z3::select(after.undefined, address)};
      all.push_back(
          {"the byte at `address`", !x.poison && (y.poison || x.bits != y.bits), std::pair(x, y)});
    }
    for (bool writes : {false, true})
      all.push_back({writes ? "after writes at `address`, where before does not"
                            : "after reads at `address`, where before does not",
                     touches(after, address, writes) && !touches(before, address, writes),
                     {}});
    return all;
  }

private:
  z3::expr touches(const Outcome &outcome, const z3::expr &address, bool writes) {
    z3::expr_vector any(c);
    for (const Access &access : outcome.accesses)
      if (access.writes == writes)
        any.push_back(access.on && z3::ult(address - access.address, c.bv_val(access.bytes, 64)));
    return any.empty() ? c.bool_val(false) : z3::mk_or(any);
  }

  z3::context &c;
  const Outcome &before, &after;
};

std::string text(const z3::model &model, const Term &term) {
  if (model.eval(term.poison, true).is_true())
    return "poison";
  std::string digits = model.eval(term.bits, true).to_string();
  return llvm::StringRef(digits).starts_with("#x") ? "0" + digits.substr(1) : digits;
}

std::string describe(const z3::model &model, tt::FuncOp function,
                     const std::vector<Terms> &arguments, const Difference &difference) {
  std::string result;
  llvm::raw_string_ostream os(result);
  for (auto [index, terms] : llvm::enumerate(arguments)) {
    os << (index ? ", arg" : "arg") << index << " = " << (terms.size() > 1 ? "[" : "");
    llvm::interleaveComma(terms, os, [&](const Term &term) { os << text(model, term); });
    os << (terms.size() > 1 ? "]" : "");
  }
  os << (arguments.empty() ? "" : "; ") << difference.what;
  if (difference.values)
    os << ": before " << text(model, difference.values->first) << ", after "
       << text(model, difference.values->second);
  return result;
}

} // namespace

namespace {

/// Whether there is a difference that matters.
Proof search(tt::FuncOp before, tt::FuncOp after, const ProofOptions &options,
             bool abstractProducts) {
  Proof proof;
  z3::context c;
  Encoder encoder(c, options, abstractProducts);
  std::vector<Terms> arguments;
  for (auto [index, type] : llvm::enumerate(before.getArgumentTypes())) {
    std::optional<Terms> terms = encoder.inputs(type, "arg" + std::to_string(index));
    if (!terms) {
      proof.detail = "argument " + std::to_string(index) + " is not written down";
      return proof;
    }
    arguments.push_back(*terms);
  }
  std::optional<Outcome> first = encoder.encode(before, arguments);
  std::optional<Outcome> second = first ? encoder.encode(after, arguments) : std::nullopt;
  if (!second) {
    proof.detail = encoder.whyNot();
    return proof;
  }
  proof.bounded = first->boundedLoops || second->boundedLoops;

  z3::solver solver = z3::tactic(c, "default").mk_solver();
  z3::params params(c);
  params.set("timeout", options.seconds * 1000);
  solver.set(params);
  solver.add(!first->trapped && !first->tooLong);
  for (const Difference &difference : Comparison(c, *first, *second).differences()) {
    if (difference.when.simplify().is_false())
      continue;
    solver.push();
    solver.add(difference.when);
    z3::check_result answer = solver.check();
    if (answer == z3::sat) {
      proof.detail = describe(solver.get_model(), before, arguments, difference);
      // An unknown function may be one for which there is no difference.
      bool certain = !first->approximate && !second->approximate;
      proof.kind = certain ? Proof::Kind::refuted : Proof::Kind::unknown;
      if (!certain)
        proof.detail = "a function that is not known may matter: " + proof.detail;
      return proof;
    }
    if (answer == z3::unknown) {
      proof.detail = difference.what + ": no answer in time";
      return proof;
    }
    solver.pop();
  }
  proof.kind = Proof::Kind::proved;
  return proof;
}

} // namespace

Proof fathom::prove(tt::FuncOp before, tt::FuncOp after, const ProofOptions &options) {
  if (before.getFunctionType() != after.getFunctionType())
    return {Proof::Kind::unknown, false, "other arguments or results"};
  try {
    Proof proof = search(before, after, options, /*abstractProducts=*/true);
    return proof.kind == Proof::Kind::proved
               ? proof
               : search(before, after, options, /*abstractProducts=*/false);
  } catch (const z3::exception &error) {
    return {Proof::Kind::unknown, false, error.msg()};
  }
}
