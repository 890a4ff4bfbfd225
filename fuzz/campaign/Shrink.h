// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a finding to what is handed on: a lit test and a Python reproducer.
#ifndef FATHOM_FUZZ_CAMPAIGN_SHRINK_H
#define FATHOM_FUZZ_CAMPAIGN_SHRINK_H

#include "oracles/Oracle.h"
#include "reducer/Reducer.h"

namespace fathom {

struct ShrunkFinding {
  TestCase test;          ///< The small test case.
  std::string regression; ///< Its lit test, with every release in the cache asked.
  std::string python; ///< The stand-alone reproducer; empty when the subject is no released Triton.
  std::string note;   ///< "412 ops to 9 in 3.1 s, 180 questions"
};

/// Shrinks the test case, compiled as the request says, for as long as the subject answers with the signature. An error if it does not to begin with.
llvm::Expected<ShrunkFinding> shrinkFinding(const TestCase &test, const CompileRequest &request,
                                            const Signature &signature, Subject &subject,
                                            const ReduceOptions &options);

} // namespace fathom

#endif
