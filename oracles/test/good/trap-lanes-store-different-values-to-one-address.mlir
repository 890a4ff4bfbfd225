// Two lanes store different values to each address, and a pass turns the lanes round: any of the two may win.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: race of lanes
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[16]

// -----// IR Dump Before TritonGPUCoalesce (tritongpu-coalesce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %two = arith.constant dense<2> : tensor<32xi32>
    %at = arith.divui %r, %two : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %r : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>) {
    %q = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %top = arith.constant dense<31> : tensor<32xi32>
    %r = arith.subi %top, %q : tensor<32xi32>
    %two = arith.constant dense<2> : tensor<32xi32>
    %at = arith.divui %r, %two : tensor<32xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %at : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %r : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
