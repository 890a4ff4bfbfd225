// A sum of dots that is set to zero under a condition before the dot of a trip, and read by something else too. The rewrite turns the reset into a flag for the dot, and
// what else reads the sum gets the one that was not reset. Silent.
//
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUOptimizeAccumulatorInit: stored values differ
//   3.1.0                 was not asked: does not know cuda:100
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUOptimizeAccumulatorInit: stored values differ
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[4096];f16[1024];out:f32[64];out:f32[4096];i32=3
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%a: !tt.ptr<f16>, %b: !tt.ptr<f16>, %read: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %none = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %bs = tt.splat %b : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %got:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros, %seen = %none) -> (tensor<64x16xf32>, tensor<64xf32>) : i32 {
      %x = tt.load %as : tensor<64x16x!tt.ptr<f16>>
      %y = tt.load %bs : tensor<16x16x!tt.ptr<f16>>
      %odd = arith.remsi %i, %c2 : i32
      %reset = arith.cmpi eq, %odd, %c0 : i32
      %start = arith.select %reset, %zeros, %acc : tensor<64x16xf32>
      %row = "tt.reduce"(%start) <{axis = 1 : i32}> ({
      ^bb0(%left: f32, %right: f32):
        %add = arith.addf %left, %right : f32
        tt.reduce.return %add : f32
      }) : (tensor<64x16xf32>) -> tensor<64xf32>
      %more = arith.addf %seen, %row : tensor<64xf32>
      %dot = tt.dot %x, %y, %start : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf32>
      scf.yield %dot, %more : tensor<64x16xf32>, tensor<64xf32>
    }
    %reads = tt.splat %read : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %pr = tt.addptr %reads, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %pr, %got#1 : tensor<64x!tt.ptr<f32>>
    %last = "tt.reduce"(%got#0) <{axis = 1 : i32}> ({
    ^bb0(%left: f32, %right: f32):
      %add = arith.addf %left, %right : f32
      tt.reduce.return %add : f32
    }) : (tensor<64x16xf32>) -> tensor<64xf32>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %po = tt.addptr %outs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %po, %last : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
