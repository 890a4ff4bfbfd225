// Square roots by Newton until the largest change is small. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @newton_while(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %c20_i32 = arith.constant 20 : i32
    %cst_0 = arith.constant 0.00999999977 : f32
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %cst_2 = arith.constant 1.000000e+00 : f32
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %3 = tt.splat %1 : i32 -> tensor<64xi32>
    %4 = arith.addi %3, %2 : tensor<64xi32>
    %5 = tt.splat %arg2 : i32 -> tensor<64xi32>
    %6 = arith.cmpi slt, %4, %5 : tensor<64xi32>
    %7 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %8 = tt.addptr %7, %4 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %9 = tt.load %8, %6, %cst_1 : tensor<64x!tt.ptr<f32>>
    %10 = math.absf %9 : tensor<64xf32>
    %11 = arith.addf %10, %cst_1 : tensor<64xf32>
    %12:2 = scf.while (%arg3 = %11, %arg4 = %cst_2, %arg5 = %c0_i32) : (tensor<64xf32>, f32, i32) -> (tensor<64xf32>, i32) {
      %14 = arith.cmpf ogt, %arg4, %cst_0 : f32
      %15 = arith.cmpi slt, %arg5, %c20_i32 : i32
      %16 = arith.andi %14, %15 : i1
      scf.condition(%16) %arg3, %arg5 : tensor<64xf32>, i32
    } do {
    ^bb0(%arg3: tensor<64xf32>, %arg4: i32):
      %14 = arith.divf %11, %arg3 : tensor<64xf32>
      %15 = arith.addf %arg3, %14 : tensor<64xf32>
      %16 = arith.mulf %15, %cst : tensor<64xf32>
      %17 = arith.subf %16, %arg3 : tensor<64xf32>
      %18 = math.absf %17 : tensor<64xf32>
      %19 = "tt.reduce"(%18) <{axis = 0 : i32}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        %21 = arith.maxnumf %arg5, %arg6 : f32
        tt.reduce.return %21 : f32
      }) : (tensor<64xf32>) -> f32
      %20 = arith.addi %arg4, %c1_i32 : i32
      scf.yield %16, %19, %20 : tensor<64xf32>, f32, i32
    }
    tt.store %8, %12#0, %6 : tensor<64x!tt.ptr<f32>>
    %13 = tt.addptr %arg1, %0 : !tt.ptr<i32>, i32
    tt.store %13, %12#1 : !tt.ptr<i32>
    tt.return
  }
}
