// Sums that start anew at flags: a scan of pairs. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @segmented_sum(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0> : tensor<32xi32>
    %cst_0 = arith.constant dense<5> : tensor<32xi32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %1 = tt.splat %arg2 : i32 -> tensor<32xi32>
    %2 = arith.cmpi slt, %0, %1 : tensor<32xi32>
    %3 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %4 = tt.addptr %3, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %5 = tt.load %4, %2, %cst_1 : tensor<32x!tt.ptr<f32>>
    %6 = arith.remsi %0, %cst_0 : tensor<32xi32>
    %7 = arith.cmpi eq, %6, %cst : tensor<32xi32>
    %8 = arith.extui %7 : tensor<32xi1> to tensor<32xi32>
    %9:2 = "tt.scan"(%5, %8) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg3: f32, %arg4: i32, %arg5: f32, %arg6: i32):
      %12 = arith.cmpi ne, %arg6, %c0_i32 : i32
      %13 = arith.addf %arg3, %arg5 : f32
      %14 = arith.select %12, %arg5, %13 : f32
      %15 = arith.ori %arg4, %arg6 : i32
      tt.scan.return %14, %15 : f32, i32
    }) : (tensor<32xf32>, tensor<32xi32>) -> (tensor<32xf32>, tensor<32xi32>)
    %10 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %11 = tt.addptr %10, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %11, %9#0, %2 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
