// The pointer is advanced but the loop yields the old one: each trip reads the first block.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64]{-99..99};out:i32[8];i32=5

// -----// IR Dump Before TritonCombineOps (triton-combine) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %xs = tt.addptr %xs_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %zero = arith.constant dense<0> : tensor<8xi32>
    %eight = arith.constant dense<8> : tensor<8xi32>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %xs, %sum = %zero) -> (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) : i32 {
      %v = tt.load %p : tensor<8x!tt.ptr<i32>>
      %s = arith.addi %sum, %v : tensor<8xi32>
      %next = tt.addptr %p, %eight : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
      scf.yield %next, %s : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %f#1 : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %xs = tt.addptr %xs_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %none = arith.constant dense<0> : tensor<8xi32>
    %eight = arith.constant dense<8> : tensor<8xi32>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %xs, %sum = %none) -> (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) : i32 {
      %v = tt.load %p : tensor<8x!tt.ptr<i32>>
      %s = arith.addi %sum, %v : tensor<8xi32>
      %next = tt.addptr %p, %eight : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
      scf.yield %next, %s : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %f#1 : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c8 = arith.constant 8 : i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %xs_base = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %xs = tt.addptr %xs_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %none = arith.constant dense<0> : tensor<8xi32>
    %eight = arith.constant dense<8> : tensor<8xi32>
    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %xs, %sum = %none) -> (tensor<8x!tt.ptr<i32>>, tensor<8xi32>) : i32 {
      %v = tt.load %p : tensor<8x!tt.ptr<i32>>
      %s = arith.addi %sum, %v : tensor<8xi32>
      %next = tt.addptr %p, %eight : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
      scf.yield %p, %s : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    }
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %f#1 : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
