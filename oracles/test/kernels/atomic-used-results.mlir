// Atomics whose old values are used. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @atomic_used_results(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %c2_i32 = arith.constant 2 : i32
    %c8_i32 = arith.constant 8 : i32
    %c7_i32 = arith.constant 7 : i32
    %c5_i32 = arith.constant 5 : i32
    %cst = arith.constant dense<32> : tensor<64xi32>
    %cst_0 = arith.constant dense<true> : tensor<64xi1>
    %true = arith.constant true
    %cst_1 = arith.constant dense<1> : tensor<64xi32>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %1 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %3 = tt.atomic_rmw add, acq_rel, gpu, %2, %cst_1, %cst_0 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %4 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %5 = tt.addptr %4, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %6 = arith.subi %0, %cst : tensor<64xi32>
    %7 = tt.atomic_rmw max, acq_rel, gpu, %5, %6, %cst_0 : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    %8 = tt.atomic_rmw exch, acq_rel, gpu, %arg2, %c5_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %9 = tt.addptr %arg2, %c1_i32 : !tt.ptr<i32>, i32
    %10 = tt.atomic_cas acq_rel, gpu, %9, %c0_i32, %c7_i32 : (!tt.ptr<i32>, i32, i32) -> i32
    %11 = tt.splat %arg3 : i32 -> tensor<64xi32>
    %12 = arith.cmpi slt, %0, %11 : tensor<64xi32>
    %13 = tt.addptr %arg2, %c8_i32 : !tt.ptr<i32>, i32
    %14 = tt.splat %13 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %15 = tt.addptr %14, %0 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %16 = arith.addi %3, %7 : tensor<64xi32>
    tt.store %15, %16, %12 : tensor<64x!tt.ptr<i32>>
    %17 = tt.addptr %arg2, %c2_i32 : !tt.ptr<i32>, i32
    %18 = arith.addi %8, %10 : i32
    tt.store %17, %18 : !tt.ptr<i32>
    tt.return
  }
}
