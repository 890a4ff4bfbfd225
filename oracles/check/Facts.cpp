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

namespace {
/// What was said of a program, without what is made of it: it is the same for all targets.
struct Said {
  std::shared_ptr<Reference> reference; ///< Of the program that was asked about last.
  Mutant mutant = Mutant::None;
  unsigned edges = 0;
  uint64_t firstEdge = 0;
  std::optional<Verdict> verdict; ///< Failed, or unclear; nothing: all claims hold.
};
} // namespace

/// What the facts of the program are, under its launch and some edges.
static const std::optional<Verdict> &
judgeProgram(const Trial &trial, const std::shared_ptr<Reference> &reference, Mutant mutant) {
  thread_local Said said;
  unsigned edges = std::max(trial.edges, 2u);
  if (said.reference == reference && said.mutant == mutant && said.edges == edges &&
      said.firstEdge == trial.firstEdge)
    return said.verdict;
  said = {reference, mutant, edges, trial.firstEdge, std::nullopt};
  SmallVector<std::shared_ptr<Reference>> launches = {reference};
  append_range(launches,
               edgeReferences(trial.program, trial.request.launch, edges, trial.firstEdge));
  for (const std::shared_ptr<Reference> &launched : launches) {
    std::optional<Verdict> verdict = judgeFacts(trial.program, *launched, "program", mutant);
    if (verdict)
      said.verdict = std::move(verdict);
    if (said.verdict && said.verdict->failed())
      break;
  }
  return said.verdict;
}

Expected<Verdict> facts(const Trial &trial) {
  std::optional<Mutant> mutant = mutantOfCore(trial.subject.name());
  if (!mutant)
    return Verdict::notApplicable("facts are the core's");

  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  if (!reference->error.empty())
    return Verdict::inconclusive("not launched", reference->error);
  Verdict result = judgeProgram(trial, reference, *mutant).value_or(Verdict::pass());
  if (result.failed())
    return result;

  const StageText *stage = trial.artifact.failure ? nullptr : trial.artifact.find(Stage::Ttgir);
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> made;
  if (stage)
    made = readStage(*stage, *trial.program->getContext(), why);
  if (made && verifyErrors(*made).empty())
    if (auto verdict = judgeFacts(*made, *reference, "ttgir", *mutant))
      return *verdict;
  return result;
}

} // namespace fathom
