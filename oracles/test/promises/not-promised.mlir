// What passes do not promise: to load in front of a loop what takes more registers than a nest gets; to keep a buffer that is filled and never read; anything of the copies that a
// program came with.
//
// RUN: fathom check %s --subject core --oracle pass-promises | FileCheck %s
// CHECK: pass
// TARGET: cuda:80
// PIPELINE: tritongpu-remove-layout-conversions,tritongpu-assign-latencies,tritongpu-schedule-loops,tritongpu-pipeline
#blocked = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#row = #ttg.slice<{dim = 0, parent = #blocked}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%ub: i32, %p: !tt.ptr<f32>, %q: !tt.ptr<f16>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : tensor<32x32xf32, #blocked>
    %line = arith.constant dense<0> : tensor<4xi32, #row>
    %unread = ttg.local_alloc %line : (tensor<4xi32, #row>) -> !ttg.memdesc<4xi32, #shared, #smem, mutable>
    %halves = tt.splat %q : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>, #row>
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<32xf16, #shared, #smem, mutable>
    %copy = ttg.async_copy_global_to_local %halves, %buffer : tensor<32x!tt.ptr<f16>, #row> -> <32xf16, #shared, #smem, mutable>
    %group = ttg.async_commit_group tokens %copy
    %done = ttg.async_wait %group {num = 0 : i32}
    // 128 registers a thread.
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>, #blocked>
    %last = scf.for %i = %c0 to %ub step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32, #blocked>) : i32 {
      %tile = tt.load %ptrs : tensor<32x32x!tt.ptr<f32>, #blocked>
      scf.yield %tile : tensor<32x32xf32, #blocked>
    }
    tt.store %ptrs, %last : tensor<32x32x!tt.ptr<f32>, #blocked>
    tt.return
  }
}
