// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ops do with the scratch memory that they are given: they write it, and then read it.
#ifndef FATHOM_ORACLES_CHECK_SHARED_SCRATCHUSE_H
#define FATHOM_ORACLES_CHECK_SHARED_SCRATCHUSE_H

#include "oracles/check/shared/AccessRoles.h"

namespace fathom {

/// Whether the op has scratch memory: allocation.offset says where.
bool hasScratch(mlir::Operation *op);

struct ScratchUse {
  uint64_t bytes; ///< allocation.size; at least so many, where the IR does not say it.
  AccessRole::Who who = AccessRole::Who::Many;
  bool barrier = true; ///< All threads of the block meet after it is written and before it is read.
};
ScratchUse scratchUse(mlir::Operation *op);

} // namespace fathom

#endif
