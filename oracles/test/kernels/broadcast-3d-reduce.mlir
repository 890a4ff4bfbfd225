// Reductions along each axis of a tensor of rank 3, broadcast again. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @broadcast_3d_reduce(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<4> : tensor<1x32x1xi32>
    %0 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %2 = tt.expand_dims %1 {axis = 2 : i32} : tensor<16x1xi32> -> tensor<16x1x1xi32>
    %3 = tt.splat %arg2 : i32 -> tensor<16x1x1xi32>
    %4 = arith.muli %2, %3 : tensor<16x1x1xi32>
    %5 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x1x!tt.ptr<f32>>
    %6 = tt.addptr %5, %4 : tensor<16x1x1x!tt.ptr<f32>>, tensor<16x1x1xi32>
    %7 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %8 = tt.expand_dims %7 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %9 = tt.expand_dims %8 {axis = 2 : i32} : tensor<1x32xi32> -> tensor<1x32x1xi32>
    %10 = arith.muli %9, %cst : tensor<1x32x1xi32>
    %11 = tt.broadcast %6 : tensor<16x1x1x!tt.ptr<f32>> -> tensor<16x32x1x!tt.ptr<f32>>
    %12 = tt.broadcast %10 : tensor<1x32x1xi32> -> tensor<16x32x1xi32>
    %13 = tt.addptr %11, %12 : tensor<16x32x1x!tt.ptr<f32>>, tensor<16x32x1xi32>
    %14 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %15 = tt.expand_dims %14 {axis = 0 : i32} : tensor<4xi32> -> tensor<1x4xi32>
    %16 = tt.expand_dims %15 {axis = 1 : i32} : tensor<1x4xi32> -> tensor<1x1x4xi32>
    %17 = tt.broadcast %13 : tensor<16x32x1x!tt.ptr<f32>> -> tensor<16x32x4x!tt.ptr<f32>>
    %18 = tt.broadcast %16 : tensor<1x1x4xi32> -> tensor<16x32x4xi32>
    %19 = tt.addptr %17, %18 : tensor<16x32x4x!tt.ptr<f32>>, tensor<16x32x4xi32>
    %20 = tt.load %19 : tensor<16x32x4x!tt.ptr<f32>>
    %21 = "tt.reduce"(%20) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %39 = arith.addf %arg4, %arg5 : f32
      tt.reduce.return %39 : f32
    }) : (tensor<16x32x4xf32>) -> tensor<16x4xf32>
    %22 = "tt.reduce"(%20) <{axis = 2 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %39 = arith.maxnumf %arg4, %arg5 : f32
      tt.reduce.return %39 : f32
    }) : (tensor<16x32x4xf32>) -> tensor<16x32xf32>
    %23 = "tt.reduce"(%22) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %39 = arith.addf %arg4, %arg5 : f32
      tt.reduce.return %39 : f32
    }) : (tensor<16x32xf32>) -> tensor<16xf32>
    %24 = tt.expand_dims %21 {axis = 1 : i32} : tensor<16x4xf32> -> tensor<16x1x4xf32>
    %25 = tt.broadcast %24 : tensor<16x1x4xf32> -> tensor<16x32x4xf32>
    %26 = arith.mulf %20, %25 : tensor<16x32x4xf32>
    %27 = tt.expand_dims %22 {axis = 2 : i32} : tensor<16x32xf32> -> tensor<16x32x1xf32>
    %28 = tt.broadcast %27 : tensor<16x32x1xf32> -> tensor<16x32x4xf32>
    %29 = arith.subf %26, %28 : tensor<16x32x4xf32>
    %30 = tt.expand_dims %23 {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
    %31 = tt.expand_dims %30 {axis = 2 : i32} : tensor<16x1xf32> -> tensor<16x1x1xf32>
    %32 = tt.broadcast %31 : tensor<16x1x1xf32> -> tensor<16x32x4xf32>
    %33 = arith.addf %29, %32 : tensor<16x32x4xf32>
    %34 = tt.reshape %33 : tensor<16x32x4xf32> -> tensor<512x4xf32>
    %35 = "tt.reduce"(%34) <{axis = 1 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %39 = arith.minnumf %arg4, %arg5 : f32
      tt.reduce.return %39 : f32
    }) : (tensor<512x4xf32>) -> tensor<512xf32>
    %36 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
    %37 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %38 = tt.addptr %37, %36 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    tt.store %38, %35 : tensor<512x!tt.ptr<f32>>
    tt.return
  }
}
