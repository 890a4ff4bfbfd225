// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flatten-loops: asks for loop nests to be flattened, or no longer. Sees fused loops that count trips, prologues or epilogues wrongly.
#include "oracles/check/variant/KernelParts.h"

using namespace mlir;

namespace fathom {

bool flattenLoops(VariantCase &variant) {
  std::vector<scf::ForOp> loops = takeLoops(variant, outerLoops(variant.kernel));
  for (scf::ForOp loop : loops)
    if (!loop->removeAttr("tt.flatten"))
      loop->setAttr("tt.flatten", UnitAttr::get(loop.getContext()));
  return !loops.empty();
}

} // namespace fathom
