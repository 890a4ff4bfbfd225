// All programs store their number to one address, and a pass has them do one another's work: any of them may be the last.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: inconclusive: reference: race of programs
// LAUNCH: grid=4,1,1 rng-seed=7 args=out:i32[1]

// -----// IR Dump Before Canonicalizer (canonicalize) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>) {
    %p = tt.get_program_id x : i32
    %c3 = arith.constant 3 : i32
    %other = arith.subi %c3, %p : i32
    tt.store %out, %p : !tt.ptr<i32>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
module {
  tt.func public @kernel(%out: !tt.ptr<i32>) {
    %p = tt.get_program_id x : i32
    %c3 = arith.constant 3 : i32
    %other = arith.subi %c3, %p : i32
    tt.store %out, %other : !tt.ptr<i32>
    tt.return
  }
}
