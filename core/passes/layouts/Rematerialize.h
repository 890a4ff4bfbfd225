// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes conversions by computing what is converted in the layout that is wanted, from further up.
//
//   rematerialize(function);
//
// The second half of tritongpu-remove-layout-conversions; see there.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_REMATERIALIZE_H
#define FATHOM_CORE_PASSES_LAYOUTS_REMATERIALIZE_H

#include "core/passes/Passes.h"
#include "core/passes/layouts/ConversionCosts.h"

namespace fathom {

void rematerialize(tt::FuncOp function, ConversionCosts &costs);

/// Erases ops of the function without regions whose results nobody uses and that have no effect. Whether there were some.
bool eraseDeadOps(tt::FuncOp function);

} // namespace fathom

#endif
