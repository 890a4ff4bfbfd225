// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// compile-budget: time and the size of the IR stay in proportion to the program.
// Sees blow-ups of ops in a pass, super-linear passes and fixpoints that take too many rounds (bug kind K15).
#include "oracles/Oracle.h"
#include "oracles/subject/CoreSubject.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace fathom {

// Measured over real kernels: a release takes up to 20 ms for an op of the program up to LLVM IR, and makes up to 12 lines of TTGIR for a line of
// TTIR. The budgets are an order of magnitude above. The core, which ends at TTGIR, takes milliseconds.
static constexpr double secondsForAny = 10, secondsPerOp = 0.2;
static constexpr double coreSecondsForAny = 1, coreSecondsPerOp = 0.01;
static constexpr size_t linesForAny = 2000, linesPerOp = 100;

static size_t countOps(mlir::ModuleOp program) {
  size_t ops = 0;
  program.walk([&](mlir::Operation *) { ++ops; });
  return ops;
}

Expected<Verdict> compileBudget(const Trial &trial) {
  if (trial.artifact.failure)
    return Verdict::pass();
  size_t ops = countOps(trial.program);
  // Text of LLVM IR and machine code grows with the tile, not with the program: only the IR of the first stages has a budget.
  for (const StageText &stage : trial.artifact.stages) {
    if (stage.stage > Stage::Ttgir)
      break;
    size_t lines = StringRef(stage.text).count('\n');
    if (lines > linesForAny + linesPerOp * ops)
      return Verdict::fail({"compile-budget", "growth", stageName(stage.stage).str(),
                            "the IR grows out of proportion"},
                           formatv("{0} lines for {1} ops", lines, ops).str());
  }
  double budget = mutantOfCore(trial.subject.name())
                      ? coreSecondsForAny + coreSecondsPerOp * double(ops)
                      : secondsForAny + secondsPerOp * double(ops);
  double seconds = trial.artifact.seconds;
  // CPU time, and of three compiles the best: a machine that is busy, or short of memory, is no bug.
  for (int again = 0; seconds > budget && again < 2; ++again) {
    Expected<Artifact> artifact = trial.subject.compile(trial.program, trial.request);
    if (!artifact)
      return artifact.takeError();
    if (artifact->failure)
      return Verdict::inconclusive("slow once, failed once", artifact->failure->message);
    seconds = std::min(seconds, artifact->seconds);
  }
  if (seconds <= budget)
    return Verdict::pass();
  auto slowest = std::max_element(
      trial.artifact.stages.begin(), trial.artifact.stages.end(),
      [](const StageText &a, const StageText &b) { return a.seconds < b.seconds; });
  std::string stage = slowest == trial.artifact.stages.end() ? "" : stageName(slowest->stage).str();
  return Verdict::fail({"compile-budget", "time", stage, "the compile takes out of proportion"},
                       formatv("{0:F1} s for {1} ops", seconds, ops).str());
}

} // namespace fathom
