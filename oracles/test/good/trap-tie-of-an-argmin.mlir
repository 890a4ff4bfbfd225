// An argmin says nothing about ties, there are many, and a pass turns the lanes round: any of the places is right.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: a stored value is undefined or left open
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{0..3};out:i32[1]

// -----// IR Dump Before TritonGPUOptimizeThreadLocality (tritongpu-optimize-thread-locality) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %top = arith.constant dense<63> : tensor<64xi32>
    %b = arith.subi %top, %q : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %q : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %s:2 = "tt.reduce"(%v, %q) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %li: i32, %m: i32, %mi: i32):
      %less = arith.cmpi slt, %l, %m : i32
      %t = arith.select %less, %l, %m : i32
      %ti = arith.select %less, %li, %mi : i32
      tt.reduce.return %t, %ti : i32, i32
    }) : (tensor<64xi32>, tensor<64xi32>) -> (i32, i32)
    tt.store %out, %s#1 : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %top = arith.constant dense<63> : tensor<64xi32>
    %b = arith.subi %top, %q : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %b : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %s:2 = "tt.reduce"(%v, %b) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %li: i32, %m: i32, %mi: i32):
      %less = arith.cmpi slt, %l, %m : i32
      %t = arith.select %less, %l, %m : i32
      %ti = arith.select %less, %li, %mi : i32
      tt.reduce.return %t, %ti : i32, i32
    }) : (tensor<64xi32>, tensor<64xi32>) -> (i32, i32)
    tt.store %out, %s#1 : !tt.ptr<i32>
    tt.return
  }
}
