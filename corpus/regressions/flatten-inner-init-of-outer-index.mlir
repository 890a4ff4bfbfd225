// A flattened nest (tl.range(..., flatten=True)) whose inner loop starts a carried value with the outer loop's index: the fused loop uses the value
// where it is not defined.
//
// RUN: %if triton-3.0.0 %{ fathom check %s --oracle no-crash --subject triton:3.0.0 --target cuda:80 %}
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.4.0 %{ not fathom check %s --oracle no-crash --subject triton:3.4.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.5.1 %{ not fathom check %s --oracle no-crash --subject triton:3.5.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.7.1 %{ not fathom check %s --oracle no-crash --subject triton:3.7.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonGPUFuseNestedLoops: operand #N does not dominate this use
//   3.0.0, 3.1.0, 3.2.0                               passes
//   3.3.1, 3.4.0, 3.5.1, 3.6.0, 3.7.1, 3.8.0, 3.9.0   fails so
//
// FAILS: no-crash: verifier in TritonGPUFuseNestedLoops: operand #N does not dominate this use
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 21 --index 504, reduced from 366 ops to 4
module {
  tt.func public @kernel(%n: i32, %n_0: i32, %p: !tt.ptr<i32>) {
    %c1_i32 = arith.constant 1 : i32
    scf.for %i = %c1_i32 to %n step %c1_i32  : i32 {
      %for = scf.for %i_1 = %n_0 to %n step %c1_i32 iter_args(%n_2 = %i) -> (i32)  : i32 {
        scf.yield %n_0 : i32
      }
      tt.store %p, %for : !tt.ptr<i32>
    } {tt.flatten}
    tt.return
  }
}
