// A pipelined loop in which an atomic gives a load its address, and another atomic changes the same counter. The first goes ahead with the load, by as many trips as the
// pipeline is long, past the second of the trips before: both are acq_rel, and of one program. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUPipeline: stored values differ
//   3.1.0                 fails otherwise: no-crash: assertion in TritonGPUPipeline: "don't know how to predicate this op" && false (PipeliningUtility.cpp)
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUPipeline: stored values differ
// FAILS-2: no-crash: assertion in TritonGPUPipeline: "don't know how to predicate this op" && false (PipeliningUtility.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=atomic:i32[4];f32[128];out:f32[32];i32=3
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%counter: !tt.ptr<i32>, %x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %true = arith.constant true
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c32 = arith.constant 32 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros) -> (tensor<32xf32>) : i32 {
      %k = tt.atomic_rmw add, acq_rel, gpu, %counter, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
      %row = arith.andi %k, %c3 : i32
      %base = arith.muli %row, %c32 : i32
      %p = tt.addptr %x, %base : !tt.ptr<f32>, i32
      %ps = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
      %pt = tt.addptr %ps, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
      %v = tt.load %pt : tensor<32x!tt.ptr<f32>>
      %next = arith.addf %acc, %v : tensor<32xf32>
      %more = tt.atomic_rmw add, acq_rel, gpu, %counter, %c2, %true : (!tt.ptr<i32>, i32, i1) -> i32
      scf.yield %next : tensor<32xf32>
    } {tt.num_stages = 3 : i32}
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %po = tt.addptr %outs, %r : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %po, %sum : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
