// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-descriptor-to-pointer -canonicalize -cse | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-descriptor-to-pointer | FileCheck %s --check-prefix=TYPES

// TYPES-NOT: tt.make_tensor_descriptor
// TYPES-NOT: tt.descriptor_
// TYPES-NOT: !tt.tensordesc

// A kernel's argument: base, sizes, strides, whether the padding is NaN. Every dimension is checked.
// CHECK-LABEL: @argument(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f16>, %[[M:.*]]: i64, %[[N:.*]]: i64, %[[S:.*]]: i64, %{{.*}}: i64, %[[PAD:.*]]: i1, %[[I:.*]]: i32 {tt.divisibility = 16 : i32})
tt.func public @argument(%d: !tt.tensordesc<tensor<16x32xf16>>, %i: i32 {tt.divisibility = 16 : i32}) -> tensor<16x32xf16> {
  // CHECK-DAG: %[[NAN:.*]] = arith.constant dense<0x7E00> : tensor<16x32xf16>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
  // CHECK-DAG: arith.muli %{{.*}}, %{{.*}} : tensor<16x1xi64>
  // CHECK-DAG: tt.splat %[[M]] : i64 -> tensor<16x1xi64>
  // CHECK-DAG: tt.splat %[[N]] : i64 -> tensor<1x32xi64>
  // CHECK: %[[MASK:.*]] = arith.andi %{{.*}}, %{{.*}} : tensor<16x32xi1>
  // CHECK: %[[OTHER:.*]] = arith.select %[[PAD]], %[[NAN]], %[[ZERO]]
  // CHECK: %[[L:.*]] = tt.load %[[Q:.*]], %[[MASK]], %[[OTHER]] cacheModifier = cg
  %0 = tt.descriptor_load %d[%i, %i] cacheModifier = cg : !tt.tensordesc<tensor<16x32xf16>> -> tensor<16x32xf16>
  // CHECK: tt.store %[[Q]], %[[L]], %[[MASK]]
  tt.descriptor_store %d[%i, %i], %0 : !tt.tensordesc<tensor<16x32xf16>>, tensor<16x32xf16>
  tt.return %0 : tensor<16x32xf16>
}

// -----

// Dimensions of size 1 that the tensor has dropped, and padding that is known.
// CHECK-LABEL: @dropped(
tt.func @dropped(%p: !tt.ptr<f32>, %n: i32, %s: i64) {
  // CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<1x32xf32>
  // CHECK: %[[L:.*]] = tt.load %{{.*}}, %{{.*}}, %[[NAN]] : tensor<1x32x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %[[L]], %{{.*}} : tensor<1x32x!tt.ptr<f32>>
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %one] {padding = 2 : i32} : !tt.ptr<f32>, !tt.tensordesc<tensor<1x32xf32>>
  %0 = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<1x32xf32>> -> tensor<32xf32>
  tt.descriptor_store %d[%n, %n], %0 : !tt.tensordesc<tensor<1x32xf32>>, tensor<32xf32>
  tt.return
}

// -----

// CHECK-LABEL: @rows(
tt.func @rows(%p: !tt.ptr<f32>, %n: i32, %s: i64, %x: tensor<8xi32>) {
  // CHECK: %[[X:.*]] = tt.expand_dims %{{.*}} {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
  // CHECK: %[[ROW:.*]] = arith.extsi %[[X]]
  // CHECK: arith.muli %[[ROW]]
  // CHECK: arith.cmpi sge, %[[ROW]]
  // CHECK: arith.cmpi slt, %[[ROW]]
  // CHECK: %[[L:.*]] = tt.load %[[Q:.*]], %[[MASK:.*]], %{{.*}} : tensor<8x32x!tt.ptr<f32>>
  // CHECK: tt.store %[[Q]], %[[L]], %[[MASK]]
  %one = arith.constant 1 : i64
  %d = tt.make_tensor_descriptor %p, [%n, %n], [%s, %one] : !tt.ptr<f32>, !tt.tensordesc<tensor<1x32xf32>>
  %0 = tt.descriptor_gather %d[%x, %n] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  tt.descriptor_scatter %d[%x, %n], %0 : !tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x32xf32>
  tt.return
}

// -----

// CHECK-LABEL: @reduce(
tt.func @reduce(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32, %s: i64, %v: tensor<8xi32>, %f: tensor<8xf32>) {
  // CHECK: tt.atomic_rmw umax, release, gpu, %{{.*}}, %{{.*}}, %{{.*}} :
  // CHECK: tt.atomic_rmw xor
  // CHECK: tt.atomic_rmw min
  // CHECK: tt.atomic_rmw fadd
  %one = arith.constant 1 : i64
  %u = tt.make_tensor_descriptor %p, [%n], [%one] : !tt.ptr<i32>, !tt.tensordesc<tensor<8xui32>>
  %i = tt.make_tensor_descriptor %p, [%n], [%one] : !tt.ptr<i32>, !tt.tensordesc<tensor<8xsi32>>
  %d = tt.make_tensor_descriptor %q, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<tensor<8xf32>>
  tt.descriptor_reduce max, %u[%n], %v : !tt.tensordesc<tensor<8xui32>>, tensor<8xi32>
  tt.descriptor_reduce xor, %u[%n], %v : !tt.tensordesc<tensor<8xui32>>, tensor<8xi32>
  tt.descriptor_reduce min, %i[%n], %v : !tt.tensordesc<tensor<8xsi32>>, tensor<8xi32>
  tt.descriptor_reduce add, %d[%n], %f : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
  tt.return
}

// -----

// Carried by a loop.
// CHECK-LABEL: @loop(
tt.func @loop(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32, %f: tensor<8xf32>) {
  // CHECK: scf.for {{.*}} -> (!tt.ptr<f32>, i64, !tt.ptr<f32>, i64)
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %a = tt.make_tensor_descriptor %p, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<tensor<8xf32>>
  %b = tt.make_tensor_descriptor %q, [%n], [%one] : !tt.ptr<f32>, !tt.tensordesc<tensor<8xf32>>
  %r:2 = scf.for %i = %zero to %n step %n iter_args(%x = %a, %y = %b) -> (!tt.tensordesc<tensor<8xf32>>, !tt.tensordesc<tensor<8xf32>>) : i32 {
    tt.descriptor_store %x[%i], %f : !tt.tensordesc<tensor<8xf32>>, tensor<8xf32>
    scf.yield %y, %x : !tt.tensordesc<tensor<8xf32>>, !tt.tensordesc<tensor<8xf32>>
  }
  tt.return
}
