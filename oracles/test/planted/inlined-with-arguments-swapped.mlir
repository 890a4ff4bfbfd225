// A function is inlined, and its two arguments of one type change places.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Inliner:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[1]{3..9};out:i32[1];i32=50

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %v = tt.load %x : !tt.ptr<i32>
    %s = tt.call @scaled(%v, %n) : (i32, i32) -> i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
  tt.func private @scaled(%v: i32, %by: i32) -> i32 attributes {noinline = false} {
    %d = arith.muli %v, %by : i32
    %s = arith.subi %d, %v : i32
    tt.return %s : i32
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %v = tt.load %x : !tt.ptr<i32>
    %d = arith.muli %v, %n : i32
    %s = arith.subi %d, %n : i32
    tt.store %out, %s : !tt.ptr<i32>
    tt.return
  }
}
