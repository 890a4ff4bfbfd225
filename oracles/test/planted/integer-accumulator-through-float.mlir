// An integer accumulator is kept in f32 from trip to trip, where sums past 2^24 lose their last bit.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUAccelerateMatmul:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[8]{2..8};out:i32[1];i32=4

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %big = arith.constant 16777217 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %big) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %sum, %v : i32
      scf.yield %s : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUAccelerateMatmul (tritongpu-accelerate-matmul) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %big = arith.constant 16777217 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %big) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %v, %sum : i32
      scf.yield %s : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %big = arith.constant 16777217 : i32
    %f = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %big) -> (i32) : i32 {
      %p = tt.addptr %x, %i : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      %fs = arith.sitofp %sum : i32 to f32
      %is = arith.fptosi %fs : f32 to i32
      %s = arith.addi %v, %is : i32      scf.yield %s : i32
    }
    tt.store %out, %f : !tt.ptr<i32>
    tt.return
  }
}
