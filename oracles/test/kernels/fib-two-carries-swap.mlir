// A loop that swaps two carried tensors and two carried pointers. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @fib_two_carries_swap(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c64_i32 = arith.constant 64 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %1 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %2 = tt.addptr %1, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %3 = tt.load %2 : tensor<32x!tt.ptr<f32>>
    %4 = tt.addptr %arg0, %c32_i32 : !tt.ptr<f32>, i32
    %5 = tt.splat %4 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %6 = tt.addptr %5, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %7 = tt.load %6 : tensor<32x!tt.ptr<f32>>
    %8:4 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %3, %arg5 = %7, %arg6 = %arg0, %arg7 = %4) -> (tensor<32xf32>, tensor<32xf32>, !tt.ptr<f32>, !tt.ptr<f32>)  : i32 {
      %20 = arith.addf %arg4, %arg5 : tensor<32xf32>
      %21 = tt.splat %arg7 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
      %22 = tt.addptr %21, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      %23 = tt.load %22 : tensor<32x!tt.ptr<f32>>
      %24 = arith.subf %arg5, %23 : tensor<32xf32>
      scf.yield %24, %20, %arg7, %arg6 : tensor<32xf32>, tensor<32xf32>, !tt.ptr<f32>, !tt.ptr<f32>
    }
    %9 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %10 = tt.addptr %9, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %10, %8#0 : tensor<32x!tt.ptr<f32>>
    %11 = tt.addptr %arg1, %c32_i32 : !tt.ptr<f32>, i32
    %12 = tt.splat %11 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %13 = tt.addptr %12, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %13, %8#1 : tensor<32x!tt.ptr<f32>>
    %14 = tt.addptr %arg1, %c64_i32 : !tt.ptr<f32>, i32
    %15 = tt.splat %14 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %16 = tt.addptr %15, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %17 = tt.splat %8#3 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %18 = tt.addptr %17, %0 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %19 = tt.load %18 : tensor<32x!tt.ptr<f32>>
    tt.store %16, %19 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
