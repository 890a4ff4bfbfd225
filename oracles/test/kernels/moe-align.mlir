// Ranks of tokens within their experts. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @moe_align(%arg0: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<8xi32>
    %c64_i32 = arith.constant 64 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<8> : tensor<64xi32>
    %cst_1 = arith.constant dense<0> : tensor<64xi32>
    %cst_2 = arith.constant dense<-1> : tensor<64xi32>
    %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %1 = scf.for %arg4 = %c0_i32 to %arg3 step %c64_i32 iter_args(%arg5 = %cst) -> (tensor<8xi32>)  : i32 {
      %4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %5 = tt.splat %arg4 : i32 -> tensor<64xi32>
      %6 = arith.addi %5, %4 : tensor<64xi32>
      %7 = tt.splat %arg3 : i32 -> tensor<64xi32>
      %8 = arith.cmpi slt, %6, %7 : tensor<64xi32>
      %9 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %10 = tt.addptr %9, %6 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      %11 = tt.load %10, %8, %cst_2 : tensor<64x!tt.ptr<i32>>
      %12 = tt.expand_dims %11 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
      %13 = tt.expand_dims %0 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
      %14 = tt.broadcast %12 : tensor<64x1xi32> -> tensor<64x8xi32>
      %15 = tt.broadcast %13 : tensor<1x8xi32> -> tensor<64x8xi32>
      %16 = arith.cmpi eq, %14, %15 : tensor<64x8xi32>
      %17 = arith.extui %16 : tensor<64x8xi1> to tensor<64x8xi32>
      %18 = "tt.scan"(%17) <{axis = 0 : i32, reverse = false}> ({
      ^bb0(%arg6: i32, %arg7: i32):
        %33 = arith.addi %arg6, %arg7 : i32
        tt.scan.return %33 : i32
      }) : (tensor<64x8xi32>) -> tensor<64x8xi32>
      %19 = arith.subi %18, %17 : tensor<64x8xi32>
      %20 = tt.expand_dims %arg5 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
      %21 = tt.broadcast %20 : tensor<1x8xi32> -> tensor<64x8xi32>
      %22 = arith.addi %19, %21 : tensor<64x8xi32>
      %23 = arith.muli %22, %17 : tensor<64x8xi32>
      %24 = "tt.reduce"(%23) <{axis = 1 : i32}> ({
      ^bb0(%arg6: i32, %arg7: i32):
        %33 = arith.addi %arg6, %arg7 : i32
        tt.reduce.return %33 : i32
      }) : (tensor<64x8xi32>) -> tensor<64xi32>
      %25 = arith.cmpi sge, %11, %cst_1 : tensor<64xi32>
      %26 = arith.andi %8, %25 : tensor<64xi1>
      %27 = arith.cmpi slt, %11, %cst_0 : tensor<64xi32>
      %28 = arith.andi %26, %27 : tensor<64xi1>
      %29 = tt.splat %arg2 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
      %30 = tt.addptr %29, %6 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
      tt.store %30, %24, %28 : tensor<64x!tt.ptr<i32>>
      %31 = "tt.reduce"(%17) <{axis = 0 : i32}> ({
      ^bb0(%arg6: i32, %arg7: i32):
        %33 = arith.addi %arg6, %arg7 : i32
        tt.reduce.return %33 : i32
      }) : (tensor<64x8xi32>) -> tensor<8xi32>
      %32 = arith.addi %arg5, %31 : tensor<8xi32>
      scf.yield %32 : tensor<8xi32>
    }
    %2 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %3 = tt.addptr %2, %0 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %3, %1 : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
