// A chain of masked loads, each the other value of the next, the last one the operand of an asynchronous dot. The dot is put before the copy of its tile in the
// same trip, so that it reads a buffer that nothing was written to yet. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 %}
//
// Found as same-meaning: difference in TritonGPUPipeline: an undefined value is stored
//   3.1.0                 fails so
//   3.3.1, 3.6.0, 3.9.0   passes
//
// FAILS: same-meaning: difference in TritonGPUPipeline: an undefined value is stored
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=i32=4;f32[4096];i1[4096]
// ORIGIN: generate --profile default --seed 77 --index 17, with num-stages=3, reduced
module {
  tt.func public @kernel(%ub: i32, %p: !tt.ptr<f32>, %p_0: !tt.ptr<i1>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<64x16x!tt.ptr<f32>>
    %ptrs_1 = tt.splat %p_0 : !tt.ptr<i1> -> tensor<16x16x!tt.ptr<i1>>
    %ptrs_2 = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
    %for = scf.for %i = %c1_i32 to %ub step %c1_i32 iter_args(%acc = %cst) -> (tensor<64x16xf32>)  : i32 {
      %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %mulf = arith.mulf %acc, %cst : tensor<64x16xf32>
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %broadcast = tt.broadcast %expand_dims : tensor<1x16xi32> -> tensor<16x16xi32>
      %ptrs_3 = tt.addptr %ptrs_2, %broadcast : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
      %load = tt.load %ptrs_1 : tensor<16x16x!tt.ptr<i1>>
      %load_4 = tt.load %ptrs_2 : tensor<16x16x!tt.ptr<f32>>
      %load_5 = tt.load %ptrs_2, %load, %load_4 : tensor<16x16x!tt.ptr<f32>>
      %load_6 = tt.load %ptrs_3, %load, %load_5 : tensor<16x16x!tt.ptr<f32>>
      %trans = tt.trans %load_6 {order = array<i32: 1, 0>} : tensor<16x16xf32> -> tensor<16x16xf32>
      %dot = tt.dot %cst, %trans, %mulf, inputPrecision = tf32 : tensor<64x16xf32> * tensor<16x16xf32> -> tensor<64x16xf32>
      scf.yield %dot : tensor<64x16xf32>
    }
    tt.store %ptrs, %for : tensor<64x16x!tt.ptr<f32>>
    tt.return
  }
}
