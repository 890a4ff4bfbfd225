// RUN: fathom-opt %s -split-input-file -verify-diagnostics -tritongpu-pipeline
// Schedules that no schedule-loops makes.

tt.func public @stage(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{is in stage 2 of a loop whose last one is 1}}
    tt.store %p, %i {loop.cluster = 0 : i32, loop.stage = 2 : i32} : !tt.ptr<i32>
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}

// -----

tt.func public @missing(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // expected-error@+1 {{has no place in the schedule of its loop}}
    tt.store %p, %i : !tt.ptr<i32>
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}

// -----

tt.func public @operand(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p {loop.cluster = 0 : i32, loop.stage = 1 : i32} : !tt.ptr<i32>
    // expected-error@+1 {{is scheduled before an operand of it}}
    tt.store %p, %x {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}
