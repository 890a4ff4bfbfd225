// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a failing test case small: asks a predicate about ever smaller programs.
//
// The caller says what is interesting; for a finding that is "the subject still fails with this signature" (KeepsSignature.h):
//
//   auto hasDot = [](mlir::ModuleOp program, const CompileOptions &) -> llvm::Expected<bool> {
//     return program.walk([](tt::DotOp) { return WalkResult::interrupt(); }).wasInterrupted();
//   };
//   ReduceResult result = cantFail(reduce(module, options, hasDot));      // a function with one tt.dot of constants
//
// The engine runs the rows of Reductions.def one after the other. Of a row's n changes it tries n at once, then halves, quarters, and so
// on down to single ones (delta debugging). A candidate is asked about only if it verifies, is smaller (Size.h), which includes that it
// is no less plausible, and was not asked about before. Rows are repeated until none of them finds anything.
//
// With several threads the next candidates are asked about before the answer to the first is there, as if it were no. Where it is yes, they are
// dropped and made anew of the smaller program: the steps forward are those of one thread, and so is the result.
#ifndef FATHOM_REDUCER_REDUCER_H
#define FATHOM_REDUCER_REDUCER_H

#include "oracles/TestCase.h"
#include "reducer/Reduction.h"

#include "mlir/IR/OwningOpRef.h"

#include <functional>

namespace fathom {

/// Whether a program, compiled so, is interesting. It must not change the program, and must give the same answer to the same question.
/// An error (the subject cannot be asked any more) ends the reduction; what was reached is kept.
using Interesting =
    std::function<llvm::Expected<bool>(mlir::ModuleOp program, const CompileOptions &options)>;

/// Makes a predicate that answers as another one does, for a thread of its own.
using MakeInteresting = std::function<llvm::Expected<Interesting>()>;

/// What a row did in a reduction.
struct RowStatistics {
  llvm::StringRef name;
  unsigned questions = 0; ///< How often it made the predicate be asked.
  unsigned hits = 0;      ///< How often the answer was yes.
  double seconds = 0;     ///< Spent in the row, predicate included.
};

struct ReduceStatistics {
  unsigned questions = 0; ///< How often the predicate was asked.
  unsigned candidates =
      0; ///< How many programs were made; those not asked about were invalid, not smaller or known.
  double seconds = 0;
  double askingSeconds = 0; ///< Of these, in the predicate.
  uint64_t opsBefore = 0;   ///< As countOps (Size.h) counts them.
  uint64_t opsAfter = 0;
  std::vector<RowStatistics> rows;
};

struct ReduceResult {
  mlir::OwningOpRef<mlir::ModuleOp> program;
  CompileOptions options;
  ReduceStatistics statistics;
  /// No row finds anything any more. False: time or questions ran out, or the predicate could not be asked.
  bool complete = false;
  std::string stoppedBy; ///< Why it is not complete.
};

struct ReduceOptions {
  double maxSeconds = 60;
  unsigned maxQuestions = 10000;
  llvm::ArrayRef<Reduction> rows = allReductions();
  /// More than one: so many candidates are asked about at once, by predicates that `another` makes. What is found is the same.
  unsigned threads = 1;
  MakeInteresting another = {};
  /// Asked before each question: true stops, with what was reached.
  std::function<bool()> interrupted;
  /// Called for the input and after each step forward, with the smallest so far; a place to save it. Returning false stops.
  std::function<bool(mlir::ModuleOp best, const CompileOptions &options,
                     const ReduceStatistics &statistics)>
      progress = {};
};

/// Returns the smallest program found. The input is not changed. It is an error if the input is not interesting, or not valid IR.
llvm::Expected<ReduceResult> reduce(mlir::ModuleOp program, const CompileOptions &options,
                                    const Interesting &interesting,
                                    const ReduceOptions &reduceOptions = {});

} // namespace fathom

#endif
