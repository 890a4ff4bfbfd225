// Floats are added to one address by atomics, and a pass changes the order of the lanes: the sum differs in its last bits.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=2,1,1 rng-seed=7 args=f32[64];atomic:f32[1]

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %top = arith.constant dense<63> : tensor<64xi32>
    %b = arith.subi %top, %q : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %q : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<f32>>
    %all = arith.constant dense<true> : tensor<64xi1>
    %op = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %op, %v, %all : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %top = arith.constant dense<63> : tensor<64xi32>
    %b = arith.subi %top, %q : tensor<64xi32>
    %v_ptr_base = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %v_ptr = tt.addptr %v_ptr_base, %b : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<f32>>
    %all = arith.constant dense<true> : tensor<64xi1>
    %op = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %old = tt.atomic_rmw fadd, acq_rel, gpu, %op, %v, %all : (tensor<64x!tt.ptr<f32>>, tensor<64xf32>, tensor<64xi1>) -> tensor<64xf32>
    tt.return
  }
}
