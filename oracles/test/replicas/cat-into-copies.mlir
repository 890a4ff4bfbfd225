// Both warps hold the whole result of a cat, but each has a half of the operands.
//
// RUN: not fathom check %s --oracle replicas | FileCheck %s
// CHECK: FAIL: replicas: copies-differ in TritonGPURemoveLayoutConversions: tt.cat gives copies of an element different values, or loses one

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32, #row>
    %y = tt.cat %x, %x : tensor<64xf32, #row> -> tensor<128xf32, #pairs>
    tt.return
  }
}

// -----// IR Dump After TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#wide = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32, #row>
    %y = tt.cat %x, %x : tensor<64xf32, #row> -> tensor<128xf32, #wide>
    tt.return
  }
}
