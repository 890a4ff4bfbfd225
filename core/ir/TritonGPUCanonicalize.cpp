// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What canonicalize does with ops of ttg.
#include "core/ir/Dialects.h"
#include "core/ir/TritonGPU.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

void fathom::ttg::TritonGPUDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {}
