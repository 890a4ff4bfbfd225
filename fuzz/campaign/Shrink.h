// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a finding to what is handed on: a small test case, and what is written of it: a lit test, a Python reproducer, the knobs that matter.
#ifndef FATHOM_FUZZ_CAMPAIGN_SHRINK_H
#define FATHOM_FUZZ_CAMPAIGN_SHRINK_H

#include "fuzz/campaign/KnobBounds.h"
#include "oracles/Oracle.h"
#include "reducer/Bisect.h"
#include "reducer/Reducer.h"
#include "reducer/Repeat.h"

namespace fathom {

struct ShrinkOptions {
  /// With several threads, each opens the subject anew; not where there is a base.
  ReduceOptions reduction;
  /// A candidate fails if it does in one of so many tries.
  unsigned tries = 1;
  /// Ask the test case several times first: a failure that comes and goes is an error that says how often, unless there are several tries.
  bool measure = false;
  /// Where the answers that were given are kept until the reduction has ended, so that one that was killed asks nothing again; empty: nowhere.
  std::string answers = {};
  /// A subject that must not have the failure at any time; may be null.
  Subject *base = nullptr;
};

/// A small test case that fails as the finding did.
struct Shrunk {
  TestCase test;          ///< With one subject, one target, its launch.
  CompileRequest request; ///< It as a request.
  std::string frontEnd;   ///< frontEndNote of what was found and of it.
  std::string form;       ///< Its normal form; empty if the reduction was not complete.
  ReduceStatistics statistics;
  bool complete = false;    ///< As ReduceResult says it.
  Frequency frequency = {}; ///< How often the test case failed, if that was measured.
  std::string note;         ///< "412 ops to 9 in 3.1 s, 180 questions"
};

/// Shrinks the test case, compiled as the request says, for as long as the subject answers with the signature. An error if it does not to begin with.
llvm::Expected<Shrunk> shrink(const TestCase &test, const CompileRequest &request,
                              const Signature &signature, Subject &subject,
                              const ShrinkOptions &options);

/// Whether somebody who writes Python meets a failure, in words for the reader, by the front end of the subject's release, of the newest one if it is none (FrontEnd.h).
std::string frontEndNote(mlir::ModuleOp found, mlir::ModuleOp reduced, llvm::StringRef subject);

/// What is written of a small test case.
struct WriteUp {
  Bisection bisection; ///< Of every release in the cache, if the subject is one.
  KnobBounds bounds;
  std::string regression; ///< The lit test.
  std::string python; ///< The stand-alone reproducer; empty when the subject is no released Triton.
};

/// Asks the other releases, targets and knobs.
llvm::Expected<WriteUp> writeUp(const Shrunk &shrunk, const Signature &signature, Subject &subject);

/// The lit test alone, for which nobody else is asked.
WriteUp writeBriefly(const Shrunk &shrunk, const Signature &signature);

/// Adds what is known from then on to finding.json: "ops", "questions", "front_end", "simplest", "knobs", "releases", "first_bad", "first_good".
void describeReduction(const Shrunk &shrunk, const WriteUp &written, llvm::json::Object &details);

} // namespace fathom

#endif
