// A warp-specialised loop over tiles whose inner loop runs no trip. The sum starts with a flag for the first dot instead of zeros, and without a dot what is stored is
// what another tile left in tensor memory. Silent.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:100 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonGPUAutomaticWarpSpecialization: an undefined value is stored
//   3.1.0   was not asked: does not know cuda:100
//   3.3.1   passes
//   3.6.0   does not compile it
//   3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonGPUAutomaticWarpSpecialization: an undefined value is stored
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=f16[24576];i32=2;i32=0;f32[4096];i1[4096]
// ORIGIN: a persistent matmul of a user's kind, reduced from 115 ops to 24
module {
  tt.func public @kernel(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %tiles: i32, %k: i32, %out: !tt.ptr<f32>, %mask: !tt.ptr<i1>) {
    %ones = arith.constant dense<1.000000e+00> : tensor<128x64xf16>
    %zeros = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c1_i64 = arith.constant 1 : i64
    %c128_i64 = arith.constant 128 : i64
    %masks = tt.splat %mask : !tt.ptr<i1> -> tensor<128x128x!tt.ptr<i1>>
    %outs = tt.splat %out : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>>
    %desc = tt.make_tensor_descriptor %p, [%k, %c128], [%c128_i64, %c1_i64] : <f16>, <tensor<64x128xf16>>
    scf.for %t = %c0 to %tiles step %c1 : i32 {
      %sum = scf.for %i = %c0 to %k step %c64 iter_args(%acc = %zeros) -> (tensor<128x128xf32>) : i32 {
        %tile = tt.descriptor_load %desc[%i, %c0] : !tt.tensordesc<tensor<64x128xf16>> -> tensor<64x128xf16>
        %dot = tt.dot %ones, %tile, %acc : tensor<128x64xf16> * tensor<64x128xf16> -> tensor<128x128xf32>
        scf.yield %dot : tensor<128x128xf32>
      }
      %on = tt.load %masks : tensor<128x128x!tt.ptr<i1>>
      tt.store %outs, %sum, %on : tensor<128x128x!tt.ptr<f32>>
    } {tt.warp_specialize}
    tt.return
  }
}
