// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonGPURemoveLayoutConversions: operand #N does not dominate this use
//   3.1.0                 passes
//   3.3.1, 3.6.0, 3.9.0   fails so
//   num-warps: fails with 2, 4, 8; passes with 1
//   num-stages: fails with 3, 5; passes with 1, 2, 4
//   target: fails with hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, cuda:100, cuda:120
//   the front end of 3.9.0 writes such programs
//
// FAILS: no-crash: verifier in TritonGPURemoveLayoutConversions: operand #N does not dominate this use
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 9 --index 177, reduced from 360 ops to 24
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<f16>, %p_0: !tt.ptr<f32>, %p_1: !tt.ptr<i32>, %lb: i32) {
    %cst = arith.constant dense<0> : tensor<64x16xi32>
    %c1_i32 = arith.constant 1 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<64x16xf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %ptrs = tt.splat %p_0 : !tt.ptr<f32> -> tensor<16x64x!tt.ptr<f32>>
    %ptrs_6 = tt.splat %p_1 : !tt.ptr<i32> -> tensor<64x16x!tt.ptr<i32>>
    %ptrs_7 = tt.splat %p_0 : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
    %ptrs_8 = tt.splat %p : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %for = scf.for %i = %lb to %n step %c1_i32 iter_args(%acc = %cst_5) -> (tensor<64x64xf32>)  : i32 {
      %for_9:2 = scf.for %i_10 = %c1_i32 to %n step %c1_i32 iter_args(%acc_11 = %cst_4, %acc_12 = %cst_3) -> (tensor<64xf32>, tensor<64x16xf32>)  : i32 {
        %load_13 = tt.load %ptrs : tensor<16x64x!tt.ptr<f32>>
        %dot_14 = tt.dot %cst_3, %load_13, %cst_5 : tensor<64x16xf32> * tensor<16x64xf32> -> tensor<64x64xf32>
        %addf = arith.addf %dot_14, %acc : tensor<64x64xf32>
        %reduce = "tt.reduce"(%addf) <{axis = 1 : i32}> ({
        ^bb0(%left: f32, %right: f32):
          tt.reduce.return %right : f32
        }) : (tensor<64x64xf32>) -> tensor<64xf32>
        %dot_15 = tt.dot %addf, %cst_3, %cst_3 : tensor<64x64xf32> * tensor<64x16xf32> -> tensor<64x16xf32>
        tt.store %ptrs_6, %cst : tensor<64x16x!tt.ptr<i32>>
        scf.yield %reduce, %dot_15 : tensor<64xf32>, tensor<64x16xf32>
      }
      %expand_dims = tt.expand_dims %for_9#0 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
      %broadcast = tt.broadcast %expand_dims : tensor<64x1xf32> -> tensor<64x16xf32>
      %divf = arith.divf %for_9#1, %broadcast : tensor<64x16xf32>
      tt.store %ptrs_7, %divf : tensor<64x16x!tt.ptr<f32>>
      %load = tt.load %ptrs_8 : tensor<16x64x!tt.ptr<f16>>
      %dot = tt.dot %cst_2, %load, %cst_5 : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
      scf.yield %dot : tensor<64x64xf32>
    }
    tt.return
  }
}
