// The two numbers of a byte land in two threads.
//
// RUN: not fathom check %s --oracle replicas | FileCheck %s
// CHECK: FAIL: replicas: other-thread in TritonGPUAccelerateMatmul: ttg.fp4_to_fp needs elements that other threads hold

// -----// IR Dump Before TritonGPUAccelerateMatmul (tritongpu-accelerate-matmul) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1> : tensor<64xi8, #row>
    %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<64xi8, #row> -> tensor<128xf16, #pairs>
    tt.return
  }
}

// -----// IR Dump After TritonGPUAccelerateMatmul (tritongpu-accelerate-matmul) ('builtin.module' operation) //----- //
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1> : tensor<64xi8, #row>
    %y = ttg.fp4_to_fp %x {axis = 0 : i32} : tensor<64xi8, #row> -> tensor<128xf16, #row>
    tt.return
  }
}
