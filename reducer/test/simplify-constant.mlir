// RUN: fathom-reduce-step --reduction=simplify-constant --keep='dense' %s | FileCheck %s
// Numbers become 0; a loop's step becomes 1, for with 0 the loop would not end.

// CHECK-DAG: arith.constant dense<0> : tensor<4xi32>
// CHECK-DAG: arith.constant 1 : i32
// CHECK-DAG: arith.constant 0 : i32
// CHECK-DAG: arith.constant 0.000000e+00 : f32
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {
    %mixed = arith.constant dense<[3, 1, 4, 1]> : tensor<4xi32>
    %c64 = arith.constant 64 : i32
    %c9 = arith.constant 9 : i32
    %x = arith.constant 3.140000e+00 : f32
    scf.for %i = %c9 to %n step %c64 : i32 {
      tt.store %p, %x : !tt.ptr<f32>
    }
    tt.return
  }
}
