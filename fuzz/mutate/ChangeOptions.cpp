// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// change-options: compiles with other num_warps or num_stages.
#include "fuzz/mutate/Mutation.h"

#include "core/ir/TritonGPU.h"

namespace fathom {

bool changeOptions(MutationCase &mutation) {
  if (mutation.program->hasAttr(ttg::numWarpsName)) // Laid out for one number of warps.
    return false;
  int &knob = mutation.choices.chance(50) ? mutation.options.numStages : mutation.options.numWarps;
  int old = knob;
  knob = &knob == &mutation.options.numWarps ? mutation.choices.pick({4, 8, 2, 1, 16})
                                             : mutation.choices.pick({3, 2, 4, 1, 5});
  return knob != old;
}

} // namespace fathom
