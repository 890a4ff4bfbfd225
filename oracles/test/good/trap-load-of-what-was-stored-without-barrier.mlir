// A load of elements that other lanes have stored, with no barrier in between: the language gives no order, and the load moves up.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: race of lanes
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[32];out:i32[32]

// -----// IR Dump Before TritonGPUReorderInstructions (tritongpu-reorder-instructions) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %rev0 = arith.constant dense<31> : tensor<32xi32>
    %rev = arith.subi %rev0, %r : tensor<32xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %xr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xr = tt.addptr %xr_base, %rev : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %xp, %r : tensor<32x!tt.ptr<i32>>
    %b = tt.load %xr : tensor<32x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %b : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %rev0 = arith.constant dense<31> : tensor<32xi32>
    %rev = arith.subi %rev0, %r : tensor<32xi32>
    %xp_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xp = tt.addptr %xp_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %xr_base = tt.splat %x : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %xr = tt.addptr %xr_base, %rev : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %b = tt.load %xr : tensor<32x!tt.ptr<i32>>
    tt.store %xp, %r : tensor<32x!tt.ptr<i32>>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    tt.store %out_ptr, %b : tensor<32x!tt.ptr<i32>>
    tt.return
  }
}
