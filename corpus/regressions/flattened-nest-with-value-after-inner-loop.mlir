// A flattened nest in which the outer loop carries the inner loop's result, and reads the carried value after the inner loop. Fused, the value is
// overwritten in the first trip of the inner loop and read in its last one. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUFuseNestedLoops: stored values differ
//   3.1.0                 passes
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUFuseNestedLoops: stored values differ
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=i32=128;f16[4096];f16[4096];f16[4096]
// ORIGIN: generate --profile default --seed 5 --index 61, reduced from 372 ops to 11
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<f16>, %p_0: !tt.ptr<f16>, %p_1: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<1xf16>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p_1 : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
    %ptrs_2 = tt.splat %p_0 : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
    %ptrs_3 = tt.splat %p : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
    %load = tt.load %ptrs_3 : tensor<1x!tt.ptr<f16>>
    %for:2 = scf.for %i = %c1_i32 to %n step %c1_i32 iter_args(%acc = %load, %acc_4 = %cst) -> (tensor<1xf16>, tensor<1xf16>)  : i32 {
      %for_5 = scf.for %i_6 = %c1_i32 to %n step %c1_i32 iter_args(%acc_7 = %cst) -> (tensor<1xf16>)  : i32 {
        %load_8 = tt.load %ptrs : tensor<1x!tt.ptr<f16>>
        scf.yield %load_8 : tensor<1xf16>
      }
      %addf = arith.addf %acc_4, %acc : tensor<1xf16>
      scf.yield %for_5, %addf : tensor<1xf16>, tensor<1xf16>
    } {tt.flatten}
    tt.store %ptrs_2, %for#1 : tensor<1x!tt.ptr<f16>>
    tt.return
  }
}
