// A transposition that fits the next shape is replaced by a reshape: the elements keep the order that they had.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<4x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<4x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<4x1xi32> -> tensor<4x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<4x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<4x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<4x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %v = tt.load %v_ptr : tensor<4x16x!tt.ptr<i32>>
    %w = tt.trans %v {order = array<i32: 1, 0>} : tensor<4x16xi32> -> tensor<16x4xi32>
    %f = tt.reshape %w : tensor<16x4xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %f : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<4x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<4x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<4x1xi32> -> tensor<4x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<4x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<4x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<4x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %v = tt.load %v_ptr : tensor<4x16x!tt.ptr<i32>>
    %w = tt.trans %v {order = array<i32: 1, 0>} : tensor<4x16xi32> -> tensor<16x4xi32>
    %f = tt.reshape %w : tensor<16x4xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %f : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<4x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<4x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<4x1xi32> -> tensor<4x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<4x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<4x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<4x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<4x16x!tt.ptr<i32>>, tensor<4x16xi32>
    %v = tt.load %v_ptr : tensor<4x16x!tt.ptr<i32>>
    %w = tt.reshape %v : tensor<4x16xi32> -> tensor<16x4xi32>
    %f = tt.reshape %w : tensor<16x4xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %f : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}
