// What is positive moves to the front: a scan and an atomic whose result is used. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @stream_compact(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %true = arith.constant true
    %cst = arith.constant dense<1> : tensor<128xi32>
    %cst_0 = arith.constant dense<0> : tensor<128xi32>
    %c128_i32 = arith.constant 128 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c128_i32 : i32
    %2 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %3 = tt.splat %1 : i32 -> tensor<128xi32>
    %4 = arith.addi %3, %2 : tensor<128xi32>
    %5 = tt.splat %arg3 : i32 -> tensor<128xi32>
    %6 = arith.cmpi slt, %4, %5 : tensor<128xi32>
    %7 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %8 = tt.addptr %7, %4 : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    %9 = tt.load %8, %6, %cst_0 : tensor<128x!tt.ptr<i32>>
    %10 = arith.cmpi sgt, %9, %cst_0 : tensor<128xi32>
    %11 = arith.andi %10, %6 : tensor<128xi1>
    %12 = arith.extui %11 : tensor<128xi1> to tensor<128xi32>
    %13 = "tt.scan"(%12) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg4: i32, %arg5: i32):
      %20 = arith.addi %arg4, %arg5 : i32
      tt.scan.return %20 : i32
    }) : (tensor<128xi32>) -> tensor<128xi32>
    %14 = arith.subi %13, %cst : tensor<128xi32>
    %15 = "tt.reduce"(%12) <{axis = 0 : i32}> ({
    ^bb0(%arg4: i32, %arg5: i32):
      %20 = arith.addi %arg4, %arg5 : i32
      tt.reduce.return %20 : i32
    }) : (tensor<128xi32>) -> i32
    %16 = tt.atomic_rmw add, acq_rel, gpu, %arg2, %15, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %17 = tt.addptr %arg1, %16 : !tt.ptr<i32>, i32
    %18 = tt.splat %17 : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>>
    %19 = tt.addptr %18, %14 : tensor<128x!tt.ptr<i32>>, tensor<128xi32>
    tt.store %19, %9, %11 : tensor<128x!tt.ptr<i32>>
    tt.return
  }
}
