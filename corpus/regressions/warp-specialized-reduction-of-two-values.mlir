// RUN: %if triton-3.3.1 %{ fathom check %s --oracle no-crash --subject triton:3.3.1 --target cuda:100 %}
// RUN: %if triton-3.6.0 %{ not fathom check %s --oracle no-crash --subject triton:3.6.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS-2 %}
// RUN: %if triton-3.9.0 %{ not fathom check %s --oracle no-crash --subject triton:3.9.0 --target cuda:100 | FileCheck %s --check-prefix=FAILS %}
//
// Found as no-crash: assertion in TritonGPUAutomaticWarpSpecialization: reduceOp.getResults().size() == N (PartitionScheduling.cpp)
//   3.1.0   was not asked: does not know cuda:100
//   3.3.1   passes
//   3.6.0   fails otherwise: no-crash: signal in TritonGPUAutomaticWarpSpecialization: SIGSEGV
//   3.9.0   fails so
//   target: fails with cuda:100, cuda:120; passes with cuda:75, cuda:80, cuda:86, cuda:89, cuda:90, hip:gfx90a, hip:gfx942, hip:gfx950, hip:gfx1100, hip:gfx1201
//
// FAILS: no-crash: assertion in TritonGPUAutomaticWarpSpecialization: reduceOp.getResults().size() == N (PartitionScheduling.cpp)
// FAILS-2: no-crash: signal in TritonGPUAutomaticWarpSpecialization: SIGSEGV
// TARGET: cuda:100
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// ORIGIN: generate --profile k12 --seed 8027 --index 185, reduced from 237 ops to 10
module {
  tt.func public @kernel(%p: !tt.ptr<i32>, %ub: i32, %lb: i32) {
    %cst = arith.constant dense<0> : tensor<1x1xi32>
    %c1_i32 = arith.constant 1 : i32
    %cst_0 = arith.constant dense<0> : tensor<1xi32>
    %ptrs = tt.splat %p : !tt.ptr<i32> -> tensor<1x!tt.ptr<i32>>
    %for = scf.for %i = %lb to %ub step %c1_i32 iter_args(%acc = %cst_0) -> (tensor<1xi32>)  : i32 {
      %ptr = tt.addptr %p, %i : !tt.ptr<i32>, i32
      %ptrs_1 = tt.splat %ptr : !tt.ptr<i32> -> tensor<1x1x!tt.ptr<i32>>
      %load = tt.load %ptrs_1 : tensor<1x1x!tt.ptr<i32>>
      %reduce:2 = "tt.reduce"(%load, %cst) <{axis = 1 : i32}> ({
      ^bb0(%left: i32, %left_2: i32, %right: i32, %right_3: i32):
        tt.reduce.return %left_2, %left_2 : i32, i32
      }) : (tensor<1x1xi32>, tensor<1x1xi32>) -> (tensor<1xi32>, tensor<1xi32>)
      scf.yield %reduce#1 : tensor<1xi32>
    } {tt.warp_specialize}
    tt.store %ptrs, %for : tensor<1x!tt.ptr<i32>>
    tt.return
  }
}
