// A matmul that goes over tiles, with asynchronous dots. The copies of the next tile's first operands are issued between the loop over k and the wait for its last dot,
// and overwrite a buffer that this dot still reads. Silent.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:90 %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:90 %}
//
// Found as same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
//   3.1.0                 fails so
//   3.3.1, 3.6.0, 3.9.0   passes
//
// FAILS: same-meaning: shared-memory in TritonGPUPipeline: ttg.async_copy_global_to_local
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[8192];f32[4096];i32=3;i32=4
module {
  tt.func public @kernel(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32>, %tiles: i32, %steps: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %half = arith.constant dense<5.000000e-01> : tensor<64x16xf16>
    %row = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %column = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %c16s = arith.constant dense<16> : tensor<1x64xi32>
    %rows = tt.expand_dims %row {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %columns = tt.expand_dims %column {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %column_offsets = arith.muli %columns, %c16s : tensor<1x64xi32>
    %r = tt.broadcast %rows : tensor<16x1xi32> -> tensor<16x64xi32>
    %c = tt.broadcast %column_offsets : tensor<1x64xi32> -> tensor<16x64xi32>
    %offsets = arith.addi %r, %c : tensor<16x64xi32>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<16x64x!tt.ptr<f16>>
    %bs = tt.addptr %xs, %offsets : tensor<16x64x!tt.ptr<f16>>, tensor<16x64xi32>
    %c64s = arith.constant dense<64> : tensor<64x1xi32>
    %orows = tt.expand_dims %column {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %orow = arith.muli %orows, %c64s : tensor<64x1xi32>
    %or = tt.broadcast %orow : tensor<64x1xi32> -> tensor<64x64xi32>
    %oc = tt.broadcast %columns : tensor<1x64xi32> -> tensor<64x64xi32>
    %oo = arith.addi %or, %oc : tensor<64x64xi32>
    %osp = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
    %os = tt.addptr %osp, %oo : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
    scf.for %t = %c0 to %tiles step %c1 : i32 {
      %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
        %b = tt.load %bs : tensor<16x64x!tt.ptr<f16>>
        %dot = tt.dot %half, %b, %acc, inputPrecision = tf32 : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
        scf.yield %dot : tensor<64x64xf32>
      }
      tt.store %os, %sum : tensor<64x64x!tt.ptr<f32>>
    }
    tt.return
  }
}
