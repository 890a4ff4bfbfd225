// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a reduction of any MLIR pass: one change, the pass as a whole.
#ifndef FATHOM_REDUCER_STEP_RUNPASS_H
#define FATHOM_REDUCER_STEP_RUNPASS_H

#include "reducer/Reduction.h"

#include "mlir/Pass/PassManager.h"

namespace fathom {

inline void runPass(Candidate candidate, Chunk &chunk, std::unique_ptr<mlir::Pass> pass) {
  if (!chunk.take())
    return;
  mlir::PassManager passes(candidate.program.getContext());
  passes.enableVerifier(false); // The engine's work.
  passes.addPass(std::move(pass));
  // A pass that gives up leaves a program that the engine judges like any other.
  (void)passes.run(candidate.program);
}

} // namespace fathom

#endif
