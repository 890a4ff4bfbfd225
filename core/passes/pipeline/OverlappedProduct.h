// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the product of warp groups in a pipelined loop run on while the next iteration starts.
//
//   %d = ttng.warp_group_dot %a, %b, %c                   %d = ttng.warp_group_dot %a, %b, %c {isAsync = true}
//   scf.yield %d                                ->        %w:3 = ttng.warp_group_dot_wait %d, %a, %b {pendings = 1 : i32}
//                                                         scf.yield %w#0
//
// After the wait the product of the iteration before is done, and its operands' buffers may be written. So there must be one buffer more than
// without this: the product of this iteration still reads its own. After the loop the last product is waited for.
#ifndef FATHOM_CORE_PASSES_PIPELINE_OVERLAPPEDPRODUCT_H
#define FATHOM_CORE_PASSES_PIPELINE_OVERLAPPEDPRODUCT_H

#include "core/analysis/AxisInfo.h"
#include "core/ir/TritonNvidiaGPU.h"
#include "core/passes/pipeline/LoopSchedule.h"

namespace fathom {

/// The only product of the loop, if it adds to what only it adds to, in the last stage, and reads buffers that are either pipelined copies or
/// made before the loop. Null otherwise.
ttng::WarpGroupDotOp findOverlappedProduct(mlir::scf::ForOp loop, const LoopSchedule &schedule,
                                           AxisInfoAnalysis &facts);

/// The rewrite above. The copies have been made, with one more buffer.
void overlapProduct(mlir::scf::ForOp loop, LoopSchedule &schedule, ttng::WarpGroupDotOp product);

} // namespace fathom

#endif
