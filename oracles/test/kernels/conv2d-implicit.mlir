// A convolution as a matmul with indices that are divided. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @conv2d_implicit(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x16xf16>
    %c16_i32 = arith.constant 16 : i32
    %c72_i32 = arith.constant 72 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<32> : tensor<32x1xi32>
    %cst_3 = arith.constant dense<32> : tensor<16x1xi32>
    %cst_4 = arith.constant dense<8> : tensor<32x16xi32>
    %cst_5 = arith.constant dense<72> : tensor<16xi32>
    %cst_6 = arith.constant dense<0> : tensor<32x16xi32>
    %cst_7 = arith.constant dense<1> : tensor<32x16xi32>
    %cst_8 = arith.constant dense<24> : tensor<16xi32>
    %cst_9 = arith.constant dense<3> : tensor<16xi32>
    %cst_10 = arith.constant dense<8> : tensor<16xi32>
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %3 = tt.splat %1 : i32 -> tensor<32xi32>
    %4 = arith.addi %3, %2 : tensor<32xi32>
    %5 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %6 = arith.divsi %4, %5 : tensor<32xi32>
    %7 = arith.remsi %4, %5 : tensor<32xi32>
    %8 = scf.for %arg5 = %c0_i32 to %c72_i32 step %c16_i32 iter_args(%arg6 = %cst) -> (tensor<32x32xf32>)  : i32 {
      %22 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %23 = tt.splat %arg5 : i32 -> tensor<16xi32>
      %24 = arith.addi %23, %22 : tensor<16xi32>
      %25 = arith.remsi %24, %cst_10 : tensor<16xi32>
      %26 = arith.divsi %24, %cst_10 : tensor<16xi32>
      %27 = arith.remsi %26, %cst_9 : tensor<16xi32>
      %28 = arith.divsi %24, %cst_8 : tensor<16xi32>
      %29 = tt.expand_dims %6 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %30 = tt.expand_dims %28 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %31 = tt.broadcast %29 : tensor<32x1xi32> -> tensor<32x16xi32>
      %32 = tt.broadcast %30 : tensor<1x16xi32> -> tensor<32x16xi32>
      %33 = arith.addi %31, %32 : tensor<32x16xi32>
      %34 = arith.subi %33, %cst_7 : tensor<32x16xi32>
      %35 = tt.expand_dims %7 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %36 = tt.expand_dims %27 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %37 = tt.broadcast %35 : tensor<32x1xi32> -> tensor<32x16xi32>
      %38 = tt.broadcast %36 : tensor<1x16xi32> -> tensor<32x16xi32>
      %39 = arith.addi %37, %38 : tensor<32x16xi32>
      %40 = arith.subi %39, %cst_7 : tensor<32x16xi32>
      %41 = arith.cmpi sge, %34, %cst_6 : tensor<32x16xi32>
      %42 = tt.splat %arg3 : i32 -> tensor<32x16xi32>
      %43 = arith.cmpi slt, %34, %42 : tensor<32x16xi32>
      %44 = arith.andi %41, %43 : tensor<32x16xi1>
      %45 = arith.cmpi sge, %40, %cst_6 : tensor<32x16xi32>
      %46 = arith.andi %44, %45 : tensor<32x16xi1>
      %47 = tt.splat %arg4 : i32 -> tensor<32x16xi32>
      %48 = arith.cmpi slt, %40, %47 : tensor<32x16xi32>
      %49 = arith.andi %46, %48 : tensor<32x16xi1>
      %50 = arith.cmpi slt, %24, %cst_5 : tensor<16xi32>
      %51 = tt.expand_dims %50 {axis = 0 : i32} : tensor<16xi1> -> tensor<1x16xi1>
      %52 = tt.broadcast %51 : tensor<1x16xi1> -> tensor<32x16xi1>
      %53 = arith.andi %49, %52 : tensor<32x16xi1>
      %54 = tt.splat %arg3 : i32 -> tensor<32xi32>
      %55 = arith.cmpi slt, %6, %54 : tensor<32xi32>
      %56 = tt.expand_dims %55 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %57 = tt.broadcast %56 : tensor<32x1xi1> -> tensor<32x16xi1>
      %58 = arith.andi %53, %57 : tensor<32x16xi1>
      %59 = arith.muli %34, %47 : tensor<32x16xi32>
      %60 = arith.addi %59, %40 : tensor<32x16xi32>
      %61 = arith.muli %60, %cst_4 : tensor<32x16xi32>
      %62 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
      %63 = tt.addptr %62, %61 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %64 = tt.expand_dims %25 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %65 = tt.broadcast %64 : tensor<1x16xi32> -> tensor<32x16xi32>
      %66 = tt.addptr %63, %65 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %67 = tt.load %66, %58, %cst_1 : tensor<32x16x!tt.ptr<f16>>
      %68 = tt.expand_dims %50 {axis = 1 : i32} : tensor<16xi1> -> tensor<16x1xi1>
      %69 = tt.expand_dims %24 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %70 = arith.muli %69, %cst_3 : tensor<16x1xi32>
      %71 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %72 = tt.addptr %71, %70 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %73 = tt.expand_dims %2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %74 = tt.broadcast %72 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
      %75 = tt.broadcast %73 : tensor<1x32xi32> -> tensor<16x32xi32>
      %76 = tt.addptr %74, %75 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
      %77 = tt.broadcast %68 : tensor<16x1xi1> -> tensor<16x32xi1>
      %78 = tt.load %76, %77, %cst_0 : tensor<16x32x!tt.ptr<f16>>
      %79 = tt.dot %67, %78, %arg6, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
      scf.yield %79 : tensor<32x32xf32>
    }
    %9 = arith.muli %arg3, %arg4 : i32
    %10 = tt.splat %9 : i32 -> tensor<32xi32>
    %11 = arith.cmpi slt, %4, %10 : tensor<32xi32>
    %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
    %13 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %14 = arith.muli %13, %cst_2 : tensor<32x1xi32>
    %15 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %16 = tt.addptr %15, %14 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %17 = tt.expand_dims %2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %18 = tt.broadcast %16 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %19 = tt.broadcast %17 : tensor<1x32xi32> -> tensor<32x32xi32>
    %20 = tt.addptr %18, %19 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %21 = tt.broadcast %12 : tensor<32x1xi1> -> tensor<32x32xi1>
    tt.store %20, %8, %21 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
