// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a module as a given Triton release reads it.
//
//   printForRelease(module, "3.1.0")     tt.reshape %0 {allow_reorder = false} : tensor<8xf32> -> tensor<2x4xf32>
//   printForRelease(module, "3.6.0")     tt.reshape %0 : tensor<8xf32> -> tensor<2x4xf32>
//
// What a release cannot say is an error that names the op and the release. What only weakens the
// program is dropped instead: hints (llvm.intr.assume, branch weights) and flags that promise
// something (nsw, fastmath), where the release has none. Block pointers, which 3.8 left out, are
// pointers and masks for it and those after it.
#ifndef FATHOM_ORACLES_SUBJECT_RELEASESPELLING_H
#define FATHOM_ORACLES_SUBJECT_RELEASESPELLING_H

#include "core/ir/Spelling.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>

namespace fathom {

/// How the release writes; "3.1.0" and "triton:3.1.0" name the same. A version later than the last
/// one known is spelled as that one. The error says which versions there are.
llvm::Expected<Spelling> spellingOfRelease(llvm::StringRef release);

/// The module's text for the release, without locations. The module is not changed.
llvm::Expected<std::string> printForRelease(mlir::ModuleOp module, llvm::StringRef release);

} // namespace fathom

#endif
