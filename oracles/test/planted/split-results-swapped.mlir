// The results of a split change places.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[32];out:i32[32]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %at_c = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
    %at_ld = arith.constant dense<2> : tensor<32x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32> -> tensor<32x2xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x2xi32> -> tensor<32x2xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<32x2xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x2x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x2x!tt.ptr<i32>>, tensor<32x2xi32>
    %v = tt.load %v_ptr : tensor<32x2x!tt.ptr<i32>>
    %e, %o = tt.split %v : tensor<32x2xi32> -> tensor<32xi32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %e : tensor<32x!tt.ptr<i32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out2_ptr, %o : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %at_c = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
    %at_ld = arith.constant dense<2> : tensor<32x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32> -> tensor<32x2xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x2xi32> -> tensor<32x2xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<32x2xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x2x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x2x!tt.ptr<i32>>, tensor<32x2xi32>
    %v = tt.load %v_ptr : tensor<32x2x!tt.ptr<i32>>
    %e, %o = tt.split %v : tensor<32x2xi32> -> tensor<32xi32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %e : tensor<32x!tt.ptr<i32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out2_ptr, %o : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %out2: !tt.ptr<i32>) {
    %at_r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %at_c = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<2xi32> -> tensor<1x2xi32>
    %at_ld = arith.constant dense<2> : tensor<32x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<32x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<32x1xi32> -> tensor<32x2xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x2xi32> -> tensor<32x2xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<32x2xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x2x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x2x!tt.ptr<i32>>, tensor<32x2xi32>
    %v = tt.load %v_ptr : tensor<32x2x!tt.ptr<i32>>
    %o, %e = tt.split %v : tensor<32x2xi32> -> tensor<32xi32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %e : tensor<32x!tt.ptr<i32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out2_ptr, %o : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
