// The last trip of a loop that computes with its counter as a float is peeled, and folded: 31 / 4 is cut off, and 2 to the power of 3.1 is rounded.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[16];out:f32[16];out:i32[32]

// -----// IR Dump Before TritonGPUPipeline (tritongpu-pipeline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %places: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %x_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %x_ptr = tt.addptr %x_ptr_base, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %x_ptr : tensor<16x!tt.ptr<f32>>
    %n = arith.constant 32 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16xf32>) : i32 {
      %f = arith.sitofp %k : i32 to f32
      %quarter = arith.constant 2.500000e-01 : f32
      %tenth = arith.constant 1.000000e-01 : f32
      %bound = arith.constant 5.500000e+00 : f32
      %q = arith.mulf %f, %quarter : f32
      %i = arith.fptosi %q : f32 to i32
      %g = math.floor %q : f32
      %t = arith.mulf %f, %tenth : f32
      %e = math.exp2 %t : f32
      %below = arith.cmpf olt, %q, %bound : f32
      %w = arith.select %below, %g, %e : f32
      %ws = tt.splat %w : f32 -> tensor<16xf32>
      %m = arith.mulf %v, %ws : tensor<16xf32>
      %s = arith.addf %acc, %m : tensor<16xf32>
      %p = tt.addptr %places, %k : !tt.ptr<i32>, i32
      tt.store %p, %i : !tt.ptr<i32>
      scf.yield %s : tensor<16xf32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %out_ptr, %sum : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %places: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %x_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %x_ptr = tt.addptr %x_ptr_base, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %x_ptr : tensor<16x!tt.ptr<f32>>
    %n = arith.constant 31 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %before = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16xf32>) : i32 {
      %f = arith.sitofp %k : i32 to f32
      %quarter = arith.constant 2.500000e-01 : f32
      %tenth = arith.constant 1.000000e-01 : f32
      %bound = arith.constant 5.500000e+00 : f32
      %q = arith.mulf %f, %quarter : f32
      %i = arith.fptosi %q : f32 to i32
      %g = math.floor %q : f32
      %t = arith.mulf %f, %tenth : f32
      %e = math.exp2 %t : f32
      %below = arith.cmpf olt, %q, %bound : f32
      %w = arith.select %below, %g, %e : f32
      %ws = tt.splat %w : f32 -> tensor<16xf32>
      %m = arith.mulf %v, %ws : tensor<16xf32>
      %s = arith.addf %acc, %m : tensor<16xf32>
      %p = tt.addptr %places, %k : !tt.ptr<i32>, i32
      tt.store %p, %i : !tt.ptr<i32>
      scf.yield %s : tensor<16xf32>
    }
    %last = arith.constant 31 : i32
    %ws = arith.constant dense<0x41092FE0> : tensor<16xf32>
    %m = arith.mulf %v, %ws : tensor<16xf32>
    %sum = arith.addf %before, %m : tensor<16xf32>
    %i = arith.constant 7 : i32
    %p = tt.addptr %places, %last : !tt.ptr<i32>, i32
    tt.store %p, %i : !tt.ptr<i32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %out_ptr, %sum : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
