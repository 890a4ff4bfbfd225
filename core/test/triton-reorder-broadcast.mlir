// RUN: fathom-opt %s -split-input-file -triton-reorder-broadcast -cse | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-reorder-broadcast --mutant M57 -verify-each=0 -mlir-print-op-generic | FileCheck %s --check-prefix=M57

// CHECK-LABEL: @splats(
// CHECK-SAME: %[[A:.*]]: i32, %[[B:.*]]: i32, %[[P:.*]]: !tt.ptr<f32>, %[[M:.*]]: i1
tt.func @splats(%a: i32, %b: i32, %p: !tt.ptr<f32>, %m: i1) -> (tensor<8xi1>, tensor<8x!tt.ptr<f32>>, tensor<8xi32>) {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[Q:.*]] = arith.divsi %[[A]], %[[TWO]] : i32
  // CHECK-DAG: %[[C:.*]] = arith.cmpi slt, %[[Q]], %[[B]] : i32
  // CHECK-DAG: %[[C8:.*]] = tt.splat %[[C]]
  %two = arith.constant dense<2> : tensor<8xi32>
  %0 = tt.splat %a : i32 -> tensor<8xi32>
  %1 = tt.splat %b : i32 -> tensor<8xi32>
  %2 = arith.divsi %0, %two : tensor<8xi32>
  %3 = arith.cmpi slt, %2, %1 : tensor<8xi32>
  // CHECK-DAG: %[[AP:.*]] = tt.addptr %[[P]], %[[A]] : !tt.ptr<f32>, i32
  // CHECK-DAG: %[[P8:.*]] = tt.splat %[[AP]]
  %4 = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %5 = tt.addptr %4, %0 : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // A scalar condition stays what it is.
  // CHECK-DAG: %[[S:.*]] = arith.select %[[M]], %[[A]], %[[B]] : i32
  // CHECK-DAG: %[[S8:.*]] = tt.splat %[[S]]
  %6 = arith.select %m, %0, %1 : tensor<8xi32>
  // CHECK: tt.return %[[C8]], %[[P8]], %[[S8]]
  tt.return %3, %5, %6 : tensor<8xi1>, tensor<8x!tt.ptr<f32>>, tensor<8xi32>
}

// -----

// CHECK-LABEL: @broadcasts(
// CHECK-SAME: %[[X:.*]]: tensor<8x1xf32>, %[[Y:.*]]: tensor<8x1xf32>, %[[S:.*]]: f32
tt.func @broadcasts(%x: tensor<8x1xf32>, %y: tensor<8x1xf32>, %s: f32) -> tensor<8x4xi32> {
  // CHECK-DAG: %[[TWO:.*]] = arith.constant dense<2.000000e+00> : tensor<8x1xf32>
  // CHECK-DAG: %[[S1:.*]] = tt.splat %[[S]] : f32 -> tensor<8x1xf32>
  // CHECK-DAG: %[[A:.*]] = arith.addf %[[X]], %[[Y]] : tensor<8x1xf32>
  // CHECK-DAG: %[[B:.*]] = arith.mulf %[[A]], %[[S1]] : tensor<8x1xf32>
  // CHECK-DAG: %[[C:.*]] = arith.subf %[[TWO]], %[[B]] : tensor<8x1xf32>
  // CHECK-DAG: %[[D:.*]] = arith.fptosi %[[C]] : tensor<8x1xf32> to tensor<8x1xi32>
  // CHECK-DAG: %[[R:.*]] = tt.broadcast %[[D]]
  // CHECK: tt.return %[[R]]
  %two = arith.constant dense<2.0> : tensor<8x4xf32>
  %0 = tt.broadcast %x : tensor<8x1xf32> -> tensor<8x4xf32>
  %1 = tt.broadcast %y : tensor<8x1xf32> -> tensor<8x4xf32>
  %2 = tt.splat %s : f32 -> tensor<8x4xf32>
  %3 = arith.addf %0, %1 : tensor<8x4xf32>
  %4 = arith.mulf %3, %2 : tensor<8x4xf32>
  %5 = arith.subf %two, %4 : tensor<8x4xf32>
  %6 = arith.fptosi %5 : tensor<8x4xf32> to tensor<8x4xi32>
  tt.return %6 : tensor<8x4xi32>
}

