// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline -canonicalize -cse | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline -canonicalize -cse --mutant M12 | FileCheck %s --check-prefix=M12
// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline --mutant M13 | FileCheck %s --check-prefix=M13
// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline -canonicalize -cse --mutant M14 | FileCheck %s --check-prefix=M14
// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline -canonicalize -cse --mutant M20 | FileCheck %s --check-prefix=M20
// RUN: fathom-opt %s -split-input-file -tritongpu-pipeline -canonicalize -cse --mutant M21 | FileCheck %s --check-prefix=M21

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// Two iterations early. Both copies before the loop are predicated, each by its own iteration; the one in the loop by the iteration after next, whose
// number must not wrap. The load's own mask is kept, and its value for masked-off elements is chosen by that mask after the read.
// CHECK-LABEL: @copy
// M13-LABEL: @copy
// M14-LABEL: @copy
// M20-LABEL: @copy
tt.func public @copy(%p: tensor<128x!tt.ptr<f32>, #blocked> {tt.contiguity = 128 : i32, tt.divisibility = 16 : i32}, %m: tensor<128xi1, #blocked> {tt.constancy = 128 : i32}, %n: i32, %z: tensor<128xf32, #blocked>) -> tensor<128xf32, #blocked> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %one = arith.constant dense<1.0> : tensor<128xf32, #blocked>
  // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
  // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[C2:.*]] = arith.constant 2 : i32
  // CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.0
  // CHECK: %[[BUFFERS:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x128xf32
  // CHECK: %[[FIRST:.*]] = arith.cmpi sgt, %arg2, %[[C0]]
  // CHECK: %[[FAR:.*]] = arith.cmpi ugt, %arg2, %[[C1]]
  // CHECK: %[[SECOND:.*]] = arith.andi %[[FIRST]], %[[FAR]]
  // CHECK: %[[FIRSTS:.*]] = tt.splat %[[FIRST]]
  // CHECK: %[[MASK:.*]] = arith.andi %[[FIRSTS]], %arg1
  // CHECK: ttg.async_copy_global_to_local %arg0, %{{.*}} mask %[[MASK]] {contiguity = 4 : i32}
  // CHECK: ttg.async_commit_group
  // CHECK: tt.splat %[[SECOND]]
  // CHECK: ttg.async_commit_group
  // CHECK: scf.for %[[I:.*]] = %[[C0]] to %arg2 step %[[C1]]
  // CHECK: ttg.async_wait {num = 1 : i32}
  // CHECK: %[[VIEW:.*]] = ttg.memdesc_index %[[BUFFERS]]
  // CHECK: %[[READ:.*]] = ttg.local_load %[[VIEW]] token
  // CHECK: %[[X:.*]] = arith.select %arg1, %[[READ]], %[[ONE]]
  // CHECK: arith.addf %{{.*}}, %[[X]]
  // CHECK: %[[LEFT:.*]] = arith.subi %arg2, %[[I]]
  // CHECK: %[[THIRD:.*]] = arith.cmpi ugt, %[[LEFT]], %[[C2]]
  // CHECK: %[[THIRDS:.*]] = tt.splat %[[THIRD]]
  // CHECK: arith.andi %[[THIRDS]], %arg1
  // CHECK: ttg.async_copy_global_to_local
  // CHECK: ttg.async_commit_group
  // CHECK: }
  // CHECK-NEXT: ttg.async_wait {num = 0 : i32}
  // CHECK-NEXT: ttg.local_dealloc %[[BUFFERS]]
  // M13: scf.for
  // M13: ttg.local_load
  // M13: ttg.async_wait
  // M14: %[[S:.*]] = tt.splat
  // M14: ttg.async_copy_global_to_local %arg0, %{{.*}} mask %[[S]]
  // M20: scf.for
  // M20: ttg.async_wait {num = 2 : i32}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %z) -> tensor<128xf32, #blocked> : i32 {
    %x = tt.load %p, %m, %one {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x!tt.ptr<f32>, #blocked>
    %t = arith.addf %sum, %x {loop.cluster = 0 : i32, loop.stage = 2 : i32} : tensor<128xf32, #blocked>
    scf.yield %t : tensor<128xf32, #blocked>
  } {tt.scheduled_max_stage = 2 : i32}
  tt.return %r : tensor<128xf32, #blocked>
}
}

// -----

#blocked = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.num-warps" = 1 : i32, "ttg.threads-per-warp" = 32 : i32} {
// The use comes after the copy of a later iteration: one more buffer.
// CHECK-LABEL: @late
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<2x128xf32
// M12-LABEL: @late
// M12: ttg.local_alloc : () -> !ttg.memdesc<1x128xf32
tt.func public @late(%p: tensor<128x!tt.ptr<f32>, #blocked> {tt.contiguity = 128 : i32, tt.divisibility = 16 : i32}, %q: tensor<128x!tt.ptr<f32>, #blocked>, %c: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : tensor<128x!tt.ptr<f32>, #blocked>
    scf.if %c {
      tt.store %q, %x : tensor<128x!tt.ptr<f32>, #blocked>
    } {loop.cluster = 2 : i32, loop.stage = 1 : i32}
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return
}
}

