// The old value of an atomic reaches the first element alone; the others see 0.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in TritonGPUReduceDataDuplication:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1]{5..9};out:i32[8]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%ticket: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %old = tt.atomic_rmw add, acq_rel, gpu, %ticket, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %o = tt.splat %old : i32 -> tensor<8xi32>
    %s = arith.addi %o, %r : tensor<8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %s : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before TritonGPUReduceDataDuplication (tritongpu-reduce-data-duplication) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%ticket: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %old = tt.atomic_rmw add, acq_rel, gpu, %ticket, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %o = tt.splat %old : i32 -> tensor<8xi32>
    %s = arith.addi %o, %r : tensor<8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %s : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%ticket: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %old = tt.atomic_rmw add, acq_rel, gpu, %ticket, %c1, %true : (!tt.ptr<i32>, i32, i1) -> i32
    %r = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %o = tt.splat %old : i32 -> tensor<8xi32>
    %zero = arith.constant dense<0> : tensor<8xi32>
    %first = arith.cmpi eq, %r, %zero : tensor<8xi32>
    %mine = arith.select %first, %o, %zero : tensor<8xi1>, tensor<8xi32>
    %s = arith.addi %mine, %r : tensor<8xi32>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    tt.store %out_ptr, %s : tensor<8x!tt.ptr<i32>>
    tt.return
  }
}
