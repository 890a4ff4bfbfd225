// RUN: fathom-opt %s -split-input-file -tritongpu-schedule-loops | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-schedule-loops --mutant M16 | FileCheck %s --check-prefix=M16
// RUN: fathom-opt %s -split-input-file -tritongpu-schedule-loops --mutant M18 | FileCheck %s --check-prefix=M18
// RUN: fathom-opt %s -split-input-file -tritongpu-schedule-loops --mutant M21 | FileCheck %s --check-prefix=M21

// A load two iterations early; the pointer of the next iteration's load is needed one iteration early.
// CHECK-LABEL: @carried
// M16-LABEL: @carried
tt.func public @carried(%p: !tt.ptr<f32>, %n: i32, %s: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %p, %sum = %zero) -> (!tt.ptr<f32>, f32) : i32 {
    // CHECK: tt.load {{.*}} {loop.cluster = 2 : i32, loop.stage = 0 : i32}
    %x = tt.load %at {tt.latency = 2 : i32} : !tt.ptr<f32>
    // CHECK: arith.addf {{.*}} {loop.cluster = 0 : i32, loop.stage = 2 : i32}
    %t = arith.addf %sum, %x : f32
    // CHECK: tt.addptr {{.*}} {loop.cluster = 1 : i32, loop.stage = 1 : i32}
    %next = tt.addptr %at, %s : !tt.ptr<f32>, i32
    scf.yield %next, %t : !tt.ptr<f32>, f32
  // CHECK: {tt.scheduled_max_stage = 2 : i32}
  // M16: {tt.scheduled_max_stage = 1 : i32}
  }
  tt.return %r#1 : f32
}

// -----

// A load whose address is loaded starts when the address is there.
// CHECK-LABEL: @indirect
// M18-LABEL: @indirect
tt.func public @indirect(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 : i32 {
    // CHECK: tt.addptr {{.*}} loop.stage = 0 : i32}
    %pi = tt.addptr %p, %i : !tt.ptr<i32>, i32
    // CHECK: tt.load {{.*}} loop.stage = 0 : i32}
    %j = tt.load %pi {tt.latency = 1 : i32} : !tt.ptr<i32>
    // CHECK: tt.addptr {{.*}} loop.stage = 1 : i32}
    // M18: tt.addptr %arg1, {{.*}} loop.stage = 1 : i32}
    %qj = tt.addptr %q, %j : !tt.ptr<f32>, i32
    // CHECK: tt.load {{.*}} loop.stage = 1 : i32}
    // M18: tt.load {{.*}} loop.stage = 0 : i32}
    %x = tt.load %qj {tt.latency = 1 : i32} : !tt.ptr<f32>
    // CHECK: arith.addf {{.*}} loop.stage = 2 : i32}
    %t = arith.addf %sum, %x : f32
    scf.yield %t : f32
  }
  tt.return %r : f32
}

// -----

// What has an effect stays where it is: a load that depends on it does not start early.
// CHECK-LABEL: @atomic
// M21-LABEL: @atomic
tt.func public @atomic(%p: !tt.ptr<i32>, %q: !tt.ptr<f32>, %n: i32) -> f32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 : i32 {
    // CHECK-NOT: loop.stage
    // M21: tt.atomic_rmw {{.*}} loop.stage = 0 : i32}
    %j = tt.atomic_rmw add, relaxed, gpu, %p, %c1 : (!tt.ptr<i32>, i32) -> i32
    %qj = tt.addptr %q, %j : !tt.ptr<f32>, i32
    %x = tt.load %qj {tt.latency = 2 : i32} : !tt.ptr<f32>
    %t = arith.addf %sum, %x : f32
    scf.yield %t : f32
  }
  tt.return %r : f32
}

// -----

// An if comes after the loads of later iterations, and so does what has an effect after it.
// CHECK-LABEL: @if
tt.func public @if(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %pi = tt.addptr %p, %i : !tt.ptr<f32>, i32
    // CHECK: tt.load {{.*}} {loop.cluster = 1 : i32, loop.stage = 0 : i32}
    %x = tt.load %pi {tt.latency = 1 : i32} : !tt.ptr<f32>
    // CHECK: arith.cmpi {{.*}} {loop.cluster = 0 : i32, loop.stage = 1 : i32}
    %c = arith.cmpi slt, %i, %n : i32
    scf.if %c {
      tt.store %q, %x : !tt.ptr<f32>
    // CHECK: } {loop.cluster = 2 : i32, loop.stage = 1 : i32}
    }
    // CHECK: tt.print {{.*}}loop.cluster = 2 : i32, loop.stage = 1 : i32
    tt.print " i: " {hex = false, isSigned = array<i32: 1>} : %i : i32
  }
  tt.return
}

// -----

// A recurrence through a load leaves nothing to start early.
// CHECK-LABEL: @recurrence
// CHECK-NOT: loop.stage
tt.func public @recurrence(%p: !tt.ptr<i32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%j = %c0) -> i32 : i32 {
    %pj = tt.addptr %p, %j : !tt.ptr<i32>, i32
    %x = tt.load %pj {tt.latency = 2 : i32} : !tt.ptr<i32>
    scf.yield %x : i32
  }
  tt.return %r : i32
}
