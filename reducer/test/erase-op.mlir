// RUN: fathom-reduce-step --reduction=erase-op --keep=tt.ptr.f32 %s | FileCheck %s
// Only the second store is needed: the loop and the first store go, and with them what they used, arguments too.

// CHECK-LABEL: tt.func public @f(%arg0: !tt.ptr<f32>)
// CHECK-NOT: scf.for
// CHECK-NOT: arith.addi
// CHECK: tt.store %{{.*}} : !tt.ptr<f32>
// CHECK-NEXT: tt.return
module {
  tt.func public @f(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) {
    %pi = arith.constant 3.000000e+00 : f32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
    %m = arith.addi %n, %c1 : i32
    tt.store %p, %m : !tt.ptr<i32>
    tt.store %q, %pi : !tt.ptr<f32>
    tt.return
  }
}
