// A load becomes a buffer load, whose masked lanes are 0 whatever the load's other value was.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonAMDGPUConvertToBufferOps:
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[200];out:i32[256];i32=200

// -----// IR Dump Before TritonAMDGPUCanonicalizePointers (tritonamdgpu-canonicalize-pointers) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %five = arith.constant dense<5> : tensor<256xi32, #b1>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #b1>
    %in = arith.cmpi slt, %r, %ns : tensor<256xi32, #b1>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %xp = tt.addptr %xp_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %xp, %in, %five : tensor<256x!tt.ptr<i32>, #b1>
    %lim = arith.constant dense<250> : tensor<256xi32, #b1>
    %some = arith.cmpi slt, %r, %lim : tensor<256xi32, #b1>
    %op_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %op = tt.addptr %op_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %op, %v, %some : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonAMDGPUConvertToBufferOps (tritonamdgpu-convert-buffer-ops) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %five = arith.constant dense<5> : tensor<256xi32, #b1>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #b1>
    %in = arith.cmpi slt, %r, %ns : tensor<256xi32, #b1>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %xp = tt.addptr %xp_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %xp, %in, %five : tensor<256x!tt.ptr<i32>, #b1>
    %lim = arith.constant dense<250> : tensor<256xi32, #b1>
    %some = arith.cmpi slt, %r, %lim : tensor<256xi32, #b1>
    %op_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %op = tt.addptr %op_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %op, %v, %some : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %five = arith.constant dense<5> : tensor<256xi32, #b1>
    %zero = arith.constant dense<0> : tensor<256xi32, #b1>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #b1>
    %in = arith.cmpi slt, %r, %ns : tensor<256xi32, #b1>
    %v = amdg.buffer_load %x[%r], %in, %zero : tensor<256xi32, #b1>
    %lim = arith.constant dense<250> : tensor<256xi32, #b1>
    %some = arith.cmpi slt, %r, %lim : tensor<256xi32, #b1>
    amdg.buffer_store %v, %out[%r], %some : tensor<256xi32, #b1>
    tt.return
  }
}
