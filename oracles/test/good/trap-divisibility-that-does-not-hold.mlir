// An argument is said to be divisible by 16 and is 7: its remainder is folded to 0. That is right under launches that keep the promise.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1];out:i32[1];i32=7

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %c16 = arith.constant 16 : i32
    %m = arith.remsi %n, %c16 : i32
    tt.store %out, %m : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32 {tt.divisibility = 16 : i32}) {
    %m = arith.constant 0 : i32
    tt.store %out, %m : !tt.ptr<i32>
    tt.return
  }
}
