// RUN: %if triton-3.3.1 %{ fathom check %s --oracle determinism --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle determinism --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle determinism --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as determinism: difference in ttgir: two compiles of one program differ
//   3.1.0          does not read it: Triton 3.1.0 has no such op (at tt.make_tensor_descriptor)
//   3.3.1          passes
//   3.6.0, 3.9.0   fails so
//   num-warps: fails with 4; passes with 1, 2, 8
//   num-stages: fails with 2, 3, 4, 5; passes with 1
//   num-ctas: fails with 1; passes with 2
//   target: fails with cuda:90; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:100, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//   the front end of 3.9.0 writes programs like the one that was found, not this one: tt.make_tensor_descriptor: a descriptor whose last stride is not the constant 1
//
// FAILS: determinism: difference in ttgir: two compiles of one program differ
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: import:wsmm.mlir, reduced from 28 ops to 12
module {
  tt.func public @mm(%p: !tt.ptr<f16>, %n: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %c0_i64 = arith.constant 0 : i64
    %c8_i32 = arith.constant 8 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %make_tensor_descriptor = tt.make_tensor_descriptor %p, [%n, %n], [%c0_i64, %c0_i64] : <f16>, <tensor<64x64xf16>>
    %for:2 = scf.for %i = %c8_i32 to %n step %c8_i32 iter_args(%acc = %cst, %acc_0 = %cst) -> (tensor<64x64xf16>, tensor<64x64xf16>)  : i32 {
      %descriptor_load = tt.descriptor_load %make_tensor_descriptor[%c8_i32, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %dot = tt.dot %descriptor_load, %cst, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf16>
      %descriptor_load_1 = tt.descriptor_load %make_tensor_descriptor[%i, %c8_i32] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %dot_2 = tt.dot %descriptor_load, %descriptor_load_1, %acc_0 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf16>
      scf.yield %dot, %dot_2 : tensor<64x64xf16>, tensor<64x64xf16>
    } {tt.warp_specialize}
    %addf = arith.addf %for#0, %for#1 : tensor<64x64xf16>
    tt.store %ptrs, %addf : tensor<64x64x!tt.ptr<f16>>
    tt.return
  }
}
