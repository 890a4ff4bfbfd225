// A warp-specialised loop (tl.range(warp_specialize=True)) that loads nothing: there is nothing to put in partitions, and a partition that is not there is asked for.
//
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:100 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonGPUAutomaticWarpSpecialization: detail::isPresent(Val) && "dyn_cast on a non-existent value" (Casting.h)
//   3.1.0   was not asked: does not know cuda:100
//   3.3.1   passes
//   3.6.0   fails otherwise: no-crash: signal in TritonGPUAutomaticWarpSpecialization: SIGSEGV
//   3.9.0   fails so
//   target: fails with cuda:100, cuda:120; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: no-crash: assertion in TritonGPUAutomaticWarpSpecialization: detail::isPresent(Val) && "dyn_cast on a non-existent value" (Casting.h)
// FAILS-2: no-crash: signal in TritonGPUAutomaticWarpSpecialization: SIGSEGV
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 7201 --index 10, reduced from 266 ops to 4
module {
  tt.func public @kernel(%n: i32, %p: !tt.ptr<i32>) {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %for = scf.for %i = %c0_i32 to %n step %c1_i32 iter_args(%n_0 = %c0_i32) -> (i32)  : i32 {
      scf.yield %n : i32
    } {tt.warp_specialize}
    tt.store %p, %for : !tt.ptr<i32>
    tt.return
  }
}
