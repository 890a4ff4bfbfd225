// Two sums that change places in each trip, a, b = b + sum(x), a. The rewrite to thread-local partial results asks whether the place that the sum is yielded to is used
// once and starts with a constant, and then takes the place of the other operand for it. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUOptimizeThreadLocality: stored values differ
//   3.1.0, 3.3.1, 3.6.0   fails otherwise: no-crash: assertion in TritonGPUOptimizeThreadLocality: loopResult.hasOneUse() (OptimizeThreadLocality.cpp)
//   3.9.0                 fails so
//
// FAILS: same-meaning: difference in TritonGPUOptimizeThreadLocality: stored values differ
// FAILS-2: no-crash: assertion in TritonGPUOptimizeThreadLocality: loopResult.hasOneUse() (OptimizeThreadLocality.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[4096];out:f32[16];i32=3
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c1024 = arith.constant 1024 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<16xf32>
    %c64s = arith.constant dense<64> : tensor<16x1xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %starts = arith.muli %rows, %c64s : tensor<16x1xi32>
    %columns = tt.expand_dims %c {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %columns64 = tt.broadcast %columns : tensor<1x64xi32> -> tensor<16x64xi32>
    %got:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros, %b = %zeros) -> (tensor<16xf32>, tensor<16xf32>) : i32 {
      %base = arith.muli %i, %c1024 : i32
      %p = tt.addptr %x, %base : !tt.ptr<f32>, i32
      %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
      %pr = tt.addptr %ps, %starts : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
      %pr64 = tt.broadcast %pr : tensor<16x1x!tt.ptr<f32>> -> tensor<16x64x!tt.ptr<f32>>
      %pt = tt.addptr %pr64, %columns64 : tensor<16x64x!tt.ptr<f32>>, tensor<16x64xi32>
      %v = tt.load %pt : tensor<16x64x!tt.ptr<f32>>
      %sum = "tt.reduce"(%v) <{axis = 1 : i32}> ({
      ^bb0(%left: f32, %right: f32):
        %add = arith.addf %left, %right : f32
        tt.reduce.return %add : f32
      }) : (tensor<16x64xf32>) -> tensor<16xf32>
      %next = arith.addf %b, %sum : tensor<16xf32>
      scf.yield %next, %a : tensor<16xf32>, tensor<16xf32>
    }
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %po = tt.addptr %outs, %r : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %po, %got#0 : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
