// A loop is unrolled by two, and the odd trip runs behind it.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[16]{1..9};out:i32[1];i32=9

// -----// IR Dump Before TritonLoopUnroll (triton-loop-unroll) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %sum, %v : i32
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %odd = arith.remsi %n, %c2 : i32
    %even = arith.subi %n, %odd : i32
    %r = scf.for %i = %c0 to %even step %c2 iter_args(%sum = %c0) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %v, %sum : i32
      %q = tt.addptr %p, %c1 : !tt.ptr<i32>, i32
      %w = tt.load %q : !tt.ptr<i32>
      %t = arith.addi %w, %s : i32
      scf.yield %t : i32
    }
    %f = scf.for %i = %even to %n step %c1 iter_args(%sum = %r) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %sum, %v : i32
      scf.yield %s : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}
