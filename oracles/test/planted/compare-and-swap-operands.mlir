// The expected and the new value of a compare-and-swap change places.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=1,1,1 rng-seed=7 args=atomic:i32[1];out:i32[1]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%lock: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c7 = arith.constant 7 : i32
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c7 : (!tt.ptr<i32>, i32, i32) -> i32
    tt.store %out, %old : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%lock: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c7 = arith.constant 7 : i32
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c0, %c7 : (!tt.ptr<i32>, i32, i32) -> i32
    tt.store %out, %old : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%lock: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %c7 = arith.constant 7 : i32
    %old = tt.atomic_cas acq_rel, gpu, %lock, %c7, %c0 : (!tt.ptr<i32>, i32, i32) -> i32
    tt.store %out, %old : !tt.ptr<i32>
    tt.return
  }
}
