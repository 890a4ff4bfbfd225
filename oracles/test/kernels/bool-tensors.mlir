// Tensors of bits from loads and compares, counted and selected by. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @bool_tensors(%arg0: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i1> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<-1.000000e+00> : tensor<128xf32>
    %cst_0 = arith.constant dense<3> : tensor<128xi32>
    %cst_1 = arith.constant dense<0> : tensor<128xi8>
    %cst_2 = arith.constant dense<0> : tensor<128xi32>
    %0 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %1 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>>
    %2 = tt.addptr %1, %0 : tensor<128x!tt.ptr<i8>>, tensor<128xi32>
    %3 = tt.load %2 : tensor<128x!tt.ptr<i8>>
    %4 = tt.splat %arg3 : i32 -> tensor<128xi32>
    %5 = arith.cmpi slt, %0, %4 : tensor<128xi32>
    %6 = tt.splat %arg1 : !tt.ptr<i1> -> tensor<128x!tt.ptr<i1>>
    %7 = tt.addptr %6, %0 : tensor<128x!tt.ptr<i1>>, tensor<128xi32>
    %8 = tt.bitcast %7 : tensor<128x!tt.ptr<i1>> -> tensor<128x!tt.ptr<i8>>
    %9 = tt.load %8, %5, %cst_1 : tensor<128x!tt.ptr<i8>>
    %10 = arith.cmpi ne, %9, %cst_1 : tensor<128xi8>
    %11 = arith.extsi %3 : tensor<128xi8> to tensor<128xi32>
    %12 = arith.cmpi sgt, %11, %cst_2 : tensor<128xi32>
    %13 = arith.extui %10 : tensor<128xi1> to tensor<128xi32>
    %14 = arith.cmpi ne, %13, %cst_2 : tensor<128xi32>
    %15 = arith.andi %12, %14 : tensor<128xi1>
    %16 = arith.cmpi slt, %11, %cst_0 : tensor<128xi32>
    %17 = arith.cmpi eq, %13, %cst_2 : tensor<128xi32>
    %18 = arith.ori %16, %17 : tensor<128xi1>
    %19 = arith.xori %15, %18 : tensor<128xi1>
    %20 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %21 = tt.addptr %20, %0 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %22 = arith.sitofp %3 : tensor<128xi8> to tensor<128xf32>
    %23 = arith.select %19, %22, %cst : tensor<128xi1>, tensor<128xf32>
    %24 = arith.extui %15 : tensor<128xi1> to tensor<128xi32>
    %25 = "tt.reduce"(%24) <{axis = 0 : i32}> ({
    ^bb0(%arg4: i32, %arg5: i32):
      %29 = arith.addi %arg4, %arg5 : i32
      tt.reduce.return %29 : i32
    }) : (tensor<128xi32>) -> i32
    %26 = arith.sitofp %25 : i32 to f32
    %27 = tt.splat %26 : f32 -> tensor<128xf32>
    %28 = arith.addf %23, %27 : tensor<128xf32>
    tt.store %21, %28 : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
