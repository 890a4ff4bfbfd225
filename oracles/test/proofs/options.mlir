// Any number of widths, and passes that the command line names.
//
// RUN: fathom prove %s --widths 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,24,32,48,64 --passes canonicalize | FileCheck %s

!w = i8

// CHECK-DAG: @integers, i1: proved
// CHECK-DAG: @integers, i13: proved
// CHECK-DAG: @integers, i64: proved
tt.func @integers(%a: !w, %b: !w) -> (!w, i1) {
  %zero = arith.constant 0 : !w
  %0 = arith.subi %zero, %a : !w
  %1 = arith.addi %b, %0 : !w
  %2 = arith.addi %1, %zero : !w
  %3 = arith.cmpi uge, %2, %zero : !w
  tt.return %2, %3 : !w, i1
}
