// RUN: fathom-reduce-step --reduction=erase-op --keep='store %arg1' %s | FileCheck %s
// Only the second store is needed: the loop and the first store go, and with them what they used.

// CHECK-LABEL: tt.func public @f
// CHECK-NOT: scf.for
// CHECK-NOT: arith.addi
// CHECK: tt.store %{{.*}}, %[[N:.*]] : !tt.ptr<i32>
// CHECK-NEXT: tt.return
module {
  tt.func public @f(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
    %m = arith.addi %n, %c1 : i32
    tt.store %p, %m : !tt.ptr<i32>
    tt.store %q, %n : !tt.ptr<i32>
    tt.return
  }
}
