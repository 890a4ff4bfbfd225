// The value for masked lanes is another constant of the same type.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: difference in TritonCombineOps: stored values differ
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[40];out:f32[64];i32=40

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %one = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %none = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %xp_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %none : tensor<64x!tt.ptr<f32>>
    %w = arith.addf %v, %one : tensor<64xf32>
    %op_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %op_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %op, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %one = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %none = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %xp_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %none : tensor<64x!tt.ptr<f32>>
    %w = arith.addf %one, %v : tensor<64xf32>
    %op_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %op_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %op, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = tt.splat %n : i32 -> tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %one = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %none = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %xp_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %xp, %in, %one : tensor<64x!tt.ptr<f32>>
    %w = arith.addf %one, %v : tensor<64xf32>
    %op_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %op_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %op, %w : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
