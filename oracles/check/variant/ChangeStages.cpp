// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-stages: compiles with num_stages 1, or 3 where it was 1. Sees what pipelining does to a loop.
#include "oracles/check/variant/Variant.h"

#include "core/ir/TritonGPU.h"

namespace fathom {

bool changeStages(VariantCase &variant) {
  // Passes by name and programs that are laid out have no stage that reads the knob.
  if (!variant.request.passes.empty() || variant.program->hasAttr(ttg::numWarpsName) ||
      !variant.take())
    return false;
  int &stages = variant.request.options.numStages;
  stages = stages == 1 ? 3 : 1;
  return true;
}

} // namespace fathom
