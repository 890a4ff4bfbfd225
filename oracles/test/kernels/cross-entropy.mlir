// Cross entropy of rows in tiles, with labels that are passed over. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @cross_entropy(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i64> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32 {tt.divisibility = 16 : i32}, %arg4: i32) attributes {noinline = false} {
    %c-100_i64 = arith.constant -100 : i64
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0xFF800000> : tensor<256xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.extsi %arg3 : i32 to i64
    %3 = arith.muli %1, %2 : i64
    %4 = tt.addptr %arg0, %3 : !tt.ptr<f32>, i64
    %5 = tt.addptr %arg1, %1 : !tt.ptr<i64>, i64
    %6 = tt.load %5 : !tt.ptr<i64>
    %7:2 = scf.for %arg5 = %c0_i32 to %arg4 step %c256_i32 iter_args(%arg6 = %cst_1, %arg7 = %cst_0) -> (f32, f32)  : i32 {
      %9 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %10 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %11 = arith.addi %10, %9 : tensor<256xi32>
      %12 = tt.splat %arg4 : i32 -> tensor<256xi32>
      %13 = arith.cmpi slt, %11, %12 : tensor<256xi32>
      %14 = tt.splat %4 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %15 = tt.addptr %14, %11 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %16 = tt.load %15, %13, %cst : tensor<256x!tt.ptr<f32>>
      %17 = tt.reshape %16 allow_reorder : tensor<256xf32> -> tensor<256xf32>
      %18 = "tt.reduce"(%17) <{axis = 0 : i32}> ({
      ^bb0(%arg8: f32, %arg9: f32):
        %29 = arith.maxnumf %arg8, %arg9 : f32
        tt.reduce.return %29 : f32
      }) : (tensor<256xf32>) -> f32
      %19 = arith.maxnumf %arg6, %18 : f32
      %20 = arith.subf %arg6, %19 : f32
      %21 = math.exp %20 : f32
      %22 = arith.mulf %arg7, %21 : f32
      %23 = tt.splat %19 : f32 -> tensor<256xf32>
      %24 = arith.subf %16, %23 : tensor<256xf32>
      %25 = math.exp %24 : tensor<256xf32>
      %26 = tt.reshape %25 allow_reorder : tensor<256xf32> -> tensor<256xf32>
      %27 = "tt.reduce"(%26) <{axis = 0 : i32}> ({
      ^bb0(%arg8: f32, %arg9: f32):
        %29 = arith.addf %arg8, %arg9 : f32
        tt.reduce.return %29 : f32
      }) : (tensor<256xf32>) -> f32
      %28 = arith.addf %22, %27 : f32
      scf.yield %19, %28 : f32, f32
    }
    %8 = arith.cmpi eq, %6, %c-100_i64 : i64
    scf.if %8 {
      %9 = tt.addptr %arg2, %1 : !tt.ptr<f32>, i64
      tt.store %9, %cst_0 : !tt.ptr<f32>
    } else {
      %9 = tt.addptr %arg2, %1 : !tt.ptr<f32>, i64
      %10 = math.log %7#1 : f32
      %11 = arith.addf %7#0, %10 : f32
      %12 = arith.addi %3, %6 : i64
      %13 = tt.addptr %arg0, %12 : !tt.ptr<f32>, i64
      %14 = tt.load %13 : !tt.ptr<f32>
      %15 = arith.subf %11, %14 : f32
      tt.store %9, %15 : !tt.ptr<f32>
    }
    tt.return
  }
}
