// A pipelined loop with a store under a condition, and after it one to the same place without. The branch needs what a load gives, and is put behind the rest of the
// trip, the later store included: what it stores stays. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUPipeline: stored values differ
//   3.1.0          passes
//   3.3.1          fails otherwise: same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
//   3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUPipeline: stored values differ
// FAILS-2: same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f32[512];out:f32[64];i32=8;i32=5
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %few: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %zeros = arith.constant dense<0.000000e+00> : tensor<64xf32>
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %po = tt.addptr %outs, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %base = arith.muli %i, %c64 : i32
      %p = tt.addptr %x, %base : !tt.ptr<f32>, i32
      %ps = tt.splat %p : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %pt = tt.addptr %ps, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %v = tt.load %pt : tensor<64x!tt.ptr<f32>>
      %early = arith.cmpi slt, %i, %few : i32
      scf.if %early {
        tt.store %po, %v : tensor<64x!tt.ptr<f32>>
      }
      tt.store %po, %zeros : tensor<64x!tt.ptr<f32>>
    } {tt.num_stages = 3 : i32}
    tt.return
  }
}
