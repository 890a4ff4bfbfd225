// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's canonicalisation as a reduction.
#include "reducer/Reduction.h"
#include "reducer/step/RunPass.h"

#include "mlir/Transforms/Passes.h"

namespace fathom {

void canonicalize(Candidate candidate, Chunk &chunk) {
  runPass(candidate, chunk, mlir::createCanonicalizerPass());
}

} // namespace fathom
