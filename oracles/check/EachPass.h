// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program means after each pass of its compile, where same-meaning is asked for by `same-meaning:each-pass`.
//
// One pass may break what a later one mends by luck, or breaks again so that nothing is stored: only the last IR is judged otherwise.
#ifndef FATHOM_ORACLES_CHECK_EACHPASS_H
#define FATHOM_ORACLES_CHECK_EACHPASS_H

#include "oracles/Oracle.h"

namespace fathom {

/// Verifies and judges the IR after every pass up to the request's stage, each text once. A failure names the first pass that broke something. Otherwise the
/// verdict's detail has a line for each IR that was made: "TritonGPUCoalesce: same", or why it is not known. Inconclusive when none is known to be the same.
llvm::Expected<Verdict> meaningAfterEachPass(const Trial &trial);

} // namespace fathom

#endif
