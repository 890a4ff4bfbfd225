// An atomic addition is executed twice, as by each holder of a replicated element.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUCoalesce:
// LAUNCH: grid=2,1,1 rng-seed=7 args=i32[64]{0..15};atomic:i32[16]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %bins: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %all = arith.constant dense<true> : tensor<64xi1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<64xi32>
    %bp_base = tt.splat %bins : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %bp = tt.addptr %bp_base, %v : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %old = tt.atomic_rmw add, acq_rel, gpu, %bp, %one, %all : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %bins: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %all = arith.constant dense<true> : tensor<64xi1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<64xi32>
    %bp_base = tt.splat %bins : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %bp = tt.addptr %bp_base, %v : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %old = tt.atomic_rmw add, acq_rel, gpu, %bp, %one, %all : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %bins: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %all = arith.constant dense<true> : tensor<64xi1>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<64xi32>
    %bp_base = tt.splat %bins : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %bp = tt.addptr %bp_base, %v : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %old = tt.atomic_rmw add, acq_rel, gpu, %bp, %one, %all : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %again = tt.atomic_rmw add, acq_rel, gpu, %bp, %one, %all : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    tt.return
  }
}
