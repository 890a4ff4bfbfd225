// RUN: fathom-reduce-step --reduction=inline-region --chunk=0:3 %s | FileCheck %s --check-prefix=FIRST
// RUN: fathom-reduce-step --reduction=inline-region --chunk=3:5 %s | FileCheck %s --check-prefix=SECOND
// The first alternatives: the if's first branch, one trip of each loop. The second: the other branch, the while's condition side.

// FIRST: 5 changes on offer
// FIRST: tt.store %arg0, %arg1
// FIRST-NEXT: %[[SUM:.*]] = arith.addi %arg1, %c1_i32
// FIRST-NEXT: tt.store %arg0, %[[SUM]]
// FIRST-NEXT: %[[ZERO:.*]] = arith.muli %c0_i32, %c0_i32
// FIRST-NEXT: tt.store %arg0, %[[ZERO]]
// FIRST-NEXT: tt.return

// SECOND: arith.muli %arg1, %arg1
// SECOND-NEXT: tt.store
// SECOND-NEXT: tt.store %arg0, %arg1
// SECOND-NEXT: scf.for
module {
  tt.func public @f(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.if %c {
      tt.store %p, %n : !tt.ptr<i32>
    } else {
      %sq = arith.muli %n, %n : i32
      tt.store %p, %sq : !tt.ptr<i32>
    }
    %w = scf.while (%x = %n) : (i32) -> i32 {
      %go = arith.cmpi slt, %x, %c1 : i32
      scf.condition(%go) %x : i32
    } do {
    ^bb0(%x: i32):
      %y = arith.addi %x, %c1 : i32
      scf.yield %y : i32
    }
    tt.store %p, %w : !tt.ptr<i32>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %z = arith.muli %i, %i : i32
      tt.store %p, %z : !tt.ptr<i32>
    }
    tt.return
  }
}
