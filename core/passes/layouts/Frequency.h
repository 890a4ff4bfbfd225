// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How often a block is thought to run, as a power of two: 16 times for each loop around it, half for each branch.
#ifndef FATHOM_CORE_PASSES_LAYOUTS_FREQUENCY_H
#define FATHOM_CORE_PASSES_LAYOUTS_FREQUENCY_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace fathom {

class Frequency {
public:
  /// log2 of how often, at most 32 and at least -8.
  int exponent(mlir::Block *block) {
    auto [found, isNew] = known.try_emplace(block, 0);
    if (!isNew)
      return found->second;
    int here = 0;
    if (mlir::Operation *parent = block->getParentOp();
        parent && !parent->hasTrait<mlir::OpTrait::IsIsolatedFromAbove>() && parent->getBlock()) {
      here = exponent(parent->getBlock());
      if (mlir::isa<mlir::LoopLikeOpInterface>(parent))
        here = std::min(here + 4, 32);
      else if (mlir::isa<mlir::scf::IfOp>(parent))
        here = std::max(here - 1, -8);
    }
    return known[block] = here;
  }
  /// The same as a factor, 256 for a block that runs once.
  int64_t factor(mlir::Block *block) { return int64_t(1) << (8 + exponent(block)); }

private:
  llvm::DenseMap<mlir::Block *, int> known;
};

} // namespace fathom

#endif
