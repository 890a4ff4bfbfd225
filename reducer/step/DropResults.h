// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes an op anew without some of its results.
#ifndef FATHOM_REDUCER_STEP_DROPRESULTS_H
#define FATHOM_REDUCER_STEP_DROPRESULTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/BitVector.h"

namespace fathom {

/// Requires that the dropped results have no users. Moves the regions over, replaces the other results, and erases the op.
void dropResults(mlir::Operation *op, const llvm::BitVector &dropped);

} // namespace fathom

#endif
