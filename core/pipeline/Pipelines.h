// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The core's pipelines: which passes take a program from the front end to optimized TTGIR, by vendor and GPU.
//
// On the command line of fathom-opt, and of `passes` in a test case:
//   fathom-ttir{target=cuda:80}, fathom-ttgir{target=cuda:80 num-warps=4 num-stages=3}
#ifndef FATHOM_CORE_PIPELINE_PIPELINES_H
#define FATHOM_CORE_PIPELINE_PIPELINES_H

#include "core/target/Target.h"

#include "mlir/Pass/PassManager.h"

namespace fathom {

struct PipelineOptions {
  Target target;
  int numWarps = 4;
  int numStages = 3; ///< AMD's default is 2.
  int numCtas = 1;
};

/// From what the front end writes to simplified TTIR.
void addTtirPasses(mlir::OpPassManager &manager, const PipelineOptions &options);
/// From TTIR to TTGIR, ready for code generation.
void addTtgirPasses(mlir::OpPassManager &manager, const PipelineOptions &options);

/// Makes both known to pass pipelines given as text.
void registerPipelines();

} // namespace fathom

#endif
