// Joins of joins, permuted. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @interleave_join_permute(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<128> : tensor<2x1xi32>
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %1 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    %3 = tt.load %2 : tensor<64x!tt.ptr<f16>>
    %4 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %5 = tt.addptr %4, %0 : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    %6 = tt.load %5 : tensor<64x!tt.ptr<f16>>
    %7 = tt.join %3, %6 : tensor<64xf16> -> tensor<64x2xf16>
    %8 = tt.join %6, %3 : tensor<64xf16> -> tensor<64x2xf16>
    %9 = tt.join %7, %8 : tensor<64x2xf16> -> tensor<64x2x2xf16>
    %10 = tt.trans %9 {order = array<i32: 2, 0, 1>} : tensor<64x2x2xf16> -> tensor<2x64x2xf16>
    %11 = tt.reshape %10 : tensor<2x64x2xf16> -> tensor<2x128xf16>
    %12 = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
    %13 = tt.expand_dims %12 {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
    %14 = arith.muli %13, %cst : tensor<2x1xi32>
    %15 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %16 = tt.expand_dims %15 {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
    %17 = tt.broadcast %14 : tensor<2x1xi32> -> tensor<2x128xi32>
    %18 = tt.broadcast %16 : tensor<1x128xi32> -> tensor<2x128xi32>
    %19 = arith.addi %17, %18 : tensor<2x128xi32>
    %20 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<2x128x!tt.ptr<f16>>
    %21 = tt.addptr %20, %19 : tensor<2x128x!tt.ptr<f16>>, tensor<2x128xi32>
    tt.store %21, %11 : tensor<2x128x!tt.ptr<f16>>
    tt.return
  }
}
