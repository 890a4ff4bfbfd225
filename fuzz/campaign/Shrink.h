// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a finding to what is handed on: a lit test and a Python reproducer.
#ifndef FATHOM_FUZZ_CAMPAIGN_SHRINK_H
#define FATHOM_FUZZ_CAMPAIGN_SHRINK_H

#include "oracles/Oracle.h"

namespace fathom {

struct ShrunkFinding {
  std::string regression; ///< The lit test's text.
  std::string python;     ///< The stand-alone reproducer; empty when the subject is no released Triton.
  std::string note;       ///< "412 ops to 9 in 3.1 s, 180 questions"
};

/// Shrinks the test case for as long as the subject answers with the signature.
llvm::Expected<ShrunkFinding> shrinkFinding(const TestCase &test, const Signature &signature,
                                            Subject &subject, double seconds);

} // namespace fathom

#endif
