// A row vector is expanded as a column vector: the tile is square, so that all shapes fit.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonReorderBroadcast:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[8];out:i32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %v = tt.load %v_ptr : tensor<8x!tt.ptr<i32>>
    %e = tt.expand_dims %v {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %b = tt.broadcast %e : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %s = arith.addi %b, %to : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %s : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonReorderBroadcast (triton-reorder-broadcast) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %v = tt.load %v_ptr : tensor<8x!tt.ptr<i32>>
    %e = tt.expand_dims %v {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %b = tt.broadcast %e : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %s = arith.addi %b, %to : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %s : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %v = tt.load %v_ptr : tensor<8x!tt.ptr<i32>>
    %e = tt.expand_dims %v {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %b = tt.broadcast %e : tensor<1x8xi32> -> tensor<8x8xi32>
    %to_r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %to_ld = arith.constant dense<8> : tensor<8x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<8x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<8x1xi32> -> tensor<8x8xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x8xi32> -> tensor<8x8xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<8x8xi32>
    %s = arith.addi %b, %to : tensor<8x8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<8x8x!tt.ptr<i32>>, tensor<8x8xi32>
    tt.store %out_ptr, %s : tensor<8x8x!tt.ptr<i32>>
    tt.return
  }
}
