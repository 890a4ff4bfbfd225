// A reduction in a loop whose update does not read the accumulator that it is yielded into, while the accumulator is used otherwise: the rewrite to
// thread-local partial results expects the update's operand to be the carried value.
//
// RUN: %if triton-3.0.0 %{ not fathom check %s --oracle no-crash --subject triton:3.0.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.2.0 %{ not fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.4.0 %{ not fathom check %s --oracle no-crash --subject triton:3.4.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.5.1 %{ not fathom check %s --oracle no-crash --subject triton:3.5.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.7.1 %{ not fathom check %s --oracle no-crash --subject triton:3.7.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonGPUOptimizeThreadLocality: isa<BlockArgument>(accumOperand) (OptimizeThreadLocality.cpp)
//   3.0.0, 3.1.0, 3.2.0, 3.3.1, 3.4.0, 3.5.1, 3.6.0, 3.7.1, 3.8.0, 3.9.0   fails so
//
// FAILS: no-crash: assertion in TritonGPUOptimizeThreadLocality: isa<BlockArgument>(accumOperand) (OptimizeThreadLocality.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 21 --index 292, reduced from 213 ops to 14
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ub: i32, %lb: i32) {
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<16xf16>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x!tt.ptr<f16>>
    %for = scf.for %i = %lb to %ub step %c1_i32 iter_args(%acc = %cst) -> (tensor<16xf16>)  : i32 {
      %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %ptrs_0 = tt.splat %p : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
      %ptrs_1 = tt.addptr %ptrs_0, %expand_dims : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %ptrs_2 = tt.broadcast %ptrs_1 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %load = tt.load %ptrs_2 : tensor<16x16x!tt.ptr<f16>>
      %reduce = "tt.reduce"(%load) <{axis = 1 : i32}> ({
      ^bb0(%left: f16, %right: f16):
        %minnumf = arith.minnumf %left, %right : f16
        tt.reduce.return %minnumf : f16
      }) : (tensor<16x16xf16>) -> tensor<16xf16>
      %subf = arith.subf %cst, %reduce : tensor<16xf16>
      tt.store %ptrs, %acc : tensor<16x!tt.ptr<f16>>
      scf.yield %subf : tensor<16xf16>
    }
    tt.return
  }
}
