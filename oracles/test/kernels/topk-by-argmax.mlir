// The largest four, one after the other. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @topk_by_argmax(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c4_i32 = arith.constant 4 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<32xf32>
    %0 = tt.get_program_id x : i32
    %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %2 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %3 = arith.cmpi slt, %1, %2 : tensor<32xi32>
    %4 = arith.muli %0, %arg3 : i32
    %5 = tt.addptr %arg0, %4 : !tt.ptr<f32>, i32
    %6 = tt.splat %5 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %7 = tt.addptr %6, %1 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    %8 = tt.load %7, %3, %cst_0 : tensor<32x!tt.ptr<f32>>
    %9:2 = scf.for %arg4 = %c0_i32 to %c4_i32 step %c1_i32 iter_args(%arg5 = %8, %arg6 = %cst) -> (tensor<32xf32>, f32)  : i32 {
      %12 = "tt.reduce"(%arg5) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %23 = arith.maxnumf %arg7, %arg8 : f32
        tt.reduce.return %23 : f32
      }) : (tensor<32xf32>) -> f32
      %13:2 = "tt.reduce"(%arg5, %1) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: i32, %arg9: f32, %arg10: i32):
        %23 = arith.cmpf oeq, %arg7, %arg9 : f32
        %24 = arith.cmpi slt, %arg8, %arg10 : i32
        %25 = arith.andi %23, %24 : i1
        %26 = arith.cmpf ogt, %arg7, %arg9 : f32
        %27 = arith.ori %26, %25 : i1
        %28 = arith.select %27, %arg7, %arg9 : f32
        %29 = arith.select %27, %arg8, %arg10 : i32
        tt.reduce.return %28, %29 : f32, i32
      }) : (tensor<32xf32>, tensor<32xi32>) -> (f32, i32)
      %14 = arith.muli %0, %c4_i32 : i32
      %15 = tt.addptr %arg1, %14 : !tt.ptr<i32>, i32
      %16 = tt.addptr %15, %arg4 : !tt.ptr<i32>, i32
      tt.store %16, %13#1 : !tt.ptr<i32>
      %17 = tt.addptr %arg2, %14 : !tt.ptr<f32>, i32
      %18 = tt.addptr %17, %arg4 : !tt.ptr<f32>, i32
      tt.store %18, %12 : !tt.ptr<f32>
      %19 = arith.addf %arg6, %12 : f32
      %20 = tt.splat %13#1 : i32 -> tensor<32xi32>
      %21 = arith.cmpi eq, %1, %20 : tensor<32xi32>
      %22 = arith.select %21, %cst_0, %arg5 : tensor<32xi1>, tensor<32xf32>
      scf.yield %22, %19 : tensor<32xf32>, f32
    }
    %10 = arith.muli %0, %c4_i32 : i32
    %11 = tt.addptr %arg2, %10 : !tt.ptr<f32>, i32
    tt.store %11, %9#1 : !tt.ptr<f32>
    tt.return
  }
}
