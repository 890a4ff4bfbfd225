// RUN: fathom-opt %s -split-input-file -verify-diagnostics

tt.func @f(%a: tensor<16x16xf16>, %b: tensor<16x16xf32>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{operands differ in width: 'f16' and 'f32'}}
  %0 = tt.dot %a, %b, %c : tensor<16x16xf16> * tensor<16x16xf32> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x8xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{first operand has 8 columns, but the second 16 rows}}
  %0 = tt.dot %a, %b, %c : tensor<16x8xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16x16xf16>, %c: tensor<16x8xf32>) {
  // expected-error @+1 {{result has 16x8 elements, but must have 16x16}}
  %0 = tt.dot %a, %a, %c : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x8xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<16xf16>, %c: tensor<16xf32>) {
  // expected-error @+1 {{needs rank 2, or 3 with a batch, but has 1}}
  %0 = tt.dot %a, %a, %c : tensor<16xf16> * tensor<16xf16> -> tensor<16xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<2x4x4xf16>, %b: tensor<4x4x4xf16>, %c: tensor<2x4x4xf32>) {
  // expected-error @+1 {{operands and result differ in the batch dimension}}
  %0 = tt.dot %a, %b, %c : tensor<2x4x4xf16> * tensor<4x4x4xf16> -> tensor<2x4x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x4xf16>, %c: tensor<2x4x4xf32>) {
  // expected-error @+1 {{operands and result differ in rank}}
  %0 = tt.dot %a, %a, %c : tensor<4x4xf16> * tensor<4x4xf16> -> tensor<2x4x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x4xf16, "x">, %b: tensor<4x4xf16>, %c: tensor<4x4xf32>) {
  // expected-error @+1 {{operands and result must all have an encoding, or none}}
  %0 = tt.dot %a, %b, %c : tensor<4x4xf16, "x"> * tensor<4x4xf16> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x32xi8>, %t: tensor<4x8xi8>, %c: tensor<4x32xf32>, %b: tensor<32x32xf16>) {
  // expected-error @+1 {{first scale has 8 columns, no 16th and no 32nd part of K, 32}}
  %0 = tt.dot_scaled %a scale %t, %b, %c lhs = e4m3 rhs = fp16 : tensor<4x32xi8>, tensor<4x8xi8> * tensor<32x32xf16> -> tensor<4x32xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x32xi8>, %c: tensor<4x4xf32>, %b: tensor<32x4xf16>) {
  // expected-error @+1 {{unknown element type: f17}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = f17 : tensor<4x32xi8> * tensor<32x4xf16> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x32xi8>, %c: tensor<4x4xf32>, %b: tensor<32x4xf16>) {
  // expected-error @+1 {{expected two operands and an accumulator}}
  %0 = tt.dot_scaled %a, %b lhs = e4m3 rhs = fp16 : tensor<4x32xi8> * tensor<32x4xf16> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%a: tensor<4x32xi8>, %c: tensor<4x4xf32>, %b: tensor<32x4xf16>) {
  // expected-error @+1 {{operands and their types do not match}}
  %0 = tt.dot_scaled %a, %b, %c lhs = e4m3 rhs = fp16 : tensor<4x32xi8>, tensor<4x1xi8> * tensor<32x4xf16> -> tensor<4x4xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{axis 1 is out of range for a tensor of rank 1}}
  %0 = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 is 'tensor<4xf32>', but must be 'tensor<8xf32>'}}
  %0 = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8x4xf32>) -> tensor<4xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, so its body must take 2 arguments, but it takes 1}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{argument #1 of its body is 'i32', but must be 'f32'}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: i32):
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{needs a body that returns 1 values, but it returns 2}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %a, %b : f32, f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>, %i: i32) {
  // expected-error @+1 {{value #0 that its body returns is 'i32', but must be 'f32'}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tt.reduce.return %i : i32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{needs a body of one block}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    cf.br ^bb1
  ^bb1:
    tt.reduce.return %a : f32
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{needs a body that ends in tt.reduce.return}}
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    ub.unreachable
  }) : (tensor<8xf32>) -> f32
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{axis 3 is out of range for a tensor of rank 1}}
  %0 = "tt.scan"(%v) <{axis = 3 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{result #0 is 'tensor<8xi32>', but must be 'tensor<8xf32>'}}
  %0 = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> tensor<8xi32>
  tt.return
}

// -----

tt.func @f(%v: tensor<8xf32>) {
  // expected-error @+1 {{has 1 operands, but 2 results}}
  %0:2 = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    tt.scan.return %a : f32
  }) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  tt.return
}

// -----

tt.func @f(%v: tensor<8x2xi32>) {
  // expected-error @+1 {{needs an operand and a result of one dimension}}
  %0 = tt.histogram %v : tensor<8x2xi32> -> tensor<8xi32>
  tt.return
}
