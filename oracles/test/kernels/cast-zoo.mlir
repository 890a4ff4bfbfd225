// Casts to narrow floats and integers and back, and of bits. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @cast_zoo(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %cst = arith.constant dense<2147483647> : tensor<128xi32>
    %cst_0 = arith.constant dense<1.000000e+02> : tensor<128xf32>
    %cst_1 = arith.constant dense<-1.000000e+02> : tensor<128xf32>
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %3 = tt.load %2 : tensor<128x!tt.ptr<f32>>
    %4 = arith.truncf %3 : tensor<128xf32> to tensor<128xbf16>
    %5 = arith.truncf %3 : tensor<128xf32> to tensor<128xf16>
    %6 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<128x!tt.ptr<bf16>>
    %7 = tt.addptr %6, %0 : tensor<128x!tt.ptr<bf16>>, tensor<128xi32>
    tt.store %7, %4 : tensor<128x!tt.ptr<bf16>>
    %8 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
    %9 = tt.addptr %8, %0 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
    tt.store %9, %5 : tensor<128x!tt.ptr<f16>>
    %10 = arith.maxnumf %3, %cst_1 : tensor<128xf32>
    %11 = arith.minnumf %10, %cst_0 : tensor<128xf32>
    %12 = arith.fptosi %11 : tensor<128xf32> to tensor<128xi8>
    %13 = tt.splat %arg3 : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>>
    %14 = tt.addptr %13, %0 : tensor<128x!tt.ptr<i8>>, tensor<128xi32>
    tt.store %14, %12 : tensor<128x!tt.ptr<i8>>
    %15 = tt.fp_to_fp %3, rounding = rtne : tensor<128xf32> -> tensor<128xf8E5M2>
    %16 = tt.fp_to_fp %15 : tensor<128xf8E5M2> -> tensor<128xf32>
    %17 = tt.bitcast %3 : tensor<128xf32> -> tensor<128xi32>
    %18 = arith.andi %17, %cst : tensor<128xi32>
    %19 = tt.splat %arg4 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %20 = tt.addptr %19, %0 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %21 = arith.extf %4 : tensor<128xbf16> to tensor<128xf32>
    %22 = arith.extf %5 : tensor<128xf16> to tensor<128xf32>
    %23 = arith.addf %21, %22 : tensor<128xf32>
    %24 = arith.sitofp %12 : tensor<128xi8> to tensor<128xf32>
    %25 = arith.addf %23, %24 : tensor<128xf32>
    %26 = arith.addf %25, %16 : tensor<128xf32>
    %27 = tt.bitcast %18 : tensor<128xi32> -> tensor<128xf32>
    %28 = arith.addf %26, %27 : tensor<128xf32>
    tt.store %20, %28 : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
