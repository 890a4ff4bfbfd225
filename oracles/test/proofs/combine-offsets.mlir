// Offsets of pointers are sign-extended before they are added, so their sum may be longer than they are.
//
// RUN: fathom prove %s | FileCheck %s
// RUN: not fathom prove %s --subject core:M51 | FileCheck %s --check-prefix=M51
// PIPELINE: triton-combine

!w = i8

// CHECK-DAG: @constants, i8: proved
// CHECK-DAG: @constants, i16: proved
// CHECK-DAG: @constants, i32: proved
// CHECK-DAG: @constants, i64: proved
// M51-DAG: @constants, i8: refuted: arg0 = {{.*}}; result 0: before {{.*}}, after
tt.func @constants(%p: !tt.ptr<f32>) -> !tt.ptr<f32> {
  %a = arith.constant 127 : !w
  %b = arith.constant 2 : !w
  %0 = tt.addptr %p, %a : !tt.ptr<f32>, !w
  %1 = tt.addptr %0, %b : !tt.ptr<f32>, !w
  tt.return %1 : !tt.ptr<f32>
}

// CHECK-DAG: @two_widths, i8: proved
// CHECK-DAG: @two_widths, i64: proved
// M51-DAG: @two_widths, i8: refuted
// M51-DAG: @two_widths, i64: proved
tt.func @two_widths(%p: !tt.ptr<i16>) -> !tt.ptr<i16> {
  %a = arith.constant -3 : !w
  %b = arith.constant 1000 : i16
  %0 = tt.addptr %p, %a : !tt.ptr<i16>, !w
  %1 = tt.addptr %0, %b : !tt.ptr<i16>, i16
  tt.return %1 : !tt.ptr<i16>
}

// CHECK-DAG: @unknown_offsets, i8: proved
// CHECK-DAG: @unknown_offsets, i64: proved
tt.func @unknown_offsets(%p: tensor<4x!tt.ptr<f16>>, %i: tensor<4x!w>, %j: tensor<4x!w>) -> tensor<4x!tt.ptr<f16>> {
  %0 = tt.addptr %p, %i : tensor<4x!tt.ptr<f16>>, tensor<4x!w>
  %1 = tt.addptr %0, %j : tensor<4x!tt.ptr<f16>>, tensor<4x!w>
  tt.return %1 : tensor<4x!tt.ptr<f16>>
}
