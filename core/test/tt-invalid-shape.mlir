// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f() {
  // expected-error @+1 {{start, 4, must be less than end, 4}}
  %0 = tt.make_range {end = 4 : i32, start = 4 : i32} : tensor<4xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{result is 'tensor<8xi32>', but the range has 4 elements}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<8xi32>
  tt.return
}

// -----

tt.func @f() {
  // expected-error @+1 {{must be tensor of i32 values}}
  %0 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi64>
  tt.return
}

// -----

tt.func @f(%v: tensor<2xf32>) {
  // expected-error @+1 {{needs a tensor of one element, but has 'tensor<2xf32>'}}
  %0 = tt.unsplat %v : tensor<2xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{axis 2 is out of range for a tensor of rank 1}}
  %0 = tt.expand_dims %v {axis = 2 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{axis -1 is out of range for a tensor of rank 1}}
  %0 = tt.expand_dims %v {axis = -1 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{result is 'tensor<8x1xf32>', but must be 'tensor<1x8xf32>'}}
  %0 = tt.expand_dims %v {axis = 0 : i32} : tensor<8xf32> -> tensor<8x1xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32, "a">) {
  // expected-error @+1 {{cannot infer a layout from "a"}}
  %0 = tt.expand_dims %v {axis = 0 : i32} : tensor<8xf32, "a"> -> tensor<1x8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{operand and result differ in rank: 'tensor<8xf32>' and 'tensor<8x8xf32>'}}
  %0 = tt.broadcast %v : tensor<8xf32> -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<4x1xf32>) {
  // expected-error @+1 {{dimension 0 has size 4 and cannot become 8}}
  %0 = tt.broadcast %v : tensor<4x1xf32> -> tensor<8x8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{operand has 8 elements, but the result has 16}}
  %0 = tt.reshape %v : tensor<8xf32> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32, "a">) {
  // expected-error @+1 {{operand and result must both have an encoding, or neither}}
  %0 = tt.reshape %v : tensor<8xf32, "a"> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{allow_reorder must be a boolean, but is 1 : i32}}
  %0 = tt.reshape %v {allow_reorder = 1 : i32} : tensor<8xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<4x2xf32>) {
  // expected-error @+1 {{order is no permutation of the dimensions of 'tensor<4x2xf32>'}}
  %0 = tt.trans %v {order = array<i32: 0, 0>} : tensor<4x2xf32> -> tensor<2x4xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<4x2xf32>) {
  // expected-error @+1 {{result is 'tensor<4x2xf32>', but must be 'tensor<2x4xf32>'}}
  %0 = tt.trans %v {order = array<i32: 1, 0>} : tensor<4x2xf32> -> tensor<4x2xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{result is 'tensor<8xf32>', but both operands have 16 elements}}
  %0 = tt.cat %v, %v : tensor<8xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{result is 'tensor<2x8xf32>', but must be 'tensor<8x2xf32>'}}
  %0 = tt.join %v, %v : tensor<8xf32> -> tensor<2x8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8x4xf32>) {
  // expected-error @+1 {{the last dimension must have size 2, but the operand is 'tensor<8x4xf32>'}}
  %0, %1 = tt.split %v : tensor<8x4xf32> -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{result is 'tensor<8xf32>', but must be 'tensor<4xf32>'}}
  %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<4xi32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %i: tensor<4x1xi32>) {
  // expected-error @+1 {{operand and indices differ in rank}}
  %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{axis 1 is out of range for a tensor of rank 1}}
  %0 = tt.gather %v[%i] {axis = 1 : i32} : (tensor<8xf32>, tensor<4xi32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8x2xf32>, %i: tensor<4x4xi32>) {
  // expected-error @+1 {{indices exceed the operand in dimension 1}}
  %0 = tt.gather %v[%i] {axis = 0 : i32} : (tensor<8x2xf32>, tensor<4x4xi32>) -> tensor<4x4xf32>
  tt.return
}
