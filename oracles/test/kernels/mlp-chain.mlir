// Two matmuls in one loop, the second of what the first gives. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mlp_chain(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<1.250000e-01> : tensor<32x32xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_2 = arith.constant dense<32> : tensor<32x1xi32>
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c32_i32 : i32
    %2 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %3 = tt.splat %1 : i32 -> tensor<32xi32>
    %4 = arith.addi %3, %2 : tensor<32xi32>
    %5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %6 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %7 = arith.muli %6, %cst_2 : tensor<32x1xi32>
    %8 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %9 = tt.addptr %8, %7 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %10 = tt.expand_dims %2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %11 = tt.broadcast %9 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
    %12 = tt.broadcast %10 : tensor<1x32xi32> -> tensor<32x32xi32>
    %13 = tt.addptr %11, %12 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %14 = tt.load %13 : tensor<32x32x!tt.ptr<f16>>
    %15 = scf.for %arg7 = %c0_i32 to %arg5 step %c32_i32 iter_args(%arg8 = %cst) -> (tensor<32x16xf32>)  : i32 {
      %24 = tt.splat %arg7 : i32 -> tensor<32xi32>
      %25 = arith.addi %24, %2 : tensor<32xi32>
      %26 = tt.expand_dims %2 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %27 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %28 = arith.muli %26, %27 : tensor<32x1xi32>
      %29 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %30 = tt.addptr %29, %28 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %31 = tt.expand_dims %25 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %32 = tt.broadcast %30 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %33 = tt.broadcast %31 : tensor<1x32xi32> -> tensor<32x32xi32>
      %34 = tt.addptr %32, %33 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %35 = tt.load %34 : tensor<32x32x!tt.ptr<f16>>
      %36 = tt.splat %arg3 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
      %37 = tt.addptr %36, %25 : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
      %38 = tt.load %37 : tensor<32x!tt.ptr<f16>>
      %39 = tt.expand_dims %38 {axis = 0 : i32} : tensor<32xf16> -> tensor<1x32xf16>
      %40 = arith.extf %39 : tensor<1x32xf16> to tensor<1x32xf32>
      %41 = tt.broadcast %40 : tensor<1x32xf32> -> tensor<32x32xf32>
      %42 = tt.dot %14, %35, %41, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %43 = arith.cmpf ogt, %42, %cst_1 : tensor<32x32xf32>
      %44 = arith.mulf %42, %cst_0 : tensor<32x32xf32>
      %45 = arith.select %43, %42, %44 : tensor<32x32xi1>, tensor<32x32xf32>
      %46 = arith.truncf %45 : tensor<32x32xf32> to tensor<32x32xf16>
      %47 = tt.expand_dims %25 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %48 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
      %49 = arith.muli %47, %48 : tensor<32x1xi32>
      %50 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %51 = tt.addptr %50, %49 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %52 = tt.expand_dims %5 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %53 = tt.broadcast %51 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
      %54 = tt.broadcast %52 : tensor<1x16xi32> -> tensor<32x16xi32>
      %55 = tt.addptr %53, %54 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %56 = tt.load %55 : tensor<32x16x!tt.ptr<f16>>
      %57 = tt.dot %46, %56, %arg8, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x16xf16> -> tensor<32x16xf32>
      scf.yield %57 : tensor<32x16xf32>
    }
    %16 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
    %17 = arith.muli %6, %16 : tensor<32x1xi32>
    %18 = tt.splat %arg4 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %19 = tt.addptr %18, %17 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %20 = tt.expand_dims %5 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %21 = tt.broadcast %19 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x16x!tt.ptr<f32>>
    %22 = tt.broadcast %20 : tensor<1x16xi32> -> tensor<32x16xi32>
    %23 = tt.addptr %21, %22 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
    tt.store %23, %15 : tensor<32x16x!tt.ptr<f32>>
    tt.return
  }
}
