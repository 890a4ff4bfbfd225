// RUN: fathom-reduce-step --reduction=drop-argument %s | FileCheck %s
// The unused argument goes, and two pointers of one type become one.

// CHECK: tt.func public @f(%arg0: !tt.ptr<i32>, %arg1: i32)
// CHECK-NEXT: tt.store %arg0, %arg1
// CHECK-NEXT: tt.store %arg0, %arg1
module {
  tt.func public @f(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %unused: f32, %n: i32) {
    tt.store %p, %n : !tt.ptr<i32>
    tt.store %q, %n : !tt.ptr<i32>
    tt.return
  }
}
