// A load becomes one with another value where the select of it stands: after a store to the same memory.
//
// RUN: fathom check %s --oracle same-meaning --subject core --target cuda:80 --stage ttir
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 --stage ttir %}
//
// Found as same-meaning: difference in TritonCombineOps: stored values differ
//   3.9.0, core   passes
//   3.1.0, 3.3.1, 3.6.0   fails so
//
// FAILS: same-meaning: difference in TritonCombineOps: stored values differ
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttir
// ORIGIN: written by hand, after reading the pass's output
module {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %one = arith.constant dense<1.0> : tensor<128xf32>
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %c0 = arith.constant 0 : i32
    %c = arith.cmpi sgt, %n, %c0 : i32
    %m = tt.splat %c : i1 -> tensor<128xi1>
    %r = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %pr = tt.addptr %ps, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %or = tt.addptr %os, %r : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %v = tt.load %pr, %m, %zero : tensor<128x!tt.ptr<f32>>
    %w = arith.addf %v, %one : tensor<128xf32>
    tt.store %pr, %w : tensor<128x!tt.ptr<f32>>
    %s = arith.select %c, %v, %one : tensor<128xf32>
    tt.store %or, %s : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
