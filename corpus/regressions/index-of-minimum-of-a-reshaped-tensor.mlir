// The elements of a reshaped tensor may come in any order before a reduction, but not where another operand counts them.
//
// RUN: fathom check %s --oracle same-meaning --subject core --target cuda:80 --stage ttir
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 --stage ttir %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonCombineOps: an undefined value is stored
//   3.1.0, core   passes
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonCombineOps: an undefined value is stored
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttir
// ORIGIN: written by hand, after reading the pass's output
module {
  tt.func public @kernel(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %c = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %r1 = tt.expand_dims %r {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %c1 = tt.expand_dims %c {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %k16 = arith.constant dense<16> : tensor<64x1xi32>
    %r2 = arith.muli %r1, %k16 : tensor<64x1xi32>
    %r3 = tt.broadcast %r2 : tensor<64x1xi32> -> tensor<64x16xi32>
    %c3 = tt.broadcast %c1 : tensor<1x16xi32> -> tensor<64x16xi32>
    %o = arith.addi %r3, %c3 : tensor<64x16xi32>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
    %pp = tt.addptr %ps, %o : tensor<64x16x!tt.ptr<f32>>, tensor<64x16xi32>
    %v = tt.load %pp : tensor<64x16x!tt.ptr<f32>>
    %f = tt.reshape %v : tensor<64x16xf32> -> tensor<1024xf32>
    %idx = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %m:2 = "tt.reduce"(%f, %idx) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %lt = arith.cmpf olt, %a, %b : f32
      %eq = arith.cmpf oeq, %a, %b : f32
      %il = arith.cmpi slt, %ai, %bi : i32
      %t = arith.andi %eq, %il : i1
      %first = arith.ori %lt, %t : i1
      %x = arith.select %first, %a, %b : f32
      %xi = arith.select %first, %ai, %bi : i32
      tt.reduce.return %x, %xi : f32, i32
    }) : (tensor<1024xf32>, tensor<1024xi32>) -> (f32, i32)
    tt.store %out, %m#1 : !tt.ptr<i32>
    tt.return
  }
}
