// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every op of a function that is free to have any layout the one that leaves the fewest conversions.
//
//   assignLayouts(function, costs);
//
// The first half of tritongpu-remove-layout-conversions; see there.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_ASSIGNLAYOUTS_H
#define FATHOM_CORE_PASSES_LAYOUTS_ASSIGNLAYOUTS_H

#include "core/passes/Passes.h"
#include "core/passes/layouts/ConversionCosts.h"

namespace fathom {

/// Changes types in place, and replaces the conversions that were there by those that are left. No op moves; none is cloned but
/// sources.
void assignLayouts(tt::FuncOp function, ConversionCosts &costs);

} // namespace fathom

#endif
