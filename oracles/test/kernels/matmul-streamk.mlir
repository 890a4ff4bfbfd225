// A stream-k matmul: tiles in a while loop, their parts added by atomics. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_streamk(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %c15_i32 = arith.constant 15 : i32
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
    %true = arith.constant true
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %c1_i32 = arith.constant 1 : i32
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg6, %c31_i32 : i32
    %2 = arith.divsi %1, %c32_i32 : i32
    %3 = arith.addi %arg4, %c15_i32 : i32
    %4 = arith.divsi %3, %c16_i32 : i32
    %5 = arith.addi %arg5, %c31_i32 : i32
    %6 = arith.divsi %5, %c32_i32 : i32
    %7 = arith.muli %4, %6 : i32
    %8 = arith.muli %7, %2 : i32
    %9 = tt.get_num_programs x : i32
    %10 = arith.subi %9, %c1_i32 : i32
    %11 = arith.addi %8, %10 : i32
    %12 = arith.divsi %11, %9 : i32
    %13 = arith.muli %0, %12 : i32
    %14 = arith.addi %13, %12 : i32
    %15 = arith.minsi %14, %8 : i32
    %16 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %17 = scf.while (%arg7 = %13) : (i32) -> i32 {
      %18 = arith.cmpi slt, %arg7, %15 : i32
      scf.condition(%18) %arg7 : i32
    } do {
    ^bb0(%arg7: i32):
      %18 = arith.divsi %arg7, %2 : i32
      %19 = arith.remsi %arg7, %2 : i32
      %20 = arith.subi %15, %arg7 : i32
      %21 = arith.addi %19, %20 : i32
      %22 = arith.minsi %2, %21 : i32
      %23 = arith.divsi %18, %6 : i32
      %24 = arith.remsi %18, %6 : i32
      %25 = arith.muli %23, %c16_i32 : i32
      %26 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %27 = tt.splat %25 : i32 -> tensor<16xi32>
      %28 = arith.addi %27, %26 : tensor<16xi32>
      %29 = arith.muli %24, %c32_i32 : i32
      %30 = tt.splat %29 : i32 -> tensor<32xi32>
      %31 = arith.addi %30, %16 : tensor<32xi32>
      %32 = scf.for %arg8 = %19 to %22 step %c1_i32 iter_args(%arg9 = %cst_1) -> (tensor<16x32xf32>)  : i32 {
        %54 = arith.muli %arg8, %c32_i32 : i32
        %55 = tt.splat %54 : i32 -> tensor<32xi32>
        %56 = arith.addi %55, %16 : tensor<32xi32>
        %57 = tt.expand_dims %28 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
        %58 = tt.splat %arg4 : i32 -> tensor<16x1xi32>
        %59 = arith.cmpi slt, %57, %58 : tensor<16x1xi32>
        %60 = tt.expand_dims %56 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
        %61 = tt.splat %arg6 : i32 -> tensor<1x32xi32>
        %62 = arith.cmpi slt, %60, %61 : tensor<1x32xi32>
        %63 = tt.broadcast %59 : tensor<16x1xi1> -> tensor<16x32xi1>
        %64 = tt.broadcast %62 : tensor<1x32xi1> -> tensor<16x32xi1>
        %65 = arith.andi %63, %64 : tensor<16x32xi1>
        %66 = tt.splat %arg6 : i32 -> tensor<16x1xi32>
        %67 = arith.muli %57, %66 : tensor<16x1xi32>
        %68 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
        %69 = tt.addptr %68, %67 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi32>
        %70 = tt.broadcast %69 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
        %71 = tt.broadcast %60 : tensor<1x32xi32> -> tensor<16x32xi32>
        %72 = tt.addptr %70, %71 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
        %73 = tt.load %72, %65, %cst_0 : tensor<16x32x!tt.ptr<f16>>
        %74 = tt.expand_dims %56 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
        %75 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
        %76 = arith.cmpi slt, %74, %75 : tensor<32x1xi32>
        %77 = tt.expand_dims %31 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
        %78 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
        %79 = arith.cmpi slt, %77, %78 : tensor<1x32xi32>
        %80 = tt.broadcast %76 : tensor<32x1xi1> -> tensor<32x32xi1>
        %81 = tt.broadcast %79 : tensor<1x32xi1> -> tensor<32x32xi1>
        %82 = arith.andi %80, %81 : tensor<32x32xi1>
        %83 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
        %84 = arith.muli %74, %83 : tensor<32x1xi32>
        %85 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
        %86 = tt.addptr %85, %84 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
        %87 = tt.broadcast %86 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x32x!tt.ptr<f16>>
        %88 = tt.broadcast %77 : tensor<1x32xi32> -> tensor<32x32xi32>
        %89 = tt.addptr %87, %88 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
        %90 = tt.load %89, %82, %cst : tensor<32x32x!tt.ptr<f16>>
        %91 = tt.dot %73, %90, %arg9, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x32xf16> -> tensor<16x32xf32>
        scf.yield %91 : tensor<16x32xf32>
      }
      %33 = tt.expand_dims %28 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %34 = tt.splat %arg4 : i32 -> tensor<16x1xi32>
      %35 = arith.cmpi slt, %33, %34 : tensor<16x1xi32>
      %36 = tt.expand_dims %31 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %37 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
      %38 = arith.cmpi slt, %36, %37 : tensor<1x32xi32>
      %39 = tt.broadcast %35 : tensor<16x1xi1> -> tensor<16x32xi1>
      %40 = tt.broadcast %38 : tensor<1x32xi1> -> tensor<16x32xi1>
      %41 = arith.andi %39, %40 : tensor<16x32xi1>
      %42 = tt.splat %arg5 : i32 -> tensor<16x1xi32>
      %43 = arith.muli %33, %42 : tensor<16x1xi32>
      %44 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
      %45 = tt.addptr %44, %43 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
      %46 = tt.broadcast %45 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
      %47 = tt.broadcast %36 : tensor<1x32xi32> -> tensor<16x32xi32>
      %48 = tt.addptr %46, %47 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
      %49 = tt.atomic_rmw fadd, acq_rel, gpu, %48, %32, %41 : (tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>, tensor<16x32xi1>) -> tensor<16x32xf32>
      %50 = tt.addptr %arg3, %18 : !tt.ptr<i32>, i32
      %51 = tt.atomic_rmw add, acq_rel, gpu, %50, %c1_i32, %true : (!tt.ptr<i32>, i32, i1) -> i32
      %52 = arith.subi %22, %19 : i32
      %53 = arith.addi %arg7, %52 : i32
      scf.yield %53 : i32
    }
    tt.return
  }
}
