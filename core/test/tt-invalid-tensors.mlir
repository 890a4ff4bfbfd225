// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{result #0: 'tensor<8x3xf32>' has 24 elements, which is no power of two}}
  %0 = tt.broadcast %v : tensor<8xf32> -> tensor<8x3xf32>
  tt.return
}

// -----

tt.func @f(%s: f32) {
  // expected-error @+1 {{has more elements than the limit, 1048576}}
  %0 = tt.splat %s : f32 -> tensor<2097152xf32>
  tt.return
}

// -----

tt.func @f(%s: f32) {
  // expected-error @+1 {{has more elements than the limit, 1048576}}
  %0 = tt.splat %s : f32 -> tensor<65536x65536x65536x65536x65536xf32>
  tt.return
}

// -----

tt.func @f(%s: f32) {
  // expected-error @+1 {{has an empty dimension}}
  %0 = tt.splat %s : f32 -> tensor<4x0xf32>
  tt.return
}

// -----

tt.func @f(%s: f32) {
  // expected-error @+1 {{must be tensor of floating-point, integer or pointer values}}
  %0 = tt.splat %s : f32 -> tensor<?xf32>
  tt.return
}

// -----

tt.func @f(%s: f32) {
  // expected-error @+1 {{invalid kind of type specified}}
  %0 = tt.splat %s : f32 -> tensor<*xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32, "a">) {
  // expected-error @+1 {{needs one encoding, but result #0 has "b" where another has "a"}}
  %0 = tt.bitcast %v : tensor<8xf32, "a"> -> tensor<8xi32, "b">
  tt.return
}

// -----

tt.func @f(%v: tensor<8xindex>) {
  // expected-error @+1 {{must be floating-point, integer or pointer}}
  %0 = tt.bitcast %v : tensor<8xindex> -> tensor<8xi64>
  tt.return
}
