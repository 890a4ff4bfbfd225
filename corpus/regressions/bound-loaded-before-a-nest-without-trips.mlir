// A flattened nest whose inner bound is a number in memory, the same in each trip of the outer loop. The load moves in front of the nest, without a condition: where the
// outer loop runs no trip, the kernel reads memory that the program does not. Silent where that is mapped.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: new-read in TritonGPUFuseNestedLoops: reads memory that the program does not
//   3.1.0, 3.3.1   passes
//   3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: new-read in TritonGPUFuseNestedLoops: reads memory that the program does not
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[256];i32[4]{1..4};out:f32[64];i32=0
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %bound: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %got = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zeros) -> (tensor<64xf32>) : i32 {
      %m = tt.load %bound : !tt.ptr<i32>
      %inner = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> (tensor<64xf32>) : i32 {
        %base = arith.muli %j, %c64 : i32
        %p = tt.addptr %x, %base : !tt.ptr<f32>, i32
        %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
        %pt = tt.addptr %ps, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
        %v = tt.load %pt : tensor<64x!tt.ptr<f32>>
        %next = arith.addf %b, %v : tensor<64xf32>
        scf.yield %next : tensor<64xf32>
      }
      %less = arith.mulf %inner, %half : tensor<64xf32>
      scf.yield %less : tensor<64xf32>
    } {tt.flatten}
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %po = tt.addptr %outs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %po, %got : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
