// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a function on many inputs in forked children, so that a crash costs one input and the run
// goes on.
#ifndef FATHOM_FUZZ_TARGETS_CRASHLOOP_H
#define FATHOM_FUZZ_TARGETS_CRASHLOOP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace fathom {

/// A child runs inputs one after the other. Each is in `folder`/current.mlir before it is run; when
/// the child dies, it is written to FIRST-WORDS-OF-THE-SIGNATURE-INDEX.mlir with the child's stderr
/// beside it (.log), and a new child goes on with the next input. With several jobs each has a file
/// (current-1.mlir, ...) and its share of the inputs.
struct CrashLoop {
  /// The index-th input, text or bytes; the same every time.
  std::function<std::string(uint64_t)> input;
  struct Result {
    /// What is wrong with the input; empty: nothing.
    std::string problem;
    bool accepted = false;
    /// More about the problem; goes to the .log.
    std::string detail = {};
  };
  /// May crash, hang and eat memory.
  std::function<Result(llvm::StringRef)> run;
  /// What is written of an input that went wrong; unset: the input.
  std::function<std::string(uint64_t, llvm::StringRef)> print;
  std::string folder = "parse-fuzz-findings";
  unsigned secondsPerInput = 10;
  uint64_t megabytes = 4096;
  unsigned jobs = 1;
  /// So many seconds after the start no input is begun; 0: all are run.
  double stopAfter = 0;

  struct Report {
    uint64_t inputs = 0; ///< That were run.
    uint64_t failures = 0;
    uint64_t accepted = 0;
    double seconds = 0;
    /// A signature of each kind of failure, and the first input that has it.
    std::map<std::string, uint64_t> classes;
  };
  /// Inputs first to first + count - 1, as far as there is time, or until SIGINT. An error is one of the environment.
  llvm::Expected<Report> runAll(uint64_t first, uint64_t count);
};

/// One line for a child's end: its last words (an assertion, or what `run` said), or the signal and
/// the first functions of the stack; numbers and addresses left out.
std::string crashSignature(llvm::StringRef cause, llvm::StringRef log);

} // namespace fathom

#endif
