// The condition of a select is inverted, and its arms change places; one of the two was forgotten.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];f32[64];out:f32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %b_ptr_base = tt.splat %y : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %b_ptr = tt.addptr %b_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %b = tt.load %b_ptr : tensor<64x!tt.ptr<f32>>
    %d = arith.subf %a, %b : tensor<64xf32>
    %c = arith.cmpf ogt, %a, %b : tensor<64xf32>
    %e = arith.mulf %d, %b : tensor<64xf32>
    %s = arith.select %c, %d, %e : tensor<64xi1>, tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

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
    %d = arith.subf %a, %b : tensor<64xf32>
    %c = arith.cmpf olt, %b, %a : tensor<64xf32>
    %e = arith.mulf %b, %d : tensor<64xf32>
    %s = arith.select %c, %d, %e : tensor<64xi1>, tensor<64xf32>
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
    %d = arith.subf %a, %b : tensor<64xf32>
    %c = arith.cmpf olt, %b, %a : tensor<64xf32>
    %e = arith.mulf %b, %d : tensor<64xf32>
    %s = arith.select %c, %e, %d : tensor<64xi1>, tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
