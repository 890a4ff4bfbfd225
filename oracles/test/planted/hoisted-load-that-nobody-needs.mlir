// An invariant load is hoisted out of a loop without asking whether the loop runs at all. Its address is in the buffer by luck: the program never reads there.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: new-read in TritonLoopInvariantCodeMotion: reads memory that the program does not
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[4];out:i32[1];i32=0

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %last = arith.addi %n, %c1 : i32
    %p = tt.addptr %x, %last : !tt.ptr<i32>, i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %sum, %v : i32
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before TritonLoopInvariantCodeMotion (triton-licm) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %last = arith.addi %n, %c1 : i32
    %p = tt.addptr %x, %last : !tt.ptr<i32>, i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %v, %sum : i32
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %last = arith.addi %n, %c1 : i32
    %p = tt.addptr %x, %last : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> (i32) : i32 {
      %s = arith.addi %v, %sum : i32
      scf.yield %s : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}
