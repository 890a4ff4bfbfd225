// RUN: fathom-opt %s -tritongpu-remove-layout-conversions | FileCheck %s

// Carried values that nobody uses go, however many there are.
// CHECK-LABEL: @dead(
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (i32)
// CHECK: scf.yield %{{.*}} : i32
tt.func @dead(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:25 = scf.for %i = %c0 to %n step %c1 iter_args(%a0 = %c0, %a1 = %c0, %a2 = %c0, %a3 = %c0, %a4 = %c0, %a5 = %c0, %a6 = %c0, %a7 = %c0, %a8 = %c0, %a9 = %c0, %a10 = %c0, %a11 = %c0, %a12 = %c0, %a13 = %c0, %a14 = %c0, %a15 = %c0, %a16 = %c0, %a17 = %c0, %a18 = %c0, %a19 = %c0, %a20 = %c0, %a21 = %c0, %a22 = %c0, %a23 = %c0, %live = %c0) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) : i32 {
    %next = arith.addi %live, %i : i32
    scf.yield %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7, %a8, %a9, %a10, %a11, %a12, %a13, %a14, %a15, %a16, %a17, %a18, %a19, %a20, %a21, %a22, %a23, %next : i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32
  }
  tt.return %r#24 : i32
}
