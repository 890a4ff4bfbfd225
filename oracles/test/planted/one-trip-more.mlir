// The loop's bound is n + 1, as when a condition <= is rewritten to < twice.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonLoopUnroll:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[16]{1..9};out:i32[1];i32=10

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
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

// -----// IR Dump Before TritonLoopUnroll (triton-loop-unroll) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %v, %sum : i32
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
    %last = arith.addi %n, %c1 : i32
    %r = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %v, %sum : i32
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}
