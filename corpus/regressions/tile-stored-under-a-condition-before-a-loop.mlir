// A tile is stored under a condition, with a barrier behind it, and read by the first trip of a pipelined loop. The load of the prologue moves up to where its pointer is
// made: past barriers at the top of the function it does not go, past a branch with one in it it does. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonAMDGPUMoveUpPrologueLoads: stored values differ
//   3.1.0, 3.3.1   passes
//   3.6.0          fails otherwise: same-meaning: difference in TritonAMDGPUReorderInstructions: stored values differ
//   3.9.0          fails so
//
// FAILS: same-meaning: difference in TritonAMDGPUMoveUpPrologueLoads: stored values differ
// FAILS-2: same-meaning: difference in TritonAMDGPUReorderInstructions: stored values differ
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=inout:f16[4096];f16[1024];f16[4096];out:f32[1024];i32=4;i32=5
// ORIGIN: written by hand, after a kernel in Python that met it
module {
  tt.func public @kernel(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32, %f: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32s = arith.constant dense<32> : tensor<32x1xi32>
    %c1024s = arith.constant dense<1024> : tensor<32x32xi32>
    %zeros = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %r = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %rows = tt.expand_dims %r {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %starts = arith.muli %rows, %c32s : tensor<32x1xi32>
    %starts32 = tt.broadcast %starts : tensor<32x1xi32> -> tensor<32x32xi32>
    %columns = tt.expand_dims %r {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %columns32 = tt.broadcast %columns : tensor<1x32xi32> -> tensor<32x32xi32>
    %at = arith.addi %starts32, %columns32 : tensor<32x32xi32>
    %as = tt.splat %a : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %pa = tt.addptr %as, %at : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %bs = tt.splat %b : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %pb = tt.addptr %bs, %at : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
    %new = arith.cmpi sgt, %f, %c0 : i32
    scf.if %new {
      %xs = tt.splat %x : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
      %px = tt.addptr %xs, %at : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %tile = tt.load %px : tensor<32x32x!tt.ptr<f16>>
      tt.store %pa, %tile : tensor<32x32x!tt.ptr<f16>>
      ttg.barrier all
    }
    %got:3 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zeros, %p = %pa, %q = %pb) -> (tensor<32x32xf32>, tensor<32x32x!tt.ptr<f16>>, tensor<32x32x!tt.ptr<f16>>) : i32 {
      %u = tt.load %p : tensor<32x32x!tt.ptr<f16>>
      %v = tt.load %q : tensor<32x32x!tt.ptr<f16>>
      %dot = tt.dot %u, %v, %acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
      %p2 = tt.addptr %p, %c1024s : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %q2 = tt.addptr %q, %c1024s : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      scf.yield %dot, %p2, %q2 : tensor<32x32xf32>, tensor<32x32x!tt.ptr<f16>>, tensor<32x32x!tt.ptr<f16>>
    }
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %po = tt.addptr %outs, %at : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    tt.store %po, %got#0 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
