// The range of a counter that two loops carry is taken from few trips, and the guard behind the loops is folded to true.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonAMDFoldTrueCmpI:
// TARGET: hip:gfx942
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[256];out:i32[256];i32=6

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> (i32) : i32 {
      %e = scf.for %j = %c0 to %i step %c1 iter_args(%l = %k) -> (i32) : i32 {
        %l1 = arith.addi %l, %c1 : i32
        scf.yield %l1 : i32
      }
      scf.yield %e : i32
    }
    %c3 = arith.constant 3 : i32
    %small = arith.cmpi slt, %end, %c3 : i32
    scf.if %small {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
      %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    }
    tt.return
  }
}

// -----// IR Dump Before TritonAMDFoldTrueCmpIPass (tritonamdgpu-fold-true-cmpi) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> (i32) : i32 {
      %e = scf.for %j = %c0 to %i step %c1 iter_args(%l = %k) -> (i32) : i32 {
        %l1 = arith.addi %l, %c1 : i32
        scf.yield %l1 : i32
      }
      scf.yield %e : i32
    }
    %c3 = arith.constant 3 : i32
    %small = arith.cmpi slt, %end, %c3 : i32
    scf.if %small {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
      %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    }
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c0) -> (i32) : i32 {
      %e = scf.for %j = %c0 to %i step %c1 iter_args(%l = %k) -> (i32) : i32 {
        %l1 = arith.addi %l, %c1 : i32
        scf.yield %l1 : i32
      }
      scf.yield %e : i32
    }
    %c3 = arith.constant 3 : i32
    %small = arith.constant true
    scf.if %small {
      %r = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32, #b1>
      %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      %v = tt.load %v_ptr : tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>, #b1>
      %out_ptr = tt.addptr %out_ptr_base, %r : tensor<256x!tt.ptr<i32>, #b1>, tensor<256xi32, #b1>
      tt.store %out_ptr, %v : tensor<256x!tt.ptr<i32>, #b1>
    }
    tt.return
  }
}
