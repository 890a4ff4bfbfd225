// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:90 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonGPUScheduleLoops: Index < this->size() && "Invalid index!" (ArrayRef.h)
//   3.1.0          does not read it: Triton 3.1.0 has no such op (at tt.make_tensor_descriptor)
//   3.3.1          fails otherwise: no-crash: assertion in TritonGPUPipeline: Index < this->size() && "Invalid index!" (ArrayRef.h)
//   3.6.0, 3.9.0   fails so
//   num-ctas: fails with 1; passes with 2
//   target: fails with cuda:90, cuda:100, cuda:120; passes with cuda:75, cuda:80, cuda:86, cuda:89, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: no-crash: assertion in TritonGPUScheduleLoops: Index < this->size() && "Invalid index!" (ArrayRef.h)
// FAILS-2: no-crash: assertion in TritonGPUPipeline: Index < this->size() && "Invalid index!" (ArrayRef.h)
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile k13 --seed 8038 --index 12, reduced from 192 ops to 9
module {
  tt.func public @kernel(%n: i32, %n_0: i64, %p: !tt.ptr<f32>, %p_1: !tt.ptr<f32>, %n_2: i32) {
    %cst = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %make_tensor_descriptor = tt.make_tensor_descriptor %p, [%n_2], [%n_0] : <f32>, <tensor<32xf32>>
    %for:2 = scf.for %i = %n to %n_2 step %c1_i32 iter_args(%acc = %cst, %n_3 = %make_tensor_descriptor) -> (tensor<32xf32>, !tt.tensordesc<tensor<32xf32>>)  : i32 {
      %descriptor_load = tt.descriptor_load %n_3[%n] : !tt.tensordesc<tensor<32xf32>> -> tensor<32xf32>
      %addf = arith.addf %acc, %descriptor_load : tensor<32xf32>
      %make_tensor_descriptor_4 = tt.make_tensor_descriptor %p_1, [%n_2], [%n_0] : <f32>, <tensor<32xf32>>
      scf.yield %addf, %make_tensor_descriptor_4 : tensor<32xf32>, !tt.tensordesc<tensor<32xf32>>
    } {tt.num_stages = 3 : i32}
    tt.store %ptrs, %for#0 : tensor<32x!tt.ptr<f32>>
    tt.return
  }
}
