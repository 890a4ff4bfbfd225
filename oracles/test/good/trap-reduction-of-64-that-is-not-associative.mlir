// A reduction by subtraction, which is not allowed, is taken in two steps. Of 64 elements each has the same sign in a tree of halves and in that tree turned round.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: a stored value is undefined or left open
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};out:i32[1]

// -----// IR Dump Before TritonGPUOptimizeThreadLocality (tritongpu-optimize-thread-locality) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.subi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<64xi32>) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %w = tt.reshape %v : tensor<64xi32> -> tensor<8x8xi32>
    %p = "tt.reduce"(%w) <{axis = 1 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.subi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<8x8xi32>) -> tensor<8xi32>
    %s = "tt.reduce"(%p) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.subi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<8xi32>) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}
