// x / 4 becomes x * 0.25, a - b becomes a + (-b), and a sum moves out of a select.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];f32[64];out:f32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %b_ptr_base = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<f32>>
    %four = arith.constant dense<4.000000e+00> : tensor<64xf32>
    %c = arith.cmpf ogt, %a, %b : tensor<64xf32>
    %q = arith.divf %a, %four : tensor<64xf32>
    %d = arith.subf %q, %b : tensor<64xf32>
    %t = arith.addf %d, %a : tensor<64xf32>
    %u = arith.addf %d, %b : tensor<64xf32>
    %s = arith.select %c, %t, %u : tensor<64xi1>, tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %b_ptr_base = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<f32>>
    %quarter = arith.constant dense<2.500000e-01> : tensor<64xf32>
    %c = arith.cmpf olt, %b, %a : tensor<64xf32>
    %q = arith.mulf %a, %quarter : tensor<64xf32>
    %n = arith.negf %b : tensor<64xf32>
    %d = arith.addf %q, %n : tensor<64xf32>
    %t = arith.select %c, %a, %b : tensor<64xi1>, tensor<64xf32>
    %s = arith.addf %d, %t : tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
