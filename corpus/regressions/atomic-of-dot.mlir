// An atomic add of a dot's result, through pointers made of a broadcast range: the pass meets an operand without an encoding.
//
// RUN: %if triton-3.0.0 %{ fathom check %s --oracle no-crash --subject triton:3.0.0 --target cuda:80 %}
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 --target cuda:80 %}
// RUN: %if triton-3.5.1 %{ fathom check %s --oracle no-crash --subject triton:3.5.1 --target cuda:80 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 %}
// RUN: %if triton-3.7.1 %{ fathom check %s --oracle no-crash --subject triton:3.7.1 --target cuda:80 %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonGPURemoveLayoutConversions: operandEnc (RemoveLayoutConversions.cpp)
//   3.0.0, 3.1.0, 3.2.0, 3.3.1, 3.4.0, 3.5.1, 3.6.0, 3.7.1   passes
//   3.8.0, 3.9.0                                             fails so
//
// FAILS: no-crash: assertion in TritonGPURemoveLayoutConversions: operandEnc (RemoveLayoutConversions.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 21 --index 1480, reduced from 311 ops to 9
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %dot = tt.dot %cst, %cst, %cst : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
    %expand_dims = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %broadcast = tt.broadcast %expand_dims : tensor<16x1xi32> -> tensor<16x16xi32>
    %ptrs_0 = tt.addptr %ptrs, %broadcast : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
    %atomic_rmw = tt.atomic_rmw fadd, acq_rel, gpu, %ptrs_0, %dot : (tensor<16x16x!tt.ptr<f16>>, tensor<16x16xf16>) -> tensor<16x16xf16>
    tt.store %ptrs, %atomic_rmw : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
