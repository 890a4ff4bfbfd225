// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// metamorphic: a program that is said, or compiled, otherwise means the same.
// Sees miscompiles that the program itself does not meet: a loop that is pipelined, flattened, unrolled or guarded, values in another order, bounds that are
// not known, branches that are never taken. A campaign tries one variant (oracles/check/variant) of a program, chosen by its text; `fathom check --oracle
// metamorphic` tries all. What a variant's compile dies of is left to no-crash, and a program whose own compile is wrong to same-meaning.
#include "oracles/check/Reference.h"
#include "oracles/check/StageIr.h"
#include "oracles/check/variant/Variant.h"

#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace fathom {

/// The variants to try, in order; of a campaign's, only the first that finds something to change.
static std::vector<const Variant *> variantsToTry(const Trial &trial) {
  ArrayRef<Variant> all = allVariants();
  if (const Variant *wanted = findVariant(trial.tries))
    return {wanted};
  std::vector<const Variant *> order;
  size_t first = trial.tries.empty() ? xxh3_64bits(printedIr(trial.program)) % all.size() : 0;
  for (size_t at = 0; at < all.size(); ++at)
    order.push_back(&all[(first + at) % all.size()]);
  return order;
}

/// The variant as a test case that same-meaning judges.
static std::string asTestCase(const Trial &trial, const Varied &varied, StringRef launch) {
  TestCase test;
  test.program = (*varied.program).clone();
  test.subjects = {trial.subject.name().str()};
  test.targets = {varied.request.target};
  test.options = varied.request.options;
  test.stage = varied.request.stage;
  test.passes = varied.request.passes;
  test.launch = launch.str();
  return printTestCase(test);
}

static Expected<Verdict> judgeVariant(const Trial &trial, const Variant &variant,
                                      const Varied &varied, const Reference &reference) {
  auto unsure = [&](StringRef reason, const std::string &detail) {
    return Verdict::inconclusive(reason.str(), (variant.name + ": " + detail).str());
  };
  std::string errors = verifyErrors(*varied.program);
  if (!errors.empty())
    return unsure("a variant is not valid", errors);
  Expected<Artifact> artifact = trial.subject.compile(*varied.program, varied.request);
  if (!artifact)
    return artifact.takeError();
  if (artifact->failure)
    return unsure("a variant is not compiled", artifact->failure->message);
  Trial changed{*varied.program, varied.request, *artifact, trial.subject};
  Expected<Verdict> verdict = judgeMeaning(changed, reference);
  if (!verdict || !verdict->failed())
    return verdict;

  Judgement own = compareWith(reference, *varied.program);
  if (own.agreement.kind != Agreement::Kind::Same)
    return unsure("a variant does not mean the same", own.agreement.detail);
  CompileRequest quick = trial.request;
  quick.confirm = false;
  Trial original{trial.program, quick, trial.artifact, trial.subject};
  Expected<Verdict> unchanged = judgeMeaning(original, reference);
  if (!unchanged)
    return unchanged;
  if (unchanged->failed())
    return unsure("the program itself is compiled wrongly", unchanged->detail);
  verdict->signature.oracle = "metamorphic";
  verdict->signature.kind = variant.name.str();
  verdict->detail =
      (variant.sentence + ":\n" + asTestCase(trial, varied, interp::printLaunch(reference.launch)) +
       "\n" + verdict->detail)
          .str();
  return verdict;
}

Expected<Verdict> metamorphic(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  if (!trial.subject.compilesAny())
    return Verdict::notApplicable("a recorded compile has no variants");
  std::shared_ptr<Reference> reference = referenceOf(trial.program, trial.request.launch);
  Verdict result = reference->fitness();
  if (result.kind != Verdict::Kind::Pass)
    return result;
  // Later stages than the interpreter reads would be made for nothing.
  CompileRequest request = trial.request;
  request.stage = std::min(request.stage, Stage::Ttgir);
  bool tried = false;
  for (const Variant *variant : variantsToTry(trial)) {
    std::optional<Varied> varied = vary(*variant, trial.program, request, reference->launch);
    if (!varied)
      continue;
    tried = true;
    Expected<Verdict> verdict = judgeVariant(trial, *variant, *varied, *reference);
    if (!verdict || verdict->failed())
      return verdict;
    if (verdict->kind == Verdict::Kind::Inconclusive)
      result = std::move(*verdict);
    if (trial.tries.empty())
      break;
  }
  return tried ? result : Verdict::notApplicable("no variant changes the program");
}

} // namespace fathom
