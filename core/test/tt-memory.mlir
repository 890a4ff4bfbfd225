// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK-LABEL: tt.func @loads
tt.func @loads(%p: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %o: tensor<8xf32>, %s: !tt.ptr<i32>, %b: i1) {
  // CHECK: tt.load %{{.*}} : tensor<8x!tt.ptr<f32>>
  %0 = tt.load %p : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = ca : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %m cacheModifier = ca : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = cg evictionPolicy = evict_last {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %2 = tt.load %p, %m, %o evictionPolicy = evict_last cacheModifier = cg {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
  %3 = tt.load %s, %b : !tt.ptr<i32>
  // CHECK: tt.load %{{.*}} {tt.latency = 2 : i32} : !tt.ptr<i32>
  %4 = tt.load %s {tt.latency = 2 : i32} : !tt.ptr<i32>
  // The generic form.
  // CHECK: tt.load %{{.*}}, %{{.*}} cacheModifier = cv : tensor<8x!tt.ptr<f32>>
  %5 = "tt.load"(%p, %m) <{boundaryCheck = array<i32>, cache = 7 : i32, evict = 1 : i32, isVolatile = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  tt.return
}

// CHECK-LABEL: tt.func @stores
tt.func @stores(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>, %m: tensor<8xi1>) {
  // CHECK: tt.store %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.store %{{.*}}, %{{.*}}, %{{.*}} cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %m cacheModifier = wt evictionPolicy = evict_first : tensor<8x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func @atomics
tt.func @atomics(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>, %m: tensor<8xi1>, %q: !tt.ptr<i32>, %i: i32, %t: i64) {
  // CHECK: tt.atomic_rmw fadd, acq_rel, gpu, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  %0 = tt.atomic_rmw fadd, acq_rel, gpu, %p, %v, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_rmw exch, relaxed, sys, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32) -> i32
  %1 = tt.atomic_rmw exch, relaxed, sys, %q, %i : (!tt.ptr<i32>, i32) -> i32
  // CHECK: tt.atomic_cas acquire, cta, %{{.*}}, %{{.*}}, %{{.*}} : (!tt.ptr<i32>, i32, i32) -> i32
  %2 = tt.atomic_cas acquire, cta, %q, %i, %i : (!tt.ptr<i32>, i32, i32) -> i32
  // CHECK: tt.atomic_load acquire, gpu, %{{.*}}, %{{.*}} : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  %3 = tt.atomic_load acquire, gpu, %p, %m : (tensor<8x!tt.ptr<f32>>, tensor<8xi1>) -> tensor<8xf32>
  // CHECK: tt.atomic_store release, sys, %{{.*}}, %{{.*}}, %{{.*}} : tensor<8x!tt.ptr<f32>>
  tt.atomic_store release, sys, %p, %v, %m : tensor<8x!tt.ptr<f32>>
  // CHECK: tt.atomic_poll acquire, gpu, %{{.*}}, %{{.*}} timeout %{{.*}} : !tt.ptr<i32>, i32 -> i1
  %4 = tt.atomic_poll acquire, gpu, %q, %i timeout %t : !tt.ptr<i32>, i32 -> i1
  tt.return
}

// CHECK-LABEL: tt.func @block_pointers
tt.func @block_pointers(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // CHECK: tt.make_tensor_ptr %{{.*}}, [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}], [%{{.*}}, %{{.*}}] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  // CHECK: tt.advance %{{.*}}, [%{{.*}}, %{{.*}}] : <tensor<16x32xf16>>
  %1 = tt.advance %0, [%i, %i] : <tensor<16x32xf16>>
  // CHECK: tt.load %{{.*}} {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>
  %2 = tt.load %1 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>
  // CHECK: tt.store %{{.*}}, %{{.*}} {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<16x32xf16>>
  tt.store %1, %2 {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<16x32xf16>>
  tt.return
}
