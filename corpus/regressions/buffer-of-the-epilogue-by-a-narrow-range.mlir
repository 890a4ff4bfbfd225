// The index of the buffer that a pipelined loop copies into goes round 0, 1. The range analysis finds that after the loop, one more is never less than two, so that the
// epilogue copies into buffer 0, from which it reads at the same time. Silent: the tile of the last but one trip is overwritten.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx950 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx950 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx950 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: shared-memory in TritonAMDFoldTrueCmpI: ttg.local_load
//   3.1.0          was not asked: does not know hip:gfx950
//   3.3.1, 3.6.0   passes
//   3.9.0          fails so
//
// FAILS: same-meaning: shared-memory in TritonAMDFoldTrueCmpI: ttg.local_load
// TARGET: hip:gfx950
// OPTIONS: num-warps=2 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=2,1,1 rng-seed=1 args=i8[7296];i32[4096];f32[4096];i1[4096]
// ORIGIN: generate --profile default --seed 77 --index 155, reduced from 410 ops to 23
module {
  tt.func public @kernel(%p: !tt.ptr<i8> {tt.divisibility = 16 : i32, tt.pointer_range = 32 : i32}, %p_0: !tt.ptr<i32>, %p_1: !tt.ptr<f32>, %p_2: !tt.ptr<i1>) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<32x16xi8>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<2x32x16xf32>
    %cst_4 = arith.constant dense<0> : tensor<32x16xi32>
    %cst_5 = arith.constant dense<0> : tensor<16x16xi8>
    %c4_i32 = arith.constant 4 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %ptrs = tt.splat %p_2 : !tt.ptr<i1> -> tensor<32x16x!tt.ptr<i1>>
    %ptrs_6 = tt.splat %p_1 : !tt.ptr<f32> -> tensor<2x32x16x!tt.ptr<f32>>
    %ptrs_7 = tt.splat %p_0 : !tt.ptr<i32> -> tensor<32x16x!tt.ptr<i32>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %extsi = arith.extsi %range : tensor<16xi32> to tensor<16xi64>
    %expand_dims = tt.expand_dims %extsi {axis = 0 : i32} : tensor<16xi64> -> tensor<1x16xi64>
    %ptrs_8 = tt.splat %p : !tt.ptr<i8> -> tensor<1x16x!tt.ptr<i8>>
    %ptrs_9 = tt.addptr %ptrs_8, %expand_dims : tensor<1x16x!tt.ptr<i8>>, tensor<1x16xi64>
    %ptrs_10 = tt.broadcast %ptrs_9 : tensor<1x16x!tt.ptr<i8>> -> tensor<32x16x!tt.ptr<i8>>
    %for = scf.for %i = %c0_i32 to %c4_i32 step %c1_i32 iter_args(%acc = %cst_4) -> (tensor<32x16xi32>)  : i32 {
      %load = tt.load %ptrs : tensor<32x16x!tt.ptr<i1>>
      %load_11 = tt.load %ptrs_10, %load, %cst : tensor<32x16x!tt.ptr<i8>>
      %dot = tt.dot %load_11, %cst_5, %cst_4, inputPrecision = tf32 : tensor<32x16xi8> * tensor<16x16xi8> -> tensor<32x16xi32>
      %addi = arith.addi %acc, %dot : tensor<32x16xi32>
      tt.store %ptrs_6, %cst_3 : tensor<2x32x16x!tt.ptr<f32>>
      scf.yield %addi : tensor<32x16xi32>
    }
    tt.store %ptrs_7, %for : tensor<32x16x!tt.ptr<i32>>
    tt.return
  }
}
