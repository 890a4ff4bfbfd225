// RUN: fathom-opt %s -split-input-file -canonicalize | FileCheck %s
// What canonicalize does with tt, a function a fold, and what it must leave alone.

// CHECK-LABEL: @load_masks(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[O:.*]]: tensor<8xf32>, %[[Q:.*]]: !tt.ptr<f32>, %[[S:.*]]: f32
tt.func @load_masks(%p: tensor<8x!tt.ptr<f32>>, %o: tensor<8xf32>, %q: !tt.ptr<f32>, %s: f32) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, f32, f32) {
  // CHECK-DAG: %[[NONE:.*]] = arith.constant dense<false>
  %true = arith.constant true
  %false = arith.constant false
  %all = tt.splat %true : i1 -> tensor<8xi1>
  %none = arith.constant dense<false> : tensor<8xi1>
  // CHECK: %[[A:.*]] = tt.load %[[P]] :
  %0 = tt.load %p, %all, %o : tensor<8x!tt.ptr<f32>>
  %1 = tt.load %p, %none, %o : tensor<8x!tt.ptr<f32>>
  // Undefined, and must stay so.
  // CHECK: %[[B:.*]] = tt.load %[[P]], %[[NONE]] :
  %2 = tt.load %p, %none : tensor<8x!tt.ptr<f32>>
  // A volatile load that is masked off stays; one that is not loses its mask.
  // CHECK: tt.load %[[P]], %[[NONE]], %[[O]] {isVolatile = true}
  %3 = tt.load %p, %none, %o {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[C:.*]] = tt.load %[[P]] cacheModifier = cg {isVolatile = true}
  %4 = tt.load %p, %all, %o cacheModifier = cg {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  // CHECK: %[[D:.*]] = tt.load %[[Q]] :
  %5 = tt.load %q, %true, %s : !tt.ptr<f32>
  %6 = tt.load %q, %false, %s : !tt.ptr<f32>
  // CHECK: tt.return %[[A]], %[[O]], %[[B]], %[[C]], %[[D]], %[[S]]
  tt.return %0, %1, %2, %4, %5, %6 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, f32, f32
}

// -----

// CHECK-LABEL: @store_masks(
tt.func @store_masks(%p: tensor<8x!tt.ptr<f32>>, %v: tensor<8xf32>, %m: tensor<8xi1>) {
  %all = arith.constant dense<true> : tensor<8xi1>
  %none = arith.constant dense<false> : tensor<8xi1>
  %some = arith.constant dense<[true, false, true, true, true, true, true, true]> : tensor<8xi1>
  // CHECK: tt.store %arg0, %arg1 :
  // CHECK-NEXT: tt.store %arg0, %arg1, %arg2 :
  // CHECK-NEXT: tt.store %arg0, %arg1, %cst :
  // CHECK-NEXT: tt.return
  tt.store %p, %v, %all : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %none : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %m : tensor<8x!tt.ptr<f32>>
  tt.store %p, %v, %some : tensor<8x!tt.ptr<f32>>
  tt.return
}

// -----

// CHECK-LABEL: @splats(
// CHECK-SAME: %[[S:.*]]: f32, %[[P:.*]]: !tt.ptr<f32>
tt.func @splats(%s: f32, %p: !tt.ptr<f32>) -> (tensor<1x8xf32>, tensor<4x8xf32>, tensor<32xf32>, tensor<8x4xf32>, tensor<1x8x!tt.ptr<f32>>, tensor<1x8xf32>, f32) {
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<1x8xf32>
  // CHECK-DAG: %[[A:.*]] = tt.splat %[[S]] : f32 -> tensor<1x8xf32>
  // CHECK-DAG: %[[B:.*]] = tt.splat %[[S]] : f32 -> tensor<4x8xf32>
  // CHECK-DAG: %[[D:.*]] = tt.splat %[[S]] : f32 -> tensor<32xf32>
  // CHECK-DAG: %[[E:.*]] = tt.splat %[[S]] : f32 -> tensor<8x4xf32>
  // CHECK-DAG: %[[F:.*]] = tt.splat %[[P]] : !tt.ptr<f32> -> tensor<1x8x!tt.ptr<f32>>
  %0 = tt.splat %s : f32 -> tensor<8xf32>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %2 = tt.broadcast %1 : tensor<1x8xf32> -> tensor<4x8xf32>
  %3 = tt.reshape %2 : tensor<4x8xf32> -> tensor<32xf32>
  %4 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %5 = tt.splat %p : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %6 = tt.expand_dims %5 {axis = 0 : i32} : tensor<8x!tt.ptr<f32>> -> tensor<1x8x!tt.ptr<f32>>
  %c = arith.constant dense<2.0> : tensor<8xf32>
  %7 = tt.expand_dims %c {axis = 0 : i32} : tensor<8xf32> -> tensor<1x8xf32>
  %8 = tt.splat %s : f32 -> tensor<1xf32>
  %9 = tt.unsplat %8 : tensor<1xf32>
  // CHECK: tt.return %[[A]], %[[B]], %[[D]], %[[E]], %[[F]], %[[C]], %[[S]]
  tt.return %1, %2, %3, %4, %6, %7, %9 : tensor<1x8xf32>, tensor<4x8xf32>, tensor<32xf32>, tensor<8x4xf32>, tensor<1x8x!tt.ptr<f32>>, tensor<1x8xf32>, f32
}

// -----

// CHECK-LABEL: @shapes(
// CHECK-SAME: %[[X:.*]]: tensor<8x4x2xf32>, %[[Y:.*]]: tensor<8x1x1xf32>
tt.func @shapes(%x: tensor<8x4x2xf32>, %y: tensor<8x1x1xf32>) -> (tensor<64xf32>, tensor<32x2xf32>, tensor<4x2x8xf32>, tensor<8x4x2xf32>, tensor<8x4x2xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4x2xf32>) {
  // CHECK-DAG: %[[A:.*]] = tt.reshape %[[X]] : tensor<8x4x2xf32> -> tensor<64xf32>
  %0 = tt.reshape %x : tensor<8x4x2xf32> -> tensor<8x8xf32>
  %1 = tt.reshape %0 : tensor<8x8xf32> -> tensor<64xf32>
  // CHECK-DAG: %[[B:.*]] = tt.reshape %[[X]] allow_reorder : tensor<8x4x2xf32> -> tensor<32x2xf32>
  %2 = tt.reshape %x allow_reorder : tensor<8x4x2xf32> -> tensor<4x16xf32>
  %3 = tt.reshape %2 : tensor<4x16xf32> -> tensor<32x2xf32>
  // CHECK-DAG: %[[C:.*]] = tt.trans %[[X]] {order = array<i32: 1, 2, 0>}
  %4 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<8x4x2xf32> -> tensor<2x8x4xf32>
  %5 = tt.trans %4 {order = array<i32: 2, 0, 1>} : tensor<2x8x4xf32> -> tensor<4x2x8xf32>
  %6 = tt.trans %5 {order = array<i32: 2, 0, 1>} : tensor<4x2x8xf32> -> tensor<8x4x2xf32>
  // CHECK-DAG: %[[D:.*]] = tt.broadcast %[[Y]] : tensor<8x1x1xf32> -> tensor<8x4x2xf32>
  %7 = tt.broadcast %y : tensor<8x1x1xf32> -> tensor<8x4x1xf32>
  %8 = tt.broadcast %7 : tensor<8x4x1xf32> -> tensor<8x4x2xf32>
  // Halves that are joined again, or were joined.
  // CHECK-DAG: %[[L:.*]], %[[R:.*]] = tt.split %[[X]]
  %9, %10 = tt.split %x : tensor<8x4x2xf32> -> tensor<8x4xf32>
  %11 = tt.join %9, %10 : tensor<8x4xf32> -> tensor<8x4x2xf32>
  // CHECK-DAG: %[[J:.*]] = tt.join %[[R]], %[[L]]
  %12 = tt.join %10, %9 : tensor<8x4xf32> -> tensor<8x4x2xf32>
  %13, %14 = tt.split %12 : tensor<8x4x2xf32> -> tensor<8x4xf32>
  // CHECK: tt.return %[[A]], %[[B]], %[[C]], %[[X]], %[[D]], %[[R]], %[[L]], %[[J]]
  tt.return %1, %3, %5, %11, %8, %13, %14, %12 : tensor<64xf32>, tensor<32x2xf32>, tensor<4x2x8xf32>, tensor<8x4x2xf32>, tensor<8x4x2xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4x2xf32>
}

// -----

// CHECK-LABEL: @three_transposes(
// CHECK: tt.return %arg0
tt.func @three_transposes(%x: tensor<8x4x2xf32>) -> tensor<8x4x2xf32> {
  %0 = tt.trans %x {order = array<i32: 2, 0, 1>} : tensor<8x4x2xf32> -> tensor<2x8x4xf32>
  %1 = tt.trans %0 {order = array<i32: 2, 0, 1>} : tensor<2x8x4xf32> -> tensor<4x2x8xf32>
  %2 = tt.trans %1 {order = array<i32: 2, 0, 1>} : tensor<4x2x8xf32> -> tensor<8x4x2xf32>
  tt.return %2 : tensor<8x4x2xf32>
}

// -----

// CHECK-LABEL: @range(
// CHECK: %[[C:.*]] = arith.constant dense<-5> : tensor<1xi32>
// CHECK: tt.return %[[C]]
tt.func @range() -> tensor<1xi32> {
  %0 = tt.make_range {start = -5 : i32, end = -4 : i32} : tensor<1xi32>
  tt.return %0 : tensor<1xi32>
}

// -----

// CHECK-LABEL: @fp_to_fp(
tt.func @fp_to_fp(%x: f32) -> (f32, tensor<8xf16>, f16, f8E5M2, f16, f8E4M3FN, f8E4M3FNUZ) {
  // CHECK-DAG: %[[A:.*]] = arith.constant dense<-0.000000e+00> : tensor<8xf16>
  // CHECK-DAG: %[[B:.*]] = arith.constant 1.500000e+00 : f16
  // CHECK-DAG: %[[C:.*]] = arith.constant 1.500000e+00 : f8E5M2
  %0 = tt.fp_to_fp %x : f32 -> f32
  %zero = arith.constant dense<-0.0> : tensor<8xf32>
  %1 = tt.fp_to_fp %zero, rounding = rtne : tensor<8xf32> -> tensor<8xf16>
  %exact = arith.constant 1.5 : f32
  %2 = tt.fp_to_fp %exact, rounding = rtz : f32 -> f16
  %3 = tt.fp_to_fp %exact, rounding = rtne : f32 -> f8E5M2
  // What rounds, what is not finite, and a zero whose sign gets lost.
  // CHECK: %[[D:.*]] = tt.fp_to_fp
  %inexact = arith.constant 0.1 : f32
  %4 = tt.fp_to_fp %inexact, rounding = rtne : f32 -> f16
  // CHECK: %[[E:.*]] = tt.fp_to_fp
  %inf = arith.constant 0x7f800000 : f32
  %5 = tt.fp_to_fp %inf, rounding = rtne : f32 -> f8E4M3FN
  // CHECK: %[[F:.*]] = tt.fp_to_fp
  %minus = arith.constant -0.0 : f32
  %6 = tt.fp_to_fp %minus, rounding = rtne : f32 -> f8E4M3FNUZ
  // CHECK: tt.return %arg0, %[[A]], %[[B]], %[[C]], %[[D]], %[[E]], %[[F]]
  tt.return %0, %1, %2, %3, %4, %5, %6 : f32, tensor<8xf16>, f16, f8E5M2, f16, f8E4M3FN, f8E4M3FNUZ
}

// -----

// CHECK-LABEL: @pointer_casts(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[I:.*]]: i64, %[[F:.*]]: i32
tt.func @pointer_casts(%p: tensor<8x!tt.ptr<f32>>, %i: i64, %f: i32) -> (tensor<8x!tt.ptr<f32>>, i64, tensor<8x!tt.ptr<i8>>, i32, tensor<8x!tt.ptr<i32>>) {
  %0 = tt.ptr_to_int %p : tensor<8x!tt.ptr<f32>> -> tensor<8xi64>
  %1 = tt.int_to_ptr %0 : tensor<8xi64> -> tensor<8x!tt.ptr<f32>>
  %2 = tt.int_to_ptr %i : i64 -> !tt.ptr<f32>
  %3 = tt.ptr_to_int %2 : !tt.ptr<f32> -> i64
  // CHECK-DAG: %[[A:.*]] = tt.bitcast %[[P]] : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i8>>
  %4 = tt.bitcast %p : tensor<8x!tt.ptr<f32>> -> tensor<8x!tt.ptr<i32>>
  %5 = tt.bitcast %4 : tensor<8x!tt.ptr<i32>> -> tensor<8x!tt.ptr<i8>>
  // Bits of numbers may be those of a NaN.
  // CHECK-DAG: %[[B:.*]] = tt.bitcast %[[F]] : i32 -> f32
  // CHECK-DAG: %[[C:.*]] = tt.bitcast %[[B]] : f32 -> i32
  %6 = tt.bitcast %f : i32 -> f32
  %7 = tt.bitcast %6 : f32 -> i32
  // Another pointer than before.
  // CHECK-DAG: %[[D:.*]] = tt.int_to_ptr
  %8 = tt.int_to_ptr %0 : tensor<8xi64> -> tensor<8x!tt.ptr<i32>>
  // CHECK: tt.return %[[P]], %[[I]], %[[A]], %[[C]], %[[D]]
  tt.return %1, %3, %5, %7, %8 : tensor<8x!tt.ptr<f32>>, i64, tensor<8x!tt.ptr<i8>>, i32, tensor<8x!tt.ptr<i32>>
}

// -----

// CHECK-LABEL: @advance(
tt.func @advance(%p: !tt.ptr<tensor<16x32xf16>>, %n: i32) -> (!tt.ptr<tensor<16x32xf16>>, !tt.ptr<tensor<16x32xf16>>) {
  %zero = arith.constant 0 : i32
  %0 = tt.advance %p, [%zero, %zero] : <tensor<16x32xf16>>
  // CHECK: %[[A:.*]] = tt.advance %arg0, [%c0_i32, %arg1]
  %1 = tt.advance %p, [%zero, %n] : <tensor<16x32xf16>>
  // CHECK: tt.return %arg0, %[[A]]
  tt.return %0, %1 : !tt.ptr<tensor<16x32xf16>>, !tt.ptr<tensor<16x32xf16>>
}

// -----

// CHECK-LABEL: @dot(
tt.func @dot(%a: tensor<32x32xi8>, %c: tensor<32x32xi32>, %f: tensor<32x32xf16>, %d: tensor<32x32xf32>) -> (tensor<32x32xi32>, tensor<32x32xf32>) {
  %zero = arith.constant dense<0> : tensor<32x32xi8>
  %0 = tt.dot %a, %zero, %c : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
  // Infinity times zero is NaN.
  // CHECK: %[[D:.*]] = tt.dot
  %fzero = arith.constant dense<0.0> : tensor<32x32xf16>
  %1 = tt.dot %f, %fzero, %d : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  // CHECK: tt.return %arg1, %[[D]]
  tt.return %0, %1 : tensor<32x32xi32>, tensor<32x32xf32>
}
