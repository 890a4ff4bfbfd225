// Signs packed to bytes. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @pack_bits(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg2: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x8xf32>
    %cst_0 = arith.constant dense<8> : tensor<64x1xi32>
    %c64_i32 = arith.constant 64 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.muli %0, %c64_i32 : i32
    %2 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %3 = tt.splat %1 : i32 -> tensor<64xi32>
    %4 = arith.addi %3, %2 : tensor<64xi32>
    %5 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %6 = tt.splat %arg2 : i32 -> tensor<64xi32>
    %7 = arith.cmpi slt, %4, %6 : tensor<64xi32>
    %8 = tt.expand_dims %7 {axis = 1 : i32} : tensor<64xi1> -> tensor<64x1xi1>
    %9 = tt.expand_dims %4 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %10 = arith.muli %9, %cst_0 : tensor<64x1xi32>
    %11 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
    %12 = tt.addptr %11, %10 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
    %13 = tt.expand_dims %5 {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %14 = tt.broadcast %12 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x8x!tt.ptr<f32>>
    %15 = tt.broadcast %13 : tensor<1x8xi32> -> tensor<64x8xi32>
    %16 = tt.addptr %14, %15 : tensor<64x8x!tt.ptr<f32>>, tensor<64x8xi32>
    %17 = tt.broadcast %8 : tensor<64x1xi1> -> tensor<64x8xi1>
    %18 = tt.load %16, %17, %cst : tensor<64x8x!tt.ptr<f32>>
    %19 = arith.cmpf ogt, %18, %cst : tensor<64x8xf32>
    %20 = arith.extui %19 : tensor<64x8xi1> to tensor<64x8xi8>
    %21 = arith.trunci %13 : tensor<1x8xi32> to tensor<1x8xi8>
    %22 = tt.broadcast %21 : tensor<1x8xi8> -> tensor<64x8xi8>
    %23 = arith.shli %20, %22 : tensor<64x8xi8>
    %24 = tt.splat %arg1 : !tt.ptr<i8> -> tensor<64x!tt.ptr<i8>>
    %25 = tt.addptr %24, %4 : tensor<64x!tt.ptr<i8>>, tensor<64xi32>
    %26 = arith.extui %23 : tensor<64x8xi8> to tensor<64x8xi32>
    %27 = "tt.reduce"(%26) <{axis = 1 : i32}> ({
    ^bb0(%arg3: i32, %arg4: i32):
      %29 = arith.addi %arg3, %arg4 : i32
      tt.reduce.return %29 : i32
    }) : (tensor<64x8xi32>) -> tensor<64xi32>
    %28 = arith.trunci %27 : tensor<64xi32> to tensor<64xi8>
    tt.store %25, %28, %7 : tensor<64x!tt.ptr<i8>>
    tt.return
  }
}
