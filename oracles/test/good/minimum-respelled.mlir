// A minimum of integers becomes a compare and a select.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-9..9};out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %lo = arith.constant dense<-3> : tensor<64xi32>
    %b = arith.minsi %a, %lo : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %b : tensor<64x!tt.ptr<i32>>
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
    %lo = arith.constant dense<-3> : tensor<64xi32>
    %c = arith.cmpi sge, %a, %lo : tensor<64xi32>
    %b = arith.select %c, %lo, %a : tensor<64xi1>, tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %b : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
