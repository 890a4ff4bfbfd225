// A sum of dots that is set back to zero under a condition which holds in the last trip. The rewrite turns the select into a flag that tells the next dot to forget the
// sum; there is no next dot, and what the loop gives is the sum. Silent.
//
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUOptimizeAccumulatorInit: stored values differ
//   3.1.0                 was not asked: does not know cuda:100
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUOptimizeAccumulatorInit: stored values differ
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=f16[16384];f16[4096]
// ORIGIN: generate --profile default --seed 77 --index 121, reduced
module {
  tt.func public @kernel(%p: !tt.ptr<f16>, %p_0: !tt.ptr<f16>) {
    %c3_i32 = arith.constant 3 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<64x16xf16>
    %ptrs = tt.splat %p_0 : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %for:2 = scf.for %i = %c0_i32 to %c3_i32 step %c1_i32 iter_args(%acc = %cst, %n = %c0_i32) -> (tensor<64x16xf16>, i32)  : i32 {
      %addi = arith.addi %n, %c1_i32 : i32
      %ptrs_1 = tt.splat %p : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
      %load = tt.load %ptrs_1 : tensor<64x16x!tt.ptr<f16>>
      %ptrs_2 = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
      %load_3 = tt.load %ptrs_2 : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %load, %load_3, %acc : tensor<64x16xf16> * tensor<16x16xf16> -> tensor<64x16xf16>
      %cmpi = arith.cmpi eq, %addi, %c3_i32 : i32
      %select = arith.select %cmpi, %cst, %dot : tensor<64x16xf16>
      scf.yield %select, %addi : tensor<64x16xf16>, i32
    }
    tt.store %ptrs, %for#0 : tensor<64x16x!tt.ptr<f16>>
    tt.return
  }
}
