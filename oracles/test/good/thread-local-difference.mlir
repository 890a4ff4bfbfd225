// A reduction in a loop becomes thread-local partial results: their differences, summed.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[256]{-99..99};out:i32[1];i32=3

// -----// IR Dump Before TritonGPUOptimizeThreadLocality (tritongpu-optimize-thread-locality) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (i32) : i32 {
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %c64 = arith.constant 64 : i32
      %start = arith.muli %i, %c64 : i32
      %xi = tt.addptr %x, %start : !tt.ptr<i32>, i32
      %v_ptr_base = tt.splat %xi : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
      %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
      ^bb0(%l: i32, %m: i32):
        %t = arith.addi %l, %m : i32
        tt.reduce.return %t : i32
      }) : (tensor<64xi32>) -> i32
      %next = arith.subi %acc, %s : i32
      scf.yield %next : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %none = arith.constant dense<0> : tensor<64xi32>
    %parts = scf.for %i = %c0 to %n step %c1 iter_args(%part = %none) -> (tensor<64xi32>) : i32 {
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %c64 = arith.constant 64 : i32
      %start = arith.muli %i, %c64 : i32
      %xi = tt.addptr %x, %start : !tt.ptr<i32>, i32
      %v_ptr_base = tt.splat %xi : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
      %next = arith.subi %part, %v : tensor<64xi32>
      scf.yield %next : tensor<64xi32>
    }
    %f = "tt.reduce"(%parts) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.addi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<64xi32>) -> i32
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}
