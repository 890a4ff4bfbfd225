// RUN: fathom-reduce-step --reduction=use-constant --keep='tt.store' %s | FileCheck %s
// What the sum of the two loads is made of goes with it; a zero that is there is used again.

// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<8xf32>
// CHECK-NOT: tt.load
// CHECK: tt.store %{{.*}}, %[[ZERO]]
module {
  tt.func public @f(%p: !tt.ptr<f32>) {
    %zero = arith.constant dense<0.000000e+00> : tensor<8xf32>
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    %pp = tt.addptr %ps, %range : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
    %x = tt.load %ps : tensor<8x!tt.ptr<f32>>
    %y = tt.load %pp : tensor<8x!tt.ptr<f32>>
    %sum = arith.addf %x, %y : tensor<8xf32>
    tt.store %ps, %sum : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
