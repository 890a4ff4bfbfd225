// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches beside a good one, where compilers go wrong: loops that run not at all, once, or fewer times than a pipeline has stages; tiles that are not full; negative numbers.
//
//   a good one    grid=4,1,1 args=f32[4096];out:f32[4096];i32=1000     the scalar bounds an index whose tile is 256
//   edges         i32=0, i32=1, i32=256, i32=257, i32=-1, ...          the same buffers: what is smaller fits
//
// Nothing says that the kernel means something under them: who uses one runs the reference first, and drops it where that is undefined.
#ifndef FATHOM_ORACLES_INTERP_EDGELAUNCHES_H
#define FATHOM_ORACLES_INTERP_EDGELAUNCHES_H

#include "oracles/interp/Launch.h"

#include "mlir/IR/BuiltinOps.h"

namespace fathom::interp {

/// In the order of what they are likely to show; none twice, none the launch itself.
std::vector<Launch> edgeLaunches(const Launch &launch, mlir::ModuleOp module);

} // namespace fathom::interp

#endif
