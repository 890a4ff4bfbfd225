// Elements may go to other indices in a reshape that may reorder them, as long as each thread keeps its own.
//
// RUN: fathom check %s --oracle replicas | FileCheck %s
// CHECK: num-stages=3: pass

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<8x8xf32, #two>
    %y = tt.reshape %x allow_reorder : tensor<8x8xf32, #two> -> tensor<64xf32, #row>
    tt.return
  }
}

// -----// IR Dump After TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#mixed = #ttg.linear<{register = [], lane = [[32], [2], [16], [8], [1]], warp = [[4]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<8x8xf32, #two>
    %y = tt.reshape %x allow_reorder : tensor<8x8xf32, #two> -> tensor<64xf32, #mixed>
    tt.return
  }
}
