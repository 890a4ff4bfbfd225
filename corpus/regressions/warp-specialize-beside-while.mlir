// A loop that asks for warp specialisation (tl.range(..., warp_specialize=True)) in a kernel that also has a while loop: the Hopper pass, which runs on
// cuda:80 too, carries its task ids to the while loop's region and does not expect that parent.
//
// RUN: %if triton-3.0.0 %{ fathom check %s --oracle no-crash --subject triton:3.0.0 --target cuda:80 %}
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 %}
// RUN: %if triton-3.4.0 %{ not fathom check %s --oracle no-crash --subject triton:3.4.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.5.1 %{ not fathom check %s --oracle no-crash --subject triton:3.5.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.7.1 %{ not fathom check %s --oracle no-crash --subject triton:3.7.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: unreachable in NVGPUWarpSpecialization: Other parent ops are not supported. (TaskIdPropagation.cpp)
//   3.0.0, 3.1.0, 3.2.0, 3.3.1                 passes
//   3.4.0, 3.5.1, 3.6.0, 3.7.1, 3.8.0, 3.9.0   fails so
//
// FAILS: no-crash: unreachable in NVGPUWarpSpecialization: Other parent ops are not supported. (TaskIdPropagation.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 21 --index 543, reduced from 461 ops to 9
module {
  tt.func public @kernel(%n: i32, %x: f16, %p: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<1xf16>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
    %splat = tt.splat %x : f16 -> tensor<1xf16>
    %for = scf.for %i = %c1_i32 to %n step %c1_i32 iter_args(%acc = %splat) -> (tensor<1xf16>)  : i32 {
      scf.yield %cst : tensor<1xf16>
    } {tt.warp_specialize}
    tt.store %ptrs, %for : tensor<1x!tt.ptr<f16>>
    %while = scf.while (%n_0 = %c1_i32, %acc = %cst) : (i32, tensor<1xf16>) -> tensor<1xf16> {
      %cmpi = arith.cmpi slt, %n_0, %n : i32
      scf.condition(%cmpi) %acc : tensor<1xf16>
    } do {
    ^bb0(%acc: tensor<1xf16>):
      scf.yield %n, %splat : i32, tensor<1xf16>
    }
    tt.store %ptrs, %while : tensor<1x!tt.ptr<f16>>
    tt.return
  }
}
