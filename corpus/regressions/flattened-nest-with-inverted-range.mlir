// A flattened nest whose inner loop runs no trip, since its range is inverted at run time (lower bound 3, upper bound 1): fused, its body runs. Silent.
// Upstream's issue 11656.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 %}
//
// Found as same-meaning: difference in TritonGPUFuseNestedLoops: a store too many
//   3.1.0, 3.9.0   passes
//   3.3.1, 3.6.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUFuseNestedLoops: a store too many
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=i32=5;i32=3;i32=1;i1[4096];i1[4096]
// ORIGIN: generate --profile default --seed 14 --index 97, reduced from 427 ops to 7
module {
  tt.func public @kernel(%ub: i32, %lb: i32, %ub_0: i32, %p: !tt.ptr<i1>, %p_1: !tt.ptr<i1>) {
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p_1 : !tt.ptr<i1> -> tensor<1x!tt.ptr<i1>>
    %ptrs_2 = tt.splat %p : !tt.ptr<i1> -> tensor<1x!tt.ptr<i1>>
    %load = tt.load %ptrs_2 : tensor<1x!tt.ptr<i1>>
    scf.for %i = %c1_i32 to %ub step %c1_i32  : i32 {
      scf.for %i_3 = %lb to %ub_0 step %c1_i32  : i32 {
        tt.store %ptrs, %load : tensor<1x!tt.ptr<i1>>
      }
    } {tt.flatten}
    tt.return
  }
}
