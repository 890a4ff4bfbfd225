// A constant comes out of a join as it went in. What is added to it, large integers as floats, is rounded, and the algebra must not tell the two.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];i32[64];out:f32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %n: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %x_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %x_ptr = tt.addptr %x_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %x_ptr : tensor<64x!tt.ptr<f32>>
    %n_ptr_base = tt.splat %n : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %n_ptr = tt.addptr %n_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %i = tt.load %n_ptr : tensor<64x!tt.ptr<i32>>
    %seven = arith.constant dense<7.000000e+00> : tensor<64xf32>
    %j = tt.join %v, %seven : tensor<64xf32> -> tensor<64x2xf32>
    %a, %b = tt.split %j : tensor<64x2xf32> -> tensor<64xf32>
    %f = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
    %s = arith.addf %b, %f : tensor<64xf32>
    %t = arith.addf %s, %a : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %t : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %n: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %x_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %x_ptr = tt.addptr %x_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %x_ptr : tensor<64x!tt.ptr<f32>>
    %n_ptr_base = tt.splat %n : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %n_ptr = tt.addptr %n_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %i = tt.load %n_ptr : tensor<64x!tt.ptr<i32>>
    %seven = arith.constant dense<7.000000e+00> : tensor<64xf32>
    %zero = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %a = arith.addf %v, %zero : tensor<64xf32>
    %b = arith.addf %seven, %zero : tensor<64xf32>
    %f = arith.sitofp %i : tensor<64xi32> to tensor<64xf32>
    %s = arith.addf %b, %f : tensor<64xf32>
    %t = arith.addf %s, %a : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %t : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
