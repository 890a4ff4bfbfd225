// A scan backwards over tiles, from the last to the first. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @cumsum_reverse_carry(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %c-1_i32 = arith.constant -1 : i32
    %c64_i32 = arith.constant 64 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c63_i32 = arith.constant 63 : i32
    %0 = arith.addi %arg2, %c63_i32 : i32
    %1 = arith.divsi %0, %c64_i32 : i32
    %2 = arith.subi %1, %c1_i32 : i32
    %3 = scf.for %arg3 = %c-1_i32 to %2 step %c1_i32 iter_args(%arg4 = %cst_0) -> (f32)  : i32 {
      %4 = arith.subi %2, %arg3 : i32
      %5 = arith.addi %4, %c-1_i32 : i32
      %6 = arith.muli %5, %c64_i32 : i32
      %7 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %8 = tt.splat %6 : i32 -> tensor<64xi32>
      %9 = arith.addi %8, %7 : tensor<64xi32>
      %10 = tt.splat %arg2 : i32 -> tensor<64xi32>
      %11 = arith.cmpi slt, %9, %10 : tensor<64xi32>
      %12 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %13 = tt.addptr %12, %9 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %14 = tt.load %13, %11, %cst : tensor<64x!tt.ptr<f32>>
      %15 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %16 = tt.addptr %15, %9 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %17 = "tt.scan"(%14) <{axis = 0 : i32, reverse = true}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        %23 = arith.addf %arg5, %arg6 : f32
        tt.scan.return %23 : f32
      }) : (tensor<64xf32>) -> tensor<64xf32>
      %18 = tt.splat %arg4 : f32 -> tensor<64xf32>
      %19 = arith.addf %17, %18 : tensor<64xf32>
      tt.store %16, %19, %11 : tensor<64x!tt.ptr<f32>>
      %20 = tt.reshape %14 allow_reorder : tensor<64xf32> -> tensor<64xf32>
      %21 = "tt.reduce"(%20) <{axis = 0 : i32}> ({
      ^bb0(%arg5: f32, %arg6: f32):
        %23 = arith.addf %arg5, %arg6 : f32
        tt.reduce.return %23 : f32
      }) : (tensor<64xf32>) -> f32
      %22 = arith.addf %arg4, %21 : f32
      scf.yield %22 : f32
    }
    tt.return
  }
}
