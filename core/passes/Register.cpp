// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the passes known by their names.
#include "core/passes/Passes.h"

namespace fathom {
#define GEN_PASS_REGISTRATION
#include "core/passes/Passes.h.inc"
} // namespace fathom

void fathom::registerPasses() { registerFathomPasses(); }
