// Two dots in a loop, the second one takes the first one's result. The conversion of the first one's result for the second is moved above the wait for the first, which runs
// asynchronously: it converts registers that are still being written. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 %}
//
// Found as same-meaning: shared-memory in TritonGPURemoveLayoutConversions: ttg.convert_layout
//   3.1.0                 fails so
//   3.3.1, 3.6.0, 3.9.0   passes
//
// FAILS: same-meaning: shared-memory in TritonGPURemoveLayoutConversions: ttg.convert_layout
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[32977]
// ORIGIN: generate --profile default --seed 14 --index 96, reduced
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x16xf16>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x32xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
    %ptrs_1 = tt.splat %p : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %for = scf.for %i = %c0_i32 to %c2_i32 step %c1_i32 iter_args(%acc = %cst) -> (tensor<64x16xf16>)  : i32 {
      %load = tt.load %ptrs : tensor<16x32x!tt.ptr<f16>>
      %dot = tt.dot %cst, %load, %cst_0 : tensor<64x16xf16> * tensor<16x32xf16> -> tensor<64x32xf16>
      %mulf = arith.mulf %acc, %cst : tensor<64x16xf16>
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %ptrs_2 = tt.splat %p : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %ptrs_3 = tt.broadcast %ptrs_2 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
      %broadcast = tt.broadcast %expand_dims : tensor<1x16xi32> -> tensor<32x16xi32>
      %ptrs_4 = tt.addptr %ptrs_3, %broadcast : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %load_5 = tt.load %ptrs_4 : tensor<32x16x!tt.ptr<f16>>
      %dot_6 = tt.dot %dot, %load_5, %mulf : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf16>
      scf.yield %dot_6 : tensor<64x16xf16>
    }
    tt.store %ptrs_1, %for : tensor<64x16x!tt.ptr<f16>>
    tt.return
  }
}
