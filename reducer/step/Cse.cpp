// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MLIR's common subexpression elimination as a reduction.
#include "reducer/Reduction.h"
#include "reducer/step/RunPass.h"

#include "mlir/Transforms/Passes.h"

namespace fathom {

void cse(Candidate candidate, Chunk &chunk) { runPass(candidate, chunk, mlir::createCSEPass()); }

} // namespace fathom
