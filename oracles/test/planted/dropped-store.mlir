// One of two stores is taken for dead.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: difference in CSE: a store is missing
// LAUNCH: grid=1,1,1 rng-seed=7 args=f32[32];out:f32[32];out:f32[32]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %out2: !tt.ptr<f32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %w = arith.mulf %v, %v : tensor<32xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %v : tensor<32x!tt.ptr<f32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out2_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %out2: !tt.ptr<f32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %w = arith.mulf %v, %v : tensor<32xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %v : tensor<32x!tt.ptr<f32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out2_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %out2: !tt.ptr<f32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %w = arith.mulf %v, %v : tensor<32xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %v : tensor<32x!tt.ptr<f32>>
    %out2_ptr_base = tt.splat %out2 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out2_ptr = tt.addptr %out2_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.return
  }
}
