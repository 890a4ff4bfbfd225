// A loop carries a number that is 0 in the first trip and 1 in all others. The range analysis finds it to be 1, and the comparison with 1 becomes true: the first trip
// takes the branch too. Silent.
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target hip:gfx942 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle same-meaning --subject triton:3.3.1 --target hip:gfx942 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target hip:gfx942 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ fathom check %s --oracle same-meaning --subject triton:3.9.0 --target hip:gfx942 %}
//
// Found as same-meaning: difference in TritonAMDFoldTrueCmpI: stored values differ
//   3.1.0, 3.3.1, 3.9.0   passes
//   3.6.0                 fails so
//
// FAILS: same-meaning: difference in TritonAMDFoldTrueCmpI: stored values differ
// TARGET: hip:gfx942
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=1,1,1 rng-seed=1 args=i32=8;i32[4096]
// ORIGIN: generate --profile default --seed 77 --index 17, reduced
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<i32>) {
    %cst = arith.constant dense<0> : tensor<1xi32>
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
    %pid = tt.get_program_id x : i32
    %for:3 = scf.for %i = %pid to %n step %c1_i32 iter_args(%n_0 = %c0_i32, %n_1 = %c1_i32, %acc = %cst) -> (i32, i32, tensor<1xi32>)  : i32 {
      %cmpi = arith.cmpi eq, %n_0, %n : i32
      %select = arith.select %cmpi, %c1_i32, %n_0 : i32
      %cmpi_2 = arith.cmpi eq, %select, %c1_i32 : i32
      %if:2 = scf.if %cmpi_2 -> (i32, tensor<1xi32>) {
        %addi = arith.addi %n_1, %c1_i32 : i32
        %splat = tt.splat %addi : i32 -> tensor<1xi32>
        scf.yield %addi, %splat : i32, tensor<1xi32>
      } else {
        scf.yield %n_1, %acc : i32, tensor<1xi32>
      }
      scf.yield %c1_i32, %if#0, %if#1 : i32, i32, tensor<1xi32>
    }
    tt.store %ptrs, %for#2 : tensor<1x!tt.ptr<i32>>
    tt.return
  }
}
