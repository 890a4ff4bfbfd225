// A conversion that rounds to nearest becomes one that cuts off.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:f16[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %f, %third : tensor<64xf32>
    %b = arith.truncf %v : tensor<64xf32> to tensor<64xf16>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    tt.store %out_ptr, %b : tensor<64x!tt.ptr<f16>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %third, %f : tensor<64xf32>
    %b = arith.truncf %v : tensor<64xf32> to tensor<64xf16>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    tt.store %out_ptr, %b : tensor<64x!tt.ptr<f16>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %f = arith.sitofp %r : tensor<64xi32> to tensor<64xf32>
    %third = arith.constant dense<0.333333343> : tensor<64xf32>
    %v = arith.mulf %third, %f : tensor<64xf32>
    %b = tt.fp_to_fp %v, rounding = rtz : tensor<64xf32> -> tensor<64xf16>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    tt.store %out_ptr, %b : tensor<64x!tt.ptr<f16>>
    tt.return
  }
}
