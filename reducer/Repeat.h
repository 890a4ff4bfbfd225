// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a predicate the same question more than once: failures that come and go are measured, and reduced with repetition.
//
//   measureFrequency(fails, program, options, 10, 5.0)     "fails in 7 of 10 tries"
//   reduce(program, options, anyOf(fails, 8), ...)         a candidate is interesting if it fails in one of 8 tries
#ifndef FATHOM_REDUCER_REPEAT_H
#define FATHOM_REDUCER_REPEAT_H

#include "reducer/Reducer.h"

namespace fathom {

struct Frequency {
  unsigned yes = 0, asked = 0;

  bool flaky() const { return yes != 0 && yes != asked; }
  std::string str() const; ///< "7 of 10"
  /// After so many tries one said yes with a probability of 99%, if it does so as often as it did.
  unsigned triesToBeSure() const;
};

/// Asks up to `most` times. Where all answers are the same, it stops after five, or after three when `seconds` are over.
llvm::Expected<Frequency> measureFrequency(const Interesting &interesting, mlir::ModuleOp program,
                                           const CompileOptions &options, unsigned most,
                                           double seconds);

/// Says yes if the predicate does in one of so many tries; stops at the first.
Interesting anyOf(Interesting interesting, unsigned tries);

} // namespace fathom

#endif
