// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// facts: what the core's analyses claim of integers and pointers holds of the values that the program has.
// Sees rules of AxisInfo and of IntegerRanges that are wrong: signed quotients and remainders of negative numbers, selects, min and max, loops, wraps.
// A wrong claim becomes an access that is too wide, or a branch that is folded away, where no other oracle may see it: the interpreter knows no vector
// widths. The program as it is given is looked at, and what the core made of it up to TTGIR; of other compilers nothing is known.
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/facts/FactsObserver.h"

#include "oracles/subject/CoreSubject.h"

using namespace llvm;

namespace fathom {

/// Runs the module and checks each claim about it; nothing when all hold.
static std::optional<Verdict> judgeFacts(mlir::ModuleOp module, const Reference &reference,
                                         StringRef which, Mutant mutant) {
  std::optional<FactsObserver> observer;
  {
    InjectedMutant injected(mutant);
    observer.emplace(module);
  }
  // Integers are the same in both semantics.
  unsigned s = reference.unfit[1] && !reference.unfit[0] ? 0 : 1;
  Meaning meaning = meaningOf(module, reference.launch,
                              {.semantics = bothSemantics[s],
                               .budget = reference.meaning[s].outcome.work * 4 + 5'000'000,
                               .observer = &*observer});
  if (!meaning.error.empty())
    return Verdict::inconclusive("not launched", meaning.error);
  if (const std::optional<FalseClaim> &claim = observer->falseClaim()) {
    // What is claimed rests on what the program assumes.
    if (meaning.outcome.stop && meaning.outcome.stop->kind == interp::Stop::Kind::Undefined)
      return Verdict::inconclusive("reference: undefined", meaning.outcome.stop->message);
    std::string detail = "launch: " + interp::printLaunch(reference.launch) + "\n" + claim->detail +
                         "\nin the " + which.str() + "\n";
    Verdict verdict = Verdict::fail(
        {"facts", claim->analysis, "", normaliseMessage(claim->rule + " of " + claim->of)}, detail);
    verdict.launch = interp::printLaunch(reference.launch);
    return verdict;
  }
  if (observer->promiseBroken())
    return Verdict::inconclusive("facts: the launch breaks a promise");
  if (observer->indexWrapped())
    return Verdict::inconclusive("facts: an index wraps");
  return std::nullopt;
}

Expected<Verdict> facts(const Trial &trial) {
  std::optional<Mutant> mutant = mutantOfCore(trial.subject.name());
  if (!mutant)
    return Verdict::notApplicable("facts are the core's");

  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  if (!reference->error.empty())
    return Verdict::inconclusive("not launched", reference->error);
  std::vector<std::shared_ptr<Reference>> launches = edgeReferences(
      trial.program, trial.request.launch, std::max(trial.edges, 2u), trial.firstEdge);
  launches.insert(launches.begin(), reference);
  // The TTGIR is looked at under the first launch of which something can be said.
  std::shared_ptr<Reference> clear;
  std::optional<Verdict> unclear;
  for (const std::shared_ptr<Reference> &launch : launches) {
    std::optional<Verdict> verdict = judgeFacts(trial.program, *launch, "program", *mutant);
    if (verdict && verdict->failed())
      return *verdict;
    if (verdict && !unclear)
      unclear = std::move(verdict);
    else if (!verdict && !clear)
      clear = launch;
  }
  if (!clear)
    return *unclear;

  const StageText *stage = trial.artifact.failure ? nullptr : trial.artifact.find(Stage::Ttgir);
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> made;
  if (stage)
    made = readStage(*stage, *trial.program->getContext(), why);
  if (made && verifyErrors(*made).empty())
    if (auto verdict = judgeFacts(*made, *clear, "ttgir", *mutant))
      return *verdict;
  return Verdict::pass();
}

} // namespace fathom
