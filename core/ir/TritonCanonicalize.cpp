// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What canonicalize does with ops of tt.
#include "core/ir/Triton.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

void fathom::tt::TritonDialect::getCanonicalizationPatterns(RewritePatternSet &patterns) const {}
