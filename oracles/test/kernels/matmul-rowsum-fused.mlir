// A matmul with the sums of its rows' squares from the same loads. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_rowsum_fused(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<32xf32>
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
    %9:2 = scf.for %arg7 = %c0_i32 to %arg6 step %c32_i32 iter_args(%arg8 = %cst_0, %arg9 = %cst) -> (tensor<32x32xf32>, tensor<32xf32>)  : i32 {
      %36 = tt.splat %arg7 : i32 -> tensor<32xi32>
      %37 = arith.addi %36, %2 : tensor<32xi32>
      %38 = tt.splat %arg6 : i32 -> tensor<32xi32>
      %39 = arith.cmpi slt, %37, %38 : tensor<32xi32>
      %40 = tt.expand_dims %39 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %41 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %42 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
      %43 = arith.muli %41, %42 : tensor<32x1xi32>
      %44 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %45 = tt.addptr %44, %43 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %46 = tt.expand_dims %37 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %47 = tt.broadcast %45 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %48 = tt.broadcast %46 : tensor<1x32xi32> -> tensor<32x32xi32>
      %49 = tt.addptr %47, %48 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %50 = tt.broadcast %40 : tensor<1x32xi1> -> tensor<32x32xi1>
      %51 = tt.load %49, %50, %cst_1 : tensor<32x32x!tt.ptr<f16>>
      %52 = tt.expand_dims %39 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %53 = tt.expand_dims %37 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %54 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %55 = arith.muli %53, %54 : tensor<32x1xi32>
      %56 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %57 = tt.addptr %56, %55 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %58 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %59 = tt.broadcast %57 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %60 = tt.broadcast %58 : tensor<1x32xi32> -> tensor<32x32xi32>
      %61 = tt.addptr %59, %60 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %62 = tt.broadcast %52 : tensor<32x1xi1> -> tensor<32x32xi1>
      %63 = tt.load %61, %62, %cst_1 : tensor<32x32x!tt.ptr<f16>>
      %64 = arith.extf %51 : tensor<32x32xf16> to tensor<32x32xf32>
      %65 = arith.mulf %64, %64 : tensor<32x32xf32>
      %66 = "tt.reduce"(%65) <{axis = 1 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %69 = arith.addf %arg10, %arg11 : f32
        tt.reduce.return %69 : f32
      }) : (tensor<32x32xf32>) -> tensor<32xf32>
      %67 = arith.addf %arg9, %66 : tensor<32xf32>
      %68 = tt.dot %51, %63, %arg8, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      scf.yield %68, %67 : tensor<32x32xf32>, tensor<32xf32>
    }
    %10 = arith.addf %9#1, %cst_2 : tensor<32xf32>
    %11 = math.sqrt %10 : tensor<32xf32>
    %12 = arith.divf %cst_2, %11 : tensor<32xf32>
    %13 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %14 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %15 = arith.cmpi slt, %13, %14 : tensor<32x1xi32>
    %16 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %17 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
    %18 = arith.cmpi slt, %16, %17 : tensor<1x32xi32>
    %19 = tt.broadcast %15 : tensor<32x1xi1> -> tensor<32x32xi1>
    %20 = tt.broadcast %18 : tensor<1x32xi1> -> tensor<32x32xi1>
    %21 = arith.andi %19, %20 : tensor<32x32xi1>
    %22 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
    %23 = arith.muli %13, %22 : tensor<32x1xi32>
    %24 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %25 = tt.addptr %24, %23 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %26 = tt.broadcast %25 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %27 = tt.broadcast %16 : tensor<1x32xi32> -> tensor<32x32xi32>
    %28 = tt.addptr %26, %27 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %29 = tt.expand_dims %12 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
    %30 = tt.broadcast %29 : tensor<32x1xf32> -> tensor<32x32xf32>
    %31 = arith.mulf %9#0, %30 : tensor<32x32xf32>
    tt.store %28, %31, %21 : tensor<32x32x!tt.ptr<f32>>
    %32 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %33 = arith.cmpi slt, %4, %32 : tensor<32xi32>
    %34 = tt.splat %arg3 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %35 = tt.addptr %34, %4 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %35, %9#1, %33 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
