// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says of a program whether a release's front end could have written it: whether somebody who writes Python meets what is wrong with it, or only somebody who
// writes IR.
//
//   beyondFrontEnd(program, "3.9.0")     ""                                                some Python gives it, as far as the table knows
//   beyondFrontEnd(program, "3.3.1")     "tt.dot: a product of fewer than 16 rows or columns"
//
// The rules are in FrontEnd.def. What a release's compiler cannot read is none of its front end's either (ReleaseSpelling.h). A program with
// layouts, or with ops of other dialects than those of TTIR, is beyond all of them.
#ifndef FATHOM_ORACLES_SUBJECT_FRONTEND_H
#define FATHOM_ORACLES_SUBJECT_FRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fathom {

/// The newest front end that the rules were read in.
inline constexpr llvm::StringLiteral newestFrontEnd = "3.9.0";

/// The first reason, or "". The error says that there is no such release. The release is named as in "3.6.0" or "triton:3.6.0".
llvm::Expected<std::string> beyondFrontEnd(mlir::ModuleOp program, llvm::StringRef release);

} // namespace fathom

#endif
