// A sparse matrix times a dense one, rows by their bounds. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @spmm_csr(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg4: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %c32_i32 = arith.constant 32 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %cst_1 = arith.constant dense<16> : tensor<32x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %c1_i32 = arith.constant 1 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.addptr %arg2, %0 : !tt.ptr<i32>, i32
    %2 = tt.load %1 : !tt.ptr<i32>
    %3 = tt.addptr %1, %c1_i32 : !tt.ptr<i32>, i32
    %4 = tt.load %3 : !tt.ptr<i32>
    %5 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %6 = scf.for %arg5 = %2 to %4 step %c32_i32 iter_args(%arg6 = %cst) -> (tensor<16xf32>)  : i32 {
      %11 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
      %12 = tt.splat %arg5 : i32 -> tensor<32xi32>
      %13 = arith.addi %12, %11 : tensor<32xi32>
      %14 = tt.splat %4 : i32 -> tensor<32xi32>
      %15 = arith.cmpi slt, %13, %14 : tensor<32xi32>
      %16 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
      %17 = tt.addptr %16, %13 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      %18 = tt.load %17, %15, %cst_2 : tensor<32x!tt.ptr<f32>>
      %19 = tt.expand_dims %15 {axis = 1 : i32} : tensor<32xi1> -> tensor<32x1xi1>
      %20 = tt.splat %arg4 : i32 -> tensor<32xi32>
      %21 = arith.remsi %13, %20 : tensor<32xi32>
      %22 = tt.expand_dims %21 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %23 = arith.muli %22, %cst_1 : tensor<32x1xi32>
      %24 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
      %25 = tt.addptr %24, %23 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi32>
      %26 = tt.expand_dims %5 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %27 = tt.broadcast %25 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x16x!tt.ptr<f32>>
      %28 = tt.broadcast %26 : tensor<1x16xi32> -> tensor<32x16xi32>
      %29 = tt.addptr %27, %28 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
      %30 = tt.broadcast %19 : tensor<32x1xi1> -> tensor<32x16xi1>
      %31 = tt.load %29, %30, %cst_0 : tensor<32x16x!tt.ptr<f32>>
      %32 = tt.expand_dims %18 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %33 = tt.broadcast %32 : tensor<32x1xf32> -> tensor<32x16xf32>
      %34 = arith.mulf %33, %31 : tensor<32x16xf32>
      %35 = "tt.reduce"(%34) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %37 = arith.addf %arg7, %arg8 : f32
        tt.reduce.return %37 : f32
      }) : (tensor<32x16xf32>) -> tensor<16xf32>
      %36 = arith.addf %arg6, %35 : tensor<16xf32>
      scf.yield %36 : tensor<16xf32>
    }
    %7 = arith.muli %0, %c16_i32 : i32
    %8 = tt.addptr %arg3, %7 : !tt.ptr<f32>, i32
    %9 = tt.splat %8 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %10 = tt.addptr %9, %5 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %10, %6 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