// -----

// Broadcast from two shapes, and with a tensor that is not: as they are.
// CHECK-LABEL: @declined(
// M57-LABEL: sym_name = "declined"
tt.func @declined(%x: tensor<8x1xf32>, %y: tensor<1x8xf32>, %t: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: arith.addf {{.*}} : tensor<8x8xf32>
  // CHECK: arith.addf {{.*}} : tensor<8x8xf32>
  // M57: "arith.addf"{{.*}} : (tensor<8x1xf32>, tensor<1x8xf32>) -> tensor<8x1xf32>
  %0 = tt.broadcast %x : tensor<8x1xf32> -> tensor<8x8xf32>
  %1 = tt.broadcast %y : tensor<1x8xf32> -> tensor<8x8xf32>
  %2 = arith.addf %0, %1 : tensor<8x8xf32>
  %3 = arith.addf %0, %t : tensor<8x8xf32>
  tt.return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Assembly on one element moves; on two at once, or with effects, it does not.
// CHECK-LABEL: @assembly(
tt.func @assembly(%a: i16) -> (tensor<8xi16>, tensor<8xi16>, tensor<8xi16>, tensor<8xi16>) {
  %0 = tt.splat %a : i16 -> tensor<8xi16>
  // CHECK: tt.elementwise_inline_asm "a"{{.*}} : i16 -> i16
  %1 = tt.elementwise_inline_asm "a" {constraints = "=h,h", packed_element = 1 : i32, pure = true} %0 : tensor<8xi16> -> tensor<8xi16>
  // CHECK: tt.elementwise_inline_asm "b"{{.*}} : tensor<8xi16> -> tensor<8xi16>
  %2 = tt.elementwise_inline_asm "b" {constraints = "=r,r", packed_element = 2 : i32, pure = true} %0 : tensor<8xi16> -> tensor<8xi16>
  // CHECK: tt.elementwise_inline_asm "c"{{.*}} : tensor<8xi16> -> tensor<8xi16>
  %3 = tt.elementwise_inline_asm "c" {constraints = "=h,h", packed_element = 1 : i32, pure = false} %0 : tensor<8xi16> -> tensor<8xi16>
  // CHECK: "tt.map_elementwise"
  // CHECK: (tensor<8xi16>) -> tensor<8xi16>
  %4 = "tt.map_elementwise"(%0) <{pack = 1 : i32}> ({
  ^bb0(%x: i16):
    tt.map_elementwise.return %x : i16
  }) : (tensor<8xi16>) -> tensor<8xi16>
  tt.return %1, %2, %3, %4 : tensor<8xi16>, tensor<8xi16>, tensor<8xi16>, tensor<8xi16>
}

// -----

// CHECK-LABEL: @shapes(
// CHECK-SAME: %[[X:.*]]: tensor<8xf32>, %[[S:.*]]: f32
tt.func @shapes(%x: tensor<8xf32>, %s: f32) -> (tensor<4x8x2xf32>, tensor<4x8xf32>) {
  // CHECK-NEXT: %[[A:.*]] = tt.expand_dims %[[X]] {axis = 0 : i32}
  // CHECK-NEXT: %[[B:.*]] = tt.expand_dims %[[A]] {axis = 2 : i32}
  // CHECK-NEXT: %[[C:.*]] = tt.broadcast %[[B]] : tensor<1x8x1xf32> -> tensor<4x8x2xf32>
  %0 = tt.expand_dims %x {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %1 = tt.broadcast %0 : tensor<1x8xf32> -> tensor<4x8xf32>
  %2 = tt.expand_dims %1 {axis = 2 : i32} : tensor<4x8xf32> -> tensor<4x8x1xf32>
  %3 = tt.broadcast %2 : tensor<4x8x1xf32> -> tensor<4x8x2xf32>
  // CHECK-NEXT: %[[D:.*]] = tt.splat %[[S]] : f32 -> tensor<4x8xf32>
  %4 = tt.splat %s : f32 -> tensor<8xf32>
  %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %6 = tt.broadcast %5 : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK-NEXT: tt.return %[[C]], %[[D]]
  tt.return %3, %6 : tensor<4x8x2xf32>, tensor<4x8xf32>
}
