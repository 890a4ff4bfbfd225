// The loop is rotated so that the mask is computed one trip ahead.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};out:i32[16];i32=39

// -----// IR Dump Before TritonGPUScheduleLoops (tritongpu-schedule-loops) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %zero = arith.constant dense<0> : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %xs = tt.addptr %xs_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %f = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero) -> (tensor<16xi32>) : i32 {
      %is = tt.splat %i : i32 -> tensor<16xi32>
      %at = arith.addi %is, %r : tensor<16xi32>
      %in = arith.cmpi slt, %at, %ns : tensor<16xi32>
      %p = tt.addptr %xs, %is : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      %v = tt.load %p, %in, %zero : tensor<16x!tt.ptr<i32>>
      %s = arith.addi %sum, %v : tensor<16xi32>
      scf.yield %s : tensor<16xi32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %f : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c16 = arith.constant 16 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %zero = arith.constant dense<0> : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %xs = tt.addptr %xs_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %in0 = arith.cmpi slt, %r, %ns : tensor<16xi32>
    %f:2 = scf.for %i = %c0 to %n step %c16 iter_args(%sum = %zero, %in = %in0) -> (tensor<16xi32>, tensor<16xi1>) : i32 {
      %is = tt.splat %i : i32 -> tensor<16xi32>
      %p = tt.addptr %xs, %is : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
      %v = tt.load %p, %in, %zero : tensor<16x!tt.ptr<i32>>
      %s = arith.addi %sum, %v : tensor<16xi32>
      %i1 = arith.addi %i, %c16 : i32
      %is1 = tt.splat %i1 : i32 -> tensor<16xi32>
      %at1 = arith.addi %is1, %r : tensor<16xi32>
      %in1 = arith.cmpi slt, %at1, %ns : tensor<16xi32>
      scf.yield %s, %in1 : tensor<16xi32>, tensor<16xi1>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %f#0 : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
