// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-pointer -canonicalize -cse | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-pointer | FileCheck %s --check-prefix=TYPES
// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-pointer --mutant M47 | FileCheck %s --check-prefix=M47
// RUN: fathom-opt %s -split-input-file -triton-rewrite-tensor-pointer --mutant M48 | FileCheck %s --check-prefix=M48

// TYPES-NOT: tt.make_tensor_ptr
// TYPES-NOT: tt.advance
// TYPES-NOT: ptr<tensor

// The rows are bounded, the columns are not; outside there is NaN.
// CHECK-LABEL: @load(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f16>, %[[M:.*]]: i64, %[[N:.*]]: i64, %[[S:.*]]: i64, %[[I:.*]]: i32, %[[J:.*]]: i32
// M47-LABEL: @load(
// M48-LABEL: @load(
tt.func @load(%p: !tt.ptr<f16>, %m: i64, %n: i64, %s: i64, %i: i32, %j: i32) -> tensor<16x32xf16> {
  // CHECK-DAG: %[[NAN:.*]] = arith.constant dense<0x7E00> : tensor<16x32xf16>
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : tensor<16x1xi64>
  // CHECK-DAG: %[[X:.*]] = arith.extsi %[[I]] : i32 to i64
  // CHECK-DAG: %[[Y:.*]] = arith.extsi %[[J]] : i32 to i64
  // CHECK-DAG: %[[R16:.*]] = tt.make_range {end = 16 : i32, start = 0 : i32}
  // CHECK-DAG: %[[E16:.*]] = arith.extsi %[[R16]]
  // CHECK-DAG: %[[X16:.*]] = tt.splat %[[X]]
  // CHECK-DAG: %[[ROWS:.*]] = arith.addi %[[X16]], %[[E16]]
  // CHECK-DAG: %[[ROW:.*]] = tt.expand_dims %[[ROWS]] {axis = 1 : i32}
  // CHECK-DAG: %[[COLUMN:.*]] = tt.expand_dims %{{.*}} {axis = 0 : i32}
  // CHECK-DAG: %[[S16:.*]] = tt.splat %[[S]]
  // CHECK-DAG: %[[FAR:.*]] = arith.muli %[[ROW]], %[[S16]] : tensor<16x1xi64>
  // CHECK-DAG: %[[FARS:.*]] = tt.broadcast %[[FAR]]
  // CHECK-DAG: %[[A:.*]] = tt.addptr %{{.*}}, %[[FARS]]
  // CHECK-DAG: %[[COLUMNS:.*]] = tt.broadcast %[[COLUMN]]
  // CHECK-DAG: %[[B:.*]] = tt.addptr %[[A]], %[[COLUMNS]]
  // CHECK-DAG: %[[M16:.*]] = tt.splat %[[M]]
  // CHECK-DAG: %[[GE:.*]] = arith.cmpi sge, %[[ROW]], %[[ZERO]]
  // CHECK-DAG: %[[LT:.*]] = arith.cmpi slt, %[[ROW]], %[[M16]]
  // CHECK-DAG: %[[IN:.*]] = arith.andi %[[GE]], %[[LT]] : tensor<16x1xi1>
  // CHECK-DAG: %[[MASK:.*]] = tt.broadcast %[[IN]]
  // CHECK: %[[L:.*]] = tt.load %[[B]], %[[MASK]], %[[NAN]] evictionPolicy = evict_last :
  // CHECK-NEXT: tt.return %[[L]]
  // M47: arith.muli %{{.*}}, %{{.*}} : tensor<16x1xi32>
  // M48-NOT: 0x7E00
  // M48: arith.constant dense<0.000000e+00> : tensor<16x32xf16>
  // M48: tt.return
  %one = arith.constant 1 : i64
  %0 = tt.make_tensor_ptr %p, [%m, %n], [%s, %one], [%i, %j] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %1 = tt.load %0 evictionPolicy = evict_last {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>
  tt.return %1 : tensor<16x32xf16>
}

// -----

// No check, no mask; a check without padding leaves what is outside undefined; padding of integers is zero.
// CHECK-LABEL: @padding(
tt.func @padding(%p: !tt.ptr<i32>, %m: i64, %s: i64, %i: i32) -> (tensor<16xi32>, tensor<16xi32>, tensor<16xi32>) {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant dense<0> : tensor<16xi32>
  // CHECK: %[[IN:.*]] = arith.andi
  // CHECK: tt.load %{{.*}}, %[[IN]] :
  // CHECK: tt.load %{{.*}}, %[[IN]], %[[ZERO]] :
  %0 = tt.make_tensor_ptr %p, [%m], [%s], [%i] {order = array<i32: 0>} : <tensor<16xi32>>
  // CHECK: tt.load %[[P:[a-z0-9]+]] :
  %1 = tt.load %0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xi32>>
  %2 = tt.load %0 {boundaryCheck = array<i32: 0>, padding = 2 : i32} : !tt.ptr<tensor<16xi32>>
  %3 = tt.load %0 : !tt.ptr<tensor<16xi32>>
  tt.return %1, %2, %3 : tensor<16xi32>, tensor<16xi32>, tensor<16xi32>
}

// -----

// A pointer that moves in a loop is an offset that grows; the rest does not change.
// CHECK-LABEL: @loop(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[N:.*]]: i64, %[[D:.*]]: i32
tt.func @loop(%p: !tt.ptr<f32>, %n: i64, %d: i32) {
  // CHECK: %[[END:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %c0_i64) -> (i64)
  // CHECK: tt.store {{.*}} : tensor<16x!tt.ptr<f32>>
  // CHECK: %[[E:.*]] = arith.extsi %[[D]]
  // CHECK: %[[NEXT:.*]] = arith.addi %[[X]], %[[E]]
  // CHECK: scf.yield %[[NEXT]] : i64
  // CHECK: tt.splat %[[END]] : i64
  // CHECK: tt.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %0 = tt.make_tensor_ptr %p, [%n], [%one], [%zero] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = scf.for %i = %zero to %d step %d iter_args(%q = %0) -> !tt.ptr<tensor<16xf32>> : i32 {
    tt.store %q, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
    %2 = tt.advance %q, [%d] : <tensor<16xf32>>
    scf.yield %2 : !tt.ptr<tensor<16xf32>>
  }
  tt.store %1, %v {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<16xf32>>
  tt.return
}

// -----

// The condition of a while passes on other values than the body yields, in another order.
// CHECK-LABEL: @while(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[Q:.*]]: !tt.ptr<f32>, %[[N:.*]]: i64, %[[D:.*]]: i32
tt.func @while(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i64, %d: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %0 = tt.make_tensor_ptr %p, [%n], [%one], [%zero] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.make_tensor_ptr %q, [%n], [%one], [%d] {order = array<i32: 0>} : <tensor<16xf32>>
  // CHECK: scf.while
  // CHECK: scf.condition
  // CHECK: tt.store
  // CHECK: scf.yield
  %r:3 = scf.while (%a = %0, %i = %d, %b = %1) : (!tt.ptr<tensor<16xf32>>, i32, !tt.ptr<tensor<16xf32>>) -> (i32, !tt.ptr<tensor<16xf32>>, !tt.ptr<tensor<16xf32>>) {
    %c = arith.cmpi slt, %i, %d : i32
    scf.condition(%c) %i, %b, %a : i32, !tt.ptr<tensor<16xf32>>, !tt.ptr<tensor<16xf32>>
  } do {
  ^bb0(%i: i32, %a: !tt.ptr<tensor<16xf32>>, %b: !tt.ptr<tensor<16xf32>>):
    tt.store %a, %v : !tt.ptr<tensor<16xf32>>
    %2 = tt.advance %b, [%i] : <tensor<16xf32>>
    scf.yield %2, %i, %a : !tt.ptr<tensor<16xf32>>, i32, !tt.ptr<tensor<16xf32>>
  }
  // CHECK: tt.store
  tt.store %r#2, %v : !tt.ptr<tensor<16xf32>>
  tt.return
}

// -----

// Through a branch, a select, an undefined value, and blocks with an early return.
// CHECK-LABEL: @branches(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32>, %[[N:.*]]: i64, %[[D:.*]]: i32, %[[C:.*]]: i1
tt.func @branches(%p: !tt.ptr<f32>, %n: i64, %d: i32, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %u = ub.poison : !tt.ptr<tensor<16xf32>>
  %0 = tt.make_tensor_ptr %p, [%n], [%one], [%zero] {order = array<i32: 0>} : <tensor<16xf32>>
  %1 = tt.advance %0, [%d] : <tensor<16xf32>>
  // CHECK: arith.select %[[C]], %{{.*}}, %{{.*}} : i64
  // CHECK: tt.store
  %2 = arith.select %c, %0, %1 : !tt.ptr<tensor<16xf32>>
  tt.store %2, %v : !tt.ptr<tensor<16xf32>>
  %3 = scf.if %c -> !tt.ptr<tensor<16xf32>> {
    scf.yield %1 : !tt.ptr<tensor<16xf32>>
  } else {
    scf.yield %u : !tt.ptr<tensor<16xf32>>
  }
  // CHECK: cf.cond_br %[[C]], ^[[A:.*]], ^[[B:.*]]
  cf.cond_br %c, ^bb1, ^bb2(%zero, %3, %zero : i32, !tt.ptr<tensor<16xf32>>, i32)
^bb1:
  tt.return
^bb2(%i: i32, %q: !tt.ptr<tensor<16xf32>>, %j: i32):
  // CHECK: tt.store
  tt.store %q, %v : !tt.ptr<tensor<16xf32>>
  tt.return
}

// -----

// Across a call.
// CHECK-LABEL: @caller(
// CHECK-SAME: %[[P:.*]]: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %[[N:.*]]: i64, %[[D:.*]]: i32
tt.func public @caller(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i64, %d: i32) {
  %zero = arith.constant 0 : i32
  %v = arith.constant dense<1.0> : tensor<16xf32>
  %0 = tt.make_tensor_ptr %p, [%n], [%n], [%zero] {order = array<i32: 0>} : <tensor<16xf32>>
  // CHECK: %[[R:.*]]:4 = tt.call @callee(%[[D]], %[[P]], %[[N]], %[[N]], %c0_i64) : (i32, !tt.ptr<f32>, i64, i64, i64) -> (!tt.ptr<f32>, i64, i64, i64)
  // CHECK: tt.splat %[[R]]#3
  %1 = tt.call @callee(%d, %0) : (i32, !tt.ptr<tensor<16xf32>>) -> !tt.ptr<tensor<16xf32>>
  tt.store %1, %v : !tt.ptr<tensor<16xf32>>
  tt.return
}
// CHECK: tt.func private @callee(%{{.*}}: i32 {tt.divisibility = 8 : i32}, %{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64) -> (!tt.ptr<f32>, i64, i64, i64)
tt.func private @callee(%d: i32 {tt.divisibility = 8 : i32}, %q: !tt.ptr<tensor<16xf32>>) -> !tt.ptr<tensor<16xf32>> attributes {noinline = true} {
  // CHECK: tt.return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : !tt.ptr<f32>, i64, i64, i64
  %0 = tt.advance %q, [%d] : <tensor<16xf32>>
  tt.return %0 : !tt.ptr<tensor<16xf32>>
}
