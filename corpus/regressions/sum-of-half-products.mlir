// A sum of products of 16-bit floats: what becomes a dot gets a sum of zeros of 32 bits. tl.sum(a[:, :, None] * b[None, :, :], axis=1).
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:80 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: verifier in TritonCombineOps: 'tt.splat' op requires the same element type for all operands and results
//   3.1.0   fails otherwise: no-crash: assertion in TritonCombineOps: floatAttr.getType() == eltType && "expected float attribute type to equal element type" (BuiltinAttributes.cpp)
//   3.3.1   fails otherwise: no-crash: assertion in TritonCombineOps: floatAttr.getType() == eltType && "expected float attribute type to equal element type" (BuiltinAttributes.cpp)
//   3.6.0   fails otherwise: no-crash: assertion in TritonCombineOps: floatAttr.getType() == eltType && "expected float attribute type to equal element type" (BuiltinAttributes.cpp)
//   3.9.0   fails so
//
// FAILS: no-crash: verifier in TritonCombineOps: 'tt.splat' op requires the same element type for all operands and results
// FAILS-2: no-crash: assertion in TritonCombineOps: floatAttr.getType() == eltType && "expected float attribute type to equal element type" (BuiltinAttributes.cpp)
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttir
// ORIGIN: generate --profile default --seed 7409 --index 73, written anew
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %q = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %a = tt.load %q : tensor<16x16x!tt.ptr<f16>>
    %x = tt.expand_dims %a {axis = 2 : i32} : tensor<16x16xf16> -> tensor<16x16x1xf16>
    %y = tt.expand_dims %a {axis = 0 : i32} : tensor<16x16xf16> -> tensor<1x16x16xf16>
    %xs = tt.broadcast %x : tensor<16x16x1xf16> -> tensor<16x16x16xf16>
    %ys = tt.broadcast %y : tensor<1x16x16xf16> -> tensor<16x16x16xf16>
    %products = arith.mulf %xs, %ys : tensor<16x16x16xf16>
    %sum = "tt.reduce"(%products) <{axis = 1 : i32}> ({
    ^bb0(%left: f16, %right: f16):
      %add = arith.addf %left, %right : f16
      tt.reduce.return %add : f16
    }) : (tensor<16x16x16xf16>) -> tensor<16x16xf16>
    tt.store %q, %sum : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
