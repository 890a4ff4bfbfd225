// A scaled product whose first operand is packed along its rows (lhs_k_pack = false) beside a 16-bit one: the pass that multiplies the scales in takes the packed
// rows for the rows of the product. tl.dot_scaled(a, scale, "e2m1", b, None, "fp16", lhs_k_pack=False).
//
// RUN: %if triton-3.6.0 %{ fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonAMDGPUAccelerateMatmul: scale and output must match on non-axis dimensions
//   3.1.0   does not read it: Triton 3.1.0 has no such op (at tt.dot_scaled)
//   3.3.1   does not read it: 'tt.dot_scaled' op expected the last dimension of the first operand to be equal to the second-to-last dimension of the second operand
//   3.6.0   passes
//   3.9.0   fails so
//
// FAILS: no-crash: verifier in TritonAMDGPUAccelerateMatmul: scale and output must match on non-axis dimensions
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile recent --seed 7123 --index 15, reduced from 266 ops to 7
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %rhs = arith.constant dense<0.000000e+00> : tensor<32x16xf16>
    %cst_0 = arith.constant dense<0> : tensor<8x32xi8>
    %cst_1 = arith.constant dense<0> : tensor<16x1xi8>
    %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %dot_scaled = tt.dot_scaled %cst_0 scale %cst_1, %rhs, %cst lhs = e2m1 rhs = fp16 {fastMath = true, lhs_k_pack = false} : tensor<8x32xi8>, tensor<16x1xi8> * tensor<32x16xf16> -> tensor<16x16xf16>
    tt.store %ptrs, %dot_scaled : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
