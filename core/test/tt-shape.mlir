// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK-LABEL: tt.func @shapes
tt.func @shapes(%s: f32, %p: !tt.ptr<f16>, %i: tensor<4x2xi32>) {
  // CHECK: tt.make_range {end = 3 : i32, start = -5 : i32} : tensor<8xi32>
  %0 = tt.make_range {end = 3 : i32, start = -5 : i32} : tensor<8xi32>
  // CHECK: tt.splat %{{.*}} : f32 -> tensor<8xf32>
  %1 = tt.splat %s : f32 -> tensor<8xf32>
  // CHECK: tt.splat %{{.*}} : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
  %2 = tt.splat %p : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
  // CHECK: tt.unsplat %{{.*}} : tensor<1x!tt.ptr<f16>>
  %3 = tt.unsplat %2 : tensor<1x!tt.ptr<f16>>
  // CHECK: tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  %4 = tt.expand_dims %1 {axis = 1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK: tt.broadcast %{{.*}} : tensor<8x1xf32> -> tensor<8x4xf32>
  %5 = tt.broadcast %4 : tensor<8x1xf32> -> tensor<8x4xf32>
  // CHECK: tt.reshape %{{.*}} : tensor<8x4xf32> -> tensor<4x2x4xf32>
  %6 = tt.reshape %5 : tensor<8x4xf32> -> tensor<4x2x4xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<32xf32>
  %7 = tt.reshape %5 allow_reorder efficient_layout : tensor<8x4xf32> -> tensor<32xf32>
  // CHECK: tt.trans %{{.*}} {order = array<i32: 2, 0, 1>} : tensor<4x2x4xf32> -> tensor<4x4x2xf32>
  %8 = tt.trans %6 {order = array<i32: 2, 0, 1>} : tensor<4x2x4xf32> -> tensor<4x4x2xf32>
  // CHECK: %{{.*}}, %{{.*}} = tt.split %{{.*}} : tensor<4x4x2xf32> -> tensor<4x4xf32>
  %9, %10 = tt.split %8 : tensor<4x4x2xf32> -> tensor<4x4xf32>
  // CHECK: tt.join %{{.*}}, %{{.*}} : tensor<4x4xf32> -> tensor<4x4x2xf32>
  %11 = tt.join %9, %10 : tensor<4x4xf32> -> tensor<4x4x2xf32>
  // CHECK: tt.cat %{{.*}}, %{{.*}} : tensor<8xf32> -> tensor<16xf32>
  %12 = tt.cat %1, %1 : tensor<8xf32> -> tensor<16xf32>
  // CHECK: tt.gather %{{.*}}[%{{.*}}] {axis = 1 : i32} : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  %13 = tt.gather %9[%i] {axis = 1 : i32} : (tensor<4x4xf32>, tensor<4x2xi32>) -> tensor<4x2xf32>
  tt.return
}
