// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// determinism: the same program compiles to the same text twice.
// Sees orders that hang on addresses, uninitialised memory and state left over from an earlier compile.
#include "oracles/Oracle.h"

using namespace llvm;

namespace fathom {

Expected<Verdict> determinism(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::pass();
  Expected<Artifact> again = trial.subject.compile(trial.program, trial.request);
  if (!again)
    return again.takeError();
  if (again->failure)
    return Verdict::fail({"determinism", "compiles-once", again->failure->stage,
                          normaliseMessage(again->failure->message)},
                         again->failure->log);
  for (const StageText &stage : trial.artifact.stages) {
    const StageText *other = again->find(stage.stage);
    if (!other || other->text != stage.text)
      return Verdict::fail({"determinism", "difference", stageName(stage.stage).str(),
                            "two compiles of one program differ"},
                           "--- once\n" + stage.text + "\n--- again\n" +
                               (other ? other->text : std::string("nothing\n")));
  }
  return Verdict::pass();
}

} // namespace fathom
