// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that the verifiers of several encodings share; each says what is wrong through `error`.
#ifndef FATHOM_CORE_IR_ENCODINGSCHECKS_H
#define FATHOM_CORE_IR_ENCODINGSCHECKS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

namespace fathom::ttg {

using ErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// One or more positive powers of two.
bool checkPowersOfTwo(ErrorFn error, llvm::StringRef key, llvm::ArrayRef<int32_t> numbers);

/// A permutation of 0 to its length - 1, and not empty.
bool checkOrder(ErrorFn error, llvm::ArrayRef<int32_t> order);

/// Each basis has `rank` entries.
bool checkBases(ErrorFn error, llvm::StringRef key, llvm::ArrayRef<mlir::DenseI32ArrayAttr> bases,
                size_t rank);

} // namespace fathom::ttg

#endif
