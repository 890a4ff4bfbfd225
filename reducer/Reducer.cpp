// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reducer's engine: chunks, cheap checks, the predicate.
#include "reducer/Reducer.h"

#include "reducer/ArgumentOrigins.h"

#include "reducer/Fingerprint.h"
#include "reducer/Size.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"

#include <chrono>

using namespace mlir;

namespace fathom {

namespace {
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Engine {
public:
  Engine(ModuleOp program, const CompileOptions &options, const Interesting &interesting,
         const ReduceOptions &reduceOptions)
      : interesting(interesting), limits(reduceOptions), best(program.clone()),
        bestOptions(options),
        silence(program.getContext(), [](Diagnostic &) { return success(); }) {
    markArguments(*best);
    for (const Reduction &row : limits.rows)
      statistics.rows.push_back({row.name});
  }

  llvm::Expected<ReduceResult> run() {
    if (failed(verify(*best)))
      return llvm::createStringError("the program to reduce is not valid");
    llvm::Expected<bool> first = ask(*best, bestOptions);
    if (!first)
      return first.takeError();
    if (!*first)
      return llvm::createStringError("nothing to reduce: the program does not fail in that way");
    bestSize = measure(*best, bestOptions);
    statistics.opsBefore = bestSize.ops;
    known.insert(fingerprint(*best, bestOptions));
    report();

    // A row rests once it has found nothing since the last change.
    size_t resting = 0;
    for (size_t turn = 0; resting < limits.rows.size() && !stopped(); ++turn) {
      size_t row = turn % limits.rows.size();
      bool first = turn < limits.rows.size();
      resting = runRow(limits.rows[row], statistics.rows[row], first) ? 0 : resting + 1;
    }

    statistics.seconds = now() - start;
    statistics.opsAfter = bestSize.ops;
    ReduceResult result;
    result.program = std::move(best);
    result.options = bestOptions;
    result.statistics = std::move(statistics);
    result.complete = stoppedBy.empty();
    result.stoppedBy = stoppedBy;
    return result;
  }

private:
  /// Tries a row's changes in ever smaller chunks. Returns whether one was accepted. The first time chunks start with everything; later
  /// on, most of what is left is needed, and pairs are enough unless there is much of it.
  bool runRow(const Reduction &reduction, RowStatistics &row, bool first) {
    double began = now();
    current = &row;
    bool changed = false;
    size_t offered = offers(reduction);
    size_t largest = first ? offered : std::min(offered, std::max<size_t>(2, offered / 8));
    for (size_t size = largest; size && !stopped(); size /= 2)
      for (size_t at = 0; at < offered && !stopped();) {
        if (!attempt(reduction, Chunk(at, at + size))) {
          at += size;
          continue;
        }
        changed = true;
        // What was taken is gone, so that the next change has its number.
        offered = offers(reduction);
      }
    row.seconds += now() - began;
    return changed;
  }

  size_t offers(const Reduction &reduction) {
    CompileOptions options = bestOptions;
    Chunk none = Chunk::none();
    reduction.step({*best, options}, none);
    return none.offered();
  }

  /// Makes a candidate, and the best of it if it is smaller and interesting.
  bool attempt(const Reduction &reduction, Chunk chunk) {
    OwningOpRef<ModuleOp> program = best->clone();
    CompileOptions options = bestOptions;
    applyStep(reduction, {*program, options}, chunk);
    ++statistics.candidates;
    if (!known.insert(fingerprint(*program, options)).second)
      return false;
    if (failed(verify(*program)))
      return false;
    Size size = measure(*program, options);
    if (!(size < bestSize))
      return false;
    llvm::Expected<bool> answer = ask(*program, options);
    if (!answer) {
      stoppedBy = llvm::toString(answer.takeError());
      return false;
    }
    if (!*answer)
      return false;
    ++current->hits;
    best = std::move(program);
    bestOptions = options;
    bestSize = std::move(size);
    report();
    return true;
  }

  llvm::Expected<bool> ask(ModuleOp program, const CompileOptions &options) {
    double began = now();
    llvm::Expected<bool> answer = interesting(program, options);
    statistics.askingSeconds += now() - began;
    ++statistics.questions;
    if (current)
      ++current->questions;
    return answer;
  }

  void report() {
    statistics.seconds = now() - start;
    statistics.opsAfter = bestSize.ops;
    if (limits.progress && !limits.progress(*best, bestOptions, statistics))
      stoppedBy = "interrupted";
  }

  bool stopped() {
    if (stoppedBy.empty()) {
      if (statistics.questions >= limits.maxQuestions)
        stoppedBy = "out of questions";
      else if (now() - start >= limits.maxSeconds)
        stoppedBy = "out of time";
      else if (limits.interrupted && limits.interrupted())
        stoppedBy = "interrupted";
    }
    return !stoppedBy.empty();
  }

  const Interesting &interesting;
  const ReduceOptions &limits;
  OwningOpRef<ModuleOp> best;
  CompileOptions bestOptions;
  Size bestSize;
  llvm::DenseSet<uint64_t> known; ///< Fingerprints of what was asked about or refused.
  ReduceStatistics statistics;
  RowStatistics *current = nullptr;
  std::string stoppedBy;
  double start = now();
  ScopedDiagnosticHandler silence; ///< Invalid candidates are a matter of course.
};
} // namespace

llvm::Expected<ReduceResult> reduce(ModuleOp program, const CompileOptions &options,
                                    const Interesting &interesting,
                                    const ReduceOptions &reduceOptions) {
  return Engine(program, options, interesting, reduceOptions).run();
}

} // namespace fathom
