// A histogram counts each value in the bin above.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{0..14};out:i32[16]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %h = tt.histogram %v : tensor<64xi32> -> tensor<16xi32>
    %b = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %b : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %h : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %h = tt.histogram %v : tensor<64xi32> -> tensor<16xi32>
    %b = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %b : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %h : tensor<16x!tt.ptr<i32>>
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
    %one = arith.constant dense<1> : tensor<64xi32>
    %up = arith.addi %v, %one : tensor<64xi32>
    %h = tt.histogram %up : tensor<64xi32> -> tensor<16xi32>
    %b = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %b : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %h : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
