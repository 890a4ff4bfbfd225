// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// verifies: the IR after each stage obeys the dialects' rules.
// Sees what a subject's own verifier does not check or was not asked to: dominance, types and encodings that do not fit.
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"

using namespace llvm;

namespace fathom {

Expected<Verdict> verifies(const Trial &trial) {
  Verdict result = Verdict::pass();
  for (const StageText &stage : trial.artifact.stages) {
    if (stage.stage > Stage::Ttgir)
      break;
    std::string why;
    mlir::OwningOpRef<mlir::ModuleOp> module = readStage(stage, *trial.program->getContext(), why);
    if (!module) {
      // A gap of fathom's reader is no bug of the subject.
      result = Verdict::inconclusive(stageName(stage.stage).str() + " not read", why);
      continue;
    }
    std::string errors = verifyErrors(*module);
    if (!errors.empty())
      return Verdict::fail({"verifies", "verifier", stageName(stage.stage).str(),
                            normaliseMessage(StringRef(errors).split('\n').first)},
                           errors + "\n" + stage.text);
  }
  return result;
}

} // namespace fathom
