// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-warps: compiles with twice as many warps, or 4 where they were 8 or more. Sees what depends on how a tensor is spread over warps: tiles
// smaller than the block, and layouts chosen by it.
#include "oracles/check/variant/Variant.h"

#include "core/ir/TritonGPU.h"

namespace fathom {

bool changeWarps(VariantCase &variant) {
  if (!variant.request.passes.empty() || variant.program->hasAttr(ttg::numWarpsName) ||
      !variant.take())
    return false;
  int &warps = variant.request.options.numWarps;
  warps = warps >= 8 ? 4 : 2 * warps;
  return true;
}

} // namespace fathom
