// A binary search in all lanes, in a while loop. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @binary_search(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<64xi32>
    %cst_0 = arith.constant dense<1> : tensor<64xi32>
    %cst_1 = arith.constant dense<2147483647> : tensor<64xi32>
    %cst_2 = arith.constant dense<2> : tensor<64xi32>
    %c2_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %1 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %3 = tt.load %2 : tensor<64x!tt.ptr<i32>>
    %4 = tt.splat %arg3 : i32 -> tensor<64xi32>
    %5:3 = scf.while (%arg4 = %cst, %arg5 = %4, %arg6 = %arg3) : (tensor<64xi32>, tensor<64xi32>, i32) -> (tensor<64xi32>, tensor<64xi32>, i32) {
      %8 = arith.cmpi sgt, %arg6, %c0_i32 : i32
      scf.condition(%8) %arg4, %arg5, %arg6 : tensor<64xi32>, tensor<64xi32>, i32
    } do {
    ^bb0(%arg4: tensor<64xi32>, %arg5: tensor<64xi32>, %arg6: i32):
      %8 = arith.addi %arg4, %arg5 : tensor<64xi32>
      %9 = arith.divsi %8, %cst_2 : tensor<64xi32>
      %10 = arith.cmpi slt, %9, %4 : tensor<64xi32>
      %11 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %12 = tt.addptr %11, %9 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      %13 = tt.load %12, %10, %cst_1 : tensor<64x!tt.ptr<i32>>
      %14 = arith.cmpi slt, %13, %3 : tensor<64xi32>
      %15 = arith.cmpi slt, %arg4, %arg5 : tensor<64xi32>
      %16 = arith.andi %14, %15 : tensor<64xi1>
      %17 = arith.addi %9, %cst_0 : tensor<64xi32>
      %18 = arith.select %16, %17, %arg4 : tensor<64xi1>, tensor<64xi32>
      %19 = arith.cmpi slt, %18, %arg5 : tensor<64xi32>
      %20 = arith.select %19, %9, %arg5 : tensor<64xi1>, tensor<64xi32>
      %21 = arith.select %16, %arg5, %20 : tensor<64xi1>, tensor<64xi32>
      %22 = arith.divsi %arg6, %c2_i32 : i32
      scf.yield %18, %21, %22 : tensor<64xi32>, tensor<64xi32>, i32
    }
    %6 = tt.splat %arg2 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %7 = tt.addptr %6, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    tt.store %7, %5#0 : tensor<64x!tt.ptr<i32>>
    tt.return
  }
}
