// A buffer that is updated, read behind a barrier, and updated again. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @inplace_twice(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %cst_0 = arith.constant dense<2.000000e+00> : tensor<64xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<64xf32>
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
    %10 = arith.mulf %9, %cst_0 : tensor<64xf32>
    tt.store %8, %10, %6 : tensor<64x!tt.ptr<f32>>
    gpu.barrier
    %11 = tt.load %8, %6, %cst : tensor<64x!tt.ptr<f32>>
    %12 = arith.cmpi sgt, %arg3, %c0_i32 : i32
    scf.if %12 {
      %13 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %14 = tt.addptr %13, %4 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %15 = arith.addf %11, %9 : tensor<64xf32>
      tt.store %14, %15, %6 : tensor<64x!tt.ptr<f32>>
      %16 = arith.subf %11, %9 : tensor<64xf32>
      tt.store %8, %16, %6 : tensor<64x!tt.ptr<f32>>
    } else {
      %13 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %14 = tt.addptr %13, %4 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %14, %11, %6 : tensor<64x!tt.ptr<f32>>
    }
    tt.return
  }
}
