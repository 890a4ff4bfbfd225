// A loop that loads through a pointer tensor that it carries and advances, and stores another carried value: the pass looks a value up that it did not
// map.
//
// RUN: %if triton-3.0.0 %{ not fathom check %s --oracle no-crash --subject triton:3.0.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 --target hip:gfx942 %}
// RUN: %if triton-3.5.1 %{ fathom check %s --oracle no-crash --subject triton:3.5.1 --target hip:gfx942 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 %}
// RUN: %if triton-3.7.1 %{ fathom check %s --oracle no-crash --subject triton:3.7.1 --target hip:gfx942 %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonAMDGPUOptimizeBufferOpPtr: result && "expected 'from' to be contained within the map" (IRMapping.h)
//   3.0.0, 3.1.0                               fails otherwise: no-crash: signal in TritonAMDGPUOptimizeEpilogue: SIGSEGV
//   3.2.0, 3.3.1, 3.4.0, 3.5.1, 3.6.0, 3.7.1   passes
//   3.8.0, 3.9.0                               fails so
//
// FAILS: no-crash: assertion in TritonAMDGPUOptimizeBufferOpPtr: result && "expected 'from' to be contained within the map" (IRMapping.h)
// FAILS-2: no-crash: signal in TritonAMDGPUOptimizeEpilogue: SIGSEGV
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 22 --index 1734, reduced from 456 ops to 13
module {
  tt.func public @kernel(%p: !tt.ptr<i32> {tt.pointer_range = 32 : i32}, %cond: i1, %p_0: !tt.ptr<i1>) {
    %cst = arith.constant dense<1> : tensor<1xi32>
    %cst_1 = arith.constant dense<false> : tensor<1xi1>
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %ptrs = tt.splat %p_0 : !tt.ptr<i1> -> tensor<1x!tt.ptr<i1>>
    %splat = tt.splat %cond : i1 -> tensor<1xi1>
    %ptrs_2 = tt.splat %p : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
    %for:2 = scf.for %i = %c0_i32 to %c2_i32 step %c1_i32 iter_args(%acc = %splat, %ptrs_3 = %ptrs_2) -> (tensor<1xi1>, tensor<1x!tt.ptr<i32>>)  : i32 {
      tt.store %ptrs, %acc : tensor<1x!tt.ptr<i1>>
      %load = tt.load %ptrs_3 : tensor<1x!tt.ptr<i32>>
      %ptrs_4 = tt.addptr %ptrs_3, %cst : tensor<1x!tt.ptr<i32>>, tensor<1xi32>
      tt.store %ptrs_2, %load : tensor<1x!tt.ptr<i32>>
      scf.yield %cst_1, %ptrs_4 : tensor<1xi1>, tensor<1x!tt.ptr<i32>>
    }
    tt.return
  }
}
