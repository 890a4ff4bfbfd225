// Linear attention in chunks with a carried state. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @linear_attn_chunk(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg5: f32, %arg6: i32) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %c1024_i32 = arith.constant 1024 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<5.000000e-01> : tensor<32x32xf32>
    %cst_1 = arith.constant dense<32> : tensor<1x32xi32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_3 = arith.constant dense<32> : tensor<32x1xi32>
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %2 = arith.addi %arg6, %c31_i32 : i32
    %3 = arith.divsi %2, %c32_i32 : i32
    %4 = scf.for %arg7 = %c0_i32 to %3 step %c1_i32 iter_args(%arg8 = %cst_2) -> (tensor<32x32xf32>)  : i32 {
      %15 = arith.muli %arg7, %c32_i32 : i32
      %16 = tt.splat %15 : i32 -> tensor<32xi32>
      %17 = arith.addi %16, %1 : tensor<32xi32>
      %18 = arith.muli %0, %arg6 : i32
      %19 = arith.muli %18, %c32_i32 : i32
      %20 = tt.splat %arg6 : i32 -> tensor<32xi32>
      %21 = arith.cmpi slt, %17, %20 : tensor<32xi32>
      %22 = tt.expand_dims %21 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %23 = tt.addptr %arg0, %19 : !tt.ptr<f16>, i32
      %24 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %25 = arith.muli %24, %cst_3 : tensor<32x1xi32>
      %26 = tt.splat %23 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %27 = tt.addptr %26, %25 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %28 = tt.expand_dims %1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %29 = tt.broadcast %27 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %30 = tt.broadcast %28 : tensor<1x32xi32> -> tensor<32x32xi32>
      %31 = tt.addptr %29, %30 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %32 = tt.broadcast %22 : tensor<32x1xi1> -> tensor<32x32xi1>
      %33 = tt.load %31, %32, %cst : tensor<32x32x!tt.ptr<f16>>
      %34 = tt.expand_dims %21 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %35 = tt.addptr %arg1, %19 : !tt.ptr<f16>, i32
      %36 = tt.expand_dims %17 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %37 = arith.muli %36, %cst_1 : tensor<1x32xi32>
      %38 = tt.splat %35 : !tt.ptr<f16> -> tensor<1x32x!tt.ptr<f16>>
      %39 = tt.addptr %38, %37 : tensor<1x32x!tt.ptr<f16>>, tensor<1x32xi32>
      %40 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %41 = tt.broadcast %39 : tensor<1x32x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %42 = tt.broadcast %40 : tensor<32x1xi32> -> tensor<32x32xi32>
      %43 = tt.addptr %41, %42 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %44 = tt.broadcast %34 : tensor<1x32xi1> -> tensor<32x32xi1>
      %45 = tt.load %43, %44, %cst : tensor<32x32x!tt.ptr<f16>>
      %46 = tt.addptr %arg2, %19 : !tt.ptr<f16>, i32
      %47 = tt.splat %46 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %48 = tt.addptr %47, %25 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %49 = tt.broadcast %48 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %50 = tt.addptr %49, %30 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %51 = tt.load %50, %32, %cst : tensor<32x32x!tt.ptr<f16>>
      %52 = tt.dot %33, %45, %cst_2, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %53 = arith.cmpi sge, %42, %30 : tensor<32x32xi32>
      %54 = arith.select %53, %52, %cst_2 : tensor<32x32xi1>, tensor<32x32xf32>
      %55 = arith.truncf %54 : tensor<32x32xf32> to tensor<32x32xf16>
      %56 = tt.dot %55, %51, %cst_2, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %57 = arith.truncf %arg8 : tensor<32x32xf32> to tensor<32x32xf16>
      %58 = tt.dot %33, %57, %56, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %59 = arith.mulf %arg8, %cst_0 : tensor<32x32xf32>
      %60 = tt.dot %45, %51, %59, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %61 = tt.addptr %arg3, %19 : !tt.ptr<f32>, i32
      %62 = tt.splat %61 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
      %63 = tt.addptr %62, %25 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
      %64 = tt.broadcast %63 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
      %65 = tt.addptr %64, %30 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
      %66 = tt.splat %arg5 : f32 -> tensor<32x32xf32>
      %67 = arith.mulf %58, %66 : tensor<32x32xf32>
      tt.store %65, %67, %32 : tensor<32x32x!tt.ptr<f32>>
      scf.yield %60 : tensor<32x32xf32>
    }
    %5 = arith.muli %0, %c1024_i32 : i32
    %6 = tt.addptr %arg4, %5 : !tt.ptr<f32>, i32
    %7 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %8 = arith.muli %7, %cst_3 : tensor<32x1xi32>
    %9 = tt.splat %6 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %10 = tt.addptr %9, %8 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %11 = tt.expand_dims %1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %12 = tt.broadcast %10 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %13 = tt.broadcast %11 : tensor<1x32xi32> -> tensor<32x32xi32>
    %14 = tt.addptr %12, %13 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %14, %4 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
