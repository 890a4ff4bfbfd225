// A mask that is true for every lane is dropped.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[64];out:f32[64];i32=64

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %ns = arith.constant dense<64> : tensor<64xi32>
    %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
    %xp_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xp_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %xp, %in : tensor<64x!tt.ptr<f32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<f32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %out_ptr, %v : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