// -----

// Values wait in registers. What is left over of the loop is what it would have been, whatever the number of iterations.
// CHECK-LABEL: @registers
tt.func public @registers(%p: !tt.ptr<f32>, %n: i32, %s: i32) -> (!tt.ptr<f32>, f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[ANY:.*]] = arith.cmpi sgt, %arg1
  // CHECK: %[[X:.*]] = tt.load %arg0, %[[ANY]]
  // CHECK: %[[P:.*]] = tt.addptr %arg0, %arg2
  // CHECK: %[[R:.*]]:4 = scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[A:.*]] = %[[X]], %[[AT:.*]] = %[[P]], %[[BEFORE:.*]] = %arg0)
  // CHECK-NEXT: %[[T:.*]] = arith.addf %[[SUM]], %[[A]]
  // CHECK: %[[Y:.*]] = tt.load %[[AT]], %{{.*}}
  // CHECK: %[[NEXT:.*]] = tt.addptr %[[AT]]
  // CHECK: scf.yield %[[T]], %[[Y]], %[[NEXT]], %[[AT]]
  // CHECK: tt.return %[[R]]#3, %[[R]]#0
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %p, %sum = %zero) -> (!tt.ptr<f32>, f32) : i32 {
    %x = tt.load %at {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>
    %t = arith.addf %sum, %x {loop.cluster = 0 : i32, loop.stage = 1 : i32} : f32
    %next = tt.addptr %at, %s {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<f32>, i32
    scf.yield %next, %t : !tt.ptr<f32>, f32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return %r#0, %r#1 : !tt.ptr<f32>, f32
}

// -----

// What the loop only passes on: b is the a of the iteration before, c what was there from the start, then something else.
// CHECK-LABEL: @passed
tt.func public @passed(%p: !tt.ptr<i32>, %n: i32, %a0: i32, %b0: i32, %c0: i32, %other: i32) -> (i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[X:.*]] = tt.load %arg0
  // CHECK: %[[R:.*]]:4 = scf.for %{{.*}} iter_args(%[[A:.*]] = %[[X]], %[[B1:.*]] = %arg2, %[[B2:.*]] = %arg3, %[[C:.*]] = %arg4)
  // CHECK: %[[Y:.*]] = tt.load %arg0
  // CHECK: scf.yield %[[Y]], %[[A]], %[[B1]], %arg5
  // CHECK: tt.return %[[R]]#1, %[[R]]#2, %[[R]]#3
  %r:3 = scf.for %i = %zero to %n step %c1 iter_args(%a = %a0, %b = %b0, %c = %c0) -> (i32, i32, i32) : i32 {
    %x = tt.load %p {loop.cluster = 1 : i32, loop.stage = 0 : i32} : !tt.ptr<i32>
    tt.print " : " {hex = false, isSigned = array<i32: 1, 1, 1, 1>, loop.cluster = 0 : i32, loop.stage = 1 : i32} : %x, %a, %b, %c : i32, i32, i32, i32
    scf.yield %x, %a, %other : i32, i32, i32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// In an iteration that does not exist no branch is taken on garbage, and nothing is divided by it.
// CHECK-LABEL: @early
// M21-LABEL: @early
tt.func public @early(%p: !tt.ptr<i32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK: %[[PRED:.*]] = arith.cmpi ugt
  // CHECK: scf.if %[[PRED]] -> (i32)
  // CHECK: scf.if
  // CHECK: tt.load
  // CHECK: %[[D:.*]] = arith.select %[[PRED]], %{{.*}}, %{{.*}} : i32
  // CHECK: arith.divsi %{{.*}}, %[[D]]
  // M21: scf.for
  // M21-NOT: ub.poison
  // M21: arith.divsi
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %c0) -> i32 : i32 {
    %c = arith.cmpi eq, %i, %c1 {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
    %x = scf.if %c -> i32 {
      %l = tt.load %p : !tt.ptr<i32>
      scf.yield %l : i32
    } else {
      scf.yield %c1 : i32
    } {loop.cluster = 1 : i32, loop.stage = 0 : i32}
    %d = arith.divsi %n, %x {loop.cluster = 1 : i32, loop.stage = 0 : i32} : i32
    %t = arith.addi %sum, %d {loop.cluster = 0 : i32, loop.stage = 1 : i32} : i32
    scf.yield %t : i32
  } {tt.scheduled_max_stage = 1 : i32}
  tt.return %r : i32
}
