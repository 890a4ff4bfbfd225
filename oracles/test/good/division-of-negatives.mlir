// A signed division by two becomes a shift with a correction for negative dividends: division cuts off towards zero.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %two = arith.constant dense<2> : tensor<64xi32>
    %q = arith.divsi %a, %two : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %q : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %one = arith.constant dense<1> : tensor<64xi32>
    %top = arith.constant dense<31> : tensor<64xi32>
    %sign = arith.shrui %a, %top : tensor<64xi32>
    %up = arith.addi %a, %sign : tensor<64xi32>
    %q = arith.shrsi %up, %one : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %q : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
