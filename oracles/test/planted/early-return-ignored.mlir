// A branch around an early return is folded to its other side.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in CSE:
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[4]{1..9};out:i32[1];i32=0

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
      %stop = arith.cmpi slt, %n, %c1 : i32
      cf.cond_br %stop, ^leave, ^work
    ^leave:
      tt.return
    ^work:
      %xp = tt.addptr %x, %n : !tt.ptr<i32>, i32
      %v = tt.load %xp : !tt.ptr<i32>
      tt.store %out, %v : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
      %stop = arith.cmpi slt, %n, %c1 : i32
      cf.cond_br %stop, ^leave, ^work
    ^leave:
      tt.return
    ^work:
      %xp = tt.addptr %x, %n : !tt.ptr<i32>, i32
      %v = tt.load %xp : !tt.ptr<i32>
      tt.store %out, %v : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %xp = tt.addptr %x, %n : !tt.ptr<i32>, i32
    %v = tt.load %xp : !tt.ptr<i32>
    tt.store %out, %v : !tt.ptr<i32>
    tt.return
  }
}
