// The while's condition is turned round: n > i became n >= i.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[2];i32=6

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %w:2 = scf.while (%i = %c0, %p = %c1) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi slt, %i, %n : i32
      scf.condition(%go) %i, %p : i32, i32
    } do {
    ^bb0(%i: i32, %p: i32):
      %q = arith.muli %p, %two : i32
      %j = arith.addi %i, %c1 : i32
      scf.yield %j, %q : i32, i32
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
    %two = arith.constant 2 : i32
    %w:2 = scf.while (%i = %c0, %p = %c1) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi sgt, %n, %i : i32
      scf.condition(%go) %i, %p : i32, i32
    } do {
    ^bb0(%i: i32, %p: i32):
      %q = arith.muli %p, %two : i32
      %j = arith.addi %i, %c1 : i32
      scf.yield %j, %q : i32, i32
    }
    %out1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
    tt.store %out, %w#0 : !tt.ptr<i32>
    tt.store %out1, %w#1 : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before SCCP (sccp) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %w:2 = scf.while (%i = %c0, %p = %c1) : (i32, i32) -> (i32, i32) {
      %go = arith.cmpi sge, %n, %i : i32
      scf.condition(%go) %i, %p : i32, i32
    } do {
    ^bb0(%i: i32, %p: i32):
      %q = arith.muli %p, %two : i32
      %j = arith.addi %i, %c1 : i32
      scf.yield %j, %q : i32, i32
    }
    %out1 = tt.addptr %out, %c1 : !tt.ptr<i32>, i32
    tt.store %out, %w#0 : !tt.ptr<i32>
    tt.store %out1, %w#1 : !tt.ptr<i32>
    tt.return
  }
}
