// Softmax of a row in two passes, the first with a running maximum. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @softmax_online(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<128xf16>
    %cst_0 = arith.constant dense<0xFC00> : tensor<128xf16>
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 0xFF800000 : f32
    %0 = tt.get_program_id x : i32
    %1:2 = scf.for %arg4 = %c0_i32 to %arg3 step %c128_i32 iter_args(%arg5 = %cst_2, %arg6 = %cst_1) -> (f32, f32)  : i32 {
      %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
      %3 = tt.splat %arg4 : i32 -> tensor<128xi32>
      %4 = arith.addi %3, %2 : tensor<128xi32>
      %5 = tt.splat %arg3 : i32 -> tensor<128xi32>
      %6 = arith.cmpi slt, %4, %5 : tensor<128xi32>
      %7 = arith.muli %0, %arg2 : i32
      %8 = tt.addptr %arg0, %7 : !tt.ptr<f16>, i32
      %9 = tt.splat %8 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
      %10 = tt.addptr %9, %4 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
      %11 = tt.load %10, %6, %cst_0 : tensor<128x!tt.ptr<f16>>
      %12 = arith.extf %11 : tensor<128xf16> to tensor<128xf32>
      %13 = "tt.reduce"(%12) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %23 = arith.maxnumf %arg7, %arg8 : f32
        tt.reduce.return %23 : f32
      }) : (tensor<128xf32>) -> f32
      %14 = arith.maxnumf %arg5, %13 : f32
      %15 = arith.subf %arg5, %14 : f32
      %16 = math.exp %15 : f32
      %17 = arith.mulf %arg6, %16 : f32
      %18 = tt.splat %14 : f32 -> tensor<128xf32>
      %19 = arith.subf %12, %18 : tensor<128xf32>
      %20 = math.exp %19 : tensor<128xf32>
      %21 = "tt.reduce"(%20) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %23 = arith.addf %arg7, %arg8 : f32
        tt.reduce.return %23 : f32
      }) : (tensor<128xf32>) -> f32
      %22 = arith.addf %17, %21 : f32
      scf.yield %14, %22 : f32, f32
    }
    scf.for %arg4 = %c0_i32 to %arg3 step %c128_i32  : i32 {
      %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
      %3 = tt.splat %arg4 : i32 -> tensor<128xi32>
      %4 = arith.addi %3, %2 : tensor<128xi32>
      %5 = tt.splat %arg3 : i32 -> tensor<128xi32>
      %6 = arith.cmpi slt, %4, %5 : tensor<128xi32>
      %7 = arith.muli %0, %arg2 : i32
      %8 = tt.addptr %arg0, %7 : !tt.ptr<f16>, i32
      %9 = tt.splat %8 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
      %10 = tt.addptr %9, %4 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
      %11 = tt.load %10, %6, %cst : tensor<128x!tt.ptr<f16>>
      %12 = arith.extf %11 : tensor<128xf16> to tensor<128xf32>
      %13 = tt.addptr %arg1, %7 : !tt.ptr<f16>, i32
      %14 = tt.splat %13 : !tt.ptr<f16> -> tensor<128x!tt.ptr<f16>>
      %15 = tt.addptr %14, %4 : tensor<128x!tt.ptr<f16>>, tensor<128xi32>
      %16 = tt.splat %1#0 : f32 -> tensor<128xf32>
      %17 = arith.subf %12, %16 : tensor<128xf32>
      %18 = math.exp %17 : tensor<128xf32>
      %19 = tt.splat %1#1 : f32 -> tensor<128xf32>
      %20 = arith.divf %18, %19 : tensor<128xf32>
      %21 = arith.truncf %20 : tensor<128xf32> to tensor<128xf16>
      tt.store %15, %21, %6 : tensor<128x!tt.ptr<f16>>
    }
    tt.return
  }
}
