// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK-LABEL: tt.func @descriptors
tt.func @descriptors(%p: !tt.ptr<f32>, %q: !tt.ptr<i32>, %n: i32, %s: i64, %rows: tensor<8xi32>, %raw: !tt.ptr<i8>) {
  // CHECK: tt.make_tensor_descriptor %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] : <f32>, <tensor<1x32xf32>>
  %0 = tt.make_tensor_descriptor %p, [%n, %n], [%s, %s] : <f32>, <tensor<1x32xf32>>
  // CHECK: tt.make_tensor_descriptor %{{.*}} {padding = 2 : i32} : <i32>, <tensor<8x16xsi32>>
  %1 = tt.make_tensor_descriptor %q, [%n, %n], [%s, %s] {padding = 2 : i32} : !tt.ptr<i32>, !tt.tensordesc<tensor<8x16xsi32>>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] cacheModifier = cg : !tt.tensordesc<tensor<8x16xsi32>> -> tensor<8x16xi32>
  %2 = tt.descriptor_load %1[%n, %n] cacheModifier = cg : !tt.tensordesc<tensor<8x16xsi32>> -> tensor<8x16xi32>
  // CHECK: tt.descriptor_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<8x16xsi32>>, tensor<8x16xi32>
  tt.descriptor_store %1[%n, %n], %2 : !tt.tensordesc<tensor<8x16xsi32>>, tensor<8x16xi32>
  // CHECK: tt.descriptor_reduce min, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<8x16xsi32>>, tensor<8x16xi32>
  tt.descriptor_reduce min, %1[%n, %n], %2 : !tt.tensordesc<tensor<8x16xsi32>>, tensor<8x16xi32>
  // CHECK: tt.descriptor_gather %{{.*}}[%{{.*}}, %{{.*}}] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  %3 = tt.descriptor_gather %0[%rows, %n] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  // CHECK: tt.descriptor_scatter %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} : !tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x32xf32>
  tt.descriptor_scatter %0[%rows, %n], %3 : !tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x32xf32>
  // CHECK: tt.reinterpret_tensor_descriptor %{{.*}} : !tt.ptr<i8> to !tt.tensordesc<tensor<4x4xf16>>
  %4 = tt.reinterpret_tensor_descriptor %raw : !tt.ptr<i8> to !tt.tensordesc<tensor<4x4xf16>>
  tt.return
}
