// A matmul whose sum moves to another one every fourth step. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_acc_reset_every(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c3_i32 = arith.constant 3 : i32
    %c4_i32 = arith.constant 4 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %3 = tt.splat %1 : i32 -> tensor<32xi32>
    %4 = arith.addi %3, %2 : tensor<32xi32>
    %5 = tt.get_program_id y : i32
    %6 = arith.muli %5, %c32_i32 : i32
    %7 = tt.splat %6 : i32 -> tensor<32xi32>
    %8 = arith.addi %7, %2 : tensor<32xi32>
    %9 = arith.addi %arg5, %c31_i32 : i32
    %10 = arith.divsi %9, %c32_i32 : i32
    %11:2 = scf.for %arg6 = %c0_i32 to %10 step %c1_i32 iter_args(%arg7 = %cst, %arg8 = %cst) -> (tensor<32x32xf32>, tensor<32x32xf32>)  : i32 {
      %29 = arith.muli %arg6, %c32_i32 : i32
      %30 = tt.splat %29 : i32 -> tensor<32xi32>
      %31 = arith.addi %30, %2 : tensor<32xi32>
      %32 = tt.expand_dims %31 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %33 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
      %34 = arith.cmpi slt, %32, %33 : tensor<1x32xi32>
      %35 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %36 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %37 = arith.muli %35, %36 : tensor<32x1xi32>
      %38 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %39 = tt.addptr %38, %37 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %40 = tt.broadcast %39 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %41 = tt.broadcast %32 : tensor<1x32xi32> -> tensor<32x32xi32>
      %42 = tt.addptr %40, %41 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %43 = tt.broadcast %34 : tensor<1x32xi1> -> tensor<32x32xi1>
      %44 = tt.load %42, %43, %cst_0 : tensor<32x32x!tt.ptr<f16>>
      %45 = tt.expand_dims %31 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %46 = arith.cmpi slt, %45, %36 : tensor<32x1xi32>
      %47 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
      %48 = arith.muli %45, %47 : tensor<32x1xi32>
      %49 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %50 = tt.addptr %49, %48 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %51 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %52 = tt.broadcast %50 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %53 = tt.broadcast %51 : tensor<1x32xi32> -> tensor<32x32xi32>
      %54 = tt.addptr %52, %53 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %55 = tt.broadcast %46 : tensor<32x1xi1> -> tensor<32x32xi1>
      %56 = tt.load %54, %55, %cst_0 : tensor<32x32x!tt.ptr<f16>>
      %57 = tt.dot %44, %56, %arg7, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %58 = arith.remsi %arg6, %c4_i32 : i32
      %59 = arith.cmpi eq, %58, %c3_i32 : i32
      %60 = arith.select %59, %cst, %57 : tensor<32x32xf32>
      %61 = scf.if %59 -> (tensor<32x32xf32>) {
        %62 = arith.addf %arg8, %57 : tensor<32x32xf32>
        scf.yield %62 : tensor<32x32xf32>
      } else {
        scf.yield %arg8 : tensor<32x32xf32>
      }
      scf.yield %60, %61 : tensor<32x32xf32>, tensor<32x32xf32>
    }
    %12 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %13 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
    %14 = arith.cmpi slt, %12, %13 : tensor<32x1xi32>
    %15 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %16 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %17 = arith.cmpi slt, %15, %16 : tensor<1x32xi32>
    %18 = tt.broadcast %14 : tensor<32x1xi1> -> tensor<32x32xi1>
    %19 = tt.broadcast %17 : tensor<1x32xi1> -> tensor<32x32xi1>
    %20 = arith.andi %18, %19 : tensor<32x32xi1>
    %21 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %22 = arith.muli %12, %21 : tensor<32x1xi32>
    %23 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %24 = tt.addptr %23, %22 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %25 = tt.broadcast %24 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %26 = tt.broadcast %15 : tensor<1x32xi32> -> tensor<32x32xi32>
    %27 = tt.addptr %25, %26 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %28 = arith.addf %11#1, %11#0 : tensor<32x32xf32>
    tt.store %27, %28, %20 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
