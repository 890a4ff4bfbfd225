// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// unroll-loops: asks for innermost loops to be unrolled by 3, or no longer. Sees remainders that are dropped, and values carried into the wrong copy.
#include "oracles/check/variant/KernelParts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace fathom {

bool unrollLoops(VariantCase &variant) {
  std::vector<scf::ForOp> loops = takeLoops(variant, innermostLoops(variant.kernel));
  for (scf::ForOp loop : loops)
    if (!loop->removeAttr("tt.loop_unroll_factor"))
      loop->setAttr("tt.loop_unroll_factor", Builder(loop.getContext()).getI32IntegerAttr(3));
  return !loops.empty();
}

} // namespace fathom
