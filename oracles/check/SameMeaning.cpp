// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// same-meaning: what the compiler made of a program does to memory what the program does.
// Sees silent miscompiles in every pass up to the end of TTGIR: values that are wrong, accesses that are new, waits that are missing. Names the pass.
#include "oracles/Oracle.h"
#include "oracles/check/Meaning.h"
#include "oracles/check/StageIr.h"

#include "mlir/IR/OperationSupport.h"

using namespace llvm;

namespace fathom {

namespace {
/// A program's meaning in both semantics: one for all compiles of it.
struct Reference {
  std::string error; ///< Why there is no launch.
  interp::Launch launch;
  Meaning meaning[2];
  Unfit unfit[2];
};
} // namespace

static constexpr interp::Semantics bothSemantics[] = {interp::Semantics::Algebra,
                                                      interp::Semantics::Ieee};

static std::shared_ptr<Reference> makeReference(mlir::ModuleOp program, StringRef launch) {
  auto reference = std::make_shared<Reference>();
  Expected<interp::Launch> parsed =
      launch.empty() ? interp::deduceLaunch(program) : interp::parseLaunch(launch);
  if (!parsed) {
    reference->error = toString(parsed.takeError());
    return reference;
  }
  reference->launch = std::move(*parsed);
  for (unsigned s = 0; s < 2; ++s) {
    reference->meaning[s] = meaningOf(program, reference->launch, {.semantics = bothSemantics[s]});
    reference->unfit[s] = unfitAsReference(reference->meaning[s]);
  }
  return reference;
}

/// The reference of the program, made once while the same program is judged again and again.
static std::shared_ptr<Reference> referenceOf(mlir::ModuleOp program, StringRef launch) {
  struct Last {
    uint64_t key = 0;
    std::string launch;
    std::shared_ptr<Reference> reference;
  };
  thread_local Last last;
  hash_code key = 0;
  program.walk([&](mlir::Operation *op) {
    key = hash_combine(key, mlir::OperationEquivalence::computeHash(
                                op, mlir::OperationEquivalence::directHashValue,
                                mlir::OperationEquivalence::directHashValue,
                                mlir::OperationEquivalence::IgnoreLocations));
  });
  if (!last.reference || last.key != uint64_t(size_t(key)) || last.launch != launch)
    last = {uint64_t(size_t(key)), launch.str(), makeReference(program, launch)};
  return last.reference;
}

namespace {
struct Judgement {
  Agreement agreement;
  interp::Semantics semantics = interp::Semantics::Algebra;
};
} // namespace

/// Compares in each semantics in which there is a reference; the first difference, else the first unknown, else same.
static Judgement compareWith(const Reference &reference, mlir::ModuleOp module) {
  Judgement result;
  for (unsigned s = 0; s < 2; ++s) {
    if (reference.unfit[s])
      continue;
    // A loop that does not end is seen long before the whole budget is spent.
    uint64_t budget = reference.meaning[s].outcome.work * 50 + 5'000'000;
    Agreement agreement = compareMeanings(
        reference.meaning[s],
        meaningOf(module, reference.launch, {.semantics = bothSemantics[s], .budget = budget}));
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

/// The pass after which the meaning differs for good, by the IR before each pass; empty if that cannot be told.
static Expected<std::string> guiltyPass(const Trial &trial, Stage stage,
                                        const Reference &reference) {
  CompileRequest request = trial.request;
  request.stage = stage;
  request.dumps = true;
  request.confirm = false;
  Expected<Artifact> dumped = trial.subject.compile(trial.program, request);
  if (!dumped)
    return dumped.takeError();
  // From the end: the last IR that still means the same, and the pass that got it.
  StringRef lastText;
  Agreement::Kind lastKind = Agreement::Kind::Unknown;
  for (const PassDump &dump : reverse(dumped->dumps)) {
    if (dump.text != lastText) {
      lastText = dump.text;
      lastKind =
          compareText(reference, stage, dump.text, *trial.program->getContext()).agreement.kind;
    }
    if (lastKind == Agreement::Kind::Same)
      return dump.pass;
  }
  return std::string();
}

Expected<Verdict> sameMeaning(const Trial &trial) {
  // The earlier oracles say what is wrong with that.
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  if (!reference->error.empty())
    return Verdict::inconclusive("no launch", reference->error);
  if (reference->unfit[0] && reference->unfit[1])
    return Verdict::inconclusive(reference->unfit[1].reason, reference->unfit[1].detail);
  // The last stage says what those before it say, unless it cannot be told.
  Verdict result = Verdict::pass();
  for (const StageText &stage : reverse(trial.artifact.stages)) {
    if (stage.stage > Stage::Ttgir)
      continue;
    Judgement judged =
        compareText(*reference, stage.stage, stage.text, *trial.program->getContext());
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
      Expected<std::string> guilty = guiltyPass(trial, stage.stage, *reference);
      if (!guilty)
        return guilty.takeError();
      pass = guilty->empty() ? stageName(stage.stage).str() : *guilty;
    }
    bool rounding = judged.semantics == interp::Semantics::Ieee && !reference->unfit[0];
    std::string phrase = agreement.phrase + (rounding ? " by rounding" : "");
    std::string detail =
        (Twine("launch: ") + interp::printLaunch(reference->launch) + "\n" + agreement.detail +
         (judged.semantics == interp::Semantics::Ieee ? " (ieee)" : " (algebra)") + "\n\n" +
         stage.text)
            .str();
    return Verdict::fail({"same-meaning", agreement.word, pass, normaliseMessage(phrase)}, detail);
  }
  return result;
}

} // namespace fathom
