// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:90 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS-3 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonNvidiaGPUTMALowering: 'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: successor operand type #N T should match successor input type #N T
//   3.1.0   does not read it: Triton 3.1.0 has no such op (at tt.make_tensor_descriptor)
//   3.3.1   fails otherwise: no-crash: assertion in TritonGPUPipeline: idx < size() (SmallVector.h)
//   3.6.0   fails otherwise: no-crash: verifier in TritonNvidiaGPUTMALowering: 'scf.if' op along control flow edge from Region #N to parent results: source type #N T should match input type #N T
//   3.9.0   fails so
//   num-warps: fails with 4, 8; passes with 1, 2
//   target: fails with cuda:90, cuda:100; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:120, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: no-crash: verifier in TritonNvidiaGPUTMALowering: 'scf.if' op along control flow edge from Operation scf.yield to Operation scf.if: successor operand type #N T should match successor input type #N T
// FAILS-2: no-crash: assertion in TritonGPUPipeline: idx < size() (SmallVector.h)
// FAILS-3: no-crash: verifier in TritonNvidiaGPUTMALowering: 'scf.if' op along control flow edge from Region #N to parent results: source type #N T should match input type #N T
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile k13 --seed 8038 --index 7, reduced from 199 ops to 12
module {
  tt.func public @kernel(%n: i32, %n_0: i64, %ub: i32, %n_1: i32, %p: !tt.ptr<f16>, %p_2: !tt.ptr<i32>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf16>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<64x16xf16>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
    %for = scf.for %i = %n to %ub step %c1_i32 iter_args(%acc = %cst_3) -> (tensor<64x16xf16>)  : i32 {
      %make_tensor_descriptor = tt.make_tensor_descriptor %p, [%n, %n], [%n_0, %n_0] : <f16>, <tensor<16x64xf16>>
      %descriptor_load = tt.descriptor_load %make_tensor_descriptor[%n_1, %n] : !tt.tensordesc<tensor<16x64xf16>> -> tensor<16x64xf16>
      %trans = tt.trans %descriptor_load {order = array<i32: 1, 0>} : tensor<16x64xf16> -> tensor<64x16xf16>
      scf.for %i_4 = %n to %n_1 step %c1_i32  : i32 {
        tt.store %p_2, %i_4 : !tt.ptr<i32>
      }
      %dot = tt.dot %cst, %trans, %acc : tensor<64x64xf16> * tensor<64x16xf16> -> tensor<64x16xf16>
      scf.yield %dot : tensor<64x16xf16>
    } {tt.flatten}
    tt.store %ptrs, %for : tensor<64x16x!tt.ptr<f16>>
    tt.return
  }
}
