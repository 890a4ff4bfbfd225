// RUN: fathom-opt %s -split-input-file -triton-combine -cse | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-combine --mutant M51 | FileCheck %s --check-prefix=M51
// RUN: fathom-opt %s -split-input-file -triton-combine --mutant M52 | FileCheck %s --check-prefix=M52
// RUN: fathom-opt %s -split-input-file -triton-combine --mutant M55 | FileCheck %s --check-prefix=M55

// A sum and a product, on either side.
// CHECK-LABEL: @dot_add(
// CHECK-SAME: %[[A:.*]]: tensor<32x32xf16>, %[[B:.*]]: tensor<32x32xf16>, %[[C:.*]]: tensor<32x32xf32>, %[[I:.*]]: tensor<32x32xi8>, %[[J:.*]]: tensor<32x32xi32>
tt.func @dot_add(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %c: tensor<32x32xf32>, %i: tensor<32x32xi8>, %j: tensor<32x32xi32>) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xi32>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  // CHECK-NEXT: %[[X:.*]] = tt.dot %[[A]], %[[B]], %[[C]], inputPrecision = tf32 :
  %0 = tt.dot %a, %b, %zero, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %1 = arith.addf %0, %c : tensor<32x32xf32>
  // CHECK-NEXT: %[[Y:.*]] = tt.dot %[[B]], %[[A]], %[[C]] :
  %2 = tt.dot %b, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %3 = arith.addf %c, %2 : tensor<32x32xf32>
  // CHECK-NEXT: %[[Z:.*]] = tt.dot %[[I]], %[[I]], %[[J]] :
  %izero = arith.constant dense<0> : tensor<32x32xi32>
  %4 = tt.dot %i, %i, %izero : tensor<32x32xi8> * tensor<32x32xi8> -> tensor<32x32xi32>
  %5 = arith.addi %j, %4 : tensor<32x32xi32>
  // CHECK-NEXT: tt.return %[[X]], %[[Y]], %[[Z]]
  tt.return %1, %3, %5 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xi32>
}

// -----

// Not if the product is used elsewhere, has an accumulator, is summed in part only, or is outside of the loop.
// CHECK-LABEL: @dot_add_declined(
// M55-LABEL: @dot_add_declined(
tt.func @dot_add_declined(%a: tensor<32x32xf16>, %b: tensor<32x32xf16>, %c: tensor<32x32xf32>, %n: i32) -> (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  // CHECK: %[[USED:.*]] = tt.dot
  // CHECK-NEXT: %[[S:.*]] = arith.addf %[[USED]], %[[C:.*]] :
  // M55: %[[X:.*]] = tt.dot %arg0, %arg1, %arg2 :
  %0 = tt.dot %a, %b, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %1 = arith.addf %0, %c : tensor<32x32xf32>
  // CHECK-NEXT: tt.dot %{{.*}}, %{{.*}}, %[[USED]] :
  // CHECK-NEXT: arith.addf
  // M55: %[[Y:.*]] = tt.dot %arg1, %arg0, %arg2 :
  %2 = tt.dot %b, %a, %0 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %3 = arith.addf %2, %c : tensor<32x32xf32>
  // CHECK: tt.dot {{.*}} {maxNumImpreciseAcc = 32 : i32}
  // CHECK-NEXT: arith.addf
  %4 = tt.dot %b, %a, %zero {maxNumImpreciseAcc = 32 : i32} : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %5 = arith.addf %4, %c : tensor<32x32xf32>
  // CHECK: scf.for
  // CHECK-NEXT: arith.addf
  %6 = tt.dot %a, %a, %zero : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
  %7 = scf.for %i = %n to %n step %n iter_args(%s = %c) -> tensor<32x32xf32> : i32 {
    %8 = arith.addf %6, %s : tensor<32x32xf32>
    scf.yield %8 : tensor<32x32xf32>
  }
  // M55: tt.return %[[X]], %[[X]], %[[Y]]
  tt.return %0, %1, %3, %5, %7 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
}

// -----

