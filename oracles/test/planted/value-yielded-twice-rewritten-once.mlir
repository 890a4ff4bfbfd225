// A value is yielded for two results, and one of them gets another layout: its yield converts the wrong value.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPURemoveLayoutConversions:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[128]{-9..9};out:i32[128];out:i32[128];i32=3

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
    %q = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b4>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v, %b = %v) -> (tensor<128xi32, #b4>, tensor<128xi32, #b4>) : i32 {
      %m = arith.addi %a, %r : tensor<128xi32, #b4>
      %s = arith.subi %m, %b : tensor<128xi32, #b4>
      %t = arith.muli %s, %a : tensor<128xi32, #b4>
      scf.yield %t, %t : tensor<128xi32, #b4>, tensor<128xi32, #b4>
    }
    %g = ttg.convert_layout %f#1 : tensor<128xi32, #b4> -> tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b4>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out2_ptr = tt.addptr %out2_ptr_base, %q : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out2_ptr, %g : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
    %q = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b4>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v, %b = %v) -> (tensor<128xi32, #b4>, tensor<128xi32, #b4>) : i32 {
      %m = arith.addi %a, %r : tensor<128xi32, #b4>
      %s = arith.subi %m, %b : tensor<128xi32, #b4>
      %t = arith.muli %s, %a : tensor<128xi32, #b4>
      scf.yield %t, %t : tensor<128xi32, #b4>, tensor<128xi32, #b4>
    }
    %g = ttg.convert_layout %f#1 : tensor<128xi32, #b4> -> tensor<128xi32, #b1>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b4>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out2_ptr = tt.addptr %out2_ptr_base, %q : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out2_ptr, %g : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
#b1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b4 = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b4>
    %q = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32, #b1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    %v = tt.load %v_ptr : tensor<128x!tt.ptr<i32>, #b4>
    %w_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %w_ptr = tt.addptr %w_ptr_base, %q : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    %w = tt.load %w_ptr : tensor<128x!tt.ptr<i32>, #b1>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v, %b = %w) -> (tensor<128xi32, #b4>, tensor<128xi32, #b1>) : i32 {
      %m = arith.addi %a, %r : tensor<128xi32, #b4>
      %bc = ttg.convert_layout %b : tensor<128xi32, #b1> -> tensor<128xi32, #b4>
      %s = arith.subi %m, %bc : tensor<128xi32, #b4>
      %t = arith.muli %s, %a : tensor<128xi32, #b4>
      %tc = ttg.convert_layout %s : tensor<128xi32, #b4> -> tensor<128xi32, #b1>
      scf.yield %t, %tc : tensor<128xi32, #b4>, tensor<128xi32, #b1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<128x!tt.ptr<i32>, #b4>, tensor<128xi32, #b4>
    tt.store %out_ptr, %f#0 : tensor<128x!tt.ptr<i32>, #b4>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #b1>
    %out2_ptr = tt.addptr %out2_ptr_base, %q : tensor<128x!tt.ptr<i32>, #b1>, tensor<128xi32, #b1>
    tt.store %out2_ptr, %f#1 : tensor<128x!tt.ptr<i32>, #b1>
    tt.return
  }
}
