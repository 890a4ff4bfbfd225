// A load that is hoisted out of a loop without trips, masked off, and whose base another such load gives: it reads nothing, wherever its base is.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[200];i32[1]{0..7};out:i32[128];i32=0

// -----// IR Dump Before TritonAMDGPUConvertToBufferOps (tritonamdgpu-convert-buffer-ops) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %at: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out_ptr = tt.addptr %outs, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %result = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (tensor<128xi32, #b1>) : i32 {
      %k = tt.load %at : !tt.ptr<i32>
      %p = tt.addptr %x, %k : !tt.ptr<i32>, i32
      %ps = tt.splat %p : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
      %ptr = tt.addptr %ps, %r : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
      %v = tt.load %ptr : tensor<128x!tt.ptr<i32>, #b1>
      %sum = arith.addi %a, %v : tensor<128xi32, #b1>
      scf.yield %sum : tensor<128xi32, #b1>
    }
    tt.store %out_ptr, %result : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %at: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %any = arith.cmpi sgt, %n, %c0 : i32
    %anys = tt.splat %any : i1 -> tensor<128xi1, #b1>
    %k = tt.load %at, %any : !tt.ptr<i32>
    %p = tt.addptr %x, %k : !tt.ptr<i32>, i32
    %v = amdg.buffer_load %p[%r], %anys : tensor<128xi32, #b1>
    %result = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> (tensor<128xi32, #b1>) : i32 {
      %sum = arith.addi %a, %v : tensor<128xi32, #b1>
      scf.yield %sum : tensor<128xi32, #b1>
    }
    amdg.buffer_store %result, %out[%r] : tensor<128xi32, #b1>
    tt.return
  }
}
