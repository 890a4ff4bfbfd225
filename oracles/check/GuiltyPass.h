// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the pass after which a property of the IR is broken for good, by the IR before each pass.
#ifndef FATHOM_ORACLES_CHECK_GUILTYPASS_H
#define FATHOM_ORACLES_CHECK_GUILTYPASS_H

#include "oracles/Oracle.h"

namespace fathom {

/// Compiles again up to the stage, with dumps, and asks `isGood` for the text before each pass, from the last one on: the first good one was given
/// to the guilty pass. "Good" means that it is known to be: what cannot be told is not. Empty if no text is good.
llvm::Expected<std::string> guiltyPass(const Trial &trial, Stage stage,
                                       llvm::function_ref<bool(llvm::StringRef text)> isGood);

} // namespace fathom

#endif
