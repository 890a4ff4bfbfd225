// -7 / 2 is folded as if division rounded down.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:f16[16];out:i32[16]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>, %out2: !tt.ptr<i32>) {
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = arith.constant dense<2.049000e+03> : tensor<16xf32>
    %t = arith.truncf %c : tensor<16xf32> to tensor<16xf16>
    %m = arith.constant dense<-7> : tensor<16xi32>
    %two = arith.constant dense<2> : tensor<16xi32>
    %q = arith.divsi %m, %two : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    tt.store %out_ptr, %t : tensor<16x!tt.ptr<f16>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out2_ptr, %q : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>, %out2: !tt.ptr<i32>) {
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = arith.constant dense<2.049000e+03> : tensor<16xf32>
    %t = arith.truncf %c : tensor<16xf32> to tensor<16xf16>
    %m = arith.constant dense<-7> : tensor<16xi32>
    %two = arith.constant dense<2> : tensor<16xi32>
    %q = arith.divsi %m, %two : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    tt.store %out_ptr, %t : tensor<16x!tt.ptr<f16>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out2_ptr, %q : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before SCCP (sccp) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<f16>, %out2: !tt.ptr<i32>) {
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %t = arith.constant dense<2.048000e+03> : tensor<16xf16>
    %q = arith.constant dense<-4> : tensor<16xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<16x!tt.ptr<f16>>, tensor<16xi32>
    tt.store %out_ptr, %t : tensor<16x!tt.ptr<f16>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %out2_ptr, %q : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
