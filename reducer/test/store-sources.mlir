// RUN: fathom-reduce-step --reduction=store-sources %s | FileCheck %s
// Both of the loop's results are stored as they are, and the three ops that made one value of them go.

// CHECK: %[[R:.*]]:2 = scf.for
// CHECK: tt.store %{{.*}}, %[[R]]#0 : tensor<8x4x!tt.ptr<f32>>
// CHECK-NEXT: tt.store %{{.*}}, %[[R]]#1 : tensor<8x!tt.ptr<f32>>
// CHECK-NEXT: tt.return
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32, %x: tensor<8x4xf32>, %y: tensor<8xf32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x4x!tt.ptr<f32>>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8x4xf32>, tensor<8xf32>) : i32 {
      %a2 = arith.addf %a, %a : tensor<8x4xf32>
      %b2 = arith.addf %b, %b : tensor<8xf32>
      scf.yield %a2, %b2 : tensor<8x4xf32>, tensor<8xf32>
    }
    %column = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
    %wide = tt.broadcast %column : tensor<8x1xf32> -> tensor<8x4xf32>
    %quotient = arith.divf %r#0, %wide : tensor<8x4xf32>
    tt.store %ps, %quotient : tensor<8x4x!tt.ptr<f32>>
    tt.return
  }
}
