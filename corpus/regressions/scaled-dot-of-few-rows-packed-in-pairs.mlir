// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in ConvertTritonGPUToLLVM: xVals.size() % N == N (Fp4ToFpOpToLLVMBase.cpp)
//   3.1.0   does not read it: Triton 3.1.0 has no such op (at tt.dot_scaled)
//   3.3.1   does not read it: 'tt.dot_scaled' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand
//   3.6.0   does not read it: scales K dimension must match the operand K divided by the scale factor
//   3.9.0   fails so
//   the front end of 3.9.0 writes such programs
//
// FAILS: no-crash: assertion in ConvertTritonGPUToLLVM: xVals.size() % N == N (Fp4ToFpOpToLLVMBase.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: llir
// ORIGIN: generate --profile default --seed 9 --index 132, reduced from 319 ops to 6
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %cst_0 = arith.constant dense<0> : tensor<16x1xi8>
    %cst_1 = arith.constant dense<0> : tensor<8x16xi8>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %dot_scaled = tt.dot_scaled %cst_1 scale %cst_0, %cst, %cst lhs = e2m1 rhs = bf16 {fastMath = false, lhs_k_pack = false} : tensor<8x16xi8>, tensor<16x1xi8> * tensor<16x16xf16> -> tensor<16x16xf16>
    tt.store %ptrs, %dot_scaled : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