// Offsets are added if the sum is exact: as addresses are, or in a type that holds it.
// CHECK-LABEL: @addptr(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<i8>, %[[Q:.*]]: tensor<8x!tt.ptr<f32>>
tt.func @addptr(%p: !tt.ptr<i8>, %q: tensor<8x!tt.ptr<f32>>, %i: i64, %j: i64, %k: i32) -> (!tt.ptr<i8>, !tt.ptr<i8>, !tt.ptr<i8>, tensor<8x!tt.ptr<f32>>, !tt.ptr<i8>) {
  // CHECK-DAG: %[[IJ:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
  // CHECK-DAG: %[[R0:.*]] = tt.addptr %[[P]], %[[IJ]]
  %0 = tt.addptr %p, %i : !tt.ptr<i8>, i64
  %1 = tt.addptr %0, %j : !tt.ptr<i8>, i64
  // 2^31 - 1 twice.
  // CHECK-DAG: %[[C1:.*]] = arith.constant 4294967294 : i64
  // CHECK-DAG: %[[R1:.*]] = tt.addptr %[[P]], %[[C1]]
  // M51: arith.constant -2 : i32
  %big = arith.constant 0x7fffffff : i32
  %2 = tt.addptr %p, %big : !tt.ptr<i8>, i32
  %3 = tt.addptr %2, %big : !tt.ptr<i8>, i32
  // 100 and 1000, and 100 once more: a chain in two widths.
  // CHECK-DAG: %[[C2:.*]] = arith.constant 1200 : i16
  // CHECK-DAG: %[[R2:.*]] = tt.addptr %[[P]], %[[C2]]
  // M51: arith.constant -80 : i16
  %byte = arith.constant 100 : i8
  %word = arith.constant 1000 : i16
  %4 = tt.addptr %p, %byte : !tt.ptr<i8>, i8
  %5 = tt.addptr %4, %word : !tt.ptr<i8>, i16
  %6 = tt.addptr %5, %byte : !tt.ptr<i8>, i8
  // CHECK-DAG: %[[C3:.*]] = arith.constant dense<4> : tensor<8xi32>
  // CHECK-DAG: %[[R3:.*]] = tt.addptr %[[Q]], %[[C3]]
  %five = arith.constant dense<5> : tensor<8xi32>
  %one = arith.constant dense<-1> : tensor<8xi32>
  %7 = tt.addptr %q, %five : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %8 = tt.addptr %7, %one : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // Two i32 that are not known are extended first, so they stay apart.
  // CHECK-DAG: %[[K1:.*]] = tt.addptr %[[P]], %[[K:.*]] : !tt.ptr<i8>, i32
  // CHECK-DAG: %[[R4:.*]] = tt.addptr %[[K1]], %[[K]] : !tt.ptr<i8>, i32
  %9 = tt.addptr %p, %k : !tt.ptr<i8>, i32
  %10 = tt.addptr %9, %k : !tt.ptr<i8>, i32
  // CHECK: tt.return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]]
  tt.return %1, %3, %6, %8, %10 : !tt.ptr<i8>, !tt.ptr<i8>, !tt.ptr<i8>, tensor<8x!tt.ptr<f32>>, !tt.ptr<i8>
}

// -----

// CHECK-LABEL: @select(
// CHECK-SAME: %[[P:.*]]: tensor<8x!tt.ptr<f32>>, %[[C:.*]]: i1, %[[M:.*]]: tensor<8xi1>, %[[F:.*]]: tensor<8xf32>
// M52-LABEL: @select(
tt.func @select(%p: tensor<8x!tt.ptr<f32>>, %c: i1, %m: tensor<8xi1>, %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[S:.*]] = tt.splat %[[C]]
  %s = tt.splat %c : i1 -> tensor<8xi1>
  // CHECK-NEXT: %[[L0:.*]] = tt.load %[[P]], %[[S]], %[[F]] cacheModifier = ca :
  %0 = tt.load %p, %s cacheModifier = ca : tensor<8x!tt.ptr<f32>>
  %1 = arith.select %c, %0, %f : tensor<8xf32>
  // CHECK-NEXT: %[[L1:.*]] = tt.load %[[P]], %[[M]], %[[F]] :
  %2 = tt.load %p, %m, %1 : tensor<8x!tt.ptr<f32>>
  %3 = arith.select %m, %2, %f : tensor<8xi1>, tensor<8xf32>
  // Another condition than the mask.
  // CHECK-NEXT: %[[L2:.*]] = tt.load %[[P]], %[[M]] :
  // CHECK-NEXT: %[[S2:.*]] = arith.select %[[C]], %[[L2]], %[[F]]
  // M52: tt.load
  // M52: tt.load
  // M52: tt.load
  // M52-NOT: arith.select
  // M52: tt.return
  %4 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  %5 = arith.select %c, %4, %f : tensor<8xf32>
  // CHECK-NEXT: tt.return %[[L0]], %[[L1]], %[[S2]]
  tt.return %1, %3, %5 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// A load does not move over a store, and stays alone if it is volatile or is used as it is.
