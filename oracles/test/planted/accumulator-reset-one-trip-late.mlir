// The accumulator that starts anew every second trip does so in the other ones.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUOptimizeAccumulatorInit:
// LAUNCH: grid=1,1,1 rng-seed=7 args=f16[1024];f16[1024];out:f32[256];i32=3

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %step = arith.constant dense<16> : tensor<16x16xi32>
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<64> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %ap0 = tt.addptr %ap0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %bp0 = tt.addptr %bp0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0) -> (tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>) : i32 {
      %av = tt.load %ap : tensor<16x16x!tt.ptr<f16>>
      %bv = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
      %bt = tt.trans %bv {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>
      %odd = arith.andi %k, %c1 : i32
      %again = arith.cmpi eq, %odd, %c0 : i32
      %from = arith.select %again, %zero, %acc : tensor<16x16xf32>
      %d = tt.dot %av, %bt, %from : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      %an = tt.addptr %ap, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %bn = tt.addptr %bp, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      scf.yield %d, %an, %bn : tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>
    }
    %to_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %to_ld = arith.constant dense<16> : tensor<16x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<16x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<16x16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %f#0 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUOptimizeAccumulatorInit (tritongpu-optimize-accumulator-init) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %step = arith.constant dense<16> : tensor<16x16xi32>
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<64> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %ap0 = tt.addptr %ap0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %bp0 = tt.addptr %bp0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0) -> (tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>) : i32 {
      %av = tt.load %ap : tensor<16x16x!tt.ptr<f16>>
      %bv = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
      %bt = tt.trans %bv {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>
      %odd = arith.andi %k, %c1 : i32
      %again = arith.cmpi ne, %odd, %c0 : i32
      %from = arith.select %again, %acc, %zero : tensor<16x16xf32>
      %d = tt.dot %av, %bt, %from : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      %an = tt.addptr %ap, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %bn = tt.addptr %bp, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      scf.yield %d, %an, %bn : tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>
    }
    %to_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %to_ld = arith.constant dense<16> : tensor<16x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<16x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<16x16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %f#0 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %step = arith.constant dense<16> : tensor<16x16xi32>
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<64> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %ap0_base = tt.splat %a : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %ap0 = tt.addptr %ap0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %bp0_base = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %bp0 = tt.addptr %bp0_base, %at : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %f:3 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero, %ap = %ap0, %bp = %bp0) -> (tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>) : i32 {
      %av = tt.load %ap : tensor<16x16x!tt.ptr<f16>>
      %bv = tt.load %bp : tensor<16x16x!tt.ptr<f16>>
      %bt = tt.trans %bv {order = array<i32: 1, 0>} : tensor<16x16xf16> -> tensor<16x16xf16>
      %odd = arith.andi %k, %c1 : i32
      %again = arith.cmpi eq, %odd, %c0 : i32
      %from = arith.select %again, %acc, %zero : tensor<16x16xf32>
      %d = tt.dot %av, %bt, %from : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
      %an = tt.addptr %ap, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %bn = tt.addptr %bp, %step : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      scf.yield %d, %an, %bn : tensor<16x16xf32>, tensor<16x16x!tt.ptr<f16>>, tensor<16x16x!tt.ptr<f16>>
    }
    %to_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %to_re = tt.expand_dims %to_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %to_ce = tt.expand_dims %to_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %to_ld = arith.constant dense<16> : tensor<16x1xi32>
    %to_rl = arith.muli %to_re, %to_ld : tensor<16x1xi32>
    %to_rb = tt.broadcast %to_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %to_cb = tt.broadcast %to_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %to = arith.addi %to_rb, %to_cb : tensor<16x16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %to : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %f#0 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
