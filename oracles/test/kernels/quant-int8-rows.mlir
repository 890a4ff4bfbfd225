// Rows quantised to 8 bits, rounded half away from zero. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @quant_int8_rows(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i8> {tt.divisibility = 16 : i32}, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<1.270000e+02> : tensor<128xf32>
    %cst_0 = arith.constant dense<-1.280000e+02> : tensor<128xf32>
    %cst_1 = arith.constant dense<5.000000e-01> : tensor<128xf32>
    %cst_2 = arith.constant 1.270000e+02 : f32
    %cst_3 = arith.constant 9.99999974E-5 : f32
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<128xf32>
    %0 = tt.get_program_id x : i32
    %1 = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %2 = tt.splat %arg3 : i32 -> tensor<128xi32>
    %3 = arith.cmpi slt, %1, %2 : tensor<128xi32>
    %4 = arith.muli %0, %arg3 : i32
    %5 = tt.addptr %arg0, %4 : !tt.ptr<f32>, i32
    %6 = tt.splat %5 : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %7 = tt.addptr %6, %1 : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %8 = tt.load %7, %3, %cst_4 : tensor<128x!tt.ptr<f32>>
    %9 = math.absf %8 : tensor<128xf32>
    %10 = "tt.reduce"(%9) <{axis = 0 : i32}> ({
    ^bb0(%arg4: f32, %arg5: f32):
      %28 = arith.maxnumf %arg4, %arg5 : f32
      tt.reduce.return %28 : f32
    }) : (tensor<128xf32>) -> f32
    %11 = arith.maxnumf %10, %cst_3 : f32
    %12 = arith.divf %11, %cst_2 : f32
    %13 = tt.splat %12 : f32 -> tensor<128xf32>
    %14 = arith.divf %8, %13 : tensor<128xf32>
    %15 = arith.cmpf oge, %14, %cst_4 : tensor<128xf32>
    %16 = arith.addf %14, %cst_1 : tensor<128xf32>
    %17 = math.floor %16 : tensor<128xf32>
    %18 = arith.subf %14, %cst_1 : tensor<128xf32>
    %19 = math.ceil %18 : tensor<128xf32>
    %20 = arith.select %15, %17, %19 : tensor<128xi1>, tensor<128xf32>
    %21 = arith.maxnumf %20, %cst_0 : tensor<128xf32>
    %22 = arith.minnumf %21, %cst : tensor<128xf32>
    %23 = tt.addptr %arg2, %4 : !tt.ptr<i8>, i32
    %24 = tt.splat %23 : !tt.ptr<i8> -> tensor<128x!tt.ptr<i8>>
    %25 = tt.addptr %24, %1 : tensor<128x!tt.ptr<i8>>, tensor<128xi32>
    %26 = arith.fptosi %22 : tensor<128xf32> to tensor<128xi8>
    tt.store %25, %26, %3 : tensor<128x!tt.ptr<i8>>
    %27 = tt.addptr %arg1, %0 : !tt.ptr<f32>, i32
    tt.store %27, %12 : !tt.ptr<f32>
    tt.return
  }
}
