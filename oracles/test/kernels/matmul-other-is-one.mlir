// A matmul whose masked loads have other values than zero. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_other_is_one(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %cst_0 = arith.constant dense<5.000000e-01> : tensor<32x32xf16>
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<32x32xf16>
    %c0_i32 = arith.constant 0 : i32
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
    %9 = scf.for %arg6 = %c0_i32 to %arg5 step %c32_i32 iter_args(%arg7 = %cst) -> (tensor<32x32xf32>)  : i32 {
      %28 = tt.splat %arg6 : i32 -> tensor<32xi32>
      %29 = arith.addi %28, %2 : tensor<32xi32>
      %30 = tt.splat %arg5 : i32 -> tensor<32xi32>
      %31 = arith.cmpi slt, %29, %30 : tensor<32xi32>
      %32 = tt.expand_dims %31 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %33 = tt.splat %arg3 : i32 -> tensor<32xi32>
      %34 = arith.cmpi slt, %4, %33 : tensor<32xi32>
      %35 = tt.expand_dims %34 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %36 = tt.broadcast %32 : tensor<1x32xi1> -> tensor<32x32xi1>
      %37 = tt.broadcast %35 : tensor<32x1xi1> -> tensor<32x32xi1>
      %38 = arith.andi %36, %37 : tensor<32x32xi1>
      %39 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %40 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %41 = arith.muli %39, %40 : tensor<32x1xi32>
      %42 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %43 = tt.addptr %42, %41 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %44 = tt.expand_dims %29 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %45 = tt.broadcast %43 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %46 = tt.broadcast %44 : tensor<1x32xi32> -> tensor<32x32xi32>
      %47 = tt.addptr %45, %46 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %48 = tt.load %47, %38, %cst_1 : tensor<32x32x!tt.ptr<f16>>
      %49 = tt.expand_dims %31 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %50 = tt.splat %arg4 : i32 -> tensor<32xi32>
      %51 = arith.cmpi slt, %8, %50 : tensor<32xi32>
      %52 = tt.expand_dims %51 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
      %53 = tt.broadcast %49 : tensor<32x1xi1> -> tensor<32x32xi1>
      %54 = tt.broadcast %52 : tensor<1x32xi1> -> tensor<32x32xi1>
      %55 = arith.andi %53, %54 : tensor<32x32xi1>
      %56 = tt.expand_dims %29 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %57 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
      %58 = arith.muli %56, %57 : tensor<32x1xi32>
      %59 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %60 = tt.addptr %59, %58 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %61 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %62 = tt.broadcast %60 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %63 = tt.broadcast %61 : tensor<1x32xi32> -> tensor<32x32xi32>
      %64 = tt.addptr %62, %63 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %65 = tt.load %64, %55, %cst_0 : tensor<32x32x!tt.ptr<f16>>
      %66 = tt.dot %48, %65, %arg7, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      scf.yield %66 : tensor<32x32xf32>
    }
    %10 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %11 = arith.cmpi slt, %4, %10 : tensor<32xi32>
    %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
    %13 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %14 = arith.cmpi slt, %8, %13 : tensor<32xi32>
    %15 = tt.expand_dims %14 {axis = 0 : i32} : tensor<32xi1> -> tensor<1x32xi1>
    %16 = tt.broadcast %12 : tensor<32x1xi1> -> tensor<32x32xi1>
    %17 = tt.broadcast %15 : tensor<1x32xi1> -> tensor<32x32xi1>
    %18 = arith.andi %16, %17 : tensor<32x32xi1>
    %19 = tt.expand_dims %4 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %20 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %21 = arith.muli %19, %20 : tensor<32x1xi32>
    %22 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %23 = tt.addptr %22, %21 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
    %24 = tt.expand_dims %8 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %25 = tt.broadcast %23 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %26 = tt.broadcast %24 : tensor<1x32xi32> -> tensor<32x32xi32>
    %27 = tt.addptr %25, %26 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %27, %9, %18 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
