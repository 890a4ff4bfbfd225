// triton issue 4178: a while loop that goes on with the accumulator of an inner for loop, both nested in a for loop. Propagation of the dot's layout met
// the value that the while loop's condition passes on before it had a layout of its own.
//
// Fails in 3.0.0 and 3.1.0 on every target; compiles from 3.2.0 on.
//
// RUN: %if triton-3.0.0 %{ not fathom check %s --oracle no-crash --subject triton:3.0.0 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.2.0 %{ fathom check %s --oracle no-crash --subject triton:3.2.0 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.4.0 %{ fathom check %s --oracle no-crash --subject triton:3.4.0 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.5.1 %{ fathom check %s --oracle no-crash --subject triton:3.5.1 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle no-crash --subject triton:3.6.0 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.7.1 %{ fathom check %s --oracle no-crash --subject triton:3.7.1 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.8.0 %{ fathom check %s --oracle no-crash --subject triton:3.8.0 | FileCheck %s --check-prefix=GOOD %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle no-crash --subject triton:3.9.0 | FileCheck %s --check-prefix=GOOD %}
//
// FAILS: cuda:80 {{.*}}: FAIL: no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
// FAILS: cuda:90 {{.*}}: FAIL: no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
// FAILS: hip:gfx942 {{.*}}: FAIL: no-crash: assertion in TritonGPURemoveLayoutConversions: rewrittenValue (RemoveLayoutConversions.cpp)
// GOOD: cuda:80 {{.*}}: pass
// GOOD: cuda:90 {{.*}}: pass
// GOOD: hip:gfx942 {{.*}}: pass
//
// TARGET: cuda:80, cuda:90, hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: written for triton issue 4178
module {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %partial: !tt.ptr<f32>, %out: !tt.ptr<f32>, %first: i32, %last: i32, %trips: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %step = arith.constant dense<32> : tensor<32x32xi32>
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %row = tt.expand_dims %range {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %rows = tt.broadcast %row : tensor<32x1xi32> -> tensor<32x32xi32>
    %col = tt.expand_dims %range {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %cols = tt.broadcast %col : tensor<1x32xi32> -> tensor<32x32xi32>
    %scaled = arith.muli %rows, %step : tensor<32x32xi32>
    %offsets = arith.addi %scaled, %cols : tensor<32x32xi32>
    %as = tt.splat %a : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %ap = tt.addptr %as, %offsets : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %bs = tt.splat %b : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %bp = tt.addptr %bs, %offsets : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %ps = tt.splat %partial : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %pp = tt.addptr %ps, %offsets : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %op = tt.addptr %os, %offsets : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    scf.for %tile = %c0 to %trips step %c1 : i32 {
      %dot = scf.for %k = %c0 to %trips step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
        %x = tt.load %ap : tensor<32x32x!tt.ptr<f16>>
        %y = tt.load %bp : tensor<32x32x!tt.ptr<f16>>
        %d = tt.dot %x, %y, %acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
        scf.yield %d : tensor<32x32xf32>
      }
      %sum:2 = scf.while (%s = %dot, %i = %first) : (tensor<32x32xf32>, i32) -> (tensor<32x32xf32>, i32) {
        %more = arith.cmpi slt, %i, %last : i32
        scf.condition(%more) %s, %i : tensor<32x32xf32>, i32
      } do {
      ^bb0(%s: tensor<32x32xf32>, %i: i32):
        %p = tt.load %pp : tensor<32x32x!tt.ptr<f32>>
        %t = arith.addf %s, %p : tensor<32x32xf32>
        %j = arith.addi %i, %c1 : i32
        scf.yield %t, %j : tensor<32x32xf32>, i32
      }
      tt.store %op, %sum#0 : tensor<32x32x!tt.ptr<f32>>
    }
    tt.return
  }
}
