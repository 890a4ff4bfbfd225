// A masked load whose other value is not zero, and whose tile goes to a dot through shared memory. The asynchronous copy that it becomes writes zeros where the mask is
// false, and the other value is lost: a select of it is made only for tiles that are loaded from shared memory in their own layout. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 %}
//
// Found as same-meaning: difference in TritonGPUPipeline: stored values differ
//   3.1.0                 fails so
//   3.3.1, 3.6.0, 3.9.0   passes
//
// FAILS: same-meaning: difference in TritonGPUPipeline: stored values differ
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=i32=4;f32[16384];i1[4096]
// ORIGIN: generate --profile default --seed 77 --index 17, with num-stages=2, reduced
module {
  tt.func public @kernel(%ub: i32, %p: !tt.ptr<f32>, %p_0: !tt.ptr<i1>) {
    %cst = arith.constant dense<1.000000e+00> : tensor<16x16xf32>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %ptrs_1 = tt.splat %p_0 : !tt.ptr<i1> -> tensor<16x16x!tt.ptr<i1>>
    %for = scf.for %i = %c1_i32 to %ub step %c1_i32 iter_args(%acc = %cst) -> (tensor<16x16xf32>)  : i32 {
      %load = tt.load %ptrs_1 : tensor<16x16x!tt.ptr<i1>>
      %load_2 = tt.load %ptrs, %load, %acc : tensor<16x16x!tt.ptr<f32>>
      %trans = tt.trans %load_2 {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
      %dot = tt.dot %cst, %trans, %cst : tensor<16x16xf32> * tensor<16x16xf32> -> tensor<16x16xf32>
      scf.yield %dot : tensor<16x16xf32>
    }
    tt.store %ptrs, %for : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
