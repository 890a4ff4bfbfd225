// 32 elements on 64 threads. In the operand both warps hold all of them, in the result lanes 0 and 16 hold the same; these have different elements of the operand.
//
// RUN: not fathom check %s --oracle replicas | FileCheck %s
// CHECK: FAIL: replicas: copies-differ in TritonGPURemoveLayoutConversions: tt.reshape gives copies of an element different values, or loses one

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#lanes = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]], block = []}>
#warps = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [[16]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<4x8xf32, #two4>
    %y = tt.reshape %x allow_reorder : tensor<4x8xf32, #two4> -> tensor<32xf32, #lanes>
    tt.return
  }
}

// -----// IR Dump After TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two4 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>
#lanes = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]], block = []}>
#warps = #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [0]], warp = [[16]], block = []}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<4x8xf32, #two4>
    %y = tt.reshape %x allow_reorder : tensor<4x8xf32, #two4> -> tensor<32xf32, #warps>
    tt.return
  }
}
