// A transposition in three dimensions is done in two steps.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %c = tt.reshape %v : tensor<64xi32> -> tensor<4x4x4xi32>
    %t = tt.trans %c {order = array<i32: 1, 2, 0>} : tensor<4x4x4xi32> -> tensor<4x4x4xi32>
    %f = tt.reshape %t : tensor<4x4x4xi32> -> tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
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
    %c = tt.reshape %v : tensor<64xi32> -> tensor<4x4x4xi32>
    %u = tt.trans %c {order = array<i32: 2, 0, 1>} : tensor<4x4x4xi32> -> tensor<4x4x4xi32>
    %t = tt.trans %u {order = array<i32: 2, 0, 1>} : tensor<4x4x4xi32> -> tensor<4x4x4xi32>
    %f = tt.reshape %t : tensor<4x4x4xi32> -> tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
