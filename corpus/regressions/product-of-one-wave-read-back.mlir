// What 3.9.0 writes for the layout of a product of one wave, ctaLayout = {}, it does not read back: only IR that is written out and read again can meet it.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle round-trip --subject triton:3.1.0 --target hip:gfx1100 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle round-trip --subject triton:3.3.1 --target hip:gfx1100 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle round-trip --subject triton:3.6.0 --target hip:gfx1100 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle round-trip --subject triton:3.9.0 --target hip:gfx1100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as round-trip: unreadable in ttgir: signal: SIGABRT
//   3.1.0, 3.3.1, 3.6.0   passes
//   3.9.0                 fails so
//   num-warps: fails with 1; passes with 2, 4, 8
//   num-ctas: fails with 1; passes with 2
//   target: fails with hip:gfx1100, hip:gfx1201; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, cuda:100, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950
//
// FAILS: round-trip: unreadable in ttgir: signal: SIGABRT
// TARGET: hip:gfx1100
// OPTIONS: num-warps=1 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 7301 --index 16, reduced from 396 ops to 4
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %dot = tt.dot %cst, %cst, %cst : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
    tt.store %ptrs, %dot : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
