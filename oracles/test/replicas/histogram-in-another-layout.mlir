// The counts of a histogram may lie in another layout than what is counted: they go through shared memory.
//
// RUN: fathom check %s --oracle replicas | FileCheck %s
// CHECK: pass

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#two = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#one = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%p: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #two>
    %h = tt.histogram %r : tensor<64xi32, #two> -> tensor<64xi32, #one>
    %i = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #one>
    %base = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #one>
    %ptrs = tt.addptr %base, %i : tensor<64x!tt.ptr<i32>, #one>, tensor<64xi32, #one>
    tt.store %ptrs, %h : tensor<64x!tt.ptr<i32>, #one>
    tt.return
  }
}
