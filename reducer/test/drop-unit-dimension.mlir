// RUN: fathom-reduce-step --reduction=shrink-shape %s | FileCheck %s
// Where all tensors of a rank start with a dimension of size 1, it goes.

// CHECK: arith.constant dense<1.000000e+00> : tensor<1xf32>
// CHECK: tt.splat %arg0 : !tt.ptr<f32> -> tensor<1x!tt.ptr<f32>>
module {
  tt.func public @f(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.000000e+00> : tensor<1x1x8xf32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1x1x8x!tt.ptr<f32>>
    tt.store %ps, %x : tensor<1x1x8x!tt.ptr<f32>>
    tt.return
  }
}
