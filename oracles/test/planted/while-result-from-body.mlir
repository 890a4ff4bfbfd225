// A while's results are taken for what its body yields; they are what its condition hands on. The loop is rotated to test after the body, and the last
// value is one behind.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[2];i32=6

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %w:2 = scf.while (%i = %c0, %last = %c0) : (i32, i32) -> (i32, i32) {
      %next = arith.addi %i, %c1 : i32
      %go = arith.cmpi slt, %next, %n : i32
      scf.condition(%go) %next, %last : i32, i32
    } do {
    ^bb0(%i: i32, %last: i32):
      %sq = arith.muli %i, %i : i32
      scf.yield %i, %sq : i32, i32
    }
    %out1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
    tt.store %out, %w#0 : !tt.ptr<i32>
    tt.store %out1, %w#1 : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %w:2 = scf.while (%i = %c0, %last = %c0) : (i32, i32) -> (i32, i32) {
      %next = arith.addi %i, %c1 : i32
      %go = arith.cmpi sgt, %n, %next : i32
      scf.condition(%go) %next, %last : i32, i32
    } do {
    ^bb0(%i: i32, %last: i32):
      %sq = arith.muli %i, %i : i32
      scf.yield %i, %sq : i32, i32
    }
    %out1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
    tt.store %out, %w#0 : !tt.ptr<i32>
    tt.store %out1, %w#1 : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %w:2 = scf.while (%i = %c0, %last = %c0) : (i32, i32) -> (i32, i32) {
      %next = arith.addi %i, %c1 : i32
      %go = arith.cmpi slt, %next, %n : i32
      scf.condition(%go) %i, %last : i32, i32
    } do {
    ^bb0(%i: i32, %last: i32):
      %j = arith.addi %i, %c1 : i32
      %sq = arith.muli %j, %j : i32
      scf.yield %j, %sq : i32, i32
    }
    %out1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
    tt.store %out, %w#0 : !tt.ptr<i32>
    tt.store %out1, %w#1 : !tt.ptr<i32>
    tt.return
  }
}
