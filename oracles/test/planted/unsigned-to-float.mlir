// A signed integer is converted to float as an unsigned one.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-9..9};out:f32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %f = arith.sitofp %a : tensor<64xi32> to tensor<64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %h = arith.mulf %f, %half : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %h : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %f = arith.sitofp %a : tensor<64xi32> to tensor<64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %h = arith.mulf %half, %f : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %h : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %f = arith.uitofp %a : tensor<64xi32> to tensor<64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %h = arith.mulf %half, %f : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %h : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
