// A value is kept in f16 between two f32 operations, and loses bits.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonCombineOps:
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:f32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %f, %third : tensor<64xf32>
    %w = arith.addf %v, %third : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %third, %f : tensor<64xf32>
    %w = arith.addf %v, %third : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %third, %f : tensor<64xf32>
    %n = arith.truncf %v : tensor<64xf32> to tensor<64xf16>
    %e = arith.extf %n : tensor<64xf16> to tensor<64xf32>
    %w = arith.addf %e, %third : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
