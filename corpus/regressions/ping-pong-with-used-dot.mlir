// A dot in a loop whose result is used in the loop (accumulator scaled after each step, as in attention): the ping-pong schedule moves the dot below
// its user.
//
// RUN: %if triton-3.0.0 %{ fathom check %s --oracle no-crash --subject triton:3.0.0 --target hip:gfx942 %}
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 --target hip:gfx942 %}
// RUN: %if triton-3.5.1 %{ not fathom check %s --oracle no-crash --subject triton:3.5.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.7.1 %{ not fathom check %s --oracle no-crash --subject triton:3.7.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonAMDGPUBlockPingpong: operand #N does not dominate this use
//   3.0.0, 3.1.0, 3.2.0, 3.3.1, 3.4.0   passes
//   3.5.1, 3.6.0, 3.7.1, 3.8.0, 3.9.0   fails so
//
// FAILS: no-crash: verifier in TritonAMDGPUBlockPingpong: operand #N does not dominate this use
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 1 --index 489, reduced from 100 ops to 13
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<f32>, %cond: i1) {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
    %splat = tt.splat %cond : i1 -> tensor<32x16xi1>
    %ptrs_0 = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %ptrs_1:2 = scf.for %i = %c1_i32 to %n step %c1_i32 iter_args(%ptrs_2 = %ptrs_0, %acc = %cst) -> (tensor<16x16x!tt.ptr<f32>>, tensor<32x16xf32>)  : i32 {
      %load = tt.load %ptrs, %splat, %acc : tensor<32x16x!tt.ptr<f32>>
      %load_3 = tt.load %ptrs_2 : tensor<16x16x!tt.ptr<f32>>
      %dot = tt.dot %load, %load_3, %acc : tensor<32x16xf32> * tensor<16x16xf32> -> tensor<32x16xf32>
      %splat_4 = tt.splat %n : i32 -> tensor<16x16xi32>
      %ptrs_5 = tt.addptr %ptrs_2, %splat_4 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
      %mulf = arith.mulf %dot, %cst : tensor<32x16xf32>
      scf.yield %ptrs_5, %mulf : tensor<16x16x!tt.ptr<f32>>, tensor<32x16xf32>
    }
    tt.store %ptrs, %ptrs_1#1 : tensor<32x16x!tt.ptr<f32>>
    tt.return
  }
}
