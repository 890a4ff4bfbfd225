// RUN: fathom-reduce-step --reduction=open-bound %s | FileCheck %s
// The upper bound's constant has no other user and goes; the lower bound's is the step, too, and stays, so that nothing is won.

// CHECK: tt.func public @f(%{{.*}}: !tt.ptr<i32>, %[[N:.*]]: i32)
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK-NEXT: scf.for %{{.*}} = %[[ONE]] to %[[N]] step %[[ONE]]
module {
  tt.func public @f(%p: !tt.ptr<i32>) {
    %c1 = arith.constant 1 : i32
    %c9 = arith.constant 9 : i32
    scf.for %i = %c1 to %c9 step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
    tt.return
  }
}
