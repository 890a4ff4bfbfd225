// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shows and keeps what a reduction has reached.
#include "fuzz/commands/ReduceProgress.h"

#include "reducer/Size.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <csignal>
#include <unistd.h>

using namespace llvm;

namespace fathom {

static volatile std::sig_atomic_t wasInterrupted = 0;

ReduceProgress::ReduceProgress(const TestCase &test, std::string out, StringRef question)
    : test(test), path(std::move(out)), terminal(::isatty(STDERR_FILENO)) {
  uint64_t hash = xxh3_64bits(printTestCase(test) + question.str());
  answers = path + "." + utohexstr(hash, /*LowerCase=*/true, /*Width=*/16) + ".answers";
  struct sigaction action = {};
  action.sa_handler = [](int) { wasInterrupted = 1; };
  action.sa_flags = SA_RESETHAND; // The second one ends the process.
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool ReduceProgress::interrupted() const { return wasInterrupted; }

void ReduceProgress::follow(ReduceOptions &options) {
  options.interrupted = [this] { return interrupted(); };
  options.progress = [this](mlir::ModuleOp best, const CompileOptions &knobs,
                            const ReduceStatistics &now) { return keep(best, knobs, now); };
}

bool ReduceProgress::keep(mlir::ModuleOp best, const CompileOptions &options,
                          const ReduceStatistics &now) {
  if (terminal)
    errs() << formatv("\r\033[K{0} ops, {1} questions, {2:F1} s", countOps(best), now.questions,
                      now.seconds);
  // The first time, nothing has been reached.
  if (now.opsAfter == now.opsBefore && now.questions == 1)
    return true;
  TestCase kept = test.clone();
  kept.program = mlir::OwningOpRef<mlir::ModuleOp>(best.clone());
  kept.options = options;
  kept.otherLines = {
      "// Not finished; the command that wrote this goes on when it is called again."};
  if (Error error = writeFileAtomically(path, printTestCase(kept))) {
    errs() << "fathom: " << toString(std::move(error)) << "\n";
    return false;
  }
  return true;
}

void ReduceProgress::end(bool complete) {
  if (terminal)
    errs() << "\r\033[K";
  if (complete)
    sys::fs::remove(answers);
}

} // namespace fathom
