// One use of the program's x is replaced by its y.
//
// RUN: not fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: FAIL: same-meaning: {{[a-z-]+}} in Canonicalizer:
// LAUNCH: grid=3,3,1 rng-seed=7 args=i32[9];out:i32[9]

// -----// IR Dump Before Inliner (inline) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %px = tt.get_program_id x : i32
    %py = tt.get_program_id y : i32
    %c3 = arith.constant 3 : i32
    %row = arith.muli %py, %c3 : i32
    %at = arith.addi %row, %px : i32
    %p = tt.addptr %x, %at : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %w = arith.addi %v, %px : i32
    %q = tt.addptr %out, %at : !tt.ptr<i32>, i32
    tt.store %q, %w : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %px = tt.get_program_id x : i32
    %py = tt.get_program_id y : i32
    %c3 = arith.constant 3 : i32
    %row = arith.muli %py, %c3 : i32
    %at = arith.addi %px, %row : i32
    %p = tt.addptr %x, %at : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %w = arith.addi %v, %px : i32
    %q = tt.addptr %out, %at : !tt.ptr<i32>, i32
    tt.store %q, %w : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %px = tt.get_program_id x : i32
    %py = tt.get_program_id y : i32
    %c3 = arith.constant 3 : i32
    %row = arith.muli %py, %c3 : i32
    %at = arith.addi %px, %row : i32
    %p = tt.addptr %x, %at : !tt.ptr<i32>, i32
    %v = tt.load %p : !tt.ptr<i32>
    %w = arith.addi %v, %py : i32
    %q = tt.addptr %out, %at : !tt.ptr<i32>, i32
    tt.store %q, %w : !tt.ptr<i32>
    tt.return
  }
}
