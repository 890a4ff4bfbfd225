// A tile that an asynchronous dot reads, and that the loop stores as well. There are as many buffers as for a tile that is read once: the copy for a later trip goes into
// the one that the dot of this trip, which may be under way still, reads. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
//   3.1.0                 passes
//   3.3.1, 3.6.0, 3.9.0   fails so
//   num-warps: fails with 4, 8; passes with 1, 2
//   num-stages: fails with 2, 3, 4, 5; passes with 1
//   target: fails with cuda:90; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:100, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[16065];f16[4096];f32[4096]
// ORIGIN: generate --profile default --seed 7001 --index 77, reduced from 345 ops to 18
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %p_0: !tt.ptr<f16>, %p_1: !tt.ptr<f32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x64xf16>
    %c2_i32 = arith.constant 2 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p_1 : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %ptrs_3 = tt.splat %p_0 : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %broadcast = tt.broadcast %expand_dims : tensor<1x16xi32> -> tensor<64x16xi32>
    %ptrs_4 = tt.splat %p : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %ptrs_5 = tt.addptr %ptrs_4, %broadcast : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
    %for = scf.for %i = %c0_i32 to %c2_i32 step %c1_i32 iter_args(%acc = %cst_2) -> (tensor<64x64xf32>)  : i32 {
      %load = tt.load %ptrs_5 : tensor<64x16x!tt.ptr<f16>>
      %ptrs_6 = tt.addptr %ptrs_3, %broadcast : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
      tt.store %ptrs_6, %load : tensor<64x16x!tt.ptr<f16>>
      %dot = tt.dot %load, %cst, %acc : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
      scf.yield %dot : tensor<64x64xf32>
    }
    tt.store %ptrs, %for : tensor<64x64x!tt.ptr<f32>>
    tt.return
  }
}
