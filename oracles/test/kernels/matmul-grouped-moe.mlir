// A matmul whose second operand is an expert's, or that stores zeros and returns. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_grouped_moe(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-1_i64 = arith.constant -1 : i64
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.muli %1, %c32_i32 : i32
    %3 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %4 = tt.splat %2 : i32 -> tensor<32xi32>
    %5 = arith.addi %4, %3 : tensor<32xi32>
    %6 = tt.addptr %arg3, %0 : !tt.ptr<i32>, i32
    %7 = tt.load %6 : !tt.ptr<i32>
    %8 = arith.extsi %7 : i32 to i64
    %9 = arith.muli %0, %c32_i32 : i32
    %10 = tt.splat %9 : i32 -> tensor<32xi32>
    %11 = arith.addi %10, %3 : tensor<32xi32>
    %12 = arith.cmpi eq, %8, %c-1_i64 : i64
    cf.cond_br %12, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %13 = tt.expand_dims %5 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %14 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %15 = arith.cmpi slt, %13, %14 : tensor<1x32xi32>
    %16 = tt.expand_dims %11 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %17 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %18 = arith.muli %16, %17 : tensor<32x1xi32>
    %19 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %20 = tt.addptr %19, %18 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %21 = tt.broadcast %20 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
    %22 = tt.broadcast %13 : tensor<1x32xi32> -> tensor<32x32xi32>
    %23 = tt.addptr %21, %22 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %24 = tt.broadcast %15 : tensor<1x32xi1> -> tensor<32x32xi1>
    tt.store %23, %cst, %24 : tensor<32x32x!tt.ptr<f16>>
    tt.return
  ^bb2:  // pred: ^bb0
    %25 = arith.addi %arg5, %c31_i32 : i32
    %26 = arith.divsi %25, %c32_i32 : i32
    %27 = scf.for %arg7 = %c0_i32 to %26 step %c1_i32 iter_args(%arg8 = %cst_0) -> (tensor<32x32xf32>)  : i32 {
      %41 = arith.muli %arg7, %c32_i32 : i32
      %42 = tt.splat %41 : i32 -> tensor<32xi32>
      %43 = arith.addi %42, %3 : tensor<32xi32>
      %44 = tt.expand_dims %43 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %45 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
      %46 = arith.cmpi slt, %44, %45 : tensor<1x32xi32>
      %47 = tt.expand_dims %11 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %48 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %49 = arith.muli %47, %48 : tensor<32x1xi32>
      %50 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %51 = tt.addptr %50, %49 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
      %52 = tt.broadcast %51 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %53 = tt.broadcast %44 : tensor<1x32xi32> -> tensor<32x32xi32>
      %54 = tt.addptr %52, %53 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %55 = tt.broadcast %46 : tensor<1x32xi1> -> tensor<32x32xi1>
      %56 = tt.load %54, %55, %cst : tensor<32x32x!tt.ptr<f16>>
      %57 = tt.expand_dims %43 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %58 = arith.cmpi slt, %57, %48 : tensor<32x1xi32>
      %59 = tt.expand_dims %5 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %60 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
      %61 = arith.cmpi slt, %59, %60 : tensor<1x32xi32>
      %62 = tt.broadcast %58 : tensor<32x1xi1> -> tensor<32x32xi1>
      %63 = tt.broadcast %61 : tensor<1x32xi1> -> tensor<32x32xi1>
      %64 = arith.andi %62, %63 : tensor<32x32xi1>
      %65 = arith.extsi %arg4 : i32 to i64
      %66 = arith.muli %8, %65 : i64
      %67 = arith.extsi %arg5 : i32 to i64
      %68 = arith.muli %66, %67 : i64
      %69 = tt.addptr %arg1, %68 : !tt.ptr<f16>, i64
      %70 = arith.muli %59, %45 : tensor<1x32xi32>
      %71 = tt.splat %69 : !tt.ptr<f16> -> tensor<1x32x!tt.ptr<f16>>
      %72 = tt.addptr %71, %70 : tensor<1x32x!tt.ptr<f16>>, tensor<1x32xi32>
      %73 = tt.broadcast %72 : tensor<1x32x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
      %74 = tt.broadcast %57 : tensor<32x1xi32> -> tensor<32x32xi32>
      %75 = tt.addptr %73, %74 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %76 = tt.load %75, %64, %cst : tensor<32x32x!tt.ptr<f16>>
      %77 = tt.dot %56, %76, %arg8, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      scf.yield %77 : tensor<32x32xf32>
    }
    %28 = tt.expand_dims %5 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %29 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %30 = arith.cmpi slt, %28, %29 : tensor<1x32xi32>
    %31 = tt.expand_dims %11 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %32 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %33 = arith.muli %31, %32 : tensor<32x1xi32>
    %34 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %35 = tt.addptr %34, %33 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %36 = tt.broadcast %35 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
    %37 = tt.broadcast %28 : tensor<1x32xi32> -> tensor<32x32xi32>
    %38 = tt.addptr %36, %37 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %39 = arith.truncf %27 : tensor<32x32xf32> to tensor<32x32xf16>
    %40 = tt.broadcast %30 : tensor<1x32xi1> -> tensor<32x32xi1>
    tt.store %38, %39, %40 : tensor<32x32x!tt.ptr<f16>>
    tt.return
  }
}
