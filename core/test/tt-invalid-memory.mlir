// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{expected a pointer or a tensor of pointers, but got 'tensor<8xf32>'}}
  %0 = tt.load %v : tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{unknown cacheModifier: cx}}
  %0 = tt.load %p cacheModifier = cx : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{evictionPolicy is given twice}}
  %0 = tt.load %p evictionPolicy = evict_last evictionPolicy = evict_last : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cachePolicy must be a #tt.cache_policy, but is 1 : i32}}
  %0 = tt.load %p {cachePolicy = 1 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{unknown key of a cache policy: size}}
  %0 = tt.load %p {cachePolicy = #tt.cache_policy<size = ca>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{attribute 'isVolatile' failed to satisfy constraint: bool attribute}}
  %0 = tt.load %p {isVolatile = 7 : i32} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{result is 'i32', but the pointer is '!tt.ptr<f32>'}}
  %0 = "tt.load"(%p) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %o: f32) {
  // expected-error @+1 {{has a value for where the mask is false, but no mask}}
  %0 = "tt.load"(%p, %o) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!tt.ptr<f32>, f32) -> f32
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %m: i1) {
  // expected-error @+1 {{mask is 'i1', but must be 'tensor<8xi1>'}}
  %0 = "tt.load"(%p, %m) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<8x!tt.ptr<f32>>, i1) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %m: i1, %o: i32) {
  // expected-error @+1 {{other is 'i32', but must be 'f32'}}
  %0 = "tt.load"(%p, %m, %o) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!tt.ptr<f32>, i1, i32) -> f32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{boundaryCheck needs a block pointer}}
  %0 = tt.load %p {boundaryCheck = array<i32: 0>} : !tt.ptr<f32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>) {
  // expected-error @+1 {{boundaryCheck names dimension 1 of 1}}
  %0 = tt.load %p {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: i32) {
  // expected-error @+1 {{value is 'i32', but the pointer is '!tt.ptr<f32>'}}
  "tt.store"(%p, %v) : (!tt.ptr<f32>, i32) -> ()
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %v: i32) {
  // expected-error @+1 {{pointer, value and result do not match: '!tt.ptr<f32>', 'i32', 'i32'}}
  %0 = tt.atomic_rmw add, relaxed, gpu, %p, %v : (!tt.ptr<f32>, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<i32>>, %v: tensor<8xi32>, %m: tensor<8xi1, "a">) {
  // expected-error @+1 {{mask is 'tensor<8xi1, "a">', but must be 'tensor<8xi1>'}}
  %0 = tt.atomic_rmw add, relaxed, gpu, %p, %v, %m : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1, "a">) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<i32>, %v: i32, %w: i64) {
  // expected-error @+1 {{pointer, values and result do not match}}
  %0 = tt.atomic_cas relaxed, gpu, %p, %w, %v : (!tt.ptr<i32>, i64, i32) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{result is 'i32', but the pointer is '!tt.ptr<f32>'}}
  %0 = tt.atomic_load acquire, gpu, %p : (!tt.ptr<f32>) -> i32
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>, %i: i32) {
  // expected-error @+1 {{pointer, value and result do not match}}
  %0 = tt.atomic_poll acquire, gpu, %p, %i : !tt.ptr<f32>, i32 -> i1
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{needs 2 sizes, strides, offsets and places in the order}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <tensor<8x8xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{order is no permutation of the dimensions}}
  %0 = tt.make_tensor_ptr %p, [%n, %n], [%n, %n], [%i, %i] {order = array<i32: 1, 1>} : <tensor<8x8xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i64, %i: i32) {
  // expected-error @+1 {{must be ptr to tensor}}
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%i] {order = array<i32: 0>} : <f16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8x8xf16>>, %i: i32) {
  // expected-error @+1 {{needs 2 offsets, but has 1}}
  %0 = tt.advance %p, [%i] : <tensor<8x8xf16>>
  tt.return
}
