// The program assumes n > 0 and is launched with n < 0: whatever the compiler made of the assumption, it was told so. Launches beside it keep the promise, and
// under those the rewrite is right.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1];out:i32[1];i32=-3

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %pos = arith.cmpi sgt, %n, %c0 : i32
    llvm.intr.assume %pos : i1
    %neg = arith.cmpi slt, %n, %c0 : i32
    %v = arith.select %neg, %c0, %c1 : i32
    tt.store %out, %v : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %pos = arith.cmpi sgt, %n, %c0 : i32
    llvm.intr.assume %pos : i1
    %v = arith.constant 1 : i32
    tt.store %out, %v : !tt.ptr<i32>
    tt.return
  }
}
