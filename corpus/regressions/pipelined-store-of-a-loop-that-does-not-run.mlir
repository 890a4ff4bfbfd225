// A pipelined loop with a store under an `if`, and a range that is inverted at run time. The epilogue executes the store though the loop runs no trip: out of bounds here.
// Silent where the address happens to be valid.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: out-of-bounds in TritonAMDGPUPipeline: amdg.buffer_store
//   3.1.0          passes
//   3.3.1          fails otherwise: same-meaning: out-of-bounds in TritonAMDGPUStreamPipeline: tt.store
//   3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: out-of-bounds in TritonAMDGPUPipeline: amdg.buffer_store
// FAILS-2: same-meaning: out-of-bounds in TritonAMDGPUStreamPipeline: tt.store
// TARGET: hip:gfx942
// OPTIONS: num-warps=2 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=i32=4;f16[16768]
// ORIGIN: generate --profile default --seed 13 --index 154, reduced from 348 ops to 21
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %c1_i32 = arith.constant 1 : i32
    %c256_i32 = arith.constant 256 : i32
    scf.for %i = %c256_i32 to %n step %c1_i32  : i32 {
      %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %broadcast = tt.broadcast %expand_dims : tensor<1x16xi32> -> tensor<16x16xi32>
      %ptrs = tt.splat %p : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
      %ptrs_0 = tt.addptr %ptrs, %broadcast : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
      %load = tt.load %ptrs_0 : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %cst, %load, %cst : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
      %cmpi = arith.cmpi eq, %n, %c256_i32 : i32
      scf.if %cmpi {
      } else {
        %muli = arith.muli %i, %c256_i32 : i32
        %ptr = tt.addptr %p, %muli : !tt.ptr<f16>, i32
        %expand_dims_1 = tt.expand_dims %range {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
        %broadcast_2 = tt.broadcast %expand_dims_1 : tensor<16x1xi32> -> tensor<16x16xi32>
        %addi = arith.addi %broadcast_2, %broadcast : tensor<16x16xi32>
        %ptrs_3 = tt.splat %ptr : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
        %ptrs_4 = tt.addptr %ptrs_3, %addi : tensor<16x16x!tt.ptr<f16>>, tensor<16x16xi32>
        tt.store %ptrs_4, %dot : tensor<16x16x!tt.ptr<f16>>
      }
    }
    tt.return
  }
}
