// A pointer that a branch chooses, moved on in a loop. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @pointer_select(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %c1_i32 = arith.constant 1 : i32
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %2 = arith.remsi %0, %c2_i32 : i32
    %3 = arith.cmpi eq, %2, %c0_i32 : i32
    %4 = scf.if %3 -> (!tt.ptr<f32>) {
      %10 = arith.muli %0, %c64_i32 : i32
      %11 = tt.addptr %arg0, %10 : !tt.ptr<f32>, i32
      scf.yield %11 : !tt.ptr<f32>
    } else {
      %10 = tt.addptr %arg1, %0 : !tt.ptr<f32>, i32
      scf.yield %10 : !tt.ptr<f32>
    }
    %5:2 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %4, %arg6 = %cst) -> (!tt.ptr<f32>, tensor<64xf32>)  : i32 {
      %10 = tt.splat %arg5 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %11 = tt.addptr %10, %1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %12 = tt.load %11 : tensor<64x!tt.ptr<f32>>
      %13 = arith.addf %arg6, %12 : tensor<64xf32>
      %14 = tt.addptr %arg5, %c64_i32 : !tt.ptr<f32>, i32
      scf.yield %14, %13 : !tt.ptr<f32>, tensor<64xf32>
    }
    %6 = arith.muli %0, %c64_i32 : i32
    %7 = tt.addptr %arg2, %6 : !tt.ptr<f32>, i32
    %8 = tt.splat %7 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %9 = tt.addptr %8, %1 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %9, %5#1 : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
