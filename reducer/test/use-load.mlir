// RUN: fathom-reduce-step --reduction=use-load --keep='arith.addf' %s | FileCheck %s
// The product's slice of five ops gives way to a load through a new pointer.

// CHECK: tt.func public @f(%{{.*}}: !tt.ptr<f32>, %[[P:.*]]: !tt.ptr<f32>)
// CHECK: %[[PS:.*]] = tt.splat %[[P]]
// CHECK-NOT: arith.mulf
// CHECK: %[[X:.*]] = tt.load %[[PS]]
// CHECK: arith.addf %[[X]], %[[X]]
module {
  tt.func public @f(%p: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %floats = arith.sitofp %range : tensor<8xi32> to tensor<8xf32>
    %n1 = arith.sitofp %n : i32 to f32
    %ns = tt.splat %n1 : f32 -> tensor<8xf32>
    %product = arith.mulf %floats, %ns : tensor<8xf32>
    %sum = arith.addf %product, %product : tensor<8xf32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
    tt.store %ps, %sum : tensor<8x!tt.ptr<f32>>
    tt.return
  }
}
