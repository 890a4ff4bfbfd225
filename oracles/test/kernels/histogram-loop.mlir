// A histogram that is summed in a loop. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @histogram_loop(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<15> : tensor<256xi32>
    %cst_0 = arith.constant dense<0> : tensor<256xi32>
    %cst_1 = arith.constant dense<0> : tensor<16xi32>
    %0 = scf.for %arg3 = %c0_i32 to %arg2 step %c256_i32 iter_args(%arg4 = %cst_1) -> (tensor<16xi32>)  : i32 {
      %4 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %5 = tt.splat %arg3 : i32 -> tensor<256xi32>
      %6 = arith.addi %5, %4 : tensor<256xi32>
      %7 = tt.splat %arg2 : i32 -> tensor<256xi32>
      %8 = arith.cmpi slt, %6, %7 : tensor<256xi32>
      %9 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<256x!tt.ptr<i32>>
      %10 = tt.addptr %9, %6 : tensor<256x!tt.ptr<i32>>, tensor<256xi32>
      %11 = tt.load %10, %8, %cst_0 : tensor<256x!tt.ptr<i32>>
      %12 = arith.andi %11, %cst : tensor<256xi32>
      %13 = tt.histogram %12 : tensor<256xi32> -> tensor<16xi32>
      %14 = arith.addi %arg4, %13 : tensor<16xi32>
      scf.yield %14 : tensor<16xi32>
    }
    %1 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %2 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %3 = tt.addptr %2, %1 : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %3, %0 : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
