// RUN: fathom-opt %s -split-input-file -triton-loop-aware-cse -canonicalize | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-loop-aware-cse --mutant M27 -canonicalize | FileCheck %s --check-prefix=M27

// Equal starts and equal steps: one value is left.
// CHECK-LABEL: @twins
tt.func @twins(%p: !tt.ptr<i32>, %n: i32, %s: i32) -> (!tt.ptr<i32>, !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[P:.*]] = %arg0) -> (!tt.ptr<i32>)
  // CHECK-NEXT: %[[Q:.*]] = tt.addptr %[[P]], %arg2
  // CHECK-NEXT: tt.store %[[P]]
  // CHECK-NEXT: tt.store %[[P]]
  // CHECK-NEXT: scf.yield %[[Q]] :
  // CHECK: tt.return %[[R]], %[[R]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p, %b = %p) -> (!tt.ptr<i32>, !tt.ptr<i32>) : i32 {
    %x = tt.addptr %a, %s : !tt.ptr<i32>, i32
    %y = tt.addptr %b, %s : !tt.ptr<i32>, i32
    tt.store %a, %i : !tt.ptr<i32>
    tt.store %b, %n : !tt.ptr<i32>
    scf.yield %x, %y : !tt.ptr<i32>, !tt.ptr<i32>
  }
  tt.return %0#0, %0#1 : !tt.ptr<i32>, !tt.ptr<i32>
}

// -----

// Equal starts, other steps.
// CHECK-LABEL: @diverge
// M27-LABEL: @diverge
tt.func @diverge(%n: i32, %s: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (i32, i32)
  // CHECK: tt.return %{{.*}}#0, %{{.*}}#1
  // M27: tt.return %[[R:.*]], %[[R]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    %x = arith.addi %a, %s : i32
    %y = arith.addi %b, %c1 : i32
    scf.yield %x, %y : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// -----

// One trip later: c follows a, d follows b, and a and b part. So c and d, which are equal twice, part as well.
// CHECK-LABEL: @part_later
tt.func @part_later(%n: i32, %s: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: -> (i32, i32, i32, i32)
  %0:4 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0, %c = %c0, %d = %c0) -> (i32, i32, i32, i32) : i32 {
    %x = arith.addi %a, %s : i32
    %y = arith.addi %b, %c1 : i32
    scf.yield %x, %y, %a, %b : i32, i32, i32, i32
  }
  tt.return %0#2, %0#3 : i32, i32
}

// -----

// They swap places: equal all the same.
// CHECK-LABEL: @swap
tt.func @swap(%n: i32, %s: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = scf.for {{.*}} -> (i32)
  // CHECK: tt.return %[[R]], %[[R]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s, %b = %s) -> (i32, i32) : i32 {
    %x = arith.addi %a, %s : i32
    %y = arith.addi %b, %s : i32
    scf.yield %y, %x : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// -----

// Equal because of an inner loop and an if that carry equal values.
// CHECK-LABEL: @nested
tt.func @nested(%n: i32, %t: i1, %s: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = scf.for {{.*}} -> (tensor<8xf32>)
  // CHECK: scf.for {{.*}} -> (tensor<8xf32>)
  // CHECK: tt.return %[[R]], %[[R]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s, %b = %s) -> (tensor<8xf32>, tensor<8xf32>) : i32 {
    %1:2 = scf.for %j = %c0 to %n step %c1 iter_args(%c = %a, %d = %b) -> (tensor<8xf32>, tensor<8xf32>) : i32 {
      %x = arith.mulf %c, %s : tensor<8xf32>
      %y = arith.mulf %d, %s : tensor<8xf32>
      scf.yield %x, %y : tensor<8xf32>, tensor<8xf32>
    }
    %2:2 = scf.if %t -> (tensor<8xf32>, tensor<8xf32>) {
      scf.yield %1#0, %1#1 : tensor<8xf32>, tensor<8xf32>
    } else {
      scf.yield %a, %b : tensor<8xf32>, tensor<8xf32>
    }
    scf.yield %2#0, %2#1 : tensor<8xf32>, tensor<8xf32>
  }
  tt.return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A while, which passes its values on in another order.
// CHECK-LABEL: @while
tt.func @while(%n: i32, %s: i32) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  // CHECK: %[[R:.*]]:2 = scf.while
  // CHECK: tt.return %[[R]]#1, %[[R]]#0, %[[R]]#0
  %0:3 = scf.while (%a = %s, %b = %n, %c = %s) : (i32, i32, i32) -> (i32, i32, i32) {
    %t = arith.cmpi slt, %a, %b : i32
    scf.condition(%t) %b, %a, %c : i32, i32, i32
  } do {
  ^bb0(%b: i32, %a: i32, %c: i32):
    %x = arith.muli %a, %n : i32
    %y = arith.muli %c, %n : i32
    %z = arith.subi %b, %c1 : i32
    scf.yield %x, %z, %y : i32, i32, i32
  }
  tt.return %0#0, %0#1, %0#2 : i32, i32, i32
}

// -----

// What an atomic gives is never what another one gives.
// CHECK-LABEL: @atomics
tt.func @atomics(%p: !tt.ptr<i32>, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  // CHECK-COUNT-2: tt.atomic_rmw
  // CHECK: tt.return %{{.*}}#0, %{{.*}}#1
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    %x = tt.atomic_rmw add, relaxed, gpu, %p, %a, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %y = tt.atomic_rmw add, relaxed, gpu, %p, %b, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.yield %x, %y : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}

// -----

// Two sums by two reductions are one.
// CHECK-LABEL: @reductions
tt.func @reductions(%x: tensor<8xi32>, %n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[R:.*]] = scf.for {{.*}} -> (i32)
  // CHECK-COUNT-1: "tt.reduce"
  // CHECK: tt.return %[[R]], %[[R]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0) -> (i32, i32) : i32 {
    %s = tt.splat %a : i32 -> tensor<8xi32>
    %t = tt.splat %b : i32 -> tensor<8xi32>
    %u = arith.xori %s, %x : tensor<8xi32>
    %v = arith.xori %t, %x : tensor<8xi32>
    %y = "tt.reduce"(%u) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %h: i32):
      %w = arith.addi %l, %h : i32
      tt.reduce.return %w : i32
    }) : (tensor<8xi32>) -> i32
    %z = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %h: i32):
      %w = arith.addi %l, %h : i32
      tt.reduce.return %w : i32
    }) : (tensor<8xi32>) -> i32
    scf.yield %y, %z : i32, i32
  }
  tt.return %0#0, %0#1 : i32, i32
}
