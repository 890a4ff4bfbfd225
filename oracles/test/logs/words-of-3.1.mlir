// A log in the words of 3.1.0: other names of dialects, and locations everywhere.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: difference in TritonGPUCoalesce: stored values differ
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[128]{-99..99};out:i32[128]

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
#loc = loc(unknown)
#b1 = #triton_gpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, triton_gpu.target = "cuda:80", "triton_gpu.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1> loc(#loc)
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1> loc(#loc)
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %k = arith.constant dense<3> : tensor<128xi32, #b1> loc(#loc)
    %s = arith.subi %v, %k : tensor<128xi32, #b1> loc(#loc)
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1> loc(#loc)
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("kernel.py":7:0)

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#loc = loc(unknown)
#b1 = #triton_gpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 4 : i32, triton_gpu.target = "cuda:80", "triton_gpu.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1> loc(#loc)
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1> loc(#loc)
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %k = arith.constant dense<3> : tensor<128xi32, #b1> loc(#loc)
    %s = arith.addi %v, %k : tensor<128xi32, #b1> loc(#loc)
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1> loc(#loc)
    tt.store %out_ptr, %s : tensor<128x!tt.ptr<i32>, #b1> loc(#loc)
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("kernel.py":7:0)
