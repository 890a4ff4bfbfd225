// A loop that carries the number from which the address of a pipelined load is made, and gives it to what comes after, with a range that is inverted at run time. The
// prologue advances the number for the loads that it masks off, and the loop, which runs no trip, gives the advanced one. So does any loop with fewer trips than stages. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 %}
//
// Found as same-meaning: difference in TritonGPUPipeline: stored values differ
//   3.1.0                 fails so
//   3.3.1, 3.6.0, 3.9.0   passes
//
// FAILS: same-meaning: difference in TritonGPUPipeline: stored values differ
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=f16[4096];i32=0;i32[4096]
// ORIGIN: generate --profile default --seed 77 --index 8, reduced from 144 ops to 19; --seed 14 --index 279 is another
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %ub: i32, %p_0: !tt.ptr<i32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %cst_1 = arith.constant dense<2> : tensor<16x1xi32>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %for = scf.for %i = %c1_i32 to %ub step %c1_i32 iter_args(%n = %c1_i32) -> (i32)  : i32 {
      %addi = arith.addi %n, %c1_i32 : i32
      %splat = tt.splat %addi : i32 -> tensor<16xi32>
      %expand_dims = tt.expand_dims %splat {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %muli = arith.muli %expand_dims, %cst_1 : tensor<16x1xi32>
      %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %expand_dims_2 = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %broadcast = tt.broadcast %muli : tensor<16x1xi32> -> tensor<16x16xi32>
      %broadcast_3 = tt.broadcast %expand_dims_2 : tensor<1x16xi32> -> tensor<16x16xi32>
      %addi_4 = arith.addi %broadcast, %broadcast_3 : tensor<16x16xi32>
      %ptrs_5 = tt.addptr %ptrs, %addi_4 : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %load = tt.load %ptrs_5 : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %cst, %load, %cst : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
      tt.store %ptrs, %dot : tensor<16x16x!tt.ptr<f16>>
      scf.yield %addi : i32
    }
    tt.store %p_0, %for : !tt.ptr<i32>
    tt.return
  }
}
