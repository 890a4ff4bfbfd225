// A while loop whose bound depends on the loop around it, and a branch that uses its sum. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @nested_for_while(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %cst_0 = arith.constant dense<32> : tensor<32xi32>
    %cst_1 = arith.constant dense<2.000000e+00> : tensor<32xf32>
    %c2_i32 = arith.constant 2 : i32
    %c32_i32 = arith.constant 32 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %2 = tt.addptr %1, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %3:2 = scf.for %arg4 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %2) -> (tensor<32xf32>, tensor<32x!tt.ptr<f32>>)  : i32 {
      %6:2 = scf.while (%arg7 = %cst, %arg8 = %c0_i32) : (tensor<32xf32>, i32) -> (tensor<32xf32>, i32) {
        %11 = arith.remsi %arg4, %c3_i32 : i32
        %12 = arith.addi %11, %arg3 : i32
        %13 = arith.cmpi slt, %arg8, %12 : i32
        scf.condition(%13) %arg7, %arg8 : tensor<32xf32>, i32
      } do {
      ^bb0(%arg7: tensor<32xf32>, %arg8: i32):
        %11 = arith.muli %arg8, %c32_i32 : i32
        %12 = tt.splat %11 : i32 -> tensor<32xi32>
        %13 = tt.addptr %arg6, %12 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
        %14 = tt.load %13 : tensor<32x!tt.ptr<f32>>
        %15 = arith.addi %arg8, %c1_i32 : i32
        %16 = arith.sitofp %15 : i32 to f32
        %17 = tt.splat %16 : f32 -> tensor<32xf32>
        %18 = arith.mulf %14, %17 : tensor<32xf32>
        %19 = arith.addf %arg7, %18 : tensor<32xf32>
        scf.yield %19, %15 : tensor<32xf32>, i32
      }
      %7 = arith.remsi %arg4, %c2_i32 : i32
      %8 = arith.cmpi eq, %7, %c0_i32 : i32
      %9 = scf.if %8 -> (tensor<32xf32>) {
        %11 = arith.addf %arg5, %6#0 : tensor<32xf32>
        scf.yield %11 : tensor<32xf32>
      } else {
        %11 = arith.mulf %arg5, %cst_1 : tensor<32xf32>
        %12 = arith.subf %11, %6#0 : tensor<32xf32>
        scf.yield %12 : tensor<32xf32>
      }
      %10 = tt.addptr %arg6, %cst_0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      scf.yield %9, %10 : tensor<32xf32>, tensor<32x!tt.ptr<f32>>
    }
    %4 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %5 = tt.addptr %4, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %5, %3#0 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
