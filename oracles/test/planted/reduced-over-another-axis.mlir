// A square tile is reduced over its other axis.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonReorderBroadcast:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[256]{-99..99};out:i32[16]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %v = tt.load %v_ptr : tensor<16x16x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.addi %l, %m : i32
      tt.reduce.return %t : i32
    }) : (tensor<16x16xi32>) -> tensor<16xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %s : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonReorderBroadcast (triton-reorder-broadcast) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %v = tt.load %v_ptr : tensor<16x16x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.addi %m, %l : i32
      tt.reduce.return %t : i32
    }) : (tensor<16x16xi32>) -> tensor<16xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %s : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<16x16x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %v = tt.load %v_ptr : tensor<16x16x!tt.ptr<i32>>
    %s = "tt.reduce"(%v) <{axis = 1 : i32}> ({
    ^bb0(%l: i32, %m: i32):
      %t = arith.addi %m, %l : i32
      tt.reduce.return %t : i32
    }) : (tensor<16x16xi32>) -> tensor<16xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out_ptr, %s : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
