// Quotients and remainders of a window that crosses zero. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @rem_window(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %cst = arith.constant dense<3.000000e+00> : tensor<128xf32>
    %cst_0 = arith.constant dense<-2> : tensor<128xi32>
    %cst_1 = arith.constant dense<8> : tensor<128xi32>
    %cst_2 = arith.constant dense<64> : tensor<128xi32>
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %1 = arith.subi %0, %cst_2 : tensor<128xi32>
    %2 = arith.remsi %1, %cst_1 : tensor<128xi32>
    %3 = arith.divsi %1, %cst_1 : tensor<128xi32>
    %4 = arith.cmpi sge, %3, %cst_0 : tensor<128xi32>
    %5 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %6 = tt.addptr %5, %2 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %7 = tt.addptr %6, %cst_1 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %8 = tt.load %7, %4, %cst : tensor<128x!tt.ptr<f32>>
    %9 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %10 = tt.addptr %9, %0 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %11 = arith.sitofp %3 : tensor<128xi32> to tensor<128xf32>
    %12 = arith.addf %8, %11 : tensor<128xf32>
    tt.store %10, %12 : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
