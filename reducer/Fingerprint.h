// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A hash of a program's structure, by which the reducer knows that it has asked about a candidate before.
#ifndef FATHOM_REDUCER_FINGERPRINT_H
#define FATHOM_REDUCER_FINGERPRINT_H

#include "oracles/TestCase.h"

namespace fathom {

/// Equal for programs that print alike (locations aside) under equal options. Holds within one context and one process only: it hashes
/// addresses of uniqued types and attributes, which makes it many times as fast as printing.
uint64_t fingerprint(mlir::ModuleOp program, const CompileOptions &options);

} // namespace fathom

#endif
