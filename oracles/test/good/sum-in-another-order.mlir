// A sum of floats is taken in two steps: another order, another last bit, the same meaning.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];out:f32[1]

// -----// IR Dump Before TritonGPUOptimizeThreadLocality (tritongpu-optimize-thread-locality) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %k1 = arith.constant dense<3.000000e+00> : tensor<64xf32>
    %k2 = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %u = arith.mulf %a, %k1 : tensor<64xf32>
    %v = arith.addf %u, %a : tensor<64xf32>
    %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %t = arith.addf %l, %m : f32
      tt.reduce.return %t : f32
    }) : (tensor<64xf32>) -> f32
    tt.store %out, %s : !tt.ptr<f32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %k1 = arith.constant dense<3.000000e+00> : tensor<64xf32>
    %u = arith.mulf %k1, %a : tensor<64xf32>
    %v = arith.addf %a, %u : tensor<64xf32>
    %w = tt.reshape %v : tensor<64xf32> -> tensor<8x8xf32>
    %p = "tt.reduce"(%w) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %t = arith.addf %l, %m : f32
      tt.reduce.return %t : f32
    }) : (tensor<8x8xf32>) -> tensor<8xf32>
    %s = "tt.reduce"(%p) <{axis = 0 : i32}> ({
    ^bb0(%l: f32, %m: f32):
      %t = arith.addf %m, %l : f32
      tt.reduce.return %t : f32
    }) : (tensor<8xf32>) -> f32
    tt.store %out, %s : !tt.ptr<f32>
    tt.return
  }
}
