// The place of a row's maximum over tiles, in 64 bits, and a scan of it. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @argmax_2d_loop_i64(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<8xi64>
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<8x32xf32>
    %cst_1 = arith.constant dense<0xFF800000> : tensor<8xf32>
    %c8_i32 = arith.constant 8 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c8_i32 : i32
    %2 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %3 = tt.splat %1 : i32 -> tensor<8xi32>
    %4 = arith.addi %3, %2 : tensor<8xi32>
    %5:2 = scf.for %arg4 = %c0_i32 to %arg3 step %c32_i32 iter_args(%arg5 = %cst_1, %arg6 = %cst) -> (tensor<8xf32>, tensor<8xi64>)  : i32 {
      %11 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
      %12 = tt.splat %arg4 : i32 -> tensor<32xi32>
      %13 = arith.addi %12, %11 : tensor<32xi32>
      %14 = tt.expand_dims %13 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %15 = tt.splat %arg3 : i32 -> tensor<1x32xi32>
      %16 = arith.cmpi slt, %14, %15 : tensor<1x32xi32>
      %17 = tt.expand_dims %4 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
      %18 = tt.splat %arg3 : i32 -> tensor<8x1xi32>
      %19 = arith.muli %17, %18 : tensor<8x1xi32>
      %20 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
      %21 = tt.addptr %20, %19 : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
      %22 = tt.broadcast %21 : tensor<8x1x!tt.ptr<f32>> -> tensor<8x32x!tt.ptr<f32>>
      %23 = tt.broadcast %14 : tensor<1x32xi32> -> tensor<8x32xi32>
      %24 = tt.addptr %22, %23 : tensor<8x32x!tt.ptr<f32>>, tensor<8x32xi32>
      %25 = tt.broadcast %16 : tensor<1x32xi1> -> tensor<8x32xi1>
      %26 = tt.load %24, %25, %cst_0 : tensor<8x32x!tt.ptr<f32>>
      %27 = tt.expand_dims %11 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %28 = tt.broadcast %27 : tensor<1x32xi32> -> tensor<8x32xi32>
      %29:2 = "tt.reduce"(%26, %28) <{axis = 1 : i32}> ({
      ^bb0(%arg7: f32, %arg8: i32, %arg9: f32, %arg10: i32):
        %36 = arith.cmpf oeq, %arg7, %arg9 : f32
        %37 = arith.cmpi slt, %arg8, %arg10 : i32
        %38 = arith.andi %36, %37 : i1
        %39 = arith.cmpf ogt, %arg7, %arg9 : f32
        %40 = arith.ori %39, %38 : i1
        %41 = arith.select %40, %arg7, %arg9 : f32
        %42 = arith.select %40, %arg8, %arg10 : i32
        tt.reduce.return %41, %42 : f32, i32
      }) : (tensor<8x32xf32>, tensor<8x32xi32>) -> (tensor<8xf32>, tensor<8xi32>)
      %30 = arith.cmpf ogt, %29#0, %arg5 : tensor<8xf32>
      %31 = arith.select %30, %29#0, %arg5 : tensor<8xi1>, tensor<8xf32>
      %32 = tt.splat %arg4 : i32 -> tensor<8xi32>
      %33 = arith.addi %32, %29#1 : tensor<8xi32>
      %34 = arith.extsi %33 : tensor<8xi32> to tensor<8xi64>
      %35 = arith.select %30, %34, %arg6 : tensor<8xi1>, tensor<8xi64>
      scf.yield %31, %35 : tensor<8xf32>, tensor<8xi64>
    }
    %6 = tt.splat %arg1 : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %7 = tt.addptr %6, %4 : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    tt.store %7, %5#1 : tensor<8x!tt.ptr<i64>>
    %8 = tt.splat %arg2 : !tt.ptr<i64> -> tensor<8x!tt.ptr<i64>>
    %9 = tt.addptr %8, %4 : tensor<8x!tt.ptr<i64>>, tensor<8xi32>
    %10 = "tt.scan"(%5#1) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg4: i64, %arg5: i64):
      %11 = arith.addi %arg4, %arg5 : i64
      tt.scan.return %11 : i64
    }) : (tensor<8xi64>) -> tensor<8xi64>
    tt.store %9, %10 : tensor<8x!tt.ptr<i64>>
    tt.return
  }
}
