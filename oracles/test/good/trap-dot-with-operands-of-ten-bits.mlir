// A dot may round its operands to tf32, and a pass makes it exact.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[256];f32[256];out:f32[256]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %av_ptr_base = tt.splat %a : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %av_ptr = tt.addptr %av_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %av = tt.load %av_ptr : tensor<16x16x!tt.ptr<f32>>
    %bv_ptr_base = tt.splat %b : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %bv_ptr = tt.addptr %bv_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %bv = tt.load %bv_ptr : tensor<16x16x!tt.ptr<f32>>
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %d = tt.dot %av, %bv, %zero, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %d : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUF32DotTC (tritongpu-F32DotTC) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %av_ptr_base = tt.splat %a : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %av_ptr = tt.addptr %av_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %av = tt.load %av_ptr : tensor<16x16x!tt.ptr<f32>>
    %bv_ptr_base = tt.splat %b : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %bv_ptr = tt.addptr %bv_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %bv = tt.load %bv_ptr : tensor<16x16x!tt.ptr<f32>>
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %d = tt.dot %av, %bv, %zero, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %d : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %at_r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %at_re = tt.expand_dims %at_r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %at_ce = tt.expand_dims %at_c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %at_ld = arith.constant dense<16> : tensor<16x1xi32>
    %at_rl = arith.muli %at_re, %at_ld : tensor<16x1xi32>
    %at_rb = tt.broadcast %at_rl : tensor<16x1xi32> -> tensor<16x16xi32>
    %at_cb = tt.broadcast %at_ce : tensor<1x16xi32> -> tensor<16x16xi32>
    %at = arith.addi %at_rb, %at_cb : tensor<16x16xi32>
    %av_ptr_base = tt.splat %a : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %av_ptr = tt.addptr %av_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %av = tt.load %av_ptr : tensor<16x16x!tt.ptr<f32>>
    %bv_ptr_base = tt.splat %b : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %bv_ptr = tt.addptr %bv_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %bv = tt.load %bv_ptr : tensor<16x16x!tt.ptr<f32>>
    %zero = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %d = tt.dot %av, %bv, %zero : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    tt.store %out_ptr, %d : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
