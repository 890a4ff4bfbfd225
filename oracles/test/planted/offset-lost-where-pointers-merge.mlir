// Pointers are split into base and offset, and where two merge the offset of one branch is lost.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonAMDGPUCanonicalizePointers:
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[300];i32[256];out:i32[256];i32=7

// -----// IR Dump Before TritonGPUOptimizeThreadLocality (tritongpu-optimize-thread-locality) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %c = arith.cmpi sgt, %n, %c1 : i32
    %b = scf.if %c -> (!tt.ptr<i32>) {
      %p = tt.addptr %x, %n : !tt.ptr<i32>, i32
      scf.yield %p : !tt.ptr<i32>
    } else {
      scf.yield %y : !tt.ptr<i32>
    }
    %v_ptr_base = tt.splat %b : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonAMDGPUCanonicalizePointers (tritonamdgpu-canonicalize-pointers) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %c = arith.cmpi sgt, %n, %c1 : i32
    %b = scf.if %c -> (!tt.ptr<i32>) {
      %p = tt.addptr %x, %n : !tt.ptr<i32>, i32
      scf.yield %p : !tt.ptr<i32>
    } else {
      scf.yield %y : !tt.ptr<i32>
    }
    %v_ptr_base = tt.splat %b : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
    %c = arith.cmpi sgt, %n, %c1 : i32
    %b:2 = scf.if %c -> (!tt.ptr<i32>, i32) {
      scf.yield %x, %c0 : !tt.ptr<i32>, i32
    } else {
      scf.yield %y, %c0 : !tt.ptr<i32>, i32
    }
    %o = tt.splat %b#1 : i32 -> tensor<256xi32, #b1>
    %at = arith.addi %o, %r : tensor<256xi32, #b1>
    %base = tt.addptr %b#0, %c0 : !tt.ptr<i32>, i32
    %v_ptr_base = tt.splat %base : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
    tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    tt.return
  }
}
