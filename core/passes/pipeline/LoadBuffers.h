// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts buffers in shared memory between loads of a scheduled loop and their readers, so that the loads may be iterations ahead.
//
//   %x = tt.load %p, %m, %o          stage 0      %buffers = ttg.local_alloc : 2 of them, before the loop
//   use %x                           stage 2      ..
//                                                 %view = ttg.memdesc_index %buffers[%insert]               stage 0
//                                                 %copy = ttg.async_copy_global_to_local %p, %view mask %m  stage 0
//                                                 ttg.async_commit_group tokens %copy                       stage 0
//                                                 %done = ttg.async_wait                                    stage 2
//                                                 %its = ttg.memdesc_index %buffers[%extract]               stage 2
//                                                 %x = ttg.local_load %its token %done                      stage 2
//                                                 use %x
//
// That is NVIDIA's way, by asynchronous copies. AMD's way is through registers: the load stays, and at the end of its trip, after the products
// of earlier iterations, a ttg.local_store puts what it brought into the buffer.
//
// What is loaded by a descriptor is copied by TMA; barriers in shared memory, as many as buffers, count the bytes that have come:
//
//                                                 ttng.barrier_expect %barriers[%insert], bytes              stage 0
//                                                 ttng.async_tma_copy_global_to_local %d[%i] %view, ..       stage 0
//                                                 ttng.wait_barrier %barriers[%extract], %phase              stage 2
//
// The phase is 0 in the first round of the buffers, 1 in the second, 0 in the third. Loads that follow each other, and whose first readers do too, share barriers.
//
// There are as many buffers as iterations between a write and the last read of what was written: a buffer is written again only in a later place of
// the order than that read. The numbers of the buffers go round.
//
// Where the mask is false a copy writes zeros; another value is chosen after the buffer was read, by the load's own mask.
#ifndef FATHOM_CORE_PASSES_PIPELINE_LOADBUFFERS_H
#define FATHOM_CORE_PASSES_PIPELINE_LOADBUFFERS_H

#include "core/analysis/AxisInfo.h"
#include "core/ir/TritonGPU.h"
#include "core/passes/pipeline/ExpandLoop.h"

namespace fathom {

/// How a load may become a copy.
struct AsyncCopy {
  mlir::Operation *load;  ///< tt.load; or tt.descriptor_load, tt.descriptor_gather: by TMA.
  mlir::Attribute shared; ///< The buffers' encoding.
  ttg::LocalAllocOp alloc =
      {}; ///< The load's one use, if it puts the value into a buffer anyway: readers get a view instead.
  unsigned width = 1; ///< Elements that one instruction copies, where it is not TMA.
  bool isTma() const { return !mlir::isa<tt::LoadOp>(load); }
};

/// Nothing if the load cannot be a copy. The width is what pointers, mask, layout and buffer allow; the hardware copies 4, 8 or 16 bytes.
std::optional<AsyncCopy> planAsyncCopy(mlir::Operation *load, AxisInfoAnalysis &facts);

/// Makes copies of the loads whose values are read in a later stage, where that can be, and adds what they need to the schedule. Other loads
/// stay what they are. May change the loop's operands: returns the loop.
/// `overlapped`: an op that reads buffers until the next trip (OverlappedProduct.h), or null.
mlir::scf::ForOp makeAsyncCopies(mlir::scf::ForOp loop, LoopSchedule &schedule, WaitedGroups &waits,
                                 AxisInfoAnalysis &facts, mlir::Operation *overlapped = nullptr);

/// The same by stores, for loads that are read as operands of products only.
mlir::scf::ForOp storeLoadedOperands(mlir::scf::ForOp loop, LoopSchedule &schedule);

} // namespace fathom

#endif