// CHECK-LABEL: @select_and_store(
tt.func @select_and_store(%p: tensor<8x!tt.ptr<f32>>, %q: tensor<8x!tt.ptr<f32>>, %m: tensor<8xi1>, %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[L0:.*]] = tt.load %{{.*}}, %{{.*}} :
  %0 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %[[L1:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} :
  %1 = tt.load %p, %m : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: tt.store
  tt.store %q, %f : tensor<8x!tt.ptr<f32>>
  // CHECK-NEXT: %[[N:.*]] = arith.negf
  %n = arith.negf %f : tensor<8xf32>
  // CHECK-NEXT: %[[S0:.*]] = arith.select %{{.*}}, %[[L0]], %[[N]]
  %2 = arith.select %m, %0, %n : tensor<8xi1>, tensor<8xf32>
  // CHECK-NEXT: %[[L2:.*]] = tt.load {{.*}} {isVolatile = true}
  // CHECK-NEXT: %[[S2:.*]] = arith.select %{{.*}}, %[[L2]]
  %3 = arith.select %m, %1, %f : tensor<8xi1>, tensor<8xf32>
  %4 = tt.load %p, %m {isVolatile = true} : tensor<8x!tt.ptr<f32>>
  %5 = arith.select %m, %4, %f : tensor<8xi1>, tensor<8xf32>
  // But over what does not write.
  // CHECK-NEXT: %[[E:.*]] = math.exp
  // CHECK-NEXT: %[[L3:.*]] = tt.load %{{.*}}, %{{.*}}, %[[E]] :
  %6 = tt.load %q, %m : tensor<8x!tt.ptr<f32>>
  %7 = math.exp %n : tensor<8xf32>
  %8 = arith.select %m, %6, %7 : tensor<8xi1>, tensor<8xf32>
  // CHECK-NEXT: tt.return %[[S0]], %[[L1]], %[[S2]], %[[L3]]
  tt.return %2, %3, %5, %8 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: @mul_reduce(
// CHECK-SAME: %[[A:.*]]: tensor<16x32xf32>, %[[B:.*]]: tensor<32x64xf32>
tt.func @mul_reduce(%a: tensor<16x32xf32>, %b: tensor<32x64xf32>) -> tensor<16x64xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
  // CHECK: %[[D:.*]] = tt.dot %[[A]], %[[B]], %[[ZERO]] :
  %0 = tt.expand_dims %a {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
  %1 = tt.broadcast %0 : tensor<16x32x1xf32> -> tensor<16x32x64xf32>
  %2 = tt.expand_dims %b {axis = 0 : i32} : tensor<32x64xf32> -> tensor<1x32x64xf32>
  %3 = tt.broadcast %2 : tensor<1x32x64xf32> -> tensor<16x32x64xf32>
  %4 = arith.mulf %3, %1 : tensor<16x32x64xf32>
  %5 = "tt.reduce"(%4) <{axis = 1 : i32}> ({
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %x : f32
    tt.reduce.return %s : f32
  }) : (tensor<16x32x64xf32>) -> tensor<16x64xf32>
  // CHECK-NEXT: tt.return %[[D]]
  tt.return %5 : tensor<16x64xf32>
}

// -----

// The order of the elements is open if all that is asked is their sum, not if two tensors must agree on it.
// CHECK-LABEL: @reshape_reduce(
tt.func @reshape_reduce(%a: tensor<16x32xi32>, %m: tensor<512xi1>) -> (i32, tensor<16xi32>, tensor<16xi32>, i32, i32) {
  // CHECK-NEXT: tt.reshape %{{.*}} allow_reorder :
  %0 = tt.reshape %a : tensor<16x32xi32> -> tensor<512xi32>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tt.reduce.return %s : i32
  }) : (tensor<512xi32>) -> i32
  %2 = tt.histogram %0 : tensor<512xi32> -> tensor<16xi32>
  %t = tt.trans %a {order = array<i32: 1, 0>} : tensor<16x32xi32> -> tensor<32x16xi32>
  // CHECK: tt.reshape %{{.*}} : tensor<32x16xi32>
  %3 = tt.reshape %t : tensor<32x16xi32> -> tensor<512xi32>
  %4 = tt.histogram %3, %m : tensor<512xi32> -> tensor<16xi32>
  %5:2 = "tt.reduce"(%3, %3) <{axis = 0 : i32}> ({
  ^bb0(%x: i32, %x1: i32, %y: i32, %y1: i32):
    %c = arith.cmpi slt, %x, %y : i32
    %s = arith.select %c, %x, %y : i32
    %s1 = arith.select %c, %x1, %y1 : i32
    tt.reduce.return %s, %s1 : i32, i32
  }) : (tensor<512xi32>, tensor<512xi32>) -> (i32, i32)
  tt.return %1, %2, %4, %5#0, %5#1 : i32, tensor<16xi32>, tensor<16xi32>, i32, i32
}

// -----

// CHECK-LABEL: @descriptor_load(
tt.func @descriptor_load(%d: !tt.tensordesc<tensor<1x16x32xf32>>, %i: i32) -> (tensor<16x32xf32>, tensor<32x16xf32>) {
  // CHECK-NEXT: %[[L:.*]] = tt.descriptor_load {{.*}} -> tensor<16x32xf32>
  %0 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x16x32xf32>> -> tensor<1x16x32xf32>
  %1 = tt.reshape %0 : tensor<1x16x32xf32> -> tensor<16x32xf32>
  // CHECK-NEXT: tt.descriptor_load {{.*}} -> tensor<1x16x32xf32>
  // CHECK-NEXT: tt.reshape
  %2 = tt.descriptor_load %d[%i, %i, %i] : !tt.tensordesc<tensor<1x16x32xf32>> -> tensor<1x16x32xf32>
  %3 = tt.reshape %2 : tensor<1x16x32xf32> -> tensor<32x16xf32>
  tt.return %1, %3 : tensor<16x32xf32>, tensor<32x16xf32>
}
