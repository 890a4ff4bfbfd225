// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Judges dumps from the first to the last.
#include "oracles/check/EachPass.h"

#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"

#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace fathom {

namespace {
/// The program's meanings under all its launches, and the texts that are known to have them: what several targets' passes make alike is judged once.
struct Meanings {
  std::vector<std::shared_ptr<Reference>> references;
  StringSet<> same;
};
} // namespace

/// Each text that a pass made of another, and that pass.
static std::vector<PassDump> madeByPasses(const Artifact &dumped) {
  std::vector<PassDump> made;
  StringSet<> seen;
  auto add = [&](StringRef pass, StringRef text) {
    text = text.trim();
    if (seen.insert(text).second)
      made.push_back({pass.str(), text.str()});
  };
  for (const auto &[number, dump] : enumerate(dumped.dumps))
    add(number ? dumped.dumps[number - 1].pass : "", dump.text);
  if (!dumped.dumps.empty() && !dumped.stages.empty())
    add(dumped.dumps.back().pass, dumped.stages.back().text);
  if (!made.empty())
    made.erase(made.begin()); // What the first pass was given.
  return made;
}

static Meanings &meaningsOf(const Trial &trial, const std::shared_ptr<Reference> &first) {
  thread_local Meanings last;
  if (!last.references.empty() && last.references.front() == first)
    return last;
  last = {{first}, {}};
  for (std::shared_ptr<Reference> &edge :
       edgeReferences(trial.program, trial.request.launch, trial.edges, trial.firstEdge))
    last.references.push_back(std::move(edge));
  return last;
}

/// Nothing where it is the same, else what is not known of it, or a failure.
static std::optional<Verdict> judgeText(const PassDump &made, const Meanings &meanings,
                                        mlir::MLIRContext &context) {
  std::string why;
  mlir::OwningOpRef<mlir::ModuleOp> module = readStage({Stage::Ttgir, made.text, 0}, context, why);
  if (!module)
    return Verdict::inconclusive("not read", why);
  if (std::string errors = verifyErrors(*module); !errors.empty())
    return Verdict::fail({"same-meaning", "verifier", made.pass,
                          normaliseMessage(StringRef(errors).split('\n').first)},
                         errors + "\n" + made.text);
  std::optional<Verdict> unclear = meanings.references.front()->fitness();
  for (const std::shared_ptr<Reference> &reference : meanings.references) {
    if (reference->fitness().kind != Verdict::Kind::Pass)
      continue;
    Judgement judged = compareWith(*reference, *module);
    if (judged.agreement.kind == Agreement::Kind::Different)
      return failureOf(*reference, judged, made.pass, made.text);
    if (judged.agreement.kind == Agreement::Kind::Same)
      unclear.reset();
    else if (unclear && reference == meanings.references.front())
      unclear = Verdict::inconclusive(judged.agreement.phrase, judged.agreement.detail);
  }
  return unclear;
}

Expected<Verdict> meaningAfterEachPass(const Trial &trial) {
  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  Meanings &meanings = meaningsOf(trial, reference);
  CompileRequest request = trial.request;
  request.dumps = true;
  Expected<Artifact> dumped = trial.subject.compile(trial.program, request);
  if (!dumped)
    return dumped.takeError();
  if (dumped->failure)
    return Verdict::inconclusive("not compiled", dumped->failure->message);
  std::string lines;
  bool isAnySame = false;
  for (const PassDump &made : madeByPasses(*dumped)) {
    std::optional<Verdict> verdict;
    if (!meanings.same.contains(made.text))
      verdict = judgeText(made, meanings, *trial.program->getContext());
    if (verdict && verdict->failed())
      return *verdict;
    if (!verdict) {
      meanings.same.insert(made.text);
      isAnySame = true;
    }
    lines += made.pass + ": " + (verdict ? verdict->reason : "same") + "\n";
  }
  Verdict result = isAnySame ? Verdict::pass() : Verdict::inconclusive("no IR is known");
  result.detail = lines;
  return result;
}

} // namespace fathom
