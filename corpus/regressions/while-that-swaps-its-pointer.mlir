// A while loop that carries a pointer whose range is 32 bits (tt.pointer_range, which the front end gives on AMD) and yields another pointer for it: the
// pass that splits pointers into base and offset replaces the loop by one with a number of results that its rewriter does not expect.
//
// RUN: %if triton-3.0.0 %{ fathom check %s --oracle no-crash --subject triton:3.0.0 --target hip:gfx942 %}
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 --target hip:gfx942 %}
// RUN: %if triton-3.5.1 %{ fathom check %s --oracle no-crash --subject triton:3.5.1 --target hip:gfx942 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.7.1 %{ not fathom check %s --oracle no-crash --subject triton:3.7.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.8.0 %{ not fathom check %s --oracle no-crash --subject triton:3.8.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonAMDGPUCanonicalizePointers: op->getNumResults() == newValues.size() && "incorrect # of replacement values" (DialectConversion.cpp)
//   3.0.0, 3.1.0, 3.2.0, 3.3.1, 3.4.0, 3.5.1   passes
//   3.6.0, 3.7.1, 3.8.0, 3.9.0                 fails so
//
// FAILS: no-crash: assertion in TritonAMDGPUCanonicalizePointers: op->getNumResults() == newValues.size() && "incorrect # of replacement values" (DialectConversion.cpp)
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 22 --index 472, reduced from 345 ops to 10
module {
  tt.func public @kernel(%p: !tt.ptr<i32> {tt.pointer_range = 32 : i32}, %cond: i1, %p_0: !tt.ptr<i32>, %n: i32, %p_1: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<1xf16>
    %c0_i32 = arith.constant 0 : i32
    %ptrs = tt.splat %p_1 : !tt.ptr<f16> -> tensor<1x!tt.ptr<f16>>
    %while:2 = scf.while (%acc = %cst, %p_2 = %p, %n_3 = %c0_i32) : (tensor<1xf16>, !tt.ptr<i32>, i32) -> (tensor<1xf16>, !tt.ptr<i32>) {
      %cmpi = arith.cmpi slt, %n_3, %c0_i32 : i32
      %andi = arith.andi %cmpi, %cond : i1
      scf.condition(%andi) %acc, %p_2 : tensor<1xf16>, !tt.ptr<i32>
    } do {
    ^bb0(%acc: tensor<1xf16>, %p_2: !tt.ptr<i32>):
      %load = tt.load %p_2 : !tt.ptr<i32>
      %sitofp = arith.sitofp %load : i32 to f16
      %splat = tt.splat %sitofp : f16 -> tensor<1xf16>
      scf.yield %splat, %p_0, %n : tensor<1xf16>, !tt.ptr<i32>, i32
    }
    tt.store %ptrs, %while#0 : tensor<1x!tt.ptr<f16>>
    tt.return
  }
}
