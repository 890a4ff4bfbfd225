// A pipelined loop whose load is masked by what the sum is so far. The pass that moves the prologue's loads up takes what the mask of the second one needs along: the dot,
// and the read of its operand from shared memory, which then stands above the store that writes it. Silent.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx1100 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx1100 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx1100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonAMDGPUMoveUpPrologueLoads: an undefined value is stored
//   3.1.0   was not asked: its IR for gfx1100 is not read
//   3.3.1   passes
//   3.6.0   fails otherwise: same-meaning: difference in TritonAMDGPUReorderInstructions: an undefined value is stored
//   3.9.0   fails so
//   num-stages: fails with 3, 4, 5; passes with 1, 2
//   target: fails with hip:gfx950, hip:gfx1100, hip:gfx1201; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, cuda:100, cuda:120, hip:gfx90a, hip:gfx942
//
// FAILS: same-meaning: difference in TritonAMDGPUMoveUpPrologueLoads: an undefined value is stored
// FAILS-2: same-meaning: difference in TritonAMDGPUReorderInstructions: an undefined value is stored
// TARGET: hip:gfx1100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=i32=2;i32=4;f16[2496];i32[4096];f16[4096]
// ORIGIN: generate --profile default --seed 7307 --index 16, reduced from 247 ops to 16
module {
  tt.func public @kernel(%lb: i32, %ub: i32, %p: !tt.ptr<f16>, %p_0: !tt.ptr<i32>, %p_1: !tt.ptr<f16>) {
    %cst = arith.constant dense<1> : tensor<16x16xi32>
    %c2_i32 = arith.constant 2 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<16x16xf16>
    %ptrs = tt.splat %p_1 : !tt.ptr<f16> -> tensor<16x16x!tt.ptr<f16>>
    %for = scf.for %i = %lb to %ub step %c2_i32 iter_args(%acc = %cst_2) -> (tensor<16x16xf16>)  : i32 {
      %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %expand_dims = tt.expand_dims %range {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %ptrs_3 = tt.splat %p : !tt.ptr<f16> -> tensor<1x16x!tt.ptr<f16>>
      %ptrs_4 = tt.addptr %ptrs_3, %expand_dims : tensor<1x16x!tt.ptr<f16>>, tensor<1x16xi32>
      %ptrs_5 = tt.broadcast %ptrs_4 : tensor<1x16x!tt.ptr<f16>> -> tensor<16x16x!tt.ptr<f16>>
      %fptosi = arith.fptosi %acc : tensor<16x16xf16> to tensor<16x16xi32>
      %cmpi = arith.cmpi slt, %fptosi, %cst : tensor<16x16xi32>
      %load = tt.load %ptrs_5, %cmpi : tensor<16x16x!tt.ptr<f16>>
      %dot = tt.dot %acc, %load, %acc : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf16>
      tt.store %p_0, %i : !tt.ptr<i32>
      scf.yield %dot : tensor<16x16xf16>
    }
    tt.store %ptrs, %for : tensor<16x16x!tt.ptr<f16>>
    tt.return
  }
}
