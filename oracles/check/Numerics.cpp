// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// numerics: on a GPU the compiled kernel computes what the program says.
// Sees what is wrong after TTGIR too: code generation, the assembler, races. Asked where there is a GPU for the target.
#include "oracles/Oracle.h"
#include "oracles/check/DeviceCase.h"

#include <map>
#include <mutex>

using namespace llvm;

namespace fathom {

Expected<Verdict> numerics(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::inconclusive("not compiled", trial.artifact.failure->message);
  if (trial.subject.lastStage() < Stage::Binary)
    return Verdict::notApplicable("the subject makes no binaries");
  // Where there is no GPU, that is found out once for each vendor.
  static std::map<std::string, std::string> missing;
  static std::mutex mutex;
  std::string vendor = StringRef(trial.request.target.str()).split(':').first.str();
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = missing.find(vendor);
    if (found != missing.end())
      return Verdict::notApplicable("no GPU to run on", found->second);
  }
  Expected<Expectation> expectation = expectationOf(trial.program, trial.request.launch);
  if (!expectation)
    return Verdict::notApplicable("no launch", toString(expectation.takeError()));
  if (expectation->unfit)
    return Verdict::inconclusive(expectation->unfit.reason, expectation->unfit.detail);
  CompileRequest request = trial.request;
  request.stage = Stage::Binary;
  request.fpFusion = false;
  Expected<Artifact> artifact = trial.subject.compile(trial.program, request);
  if (!artifact)
    return artifact.takeError();
  if (artifact->failure)
    return Verdict::inconclusive("not compiled to a binary", artifact->failure->message);
  Expected<KernelCase> test =
      deviceCase("kernel", trial.program, trial.request.target, *artifact, *expectation);
  if (!test)
    return Verdict::notApplicable("not launched on a GPU", toString(test.takeError()));
  Expected<DeviceRun> run = runCases(*test, {.runner = "", .repeat = 2});
  if (!run) {
    std::string why = toString(run.takeError());
    std::lock_guard<std::mutex> lock(mutex);
    missing[vendor] = why;
    return Verdict::notApplicable("no GPU to run on", why);
  }
  const CaseVerdict &verdict = run->verdicts.front();
  switch (verdict.kind) {
  case CaseVerdict::Kind::Pass:
    return Verdict::pass();
  case CaseVerdict::Kind::Refused:
    return Verdict::inconclusive("refused by the driver", verdict.message);
  default:
    break;
  }
  std::string detail =
      "launch: " + interp::printLaunch(expectation->launch) + "\n" + describe(verdict);
  return Verdict::fail(
      {"numerics", verdictName(verdict.kind), "binary",
       normaliseMessage(verdict.kind == CaseVerdict::Kind::Differs ? "stored values differ"
                                                                   : verdict.message)},
      detail);
}

} // namespace fathom
