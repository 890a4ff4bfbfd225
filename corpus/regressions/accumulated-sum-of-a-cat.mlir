// The elements of a tt.cat are in any order: partial sums of them would be left open, and only what is summed over all of them is not.
//
// RUN: fathom check %s --oracle no-crash,same-meaning --subject core --target cuda:80,hip:gfx942
//
// Found as same-meaning: difference in TritonGPUOptimizeThreadLocality: an undefined value is stored
//   core   passes
//
// OPTIONS: num-warps=4 num-stages=3 num-ctas=1
// STAGE: ttgir
// LAUNCH: grid=4,1,1 rng-seed=1 args=i32=128;i32[4096];i32[4096]
// ORIGIN: generate --profile small --seed 1236 --index 2161, reduced from 78 ops to 11
module {
  tt.func public @kernel(%ub: i32, %p: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %zeros = arith.constant dense<0> : tensor<16xi32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ptrs = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %for = scf.for %i = %c0 to %ub step %c1 iter_args(%n = %c0) -> (i32)  : i32 {
      %load = tt.load %ptrs : tensor<16x!tt.ptr<i32>>
      %cat = tt.cat %zeros, %load : tensor<16xi32> -> tensor<32xi32>
      %reduce = "tt.reduce"(%cat) <{axis = 0 : i32}> ({
      ^bb0(%left: i32, %right: i32):
        %sum = arith.addi %left, %right : i32
        tt.reduce.return %sum : i32
      }) : (tensor<32xi32>) -> i32
      %addi = arith.addi %n, %reduce : i32
      scf.yield %addi : i32
    }
    tt.store %out, %for : !tt.ptr<i32>
    tt.return
  }
}
