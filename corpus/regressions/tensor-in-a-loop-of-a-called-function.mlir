// A function that is not inlined (@triton.jit(noinline=True)) takes a tensor, of one element as the front end wants it, and carries it through a loop. AMD's lowering asks for
// facts of the function's arguments, which are taken to be scalars.
//
// RUN: %if triton-3.1.0 %{ not fathom check %s --oracle no-crash --subject triton:3.1.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle no-crash --subject triton:3.3.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-3 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in ConvertTritonAMDGPUToLLVM: lhs.getRank() == rhs.getRank() && "Mismatched ranks" (AxisInfo.cpp)
//   3.1.0, 3.3.1   fails otherwise: no-crash: verifier in ConvertTritonToTritonGPU: 'tt.func' op type of entry block argument #N(T) must match the type of the corresponding argument in function signature(T)
//   3.6.0          fails otherwise: no-crash: error in ConvertTritonToTritonGPU: failed to legalize unresolved materialization from () to (T) that remained live after conversion
//   3.9.0          fails so
//   target: fails with hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, cuda:100, cuda:120
//
// FAILS: no-crash: assertion in ConvertTritonAMDGPUToLLVM: lhs.getRank() == rhs.getRank() && "Mismatched ranks" (AxisInfo.cpp)
// FAILS-2: no-crash: verifier in ConvertTritonToTritonGPU: 'tt.func' op type of entry block argument #N(T) must match the type of the corresponding argument in function signature(T)
// FAILS-3: no-crash: error in ConvertTritonToTritonGPU: failed to legalize unresolved materialization from () to (T) that remained live after conversion
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: llir
// ORIGIN: generate --profile default --seed 7303 --index 0, reduced from 400 ops to 7
module {
  tt.func public @kernel(%p: !tt.ptr<f16>) {
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<1x1xf16>
    %call = tt.call @helper1(%cst, %cst, %c0_i32, %p) : (tensor<1x1xf16>, tensor<1x1xf16>, i32, !tt.ptr<f16>) -> tensor<1x1xf16>
    tt.return
  }
  tt.func private @helper1(%x: tensor<1x1xf16>, %x_0: tensor<1x1xf16>, %ub: i32, %p: !tt.ptr<f16>) -> tensor<1x1xf16> attributes {noinline = true} {
    %cst = arith.constant dense<0.000000e+00> : tensor<1x1xf16>
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %for = scf.for %i = %c0_i32 to %ub step %c1_i32 iter_args(%acc = %x) -> (tensor<1x1xf16>)  : i32 {
      scf.yield %cst : tensor<1x1xf16>
    }
    tt.return %for : tensor<1x1xf16>
  }
}
