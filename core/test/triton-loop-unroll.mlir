// RUN: fathom-opt %s -split-input-file -triton-loop-unroll -canonicalize | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-loop-unroll --mutant M31 | FileCheck %s --check-prefix=M31

// A loop whose bounds are not known: it may be empty, and bounds may be inverted.
// CHECK-LABEL: @unknown(
// CHECK-SAME: %[[LB:.*]]: i32, %[[UB:.*]]: i32, %{{.*}}: !tt.ptr<f32>
// M31-LABEL: @unknown(
tt.func @unknown(%lb: i32, %ub: i32, %p: !tt.ptr<f32>) -> f32 {
  // CHECK: %[[RUNS:.*]] = arith.cmpi slt, %[[LB]], %[[UB]] : i32
  // CHECK: %[[D:.*]] = arith.subi %[[UB]], %[[LB]]
  // CHECK: %[[D1:.*]] = arith.subi %[[D]], %c1_i32
  // CHECK: %[[Q:.*]] = arith.divui %[[D1]], %c3_i32
  // CHECK: %[[TRIPS:.*]] = arith.addi %[[Q]], %c1_i32
  // CHECK: %[[REST:.*]] = arith.remui %[[TRIPS]], %c2_i32
  // CHECK: %[[FULL:.*]] = arith.subi %[[TRIPS]], %[[REST]]
  // CHECK: %[[SPAN:.*]] = arith.muli %[[FULL]], %c3_i32
  // CHECK: %[[END:.*]] = arith.addi %[[LB]], %[[SPAN]]
  // CHECK: %[[NEXT:.*]] = arith.select %[[RUNS]], %[[END]], %[[LB]]
  // CHECK: %[[A:.*]] = scf.for %[[I:.*]] = %[[LB]] to %[[NEXT]] step %c6_i32
  // CHECK: tt.addptr %{{.*}}, %[[I]]
  // CHECK: %[[I1:.*]] = arith.addi %[[I]], %c3_i32
  // CHECK: tt.addptr %{{.*}}, %[[I1]]
  // CHECK: {tt.num_stages = 3 : i32}
  // CHECK: %[[B:.*]] = scf.for %{{.*}} = %[[NEXT]] to %[[UB]] step %c3_i32 iter_args(%{{.*}} = %[[A]])
  // CHECK: {tt.num_stages = 1 : i32}
  // M31-COUNT-1: scf.for
  // M31-NOT: scf.for
  // M31: tt.return
  %c3 = arith.constant 3 : i32
  %x = arith.constant 0.0 : f32
  %0 = scf.for %i = %lb to %ub step %c3 iter_args(%a = %x) -> f32 : i32 {
    %q = tt.addptr %p, %i : !tt.ptr<f32>, i32
    %l = tt.load %q : !tt.ptr<f32>
    %s = arith.addf %a, %l : f32
    scf.yield %s : f32
  } {tt.loop_unroll_factor = 2 : i32, tt.num_stages = 3 : i32}
  // CHECK: tt.return %[[B]]
  tt.return %0 : f32
}

// -----

// Constant bounds: 9 trips are two of 4 and one without a loop.
// CHECK-LABEL: @constant(
tt.func @constant(%p: !tt.ptr<i32>) {
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c8_i32 step %c4_i32
  // CHECK-COUNT-4: tt.store
  // CHECK: }
  // CHECK: tt.store %{{.*}}, %c8_i32
  // CHECK-NEXT: tt.return
  scf.for %i = %c0 to %c9 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return
}

// -----

// CHECK-LABEL: @inverted(
tt.func @inverted(%p: !tt.ptr<i32>, %n: i32) -> i32 {
  %c9 = arith.constant 9 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: scf.for
  // CHECK: tt.return %{{.*}}
  %0 = scf.for %i = %c9 to %c1 step %c1 iter_args(%a = %n) -> i32 : i32 {
    scf.yield %i : i32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : i32
}

// -----

// Fewer trips than the factor, a factor of one, a step that is not known, one too long for the index: the loop loses the attribute.
// CHECK-LABEL: @declined(
tt.func @declined(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %big = arith.constant 0x40000000 : i32
  // CHECK-NOT: tt.loop_unroll_factor
  // CHECK: scf.for %{{.*}} = %c0_i32 to %c3_i32 step %c1_i32
  // CHECK-COUNT-1: tt.store
  // CHECK: {tt.num_stages = 1 : i32}
  scf.for %i = %c0 to %c3 step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 4 : i32, tt.num_stages = 3 : i32}
  // CHECK: scf.for
  // CHECK: {tt.num_stages = 3 : i32}
  scf.for %i = %c0 to %n step %c1 : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 1 : i32, tt.num_stages = 3 : i32}
  // CHECK: scf.for
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: }
  scf.for %i = %c0 to %c3 step %n : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.store
  // CHECK-NEXT: }
  scf.for %i = %c0 to %n step %big : i32 {
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// -----

// A nest: the inner loop first, then the outer one with both of its loops.
// CHECK-LABEL: @nest(
tt.func @nest(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: scf.for {{.*}} step %c2_i32
  // CHECK-COUNT-8: tt.store
  // CHECK: scf.for {{.*}} step %c1_i32
  // CHECK-COUNT-4: tt.store
  // CHECK-NOT: tt.store
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %c4 step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    } {tt.loop_unroll_factor = 4 : i32}
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}

// -----

// An index that is wider than what numbers are computed in here.
// CHECK-LABEL: @wide(
// CHECK: scf.for
// CHECK: scf.for
// M31-LABEL: @wide(
tt.func @wide(%n: i256) -> i32 {
  %c0 = arith.constant 0 : i256
  %c1 = arith.constant 1 : i256
  %x = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) : i256 {
    %b = arith.addi %a, %a : i32
    scf.yield %b : i32
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %r : i32
}
