// A scale is a maximum divided by 127, and numbers are rounded to multiples of it: by the reciprocal of 127 the scale is another one, and 63.5 may become 63.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: differs as an approximate division may
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[128]{0+1i};out:i32[128]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<i32>) {
    %c124 = arith.constant 124 : i32
    %c127 = arith.constant 1.270000e+02 : f32
    %half = arith.constant dense<5.000000e-01> : tensor<128xf32>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %mp = tt.addptr %x, %c124 : !tt.ptr<f32>, i32
    %m = tt.load %mp : !tt.ptr<f32>
    %scale = arith.divf %m, %c127 : f32
    %scales = tt.splat %scale : f32 -> tensor<128xf32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %xp : tensor<128x!tt.ptr<f32>>
    %q = arith.divf %v, %scales : tensor<128xf32>
    %up = arith.addf %q, %half : tensor<128xf32>
    %f = math.floor %up : tensor<128xf32>
    %i = arith.fptosi %f : tensor<128xf32> to tensor<128xi32>
    %os = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %op = tt.addptr %os, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %op, %i : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<i32>) {
    %c124 = arith.constant 124 : i32
    %c1 = arith.constant 1.000000e+00 : f32
    %c127 = arith.constant 1.270000e+02 : f32
    %half = arith.constant dense<5.000000e-01> : tensor<128xf32>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %mp = tt.addptr %x, %c124 : !tt.ptr<f32>, i32
    %m = tt.load %mp : !tt.ptr<f32>
    %reciprocal = tt.approx_divf %c1, %c127 : f32
    %scale = arith.mulf %m, %reciprocal : f32
    %scales = tt.splat %scale : f32 -> tensor<128xf32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %xp : tensor<128x!tt.ptr<f32>>
    %q = arith.divf %v, %scales : tensor<128xf32>
    %up = arith.addf %q, %half : tensor<128xf32>
    %f = math.floor %up : tensor<128xf32>
    %i = arith.fptosi %f : tensor<128xf32> to tensor<128xi32>
    %os = tt.splat %out : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %op = tt.addptr %os, %r : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %op, %i : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}
