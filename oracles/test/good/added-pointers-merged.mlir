// Two additions to a pointer become one.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=2,1,1 rng-seed=7 args=f32[64];out:f32[64]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %pid = tt.get_program_id x : i32
    %c32 = arith.constant 32 : i32
    %start = arith.muli %pid, %c32 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %xb = tt.addptr %x, %start : !tt.ptr<f32>, i32
    %ob = tt.addptr %out, %start : !tt.ptr<f32>, i32
    %v_ptr_base = tt.splat %xb : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %w = arith.addf %v, %v : tensor<32xf32>
    %ob_ptr_base = tt.splat %ob : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %ob_ptr = tt.addptr %ob_ptr_base, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %ob_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %pid = tt.get_program_id x : i32
    %c32 = arith.constant 32 : i32
    %start = arith.muli %pid, %c32 : i32
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %ss = tt.splat %start : i32 -> tensor<32xi32>
    %at = arith.addi %ss, %r : tensor<32xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %v = tt.load %v_ptr : tensor<32x!tt.ptr<f32>>
    %w = arith.addf %v, %v : tensor<32xf32>
    %out_ptr_base = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %out_ptr, %w : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
