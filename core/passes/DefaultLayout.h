// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout that a tensor gets when nothing is known of it, and blocked layouts that fill a shape in an order.
//
//   Machine machine{.warps = 4, .lanes = 32, .blocks = 1};
//   blockedFor(context, {64, 64}, {1, 1}, {1, 0}, machine)
//     #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#ifndef FATHOM_CORE_PASSES_DEFAULTLAYOUT_H
#define FATHOM_CORE_PASSES_DEFAULTLAYOUT_H

#include "core/ir/TritonGPU.h"

namespace fathom {

/// What runs a program: warps of a block, lanes of a warp, blocks of a cluster.
struct Machine {
  int64_t warps = 4, lanes = 32, blocks = 1;

  /// As the module, or the partition of a warp_specialize that `op` is in, says it.
  static Machine of(mlir::Operation *op);
};

/// The blocked layout in which a thread holds `sizePerThread` neighbours, and lanes, then warps, go to the dims of `order`, the
/// fastest first, as far as the shape has room; those left over repeat the last dim of `order`. Blocks split the slowest dims.
ttg::BlockedEncodingAttr blockedFor(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                                    llvm::ArrayRef<int32_t> sizePerThread,
                                    llvm::ArrayRef<int32_t> order, const Machine &machine);

/// The same with one element a thread, the last dim fastest. Row-major indices are dealt out to lanes, warps and registers in this
/// order, whatever the shape: so reshaping from default to default moves nothing, on one block.
ttg::BlockedEncodingAttr defaultBlocked(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                                        const Machine &machine);

} // namespace fathom

#endif
