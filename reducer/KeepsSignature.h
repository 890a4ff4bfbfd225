// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reducer's question for a finding: does the subject still fail in the same way?
#ifndef FATHOM_REDUCER_KEEPSSIGNATURE_H
#define FATHOM_REDUCER_KEEPSSIGNATURE_H

#include "oracles/Oracle.h"
#include "reducer/Reducer.h"

namespace fathom {

/// Says yes to a program if the signature's oracle gives it exactly this signature, so that a reduction never slips to another bug. The
/// program is compiled by the subject as the request says, with the candidate's knobs. Both must outlive the predicate.
///
/// A question costs one compile, without the re-runs that find out which pass failed; these are made only if everything else of the
/// signature is the same and the pass is not known.
Interesting keepsSignature(Subject &subject, const CompileRequest &request, Signature signature);

/// The request that stops at the earliest stage at which the program still has the signature: what fails in a pass on TTGIR need not be
/// compiled to LLVM IR for each question, nor what fails on the way there to its end. The request itself if that is the first (or it names passes, not a stage).
llvm::Expected<CompileRequest> earliestRequest(mlir::ModuleOp program,
                                               const CompileRequest &request, Subject &subject,
                                               const Signature &signature);

} // namespace fathom

#endif
