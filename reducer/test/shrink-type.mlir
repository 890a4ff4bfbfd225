// RUN: fathom-reduce-step --reduction=shrink-type %s | FileCheck %s
// f64 and i64 become f16 and i32 everywhere, and the extension that they make the identity goes.

// CHECK: @f(%arg0: !tt.ptr<f16>)
// CHECK: arith.constant dense<2.500000e+00> : tensor<8xf16>
// CHECK: tt.make_range
// CHECK-NOT: arith.extsi
// CHECK: tt.addptr %{{.*}} : tensor<8x!tt.ptr<f16>>, tensor<8xi32>
module {
  tt.func public @f(%p: !tt.ptr<f64>) {
    %x = arith.constant dense<2.500000e+00> : tensor<8xf64>
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %wide = arith.extsi %range : tensor<8xi32> to tensor<8xi64>
    %ps = tt.splat %p : !tt.ptr<f64> -> tensor<8x!tt.ptr<f64>>
    %pp = tt.addptr %ps, %wide : tensor<8x!tt.ptr<f64>>, tensor<8xi64>
    tt.store %pp, %x : tensor<8x!tt.ptr<f64>>
    tt.return
  }
}
