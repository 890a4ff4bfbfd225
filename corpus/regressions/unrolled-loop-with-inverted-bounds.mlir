// A loop that runs no trip, since its bounds are inverted, runs some once it is unrolled: the number of trips is taken to be a large unsigned one.
//
// RUN: fathom check %s --oracle same-meaning --subject core --target cuda:80 --stage ttir
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle same-meaning --subject triton:3.1.0 --target cuda:80 --stage ttir %}
// RUN: %if triton-3.3.1 %{ not fathom check %s --oracle same-meaning --subject triton:3.3.1 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.6.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle same-meaning --subject triton:3.9.0 --target cuda:80 --stage ttir | FileCheck %s --check-prefix=FAILS %}
//
// Found as same-meaning: difference in TritonLoopUnroll: stored values differ
//   3.1.0, core   passes
//   3.3.1, 3.6.0, 3.9.0   fails so
//
// FAILS: same-meaning: difference in TritonLoopUnroll: stored values differ
// TARGET: cuda:80
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttir
// LAUNCH: grid=1,1,1 rng-seed=7 args=out:i32[8];i32=8;i32=0
// ORIGIN: written by hand, after reading the pass's output
module {
  tt.func public @kernel(%out: !tt.ptr<i32>, %lb: i32, %ub: i32) {
    %three = arith.constant 3 : i32
    %one = arith.constant 1 : i32
    %zero = arith.constant 0 : i32
    %s = scf.for %i = %lb to %ub step %three iter_args(%a = %zero) -> i32 : i32 {
      %b = arith.addi %a, %one : i32
      scf.yield %b : i32
    } {tt.loop_unroll_factor = 2 : i32}
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}
