// Mean and variance by Welford, in a loop and then over the lanes. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @welford_loop(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant 0.000000e+00 : f32
    %c128_i32 = arith.constant 128 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<128xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<128xf32>
    %0 = tt.get_program_id x : i32
    %1:3 = scf.for %arg4 = %c0_i32 to %arg3 step %c128_i32 iter_args(%arg5 = %cst_1, %arg6 = %cst_1, %arg7 = %cst_1) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)  : i32 {
      %6 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
      %7 = tt.splat %arg4 : i32 -> tensor<128xi32>
      %8 = arith.addi %7, %6 : tensor<128xi32>
      %9 = tt.splat %arg3 : i32 -> tensor<128xi32>
      %10 = arith.cmpi slt, %8, %9 : tensor<128xi32>
      %11 = arith.muli %0, %arg3 : i32
      %12 = tt.addptr %arg0, %11 : !tt.ptr<f32>, i32
      %13 = tt.splat %12 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
      %14 = tt.addptr %13, %8 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
      %15 = tt.load %14, %10, %cst_1 : tensor<128x!tt.ptr<f32>>
      %16 = arith.select %10, %cst_0, %cst_1 : tensor<128xi1>, tensor<128xf32>
      %17 = arith.addf %arg7, %16 : tensor<128xf32>
      %18 = arith.subf %15, %arg5 : tensor<128xf32>
      %19 = arith.divf %18, %17 : tensor<128xf32>
      %20 = arith.select %10, %19, %cst_1 : tensor<128xi1>, tensor<128xf32>
      %21 = arith.addf %arg5, %20 : tensor<128xf32>
      %22 = arith.subf %15, %21 : tensor<128xf32>
      %23 = arith.mulf %18, %22 : tensor<128xf32>
      %24 = arith.select %10, %23, %cst_1 : tensor<128xi1>, tensor<128xf32>
      %25 = arith.addf %arg6, %24 : tensor<128xf32>
      scf.yield %21, %25, %17 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
    }
    %2:3 = "tt.reduce"(%1#0, %1#1, %1#2) <{axis = 0 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32, %arg6: f32, %arg7: f32, %arg8: f32, %arg9: f32):
      %6 = arith.subf %arg7, %arg4 : f32
      %7 = arith.addf %arg6, %arg9 : f32
      %8 = arith.cmpf oeq, %7, %cst : f32
      %9 = arith.divf %arg9, %7 : f32
      %10 = arith.select %8, %cst, %9 : f32
      %11 = arith.mulf %6, %10 : f32
      %12 = arith.addf %arg4, %11 : f32
      %13 = arith.addf %arg5, %arg8 : f32
      %14 = arith.mulf %6, %6 : f32
      %15 = arith.mulf %14, %arg6 : f32
      %16 = arith.mulf %15, %10 : f32
      %17 = arith.addf %13, %16 : f32
      tt.reduce.return %12, %17, %7 : f32, f32, f32
    }) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (f32, f32, f32)
    %3 = tt.addptr %arg1, %0 : !tt.ptr<f32>, i32
    tt.store %3, %2#0 : !tt.ptr<f32>
    %4 = tt.addptr %arg2, %0 : !tt.ptr<f32>, i32
    %5 = arith.divf %2#1, %2#2 : f32
    tt.store %4, %5 : !tt.ptr<f32>
    tt.return
  }
}
