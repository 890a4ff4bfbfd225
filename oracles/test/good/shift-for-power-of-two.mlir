// A multiplication by eight becomes a shift; unsigned division by a power of two, too.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %a_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %a_ptr = tt.addptr %a_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %a = tt.load %a_ptr : tensor<64x!tt.ptr<i32>>
    %e = arith.constant dense<8> : tensor<64xi32>
    %b = arith.muli %a, %e : tensor<64xi32>
    %c = arith.divui %b, %e : tensor<64xi32>
    %d = arith.remui %a, %e : tensor<64xi32>
    %s = arith.addi %c, %d : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
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
    %three = arith.constant dense<3> : tensor<64xi32>
    %seven = arith.constant dense<7> : tensor<64xi32>
    %b = arith.shli %a, %three : tensor<64xi32>
    %c = arith.shrui %b, %three : tensor<64xi32>
    %d = arith.andi %a, %seven : tensor<64xi32>
    %s = arith.addi %d, %c : tensor<64xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %out_ptr, %s : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
