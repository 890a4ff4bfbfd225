// RUN: not fathom-opt %s -split-input-file -convert-triton-to-tritongpu 2>&1 | FileCheck %s
// Tensors that no layout fits are refused.

// CHECK: error: 'arith.constant' op makes a tensor that no layout fits
tt.func @odd_constant() {
  %0 = arith.constant dense<0> : tensor<3xi32>
  tt.return
}

// -----

// CHECK: error: 'nvws.create_token' op makes a tensor that no layout fits
tt.func @three_tokens() {
  %0 = nvws.create_token {loadType = 1 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
  tt.return
}

// -----

// CHECK: error: 'tt.func' op has a tensor that no layout fits
tt.func @without_dims(%x: tensor<f32>) {
  tt.return
}
