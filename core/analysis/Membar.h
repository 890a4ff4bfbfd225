// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds where the threads of a block must wait for each other, so that each reads from shared memory what it is meant to.
//
//   local_store %x, %m           pending: writes [0, 512)
//   barrier                      <- needed: the load reads what other threads wrote
//   %y = local_load %m           pending: reads [0, 512)
//   barrier                      <- needed: other threads may still read
//   local_store %z, %m
//
// Threads run on their own from one barrier to the next. Two accesses of one byte, one of them a write, by different threads, need a barrier
// in between on each way from one to the other, the way round a loop included. No thought is given to which thread accesses what.
//
// What is asynchronous:
//   cp.async                 writes until a wait covers it; then it is as if each thread had just written its part
//   wgmma, TMA from shared   read until a wait covers them; then as if threads had just read
//   TMA to shared            its write must come after all earlier accesses; whoever waits at its mbarrier needs no barrier more
//   mbarriers                arrivals and waits are atomic among each other; to set one up, or to give it back, is a write
//
// An op with scratch memory writes it, holds a barrier of the block, and reads it. A warp_specialize begins and ends with one.
#ifndef FATHOM_CORE_ANALYSIS_MEMBAR_H
#define FATHOM_CORE_ANALYSIS_MEMBAR_H

#include "core/analysis/Allocation.h"
#include "core/analysis/ByteSet.h"

namespace fathom {

/// The ops that need a barrier just before them, in the order of the text.
llvm::SmallVector<mlir::Operation *> placesOfBarriers(const ModuleAllocation &allocation);

/// Whether all threads of the block meet at the op, and see each other's accesses of shared memory.
bool isSharedBarrier(mlir::Operation *op);

} // namespace fathom

#endif
