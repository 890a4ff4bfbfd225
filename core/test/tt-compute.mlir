// RUN: fathom-opt %s | fathom-opt | FileCheck %s

// CHECK-LABEL: tt.func @dots
tt.func @dots(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %c: tensor<16x16xf32>, %x: tensor<2x4x8xf32>, %y: tensor<2x8x4xf32>, %z: tensor<2x4x4xf32>) {
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}}, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %0 = tt.dot %a, %b, %c, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  // The default is not written.
  // CHECK: tt.dot %{{.*}}, %{{.*}}, %{{.*}} {maxNumImpreciseAcc = 32 : i32} : tensor<2x4x8xf32> * tensor<2x8x4xf32> -> tensor<2x4x4xf32>
  %1 = tt.dot %x, %y, %z, inputPrecision = ieee {maxNumImpreciseAcc = 32 : i32} : tensor<2x4x8xf32> * tensor<2x8x4xf32> -> tensor<2x4x4xf32>
  tt.return
}

// CHECK-LABEL: tt.func @scaled
tt.func @scaled(%a: tensor<16x64xf8E5M2>, %b: tensor<32x16xi8>, %as: tensor<16x2xi8>, %bs: tensor<16x2xi8>, %c: tensor<16x16xf32>, %n: tensor<64x8xi8>) {
  // CHECK: tt.dot_scaled %{{.*}} scale %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<16x64xf8E5M2>, tensor<16x2xi8> * tensor<32x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  %0 = tt.dot_scaled %a scale %as, %b scale %bs, %c lhs = e5m2 rhs = e2m1 {fastMath = false} : tensor<16x64xf8E5M2>, tensor<16x2xi8> * tensor<32x16xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  // CHECK: tt.dot_scaled %{{.*}}, %{{.*}} scale %{{.*}}, %{{.*}} lhs = e5m2 rhs = e2m1 {fastMath = true, rhs_k_pack = false} : tensor<16x64xf8E5M2> * tensor<64x8xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  %1 = tt.dot_scaled %a, %n scale %bs, %c lhs = e5m2 rhs = e2m1 {fastMath = true, rhs_k_pack = false} : tensor<16x64xf8E5M2> * tensor<64x8xi8>, tensor<16x2xi8> -> tensor<16x16xf32>
  tt.return
}

// CHECK-LABEL: tt.func @combine
tt.func @combine(%f: tensor<4x8xf32>, %i: tensor<4x8xi32>, %v: tensor<16xi32>, %m: tensor<16xi1>) {
  // CHECK: %{{.*}}:2 = "tt.reduce"(%{{.*}}, %{{.*}}) <{axis = 1 : i32}> ({
  %0:2 = "tt.reduce"(%f, %i) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %x: i32, %b: f32, %y: i32):
    %less = arith.cmpf olt, %a, %b : f32
    %value = arith.select %less, %a, %b : f32
    %index = arith.select %less, %x, %y : i32
    // CHECK: tt.reduce.return %{{.*}}, %{{.*}} : f32, i32
    tt.reduce.return %value, %index : f32, i32
  // CHECK: }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  // Attributes in the trailing dictionary, as texts of 2024 have them.
  // CHECK: "tt.reduce"(%{{.*}}) <{axis = 0 : i32}> ({
  %1 = "tt.reduce"(%v) ({
  ^bb0(%a: i32, %b: i32):
    %sum = arith.addi %a, %b : i32
    tt.reduce.return %sum : i32
  // CHECK: }) : (tensor<16xi32>) -> i32
  }) {axis = 0 : i32} : (tensor<16xi32>) -> i32
  // CHECK: "tt.scan"(%{{.*}}) <{axis = 0 : i32, reverse = true}> ({
  %2 = "tt.scan"(%f) <{axis = 0 : i32, reverse = true}> ({
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    // CHECK: tt.scan.return %{{.*}} : f32
    tt.scan.return %sum : f32
  // CHECK: }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: tt.histogram %{{.*}} : tensor<16xi32> -> tensor<8xi32>
  %3 = tt.histogram %v : tensor<16xi32> -> tensor<8xi32>
  // CHECK: tt.histogram %{{.*}}, %{{.*}} : tensor<16xi32> -> tensor<8xi32>
  %4 = tt.histogram %v, %m : tensor<16xi32> -> tensor<8xi32>
  tt.return
}
