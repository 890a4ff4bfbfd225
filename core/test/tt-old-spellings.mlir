// RUN: fathom-opt %s -split-input-file | FileCheck %s
// What older and later releases print, read into the same IR.

// 3.0 and 3.1
// CHECK-LABEL: tt.func @reshape
tt.func @reshape(%v: tensor<8xf32>) {
  // CHECK: tt.reshape %{{.*}} : tensor<8xf32> -> tensor<2x4xf32>
  %0 = tt.reshape %v {allow_reorder = false} : tensor<8xf32> -> tensor<2x4xf32>
  // CHECK: tt.reshape %{{.*}} allow_reorder : tensor<8xf32> -> tensor<4x2xf32>
  %1 = tt.reshape %v {allow_reorder = true} : tensor<8xf32> -> tensor<4x2xf32>
  // CHECK: tt.reshape %{{.*}} efficient_layout {tt.hint = 1 : i32} : tensor<8xf32> -> tensor<4x2xf32>
  %2 = tt.reshape %v {allow_reorder = false, efficient_layout, tt.hint = 1 : i32} : tensor<8xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

// 3.0 and 3.1
// CHECK-LABEL: tt.func @print_and_assert
tt.func @print_and_assert(%i: tensor<8xi32>, %f: f32, %c: tensor<8xi1>) {
  // CHECK: tt.print " i: " {hex = false, isSigned = array<i32: 1, 0>} : %{{.*}}, %{{.*}} : tensor<8xi32>, f32
  tt.print " i: " {hex = false} : %i, %f : tensor<8xi32>, f32
  // CHECK: tt.assert %{{.*}}, "message" : tensor<8xi1>
  tt.assert %c, "message", "file.py", "kernel", 12 : tensor<8xi1>
  tt.return
}

// -----

// 3.9
// CHECK-LABEL: tt.func @cache_policy
tt.func @cache_policy(%p: tensor<8x!tt.ptr<f32>>, %d: !tt.tensordesc<8x8xf16>, %i: i32) {
  // CHECK: tt.load %{{.*}} cacheModifier = cg evictionPolicy = evict_last : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<cache_modifier = cg, eviction_policy = evict_last>} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}} cacheModifier = wt {tt.hint} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %0 {cachePolicy = #tt.cache_policy<eviction_policy = evict_normal, cache_modifier = wt>, tt.hint} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] evictionPolicy = evict_first : !tt.tensordesc<tensor<8x8xf16>> -> tensor<8x8xf16>
  %1 = tt.descriptor_load %d[%i, %i] {cachePolicy = #tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>} : !tt.tensordesc<8x8xf16> -> tensor<8x8xf16>
  tt.return
}

// -----

// From 3.8 on, a block's bare shape.
// CHECK-LABEL: tt.func @bare_descriptor
// CHECK-SAME: !tt.tensordesc<tensor<4x8xsi32>>
tt.func @bare_descriptor(%d: !tt.tensordesc<4x8xsi32>, %p: !tt.ptr<i8>, %n: i32, %s: i64) {
  // CHECK: tt.make_tensor_descriptor %{{.*}} : <i8>, <tensor<16xui8>>
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <i8>, <16xui8>
  tt.return
}

// -----

// 3.0 to 3.3
// CHECK-LABEL: tt.func @experimental
tt.func @experimental(%d: !tt.tensordesc<tensor<1x32xf32>>, %raw: !tt.ptr<i8>, %r: tensor<8xi32>, %i: i32) {
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}, %{{.*}}] : !tt.tensordesc<tensor<1x32xf32>> -> tensor<1x32xf32>
  %0 = tt.experimental_descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<1x32xf32>> -> tensor<1x32xf32>
  // CHECK: tt.descriptor_load %{{.*}}[%{{.*}}] : !tt.ptr<i8> -> tensor<64xf16>
  %1 = tt.experimental_descriptor_load %raw[%i] : !tt.ptr<i8> -> tensor<64xf16>
  // CHECK: tt.descriptor_store %{{.*}}[%{{.*}}], %{{.*}} : !tt.ptr<i8>, tensor<64xf16>
  tt.experimental_descriptor_store %raw[%i], %1 : !tt.ptr<i8>, tensor<64xf16>
  // CHECK: tt.descriptor_gather
  %2 = tt.experimental_descriptor_gather %d[%r, %i] : (!tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32) -> tensor<8x32xf32>
  // CHECK: tt.descriptor_scatter
  tt.experimental_descriptor_scatter %d[%r, %i], %2 : !tt.tensordesc<tensor<1x32xf32>>, tensor<8xi32>, i32, tensor<8x32xf32>
  tt.return
}

// -----

// 3.2 separates a scale by a comma.
// CHECK-LABEL: tt.func @dot_scaled
tt.func @dot_scaled(%a: tensor<16x32xi8>, %s: tensor<16x2xi8>, %b: tensor<64x16xbf16>, %c: tensor<16x16xf32>) {
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}}, %{{.*}} lhs = e2m1 rhs = bf16 {fastMath = false} : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xbf16> -> tensor<16x16xf32>
  %0 = tt.dot_scaled %a, %s, %b, %c lhs = e2m1 rhs = bf16 : tensor<16x32xi8>, tensor<16x2xi8> * tensor<64x16xbf16> -> tensor<16x16xf32>
  tt.return
}

// -----

// Locations, wherever releases write them, and a pointer's address space.
#loc = loc("kernel.py":1:0)
module {
  // CHECK-LABEL: tt.func public @located(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32, 3>)
  tt.func public @located(%p: !tt.ptr<f32, 1> {tt.divisibility = 16 : i32} loc("kernel.py":2:0), %q: !tt.ptr<f32, 3> loc(unknown)) {
    %0 = tt.load %p : !tt.ptr<f32> loc(#loc1)
    tt.store %q, %0 : !tt.ptr<f32, 3> loc(#loc2)
    tt.return loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("x"(#loc))
#loc2 = loc(callsite(#loc at #loc1))
