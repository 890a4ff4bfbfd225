// A linear recurrence along the first axis. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @linear_recurrence_axis0(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x16xf16>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<32x16xf16>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<32x16xf32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %2 = tt.get_program_id x : i32
    %3 = arith.muli %2, %c16_i32 : i32
    %4 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %5 = tt.expand_dims %4 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %6 = tt.splat %3 : i32 -> tensor<1x16xi32>
    %7 = arith.addi %6, %5 : tensor<1x16xi32>
    %8 = tt.splat %arg3 : i32 -> tensor<1x16xi32>
    %9 = arith.cmpi slt, %7, %8 : tensor<1x16xi32>
    %10 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
    %11 = arith.muli %1, %10 : tensor<32x1xi32>
    %12 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %13 = tt.addptr %12, %11 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %14 = tt.broadcast %13 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
    %15 = tt.broadcast %7 : tensor<1x16xi32> -> tensor<32x16xi32>
    %16 = tt.addptr %14, %15 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
    %17 = tt.broadcast %9 : tensor<1x16xi1> -> tensor<32x16xi1>
    %18 = tt.load %16, %17, %cst_0 : tensor<32x16x!tt.ptr<f16>>
    %19 = arith.extf %18 : tensor<32x16xf16> to tensor<32x16xf32>
    %20 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %21 = tt.addptr %20, %11 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %22 = tt.broadcast %21 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
    %23 = tt.addptr %22, %15 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
    %24 = tt.load %23, %17, %cst : tensor<32x16x!tt.ptr<f16>>
    %25 = arith.extf %24 : tensor<32x16xf16> to tensor<32x16xf32>
    %26:2 = "tt.scan"(%19, %25) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg4: f32, %arg5: f32, %arg6: f32, %arg7: f32):
      %33 = arith.mulf %arg4, %arg6 : f32
      %34 = arith.mulf %arg5, %arg6 : f32
      %35 = arith.addf %34, %arg7 : f32
      tt.scan.return %33, %35 : f32, f32
    }) : (tensor<32x16xf32>, tensor<32x16xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>)
    %27 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %28 = tt.addptr %27, %11 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %29 = tt.broadcast %28 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x16x!tt.ptr<f32>>
    %30 = tt.addptr %29, %15 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
    %31 = arith.mulf %26#0, %cst_1 : tensor<32x16xf32>
    %32 = arith.addf %31, %26#1 : tensor<32x16xf32>
    tt.store %30, %32, %17 : tensor<32x16x!tt.ptr<f32>>
    tt.return
  }
}
