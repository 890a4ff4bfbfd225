// A matmul of rows that an index chooses. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_gather_rows(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant dense<0> : tensor<32xi32>
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
    %9 = scf.for %arg7 = %c0_i32 to %arg6 step %c32_i32 iter_args(%arg8 = %cst) -> (tensor<32x32xf32>)  : i32 {
      %22 = tt.splat %arg7 : i32 -> tensor<32xi32>
      %23 = arith.addi %22, %2 : tensor<32xi32>
      %24 = tt.splat %arg6 : i32 -> tensor<32xi32>
      %25 = arith.cmpi slt, %23, %24 : tensor<32xi32>
      %26 = tt.addptr %arg3, %arg7 : !tt.ptr<i32>, i32
      %27 = tt.splat %26 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
      %28 = tt.addptr %27, %2 : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
      %29 = tt.load %28, %25, %cst_1 : tensor<32x!tt.ptr<i32>>
      %30 = tt.expand_dims %25 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %31 = tt.splat %arg4 : i32 -> tensor<32xi32>
      %32 = arith.cmpi slt, %4, %31 : tensor<32xi32>
      %33 = tt.expand_dims %32 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %34 = tt.broadcast %30 : tensor<1x32xi1> -> tensor<32x32xi1>
      %35 = tt.broadcast %33 : tensor<32x1xi1> -> tensor<32x32xi1>
      %36 = arith.andi %34, %35 : tensor<32x32xi1>
      %37 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %38 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
      %39 = arith.muli %37, %38 : tensor<32x1xi32>
      %40 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %41 = tt.addptr %40, %39 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %42 = tt.expand_dims %23 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %43 = tt.broadcast %41 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %44 = tt.broadcast %42 : tensor<1x32xi32> -> tensor<32x32xi32>
      %45 = tt.addptr %43, %44 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %46 = tt.load %45, %36, %cst_0 : tensor<32x32x!tt.ptr<f16>>
      %47 = tt.expand_dims %25 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %48 = tt.expand_dims %29 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %49 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %50 = arith.muli %48, %49 : tensor<32x1xi32>
      %51 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %52 = tt.addptr %51, %50 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %53 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %54 = tt.broadcast %52 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %55 = tt.broadcast %53 : tensor<1x32xi32> -> tensor<32x32xi32>
      %56 = tt.addptr %54, %55 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %57 = tt.broadcast %47 : tensor<32x1xi1> -> tensor<32x32xi1>
      %58 = tt.load %56, %57, %cst_0 : tensor<32x32x!tt.ptr<f16>>
      %59 = tt.dot %46, %58, %arg8, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      scf.yield %59 : tensor<32x32xf32>
    }
    %10 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %11 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %12 = arith.cmpi slt, %10, %11 : tensor<32x1xi32>
    %13 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
    %14 = arith.muli %10, %13 : tensor<32x1xi32>
    %15 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %16 = tt.addptr %15, %14 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %17 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %18 = tt.broadcast %16 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %19 = tt.broadcast %17 : tensor<1x32xi32> -> tensor<32x32xi32>
    %20 = tt.addptr %18, %19 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %21 = tt.broadcast %12 : tensor<32x1xi1> -> tensor<32x32xi1>
    tt.store %20, %9, %21 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
