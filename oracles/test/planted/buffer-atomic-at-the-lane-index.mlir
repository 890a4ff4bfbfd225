// An atomic becomes a buffer atomic whose offset is the lane's index instead of the loaded one.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonAMDGPUConvertToBufferOps:
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[256]{1..63};atomic:i32[256]

// -----// IR Dump Before TritonAMDGPUCanonicalizePointers (tritonamdgpu-canonicalize-pointers) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %all = arith.constant dense<true> : tensor<256xi1, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %w_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %w = tt.load %w_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %op_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %op = tt.addptr %op_base, %v : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %old = tt.atomic_rmw add, relaxed, gpu, %op, %w, %all : (tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>, tensor<256xi1, #b1>) -> tensor<256xi32, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonAMDGPUConvertToBufferOps (tritonamdgpu-convert-buffer-ops) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %all = arith.constant dense<true> : tensor<256xi1, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %w_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %w = tt.load %w_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %op_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %op = tt.addptr %op_base, %v : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %old = tt.atomic_rmw add, relaxed, gpu, %op, %w, %all : (tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>, tensor<256xi1, #b1>) -> tensor<256xi32, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %all = arith.constant dense<true> : tensor<256xi1, #b1>
    %w_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %w_ptr = tt.addptr %w_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %w = tt.load %w_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %old = amdg.buffer_atomic_rmw add, relaxed, gpu, %w, %out[%r], %all : tensor<256xi32, #b1>
    tt.return
  }
}
