// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:90 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: signal in NVGPUWarpSpecialization: SIGSEGV
//   3.1.0, 3.3.1   passes
//   3.6.0, 3.9.0   fails so
//   num-warps: fails with 4; passes with 1, 2, 8
//   num-stages: fails with 2, 3, 4, 5; passes with 1
//   target: fails with cuda:90; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:100, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: no-crash: signal in NVGPUWarpSpecialization: SIGSEGV
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile k2 --seed 8008 --index 40, reduced from 360 ops to 10
module {
  tt.func public @kernel(%p: !tt.ptr<f16>, %ub: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x16xf16>
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<0xFC00> : tensor<64xf16>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %ptrs_1 = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %for:2 = scf.for %i = %c1_i32 to %ub step %c1_i32 iter_args(%acc = %cst, %acc_2 = %cst_0) -> (tensor<64x16xf16>, tensor<64xf16>)  : i32 {
      %reduce = "tt.reduce"(%acc) <{axis = 1 : i32}> ({
      ^bb0(%left: f16, %right: f16):
        tt.reduce.return %right : f16
      }) : (tensor<64x16xf16>) -> tensor<64xf16>
      %load = tt.load %ptrs_1 : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %cst, %load, %cst : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf16>
      scf.yield %dot, %reduce : tensor<64x16xf16>, tensor<64xf16>
    } {tt.warp_specialize}
    tt.store %ptrs, %for#1 : tensor<64x!tt.ptr<f16>>
    tt.return
  }
}
