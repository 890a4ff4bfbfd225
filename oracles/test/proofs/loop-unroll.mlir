// Loops of up to 5 trips, whatever their bounds: inverted ones among them.
//
// RUN: fathom prove %s --widths 8 | FileCheck %s
// RUN: not fathom prove %s --widths 8 --subject core:M31 | FileCheck %s --check-prefix=M31
// PIPELINE: triton-loop-unroll

!w = i8

// CHECK-DAG: @sum, i8: proved for up to 5 trips
// M31-DAG: @sum, i8: refuted
tt.func @sum(%lb: !w, %ub: !w, %x: !w) -> !w {
  %one = arith.constant 1 : !w
  %0 = scf.for %i = %lb to %ub step %one iter_args(%s = %x) -> !w : !w {
    %1 = arith.muli %s, %i : !w
    %2 = arith.addi %1, %i : !w
    scf.yield %2 : !w
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return %0 : !w
}

// CHECK-DAG: @step, i8: proved for up to 5 trips
// M31-DAG: @step, i8: refuted
tt.func @step(%lb: !w, %ub: !w) -> !w {
  %three = arith.constant 3 : !w
  %0 = scf.for %i = %lb to %ub step %three iter_args(%s = %lb) -> !w : !w {
    %1 = arith.xori %s, %i : !w
    scf.yield %1 : !w
  } {tt.loop_unroll_factor = 4 : i32}
  tt.return %0 : !w
}

// CHECK-DAG: @stores, i8: proved
tt.func @stores(%p: !tt.ptr<i8>, %v: i8) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 3 : i32
  scf.for %i = %zero to %n step %one : i32 {
    %0 = tt.addptr %p, %i : !tt.ptr<i8>, i32
    tt.store %0, %v : !tt.ptr<i8>
  } {tt.loop_unroll_factor = 2 : i32}
  tt.return
}
