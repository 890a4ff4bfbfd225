// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%d: !tt.tensordesc<tensor<8x16xf16>>, %i: i32) {
  // expected-error @+1 {{has elements 'f32', but the descriptor's are 'f16'}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf32>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<8x16xf16>>, %i: i32) {
  // expected-error @+1 {{has 64 elements, but the descriptor's block has 128}}
  %0 = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<8x16xf16>>, %i: i32, %v: tensor<8x16xf16>) {
  // expected-error @+1 {{has 1 indices, but the descriptor's block has rank 2}}
  tt.descriptor_store %d[%i], %v : !tt.tensordesc<tensor<8x16xf16>>, tensor<8x16xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<8x16xf16>>, %i: i32, %x: tensor<8xi32>) {
  // expected-error @+1 {{needs a block of one row, but has 'tensor<8x16xf16>'}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<8x16xf16>>, tensor<8xi32>, i32) -> tensor<8x16xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf16>>, %i: i32, %x: tensor<4xi32>) {
  // expected-error @+1 {{needs 8 rows or more, but has 4}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<4xi32>, i32) -> tensor<4x16xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x8xf16>>, %i: i32, %x: tensor<8xi32>) {
  // expected-error @+1 {{needs 16 columns or more, but has 8}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x8xf16>>, tensor<8xi32>, i32) -> tensor<8x8xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf64>>, %i: i32, %x: tensor<8xi32>) {
  // expected-error @+1 {{has elements wider than 32 bits: 'f64'}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf64>>, tensor<8xi32>, i32) -> tensor<8x16xf64>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf16>>, %i: i32, %x: tensor<16xi32>) {
  // expected-error @+1 {{has 16 offsets for 8 rows}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<16xi32>, i32) -> tensor<8x16xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf16>>, %i: i32, %x: tensor<8xi32>) {
  // expected-error @+1 {{has rows of 32 columns, but the block has 16}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<8xi32>, i32) -> tensor<8x32xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf16>>, %i: i32, %x: tensor<2x4xi32>) {
  // expected-error @+1 {{needs offsets in one dimension, but has 'tensor<2x4xi32>'}}
  %0 = tt.descriptor_gather %d[%x, %i] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<2x4xi32>, i32) -> tensor<8x16xf16>
  tt.return
}

// -----

tt.func @f(%d: !tt.tensordesc<tensor<1x16xf16>>, %i: i32, %x: tensor<8xi32>, %v: tensor<8x16xf32>) {
  // expected-error @+1 {{needs a matrix of 'f16', but has 'tensor<8x16xf32>'}}
  tt.descriptor_scatter %d[%x, %i], %v : !tt.tensordesc<tensor<1x16xf16>>, tensor<8xi32>, i32, tensor<8x16xf32>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @+1 {{needs 2 sizes and strides}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, <tensor<8x8xf16>>
  tt.return
}

// -----

tt.func @f(%p: !tt.ptr<f16>, %n: i32, %s: i64) {
  // expected-error @+1 {{base points to 'f16', but the block has 'f32'}}
  %0 = tt.make_tensor_descriptor %p, [%n], [%s] : <f16>, <tensor<8xf32>>
  tt.return
}
