// An if around a store becomes a mask, and the mask is then lost: programs that should store nothing do.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=4,1,1 rng-seed=7 args=i32[4]{1..9};out:i32[4];i32=2

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %pid = tt.get_program_id x : i32
    %c = arith.cmpi slt, %pid, %n : i32
    %op = tt.addptr %out, %pid : !tt.ptr<i32>, i32
    scf.if %c {
      %p = tt.addptr %x, %pid : !tt.ptr<i32>, i32
      %v = tt.load %p : !tt.ptr<i32>
      tt.store %op, %v : !tt.ptr<i32>
    }
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %pid = tt.get_program_id x : i32
    %c = arith.cmpi slt, %pid, %n : i32
    %op = tt.addptr %out, %pid : !tt.ptr<i32>, i32
    %p = tt.addptr %x, %pid : !tt.ptr<i32>, i32
    %v = tt.load %p, %c : !tt.ptr<i32>
    tt.store %op, %v, %c : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before SymbolDCE (symbol-dce) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %pid = tt.get_program_id x : i32
    %c = arith.cmpi slt, %pid, %n : i32
    %op = tt.addptr %out, %pid : !tt.ptr<i32>, i32
    %p = tt.addptr %x, %pid : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    tt.store %op, %v : !tt.ptr<i32>
    tt.return
  }
}
