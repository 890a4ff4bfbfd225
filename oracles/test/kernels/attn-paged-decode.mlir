// Attention of one token over pages, split over programs. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @attn_paged_decode(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg5: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg6: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg7: f32, %arg8: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %c15_i32 = arith.constant 15 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<1> : tensor<16xi32>
    %cst_1 = arith.constant dense<2> : tensor<16xi32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
    %cst_3 = arith.constant dense<-1.000000e+30> : tensor<16x16xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %cst_5 = arith.constant dense<64> : tensor<1x16xi32>
    %cst_6 = arith.constant dense<-1.000000e+30> : tensor<16xf32>
    %cst_7 = arith.constant dense<64> : tensor<16x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = tt.get_num_programs y : i32
    %3 = tt.addptr %arg4, %0 : !tt.ptr<i32>, i32
    %4 = tt.load %3 : !tt.ptr<i32>
    %5 = arith.addi %4, %c15_i32 : i32
    %6 = arith.divsi %5, %c16_i32 : i32
    %7 = arith.subi %2, %c1_i32 : i32
    %8 = arith.addi %6, %7 : i32
    %9 = arith.divsi %8, %2 : i32
    %10 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %11 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %12 = arith.muli %0, %c16_i32 : i32
    %13 = tt.splat %12 : i32 -> tensor<16xi32>
    %14 = arith.addi %13, %10 : tensor<16xi32>
    %15 = tt.expand_dims %14 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %16 = arith.muli %15, %cst_7 : tensor<16x1xi32>
    %17 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %18 = tt.addptr %17, %16 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
    %19 = tt.expand_dims %11 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %20 = tt.broadcast %18 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x64x!tt.ptr<f16>>
    %21 = tt.broadcast %19 : tensor<1x64xi32> -> tensor<16x64xi32>
    %22 = tt.addptr %20, %21 : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %23 = tt.load %22 : tensor<16x64x!tt.ptr<f16>>
    %24 = arith.muli %1, %9 : i32
    %25 = arith.addi %24, %9 : i32
    %26 = arith.minsi %25, %6 : i32
    %27:3 = scf.for %arg9 = %24 to %26 step %c1_i32 iter_args(%arg10 = %cst_6, %arg11 = %cst, %arg12 = %cst_2) -> (tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>)  : i32 {
      %43 = arith.muli %0, %arg8 : i32
      %44 = tt.addptr %arg3, %43 : !tt.ptr<i32>, i32
      %45 = tt.addptr %44, %arg9 : !tt.ptr<i32>, i32
      %46 = tt.load %45 : !tt.ptr<i32>
      %47 = arith.muli %46, %c16_i32 : i32
      %48 = tt.splat %47 : i32 -> tensor<16xi32>
      %49 = arith.addi %48, %10 : tensor<16xi32>
      %50 = tt.expand_dims %49 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %51 = arith.muli %50, %cst_5 : tensor<1x16xi32>
      %52 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
      %53 = tt.addptr %52, %51 : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %54 = tt.expand_dims %11 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %55 = tt.broadcast %53 : tensor<1x16x!tt.ptr<f16>> -> tensor<64x16x!tt.ptr<f16>>
      %56 = tt.broadcast %54 : tensor<64x1xi32> -> tensor<64x16xi32>
      %57 = tt.addptr %55, %56 : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
      %58 = tt.load %57 : tensor<64x16x!tt.ptr<f16>>
      %59 = tt.dot %23, %58, %cst_4, inputPrecision = tf32 : tensor<16x64xf16> * tensor<64x16xf16> -> tensor<16x16xf32>
      %60 = tt.splat %arg7 : f32 -> tensor<16x16xf32>
      %61 = arith.mulf %59, %60 : tensor<16x16xf32>
      %62 = arith.muli %arg9, %c16_i32 : i32
      %63 = tt.splat %62 : i32 -> tensor<16xi32>
      %64 = arith.addi %63, %10 : tensor<16xi32>
      %65 = tt.expand_dims %64 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %66 = tt.splat %4 : i32 -> tensor<1x16xi32>
      %67 = arith.cmpi slt, %65, %66 : tensor<1x16xi32>
      %68 = tt.broadcast %67 : tensor<1x16xi1> -> tensor<16x16xi1>
      %69 = arith.select %68, %61, %cst_3 : tensor<16x16xi1>, tensor<16x16xf32>
      %70 = "tt.reduce"(%69) <{axis = 1 : i32}> ({
      ^bb0(%arg13: f32, %arg14: f32):
        %93 = arith.maxnumf %arg13, %arg14 : f32
        tt.reduce.return %93 : f32
      }) : (tensor<16x16xf32>) -> tensor<16xf32>
      %71 = arith.maxnumf %arg10, %70 : tensor<16xf32>
      %72 = tt.expand_dims %71 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
      %73 = tt.broadcast %72 : tensor<16x1xf32> -> tensor<16x16xf32>
      %74 = arith.subf %69, %73 : tensor<16x16xf32>
      %75 = math.exp %74 : tensor<16x16xf32>
      %76 = arith.subf %arg10, %71 : tensor<16xf32>
      %77 = math.exp %76 : tensor<16xf32>
      %78 = arith.mulf %arg11, %77 : tensor<16xf32>
      %79 = "tt.reduce"(%75) <{axis = 1 : i32}> ({
      ^bb0(%arg13: f32, %arg14: f32):
        %93 = arith.addf %arg13, %arg14 : f32
        tt.reduce.return %93 : f32
      }) : (tensor<16x16xf32>) -> tensor<16xf32>
      %80 = arith.addf %78, %79 : tensor<16xf32>
      %81 = tt.expand_dims %49 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %82 = arith.muli %81, %cst_7 : tensor<16x1xi32>
      %83 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
      %84 = tt.addptr %83, %82 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
      %85 = tt.broadcast %84 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x64x!tt.ptr<f16>>
      %86 = tt.addptr %85, %21 : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
      %87 = tt.load %86 : tensor<16x64x!tt.ptr<f16>>
      %88 = tt.expand_dims %77 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
      %89 = tt.broadcast %88 : tensor<16x1xf32> -> tensor<16x64xf32>
      %90 = arith.mulf %arg12, %89 : tensor<16x64xf32>
      %91 = arith.truncf %75 : tensor<16x16xf32> to tensor<16x16xf16>
      %92 = tt.dot %91, %87, %90, inputPrecision = tf32 : tensor<16x16xf16> * tensor<16x64xf16> -> tensor<16x64xf32>
      scf.yield %71, %80, %92 : tensor<16xf32>, tensor<16xf32>, tensor<16x64xf32>
    }
    %28 = arith.muli %0, %2 : i32
    %29 = arith.addi %28, %1 : i32
    %30 = arith.muli %29, %c16_i32 : i32
    %31 = tt.splat %30 : i32 -> tensor<16xi32>
    %32 = arith.addi %31, %10 : tensor<16xi32>
    %33 = tt.expand_dims %32 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %34 = arith.muli %33, %cst_7 : tensor<16x1xi32>
    %35 = tt.splat %arg5 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %36 = tt.addptr %35, %34 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
    %37 = tt.broadcast %36 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x64x!tt.ptr<f32>>
    %38 = tt.addptr %37, %21 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
    tt.store %38, %27#2 : tensor<16x64x!tt.ptr<f32>>
    %39 = arith.muli %32, %cst_1 : tensor<16xi32>
    %40 = tt.splat %arg6 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %41 = tt.addptr %40, %39 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %41, %27#0 : tensor<16x!tt.ptr<f32>>
    %42 = tt.addptr %41, %cst_0 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %42, %27#1 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
