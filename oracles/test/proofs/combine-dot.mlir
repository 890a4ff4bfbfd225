// Sums and products of integers.
//
// RUN: fathom prove %s --widths 8,16 | FileCheck %s
// RUN: not fathom prove %s --widths 8 --subject core:M55 | FileCheck %s --check-prefix=M55
// PIPELINE: triton-combine,canonicalize

!w = i8

// CHECK-DAG: @sum, i8: proved
// CHECK-DAG: @sum, i16: proved
tt.func @sum(%a: tensor<2x2x!w>, %b: tensor<2x2x!w>, %c: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %0 = tt.dot %a, %b, %zero : tensor<2x2x!w> * tensor<2x2x!w> -> tensor<2x2xi32>
  %1 = arith.addi %0, %c : tensor<2x2xi32>
  tt.return %1 : tensor<2x2xi32>
}

// CHECK-DAG: @used, i8: proved
// M55-DAG: @used, i8: refuted
tt.func @used(%a: tensor<2x2x!w>, %b: tensor<2x2x!w>, %c: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %zero = arith.constant dense<0> : tensor<2x2xi32>
  %0 = tt.dot %a, %b, %zero : tensor<2x2x!w> * tensor<2x2x!w> -> tensor<2x2xi32>
  %1 = arith.addi %0, %c : tensor<2x2xi32>
  tt.return %0, %1 : tensor<2x2xi32>, tensor<2x2xi32>
}

// CHECK-DAG: @zero, i8: proved
tt.func @zero(%a: tensor<2x2x!w>, %c: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant dense<0> : tensor<2x2x!w>
  %0 = tt.dot %a, %zero, %c : tensor<2x2x!w> * tensor<2x2x!w> -> tensor<2x2xi32>
  tt.return %0 : tensor<2x2xi32>
}
