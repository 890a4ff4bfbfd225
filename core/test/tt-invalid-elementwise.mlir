// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{cannot bitcast between types of 32 and 16 bits}}
  %0 = tt.bitcast %v : tensor<8xf32> -> tensor<8xf16>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cannot bitcast between '!tt.ptr<f32>' and 'i64'}}
  %0 = tt.bitcast %p : !tt.ptr<f32> -> i64
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f32>) {
  // expected-error @+1 {{cannot bitcast between address spaces 1 and 3}}
  %0 = tt.bitcast %p : !tt.ptr<f32> -> !tt.ptr<i32, 3>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.bitcast %v : tensor<8xf32> -> tensor<4x2xi32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{narrows from 32 to 8 bits, so it needs a rounding}}
  %0 = tt.fp_to_fp %v : tensor<8xf32> -> tensor<8xf8E5M2>
  tt.return
}

// -----

tt.func @f(%p: tensor<8x!tt.ptr<f32>>, %i: tensor<4xi32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = tt.addptr %p, %i : tensor<8x!tt.ptr<f32>>, tensor<4xi32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<tensor<8xf32>>, %i: i32) {
  // expected-error @+1 {{must be ptr or tensor of pointer values}}
  %0 = tt.addptr %p, %i : !tt.ptr<tensor<8xf32>>, i32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xi8>) {
  // expected-error @+1 {{packed_element must be positive, but is 0}}
  %0 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 0 : i32, pure = true} %v : tensor<8xi8> -> tensor<8xi8>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xi8>) {
  // expected-error @+1 {{operand #0 has 8 elements, no multiple of packed_element, 16}}
  %0 = tt.elementwise_inline_asm "x" {constraints = "=r,r", packed_element = 16 : i32, pure = true} %v : tensor<8xi8> -> tensor<8xi8>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{pack must be a power of two, but is 3}}
  %0 = "tt.map_elementwise"(%v) <{pack = 3 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands and pack 2, but its body takes 1 arguments}}
  %0 = "tt.map_elementwise"(%v) <{pack = 2 : i32}> ({
  ^bb0(%a: f32):
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{argument #0 of its body is 'i32', but must be 'f32'}}
  %0 = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    tt.map_elementwise.return %a : i32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %p: !tt.ptr<f32>) {
  %0 = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
  // expected-error @+1 {{writes memory in a tt.map_elementwise}}
    tt.store %p, %a : !tt.ptr<f32>
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  %0:2 = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
  // expected-error @+1 {{returns 1 values, but must return 2}}
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %i: tensor<8xi32>) {
  %0 = "tt.map_elementwise"(%v) <{pack = 1 : i32}> ({
  ^bb0(%a: f32):
  // expected-error @+1 {{returns 'f32' as value #0, but must return 'i32'}}
    tt.map_elementwise.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xi32>
  tt.return
}
