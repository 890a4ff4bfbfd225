// A persistent matmul in one loop over tiles and steps. As a front end makes it of Python.
//
// RUN: fathom check %s --subject core --target cuda:90,hip:gfx942 | FileCheck %s
// CHECK-COUNT-2: num-stages=3: pass
module {
  tt.func public @mm_persistent_flat_by_hand(%arg0: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<bf16> {tt.divisibility = 16 : i32}, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c31_i32 = arith.constant 31 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xbf16>
    %cst_1 = arith.constant dense<0> : tensor<32xi32>
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %c-1_i32 = arith.constant -1 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg3, %c31_i32 : i32
    %2 = arith.divsi %1, %c32_i32 : i32
    %3 = arith.addi %arg4, %c31_i32 : i32
    %4 = arith.divsi %3, %c32_i32 : i32
    %5 = arith.muli %2, %4 : i32
    %6 = arith.addi %arg5, %c31_i32 : i32
    %7 = arith.divsi %6, %c32_i32 : i32
    %8 = arith.divsi %5, %arg6 : i32
    %9 = arith.remsi %5, %arg6 : i32
    %10 = arith.cmpi slt, %0, %9 : i32
    %11 = scf.if %10 -> (i32) {
      %16 = arith.addi %8, %c1_i32 : i32
      scf.yield %16 : i32
    } else {
      scf.yield %8 : i32
    }
    %12 = arith.subi %0, %arg6 : i32
    %13 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %14 = arith.muli %7, %11 : i32
    %15:7 = scf.for %arg7 = %c0_i32 to %14 step %c1_i32 iter_args(%arg8 = %12, %arg9 = %c-1_i32, %arg10 = %13, %arg11 = %13, %arg12 = %c0_i32, %arg13 = %c0_i32, %arg14 = %cst) -> (i32, i32, tensor<32xi32>, tensor<32xi32>, i32, i32, tensor<32x32xf32>)  : i32 {
      %16 = arith.subi %7, %c1_i32 : i32
      %17 = arith.cmpi eq, %arg9, %16 : i32
      %18 = arith.addi %arg9, %c1_i32 : i32
      %19 = arith.select %17, %c0_i32, %18 : i32
      %20 = arith.cmpi eq, %19, %c0_i32 : i32
      %21:5 = scf.if %20 -> (i32, tensor<32xi32>, tensor<32xi32>, i32, i32) {
        %57 = arith.addi %arg8, %arg6 : i32
        %58 = arith.remsi %57, %2 : i32
        %59 = arith.divsi %57, %2 : i32
        %60 = arith.muli %58, %c32_i32 : i32
        %61 = tt.splat %60 : i32 -> tensor<32xi32>
        %62 = arith.addi %61, %13 : tensor<32xi32>
        %63 = arith.muli %59, %c32_i32 : i32
        %64 = tt.splat %63 : i32 -> tensor<32xi32>
        %65 = arith.addi %64, %13 : tensor<32xi32>
        %66 = tt.splat %arg3 : i32 -> tensor<32xi32>
        %67 = arith.cmpi slt, %62, %66 : tensor<32xi32>
        %68 = arith.select %67, %62, %cst_1 : tensor<32xi1>, tensor<32xi32>
        %69 = tt.splat %arg4 : i32 -> tensor<32xi32>
        %70 = arith.cmpi slt, %65, %69 : tensor<32xi32>
        %71 = arith.select %70, %65, %cst_1 : tensor<32xi1>, tensor<32xi32>
        scf.yield %57, %68, %71, %58, %59 : i32, tensor<32xi32>, tensor<32xi32>, i32, i32
      } else {
        scf.yield %arg8, %arg10, %arg11, %arg12, %arg13 : i32, tensor<32xi32>, tensor<32xi32>, i32, i32
      }
      %22 = arith.muli %19, %c32_i32 : i32
      %23 = tt.splat %22 : i32 -> tensor<32xi32>
      %24 = arith.addi %23, %13 : tensor<32xi32>
      %25 = tt.expand_dims %13 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %26 = arith.subi %arg5, %22 : i32
      %27 = tt.splat %26 : i32 -> tensor<1x32xi32>
      %28 = arith.cmpi slt, %25, %27 : tensor<1x32xi32>
      %29 = tt.expand_dims %21#1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %30 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
      %31 = arith.muli %29, %30 : tensor<32x1xi32>
      %32 = tt.splat %arg0 : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
      %33 = tt.addptr %32, %31 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
      %34 = tt.expand_dims %24 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %35 = tt.broadcast %33 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x32x!tt.ptr<bf16>>
      %36 = tt.broadcast %34 : tensor<1x32xi32> -> tensor<32x32xi32>
      %37 = tt.addptr %35, %36 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
      %38 = tt.broadcast %28 : tensor<1x32xi1> -> tensor<32x32xi1>
      %39 = tt.load %37, %38, %cst_0 : tensor<32x32x!tt.ptr<bf16>>
      %40 = tt.expand_dims %13 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %41 = tt.splat %26 : i32 -> tensor<32x1xi32>
      %42 = arith.cmpi slt, %40, %41 : tensor<32x1xi32>
      %43 = tt.expand_dims %24 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %44 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
      %45 = arith.muli %43, %44 : tensor<32x1xi32>
      %46 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
      %47 = tt.addptr %46, %45 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
      %48 = tt.expand_dims %21#2 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %49 = tt.broadcast %47 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x32x!tt.ptr<bf16>>
      %50 = tt.broadcast %48 : tensor<1x32xi32> -> tensor<32x32xi32>
      %51 = tt.addptr %49, %50 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
      %52 = tt.broadcast %42 : tensor<32x1xi1> -> tensor<32x32xi1>
      %53 = tt.load %51, %52, %cst_0 : tensor<32x32x!tt.ptr<bf16>>
      %54 = tt.dot %39, %53, %arg14, inputPrecision = tf32 : tensor<32x32xbf16> * tensor<32x32xbf16> -> tensor<32x32xf32>
      %55 = arith.cmpi eq, %19, %16 : i32
      %56 = arith.select %55, %cst, %54 : tensor<32x32xf32>
      scf.if %55 {
        %57 = arith.muli %21#3, %c32_i32 : i32
        %58 = tt.splat %57 : i32 -> tensor<32xi32>
        %59 = arith.addi %58, %13 : tensor<32xi32>
        %60 = arith.muli %21#4, %c32_i32 : i32
        %61 = tt.splat %60 : i32 -> tensor<32xi32>
        %62 = arith.addi %61, %13 : tensor<32xi32>
        %63 = tt.expand_dims %59 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
        %64 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
        %65 = arith.cmpi slt, %63, %64 : tensor<32x1xi32>
        %66 = tt.expand_dims %62 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
        %67 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
        %68 = arith.cmpi slt, %66, %67 : tensor<1x32xi32>
        %69 = tt.broadcast %65 : tensor<32x1xi1> -> tensor<32x32xi1>
        %70 = tt.broadcast %68 : tensor<1x32xi1> -> tensor<32x32xi1>
        %71 = arith.andi %69, %70 : tensor<32x32xi1>
        %72 = arith.muli %63, %44 : tensor<32x1xi32>
        %73 = tt.splat %arg2 : !tt.ptr<bf16> -> tensor<32x1x!tt.ptr<bf16>>
        %74 = tt.addptr %73, %72 : tensor<32x1x!tt.ptr<bf16>>, tensor<32x1xi32>
        %75 = tt.broadcast %74 : tensor<32x1x!tt.ptr<bf16>> -> tensor<32x32x!tt.ptr<bf16>>
        %76 = tt.broadcast %66 : tensor<1x32xi32> -> tensor<32x32xi32>
        %77 = tt.addptr %75, %76 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
        %78 = arith.truncf %54 : tensor<32x32xf32> to tensor<32x32xbf16>
        tt.store %77, %78, %71 : tensor<32x32x!tt.ptr<bf16>>
      }
      scf.yield %21#0, %19, %21#1, %21#2, %21#3, %21#4, %56 : i32, i32, tensor<32xi32>, tensor<32xi32>, i32, i32, tensor<32x32xf32>
    }
    tt.return
  }
}
