// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes references, and judges artifacts by them.
#include "oracles/check/Reference.h"

#include "core/ir/Triton.h"
#include "oracles/check/GuiltyPass.h"
#include "oracles/check/StageIr.h"
#include "oracles/interp/EdgeLaunches.h"

#include "mlir/IR/OperationSupport.h"

#include <map>

using namespace llvm;

namespace fathom {

static void interpret(mlir::ModuleOp program, Reference &reference) {
  reference.reorders = mayReorder(program);
  for (unsigned s = 0; s < 2; ++s) {
    reference.meaning[s] = meaningOf(program, reference.launch, {.semantics = bothSemantics[s]});
    reference.unfit[s] = unfitAsReference(reference.meaning[s]);
  }
}

static std::shared_ptr<Reference> makeReference(mlir::ModuleOp program, StringRef launch) {
  auto reference = std::make_shared<Reference>();
  Expected<interp::Launch> parsed =
      launch.empty() ? interp::deduceLaunch(program) : interp::parseLaunch(launch);
  if (!parsed) {
    reference->error = toString(parsed.takeError());
    return reference;
  }
  reference->launch = std::move(*parsed);
  interpret(program, *reference);
  return reference;
}

namespace {
/// What is known of the program that was asked for last.
struct Last {
  uint64_t key = 0;
  std::string launch;
  std::shared_ptr<Reference> reference;
  std::optional<std::vector<interp::Launch>> edges;
  std::map<size_t, std::shared_ptr<Reference>> edgeReferences;
};
} // namespace

static Last &lastOf(mlir::ModuleOp program, StringRef launch) {
  thread_local Last last;
  hash_code key = 0;
  program.walk([&](mlir::Operation *op) {
    key = hash_combine(key, mlir::OperationEquivalence::computeHash(
                                op, mlir::OperationEquivalence::directHashValue,
                                mlir::OperationEquivalence::directHashValue,
                                mlir::OperationEquivalence::IgnoreLocations));
  });
  if (!last.reference || last.key != uint64_t(size_t(key)) || last.launch != launch)
    last = {uint64_t(size_t(key)), launch.str(), makeReference(program, launch), {}, {}};
  return last;
}

std::shared_ptr<Reference> referenceOf(mlir::ModuleOp program, StringRef launch) {
  return lastOf(program, launch).reference;
}

std::vector<std::shared_ptr<Reference>> edgeReferences(mlir::ModuleOp program, StringRef launch,
                                                       unsigned count, uint64_t first) {
  Last &last = lastOf(program, launch);
  std::vector<std::shared_ptr<Reference>> result;
  if (!last.reference->error.empty() || count == 0)
    return result;
  if (!last.edges)
    last.edges = interp::edgeLaunches(last.reference->launch, program);
  for (size_t tried = 0; tried < last.edges->size() && tried < 2 * count && result.size() < count;
       ++tried) {
    size_t number = (first + tried) % last.edges->size();
    std::shared_ptr<Reference> &edge = last.edgeReferences[number];
    if (!edge) {
      edge = std::make_shared<Reference>();
      edge->launch = (*last.edges)[number];
      interpret(program, *edge);
    }
    if (edge->fitness().kind == Verdict::Kind::Pass)
      result.push_back(edge);
  }
  return result;
}

/// A compiler may make one of a division. What is rounded to an integer behind it is left open near a border, where the program's own division is not.
static bool dividesApproximately(mlir::ModuleOp module) {
  return module.walk([](tt::ApproxDivFOp) { return mlir::WalkResult::interrupt(); })
      .wasInterrupted();
}

Judgement compareWith(const Reference &reference, mlir::ModuleOp module) {
  Judgement result;
  for (unsigned s = 0; s < 2; ++s) {
    if (reference.unfit[s])
      continue;
    // A loop that does not end is seen long before the whole budget is spent.
    uint64_t budget = reference.meaning[s].outcome.work * 50 + 5'000'000;
    Meaning compiled =
        meaningOf(module, reference.launch, {.semantics = bothSemantics[s], .budget = budget});
    Agreement agreement =
        compareMeanings(reference.meaning[s], compiled,
                        reference.reorders && bothSemantics[s] == interp::Semantics::Ieee);
    if (agreement.kind == Agreement::Kind::Different &&
        bothSemantics[s] == interp::Semantics::Ieee && dividesApproximately(module)) {
      agreement = compareMeanings(reference.meaning[s], compiled, /*reordered=*/true);
      if (agreement.kind == Agreement::Kind::Unknown)
        agreement.phrase = "differs as an approximate division may";
    }
    if (agreement.kind == Agreement::Kind::Different)
      return {agreement, bothSemantics[s]};
    if (result.agreement.kind == Agreement::Kind::Same)
      result = {agreement, bothSemantics[s]};
  }
  return result;
}

static Judgement compareText(const Reference &reference, Stage stage, StringRef text,
                             mlir::MLIRContext &context) {
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> module = readStage({stage, text.str(), 0}, context, why);
  if (!module)
    return {{Agreement::Kind::Unknown, "", (stageName(stage) + " not read").str(), why}, {}};
  std::string errors = verifyErrors(*module);
  if (!errors.empty())
    return {{Agreement::Kind::Unknown, "", (stageName(stage) + " does not verify").str(), errors},
            {}};
  return compareWith(reference, *module);
}

Verdict failureOf(const Reference &reference, const Judgement &judged, StringRef pass,
                  StringRef text) {
  const Agreement &agreement = judged.agreement;
  bool rounding = judged.semantics == interp::Semantics::Ieee && !reference.unfit[0];
  std::string phrase = agreement.phrase + (rounding ? " by rounding" : "");
  std::string detail =
      (Twine("launch: ") + interp::printLaunch(reference.launch) + "\n" + agreement.detail +
       (judged.semantics == interp::Semantics::Ieee ? " (ieee)" : " (algebra)") + "\n\n" + text)
          .str();
  Verdict verdict =
      Verdict::fail({"same-meaning", agreement.word, pass.str(), normaliseMessage(phrase)}, detail);
  verdict.launch = interp::printLaunch(reference.launch);
  return verdict;
}

Verdict Reference::fitness() const {
  if (!error.empty())
    // A program that stores nothing under any launch has nothing to be compared.
    return Verdict::notApplicable("no launch", error);
  if (unfit[0] && unfit[1])
    return Verdict::inconclusive(unfit[0].reason, unfit[0].detail);
  return Verdict::pass();
}

Expected<Verdict> judgeMeaning(const Trial &trial, const Reference &reference) {
  // The last stage says what those before it say, unless it cannot be told.
  Verdict result = Verdict::pass();
  for (const StageText &stage : reverse(trial.artifact.stages)) {
    if (stage.stage > Stage::Ttgir)
      continue;
    Judgement judged =
        compareText(reference, stage.stage, stage.text, *trial.program->getContext());
    const Agreement &agreement = judged.agreement;
    if (agreement.kind == Agreement::Kind::Same)
      return result;
    if (agreement.kind == Agreement::Kind::Unknown) {
      if (result.kind == Verdict::Kind::Pass)
        result = Verdict::inconclusive(agreement.phrase, agreement.detail);
      continue;
    }
    std::string pass;
    if (trial.request.confirm) {
      Expected<std::string> guilty = guiltyPass(trial, stage.stage, [&](StringRef text) {
        return compareText(reference, stage.stage, text, *trial.program->getContext())
                   .agreement.kind == Agreement::Kind::Same;
      });
      if (!guilty)
        return guilty.takeError();
      pass = guilty->empty() ? stageName(stage.stage).str() : *guilty;
    }
    return failureOf(reference, judged, pass, stage.text);
  }
  return result;
}

} // namespace fathom
