// Splits of reshaped tensors. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @split_tree_sum(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}) attributes {noinline = false} {
    %0 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %2 = tt.addptr %1, %0 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %3 = tt.load %2 : tensor<256x!tt.ptr<f32>>
    %4 = tt.reshape %3 : tensor<256xf32> -> tensor<128x2xf32>
    %outLHS, %outRHS = tt.split %4 : tensor<128x2xf32> -> tensor<128xf32>
    %5 = arith.subf %outLHS, %outRHS : tensor<128xf32>
    %6 = tt.reshape %5 : tensor<128xf32> -> tensor<64x2xf32>
    %outLHS_0, %outRHS_1 = tt.split %6 : tensor<64x2xf32> -> tensor<64xf32>
    %7 = arith.mulf %outLHS, %outRHS : tensor<128xf32>
    %8 = tt.reshape %7 : tensor<128xf32> -> tensor<64x2xf32>
    %outLHS_2, %outRHS_3 = tt.split %8 : tensor<64x2xf32> -> tensor<64xf32>
    %9 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %10 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %11 = tt.addptr %10, %9 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %12 = arith.mulf %outLHS_0, %outRHS_1 : tensor<64xf32>
    %13 = arith.addf %12, %outLHS_2 : tensor<64xf32>
    %14 = arith.subf %13, %outRHS_3 : tensor<64xf32>
    tt.store %11, %14 : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
