// Exclusive or along both axes: reduced and scanned. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @xor_reduce_and_scan(%arg0: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<16x16xi64>
    %cst_0 = arith.constant dense<16> : tensor<16x1xi32>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %2 = tt.expand_dims %0 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %3 = tt.splat %arg3 : i32 -> tensor<1x16xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<1x16xi32>
    %5 = arith.muli %1, %cst_0 : tensor<16x1xi32>
    %6 = tt.splat %arg0 : !tt.ptr<i64> -> tensor<16x1x!tt.ptr<i64>>
    %7 = tt.addptr %6, %5 : tensor<16x1x!tt.ptr<i64>>, tensor<16x1xi32>
    %8 = tt.broadcast %7 : tensor<16x1x!tt.ptr<i64>> -> tensor<16x16x!tt.ptr<i64>>
    %9 = tt.broadcast %2 : tensor<1x16xi32> -> tensor<16x16xi32>
    %10 = tt.addptr %8, %9 : tensor<16x16x!tt.ptr<i64>>, tensor<16x16xi32>
    %11 = tt.broadcast %4 : tensor<1x16xi1> -> tensor<16x16xi1>
    %12 = tt.load %10, %11, %cst : tensor<16x16x!tt.ptr<i64>>
    %13 = tt.splat %arg1 : !tt.ptr<i64> -> tensor<16x!tt.ptr<i64>>
    %14 = tt.addptr %13, %0 : tensor<16x!tt.ptr<i64>>, tensor<16xi32>
    %15 = "tt.reduce"(%12) <{axis = 1 : i32}> ({
    ^bb0(%arg4: i64, %arg5: i64):
      %22 = arith.xori %arg4, %arg5 : i64
      tt.reduce.return %22 : i64
    }) : (tensor<16x16xi64>) -> tensor<16xi64>
    tt.store %14, %15 : tensor<16x!tt.ptr<i64>>
    %16 = tt.splat %arg2 : !tt.ptr<i32> -> tensor<16x1x!tt.ptr<i32>>
    %17 = tt.addptr %16, %5 : tensor<16x1x!tt.ptr<i32>>, tensor<16x1xi32>
    %18 = tt.broadcast %17 : tensor<16x1x!tt.ptr<i32>> -> tensor<16x16x!tt.ptr<i32>>
    %19 = tt.addptr %18, %9 : tensor<16x16x!tt.ptr<i32>>, tensor<16x16xi32>
    %20 = "tt.scan"(%12) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg4: i64, %arg5: i64):
      %22 = arith.xori %arg4, %arg5 : i64
      tt.scan.return %22 : i64
    }) : (tensor<16x16xi64>) -> tensor<16x16xi64>
    %21 = arith.trunci %20 : tensor<16x16xi64> to tensor<16x16xi32>
    tt.store %19, %21 : tensor<16x16x!tt.ptr<i32>>
    tt.return
  }
}
