// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user sees of a reduction while it runs, and what is left of it when it is ended: the smallest program so far lies in the output file, and the
// answers beside it, by which the same command goes on later as if it had never stopped.
//
//   first Ctrl-C      ends it after the questions that are on, and writes what was reached
//   second Ctrl-C     ends at once
//   kill -9           the output file has the smallest so far
#ifndef FATHOM_FUZZ_COMMANDS_REDUCEPROGRESS_H
#define FATHOM_FUZZ_COMMANDS_REDUCEPROGRESS_H

#include "reducer/Reducer.h"

namespace fathom {

class ReduceProgress {
public:
  /// Of the reduction of a test case into a file. `question` says what else the answers depend on.
  ReduceProgress(const TestCase &test, std::string path, llvm::StringRef question);

  /// The file that keeps the answers; its name has a hash of the test case and the question.
  const std::string &answersPath() const { return answers; }
  /// Has the reduction tell of its progress, and ask whether it was interrupted. This must outlive it.
  void follow(ReduceOptions &options);
  /// The answers are dropped if no reduction can need them any more.
  void end(bool complete);
  bool interrupted() const;

private:
  bool keep(mlir::ModuleOp best, const CompileOptions &options, const ReduceStatistics &now);

  const TestCase &test;
  std::string path, answers;
  bool terminal;
};

} // namespace fathom

#endif
