// not (x < 1) becomes x uge 1: the inverse of an ordered compare is unordered, and right for NaN, too.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];out:f32[64]

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %nan = arith.constant dense<0x7FC00000> : tensor<64xf32>
    %one = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %two = arith.constant dense<2.000000e+00> : tensor<64xf32>
    %seven = arith.constant dense<7> : tensor<64xi32>
    %some = arith.cmpi slt, %r, %seven : tensor<64xi32>
    %m = arith.select %some, %nan, %a : tensor<64xi1>, tensor<64xf32>
    %c = arith.cmpf olt, %m, %one : tensor<64xf32>
    %s = arith.select %c, %one, %two : tensor<64xi1>, tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<f32>>
    %nan = arith.constant dense<0x7FC00000> : tensor<64xf32>
    %one = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %two = arith.constant dense<2.000000e+00> : tensor<64xf32>
    %seven = arith.constant dense<7> : tensor<64xi32>
    %some = arith.cmpi slt, %r, %seven : tensor<64xi32>
    %m = arith.select %some, %nan, %a : tensor<64xi1>, tensor<64xf32>
    %c = arith.cmpf uge, %m, %one : tensor<64xf32>
    %s = arith.select %c, %two, %one : tensor<64xi1>, tensor<64xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
