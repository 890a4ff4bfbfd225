// A pipelined loop that carries a value which does not depend on the loop, with fewer trips than stages: the loop that is left runs no trip, the epilogue does what
// remains, and the value that is stored afterwards is still the initial one. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonAMDGPUPipeline: stored values differ
//   3.1.0          passes
//   3.3.1          fails otherwise: same-meaning: difference in TritonAMDGPUStreamPipeline: stored values differ
//   3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonAMDGPUPipeline: stored values differ
// FAILS-2: same-meaning: difference in TritonAMDGPUStreamPipeline: stored values differ
// TARGET: hip:gfx942
// OPTIONS: num-warps=1 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=f16[32272];i32=15;f16=1.25;out:i32[64];f16[4096];f16[4096]
// ORIGIN: generate --profile default --seed 5 --index 10, reduced from 387 ops to 17
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %x: f16, %p_0: !tt.ptr<i32>, %p_1: !tt.ptr<f16>, %p_2: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %ptrs = tt.splat %p_2 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %ptrs_3 = tt.splat %p_1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ptrs_4 = tt.splat %p : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
    %pid = tt.get_program_id x : i32
    %for:2 = scf.for %i = %pid to %n step %n iter_args(%acc = %cst, %acc_5 = %cst) -> (tensor<16x16xf16>, tensor<16x16xf16>)  : i32 {
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %ptrs_6 = tt.addptr %ptrs_4, %expand_dims : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %ptrs_7 = tt.broadcast %ptrs_6 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %load = tt.load %ptrs_7 : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %cst, %load, %cst : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
      %splat = tt.splat %x : f16 -> tensor<16x16xf16>
      %ptr = tt.addptr %p_0, %pid : !tt.ptr<i32>, i32
      tt.store %ptr, %i : !tt.ptr<i32>
      scf.yield %dot, %splat : tensor<16x16xf16>, tensor<16x16xf16>
    }
    tt.store %ptrs_3, %for#0 : tensor<16x16x!tt.ptr<f16>>
    tt.store %ptrs, %for#1 : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
