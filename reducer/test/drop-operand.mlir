// RUN: fathom-reduce-step --reduction=drop-operand %s | FileCheck %s
// Masks and other values go, with what computed them.

// CHECK-NOT: arith.cmpi
// CHECK: %[[X:.*]] = tt.load %arg0 : !tt.ptr<f32>
// CHECK-NEXT: tt.store %arg0, %[[X]] : !tt.ptr<f32>
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {
    %c1 = arith.constant 1 : i32
    %one = arith.constant 1.000000e+00 : f32
    %mask = arith.cmpi slt, %n, %c1 : i32
    %x = tt.load %p, %mask, %one : !tt.ptr<f32>
    tt.store %p, %x, %mask : !tt.ptr<f32>
    tt.return
  }
}
