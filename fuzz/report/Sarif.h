// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Findings as SARIF 2.1.0, which code scanning of GitHub and other viewers take.
//
// Rules are the oracles; a result is a finding, located in its reduced test (in the original one where there is none), with the folder as it was given before it: give
// a path that is relative to the repository. A result's fingerprint is its signature's id, with its form's if it is not the signature's first finding, so that a finding is one
// alert however often it is reported.
#ifndef FATHOM_FUZZ_REPORT_SARIF_H
#define FATHOM_FUZZ_REPORT_SARIF_H

#include "fuzz/report/Report.h"

namespace fathom {

llvm::json::Value sarifOf(const Report &report, llvm::StringRef fathomVersion);

} // namespace fathom

#endif
