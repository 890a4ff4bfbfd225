// A warp-specialised loop (tl.range(warp_specialize=True)) in a kernel that calls a function which is not inlined (@triton.jit(noinline=True)).
//
// RUN: %if triton-3.1.0 %{ fathom check %s --oracle no-crash --subject triton:3.1.0 --target cuda:90 %}
// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:90 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:90 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: unreachable in NVGPUWarpSpecialization: Should not have any call operands in the IR after inlining. (TaskIdPropagation.cpp)
//   3.1.0   passes
//   3.3.1   passes
//   3.6.0   fails so
//   3.9.0   fails so
//
// FAILS: no-crash: unreachable in NVGPUWarpSpecialization: Should not have any call operands in the IR after inlining. (TaskIdPropagation.cpp)
// TARGET: cuda:90
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile default --seed 7502 --index 42, reduced from 381 ops to 5, its result a number
module {
  tt.func public @kernel(%lb: i32, %n: i32, %p: !tt.ptr<i32>) {
    %c1_i32 = arith.constant 1 : i32
    scf.for %i = %lb to %n step %c1_i32  : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    } {tt.warp_specialize}
    %call = tt.call @helper(%n) : (i32) -> i32
    tt.store %p, %call : !tt.ptr<i32>
    tt.return
  }
  tt.func private @helper(%n: i32) -> i32 attributes {noinline = true} {
    %sum = arith.addi %n, %n : i32
    tt.return %sum : i32
  }
}
