// A masked load whose mask compares a signed quotient of numbers on both sides of zero. Truncation makes groups of equal quotients start one element late
// below zero; the facts of integers claim groups that start at multiples of the divisor, and four elements are loaded under the first one's predicate.
// Silent, and not to be seen in TTGIR: the vector's width is chosen when code is generated.
//
// RUN: fathom run %s --semantics ieee --print-outputs 92 | FileCheck %s --check-prefix=REFERENCE
// RUN: %if cuda-gpu %{ %if triton-3.1.0 %{ not fathom run %s --device cuda --subject triton:3.1.0 | FileCheck %s --check-prefix=FAILS %} %}
// RUN: %if cuda-gpu %{ %if triton-3.3.1 %{ not fathom run %s --device cuda --subject triton:3.3.1 | FileCheck %s --check-prefix=FAILS %} %}
// RUN: %if cuda-gpu %{ %if triton-3.6.0 %{ not fathom run %s --device cuda --subject triton:3.6.0 | FileCheck %s --check-prefix=FAILS %} %}
// RUN: %if cuda-gpu %{ %if triton-3.9.0 %{ not fathom run %s --device cuda --subject triton:3.9.0 | FileCheck %s --check-prefix=FAILS %} %}
//
// Found as numerics, on an H200
//   3.1.0, 3.3.1, 3.6.0, 3.9.0   3 elements are off
//
// REFERENCE: ended
// FAILS: differs: 3 elements are off
// TARGET: cuda:90
// OPTIONS: num-warps=1 num-stages=3 num-ctas=1
// STAGE: binary
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[256];out:f32[256]
// ORIGIN: generate --profile default --seed 77 --index 293 on an H200, reduced by hand
module {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
    %half = arith.constant dense<128> : tensor<256xi32>
    %by = arith.constant dense<4> : tensor<256xi32>
    %bound = arith.constant dense<-10> : tensor<256xi32>
    %zero = arith.constant dense<0.0> : tensor<256xf32>
    %i = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
    %x = arith.subi %i, %half : tensor<256xi32>
    %d = arith.divsi %x, %by : tensor<256xi32>
    %m = arith.cmpi sgt, %d, %bound : tensor<256xi32>
    %pp = tt.splat %p : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %pa = tt.addptr %pp, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    %v = tt.load %pa, %m, %zero : tensor<256x!tt.ptr<f32>>
    %oo = tt.splat %out : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
    %oa = tt.addptr %oo, %i : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
    tt.store %oa, %v : tensor<256x!tt.ptr<f32>>
    tt.return
  }
}
