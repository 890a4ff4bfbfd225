// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets num_warps, num_stages and num_ctas to their defaults.
#include "reducer/Reduction.h"

namespace fathom {

void simplifyKnobs(Candidate candidate, Chunk &chunk) {
  const CompileOptions usual;
  for (int CompileOptions::*knob :
       {&CompileOptions::numWarps, &CompileOptions::numStages, &CompileOptions::numCtas})
    if (candidate.options.*knob != usual.*knob && chunk.take())
      candidate.options.*knob = usual.*knob;
}

} // namespace fathom
