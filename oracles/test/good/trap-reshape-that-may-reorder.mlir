// A reshape that may reorder does so, differently before and after a pass.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: a stored value is undefined or left open
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %at_ld = arith.constant dense<8> : tensor<8x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<8x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<8x8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    %v = tt.load %v_ptr : tensor<8x8x!tt.ptr<i32>>
    %f = tt.reshape %v allow_reorder : tensor<8x8xi32> -> tensor<64xi32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonGPURemoveLayoutConversions (tritongpu-remove-layout-conversions) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %at_ld = arith.constant dense<8> : tensor<8x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<8x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<8x8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    %v = tt.load %v_ptr : tensor<8x8x!tt.ptr<i32>>
    %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<8x8xi32> -> tensor<8x8xi32>
    %f = tt.reshape %t allow_reorder : tensor<8x8xi32> -> tensor<64xi32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %at_ld = arith.constant dense<8> : tensor<8x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<8x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<8x8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    %v = tt.load %v_ptr : tensor<8x8x!tt.ptr<i32>>
    %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<8x8xi32> -> tensor<8x8xi32>
    %f = tt.reshape %t : tensor<8x8xi32> -> tensor<64xi32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %f : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
