// A loop that sums what a reduction by another operation gives: acc += product(x), acc += max(x). The rewrite to thread-local partial results starts them with
// the reduction's neutral element and updates them with the sum's operation, and so sums products of sums. Silent: nothing but the values is wrong.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUOptimizeThreadLocality: stored values differ
//   3.1.0, 3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUOptimizeThreadLocality: stored values differ
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=2,1,1 rng-seed=1 args=f16[16768];i32=3;f16[4096]
// ORIGIN: generate --profile default --seed 12 --index 205, reduced from 421 ops to 14
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ub: i32, %p_0: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16xf16>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p_0 : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %ptrs_1 = tt.splat %p : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
    %ptrs_2 = tt.addptr %ptrs_1, %expand_dims : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
    %ptrs_3 = tt.broadcast %ptrs_2 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
    %for = scf.for %i = %c1_i32 to %ub step %c1_i32 iter_args(%acc = %cst) -> (tensor<16xf16>)  : i32 {
      %load = tt.load %ptrs_3 : tensor<16x16x!tt.ptr<f16>>
      %reduce = "tt.reduce"(%load) <{axis = 1 : i32}> ({
      ^bb0(%left: f16, %right: f16):
        %mulf = arith.mulf %left, %right : f16
        tt.reduce.return %mulf : f16
      }) : (tensor<16x16xf16>) -> tensor<16xf16>
      %addf = arith.addf %reduce, %acc : tensor<16xf16>
      scf.yield %addf : tensor<16xf16>
    }
    tt.store %ptrs, %for : tensor<16x!tt.ptr<f16>>
    tt.return
  }
}
