// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// round-trip: printed IR reads back and prints the same.
// Sees printers and parsers that lose or reorder something: in the text that a subject made of a stage, and in fathom's own.
#include "oracles/Oracle.h"
#include "oracles/check/StageIr.h"

using namespace llvm;

namespace fathom {

/// Where two texts differ first, with the lines of both.
static std::string firstDifference(StringRef one, StringRef other) {
  for (unsigned line = 1; !one.empty() || !other.empty(); ++line) {
    auto [a, restA] = one.split('\n');
    auto [b, restB] = other.split('\n');
    if (a != b)
      return "line " + std::to_string(line) + ":\n- " + a.str() + "\n+ " + b.str() + "\n";
    one = restA;
    other = restB;
  }
  return "";
}

Expected<Verdict> roundTrip(const Trial &trial) {
  mlir::MLIRContext &context = *trial.program->getContext();
  Verdict result = Verdict::pass();
  for (const StageText &stage : trial.artifact.stages) {
    if (stage.stage > Stage::Ttgir)
      break;
    std::string why;
    mlir::OwningOpRef<mlir::ModuleOp> module = readStage(stage, context, why);
    if (!module) {
      result = Verdict::inconclusive(stageName(stage.stage).str() + " not read", why);
      continue;
    }
    StageText printed{stage.stage, printedIr(*module), 0};
    mlir::OwningOpRef<mlir::ModuleOp> again = readStage(printed, context, why);
    std::string difference =
        again ? firstDifference(printed.text, printedIr(*again)) : why + "\n" + printed.text;
    if (!difference.empty())
      return Verdict::fail({"round-trip", again ? "difference" : "unreadable",
                            stageName(stage.stage).str(),
                            normaliseMessage(StringRef(difference).split('\n').second.split('\n').first)},
                           difference);
  }
  return result;
}

} // namespace fathom
