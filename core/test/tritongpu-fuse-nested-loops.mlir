// RUN: fathom-opt %s -split-input-file -tritongpu-fuse-nested-loops -canonicalize | FileCheck %s
// RUN: fathom-opt %s -split-input-file -tritongpu-fuse-nested-loops -canonicalize --mutant M22 | FileCheck %s --check-prefix=M22
// RUN: fathom-opt %s -split-input-file -tritongpu-fuse-nested-loops -canonicalize --mutant M23 | FileCheck %s --check-prefix=M23
// RUN: not fathom-opt %s -split-input-file -tritongpu-fuse-nested-loops --mutant M24 2>&1 | FileCheck %s --check-prefix=M24

// Effects before and after the inner loop, which is known to run.
// CHECK-LABEL: @around
// CHECK-SAME: (%[[P:.*]]: !tt.ptr<i32>, %[[N:.*]]: i32)
tt.func @around(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: %[[RUNS:.*]] = arith.cmpi sgt, %[[N]], %c0
  // CHECK: %[[LENGTH:.*]] = arith.select %[[RUNS]], %[[N]], %c0
  // CHECK: %[[WIDE:.*]] = arith.extui %[[LENGTH]] : i32 to i64
  // CHECK: %[[TOTAL:.*]] = arith.muli %[[WIDE]], %c4
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[TOTAL]] step %{{.*}} iter_args(%[[I:.*]] = %c0{{.*}}, %[[J:.*]] = %c0{{.*}}, %[[G:.*]] =
  // CHECK-NEXT: %[[FIRST:.*]] = arith.cmpi eq, %[[J]], %c0
  // CHECK-NEXT: %[[X:.*]] = scf.if %[[FIRST]] -> (i32) {
  // CHECK-NEXT: %[[L:.*]] = tt.atomic_rmw add, relaxed, gpu, %[[P]], %[[I]]
  // CHECK-NEXT: scf.yield %[[L]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.yield %[[G]]
  // CHECK-NEXT: }
  // CHECK-NEXT: tt.print " body: " {{.*}} : %[[X]], %[[J]]
  // CHECK-NEXT: %[[LAST:.*]] = arith.cmpi eq, %[[J]], %c3
  // CHECK-NEXT: scf.if %[[LAST]] {
  // CHECK-NEXT: tt.print " after: " {{.*}} : %[[X]]
  // CHECK-NEXT: }
  // CHECK-NEXT: %[[I1:.*]] = arith.addi %[[I]], %c1
  // CHECK-NEXT: %[[NI:.*]] = arith.select %[[LAST]], %[[I1]], %[[I]]
  // CHECK-NEXT: %[[J1:.*]] = arith.addi %[[J]], %c1
  // CHECK-NEXT: %[[NJ:.*]] = arith.select %[[LAST]], %c0{{.*}}, %[[J1]]
  // CHECK-NEXT: scf.yield %[[NI]], %[[NJ]], %[[X]]
  // CHECK: tt.num_stages = 3
  // CHECK-NOT: tt.flatten
  // CHECK: tt.return
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.atomic_rmw add, relaxed, gpu, %p, %i, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.for %j = %c0 to %c4 step %c1 : i32 {
      tt.print " body: " {hex = false, isSigned = array<i32: 1, 1>} : %x, %j : i32, i32
    } {tt.num_stages = 3 : i32}
    tt.print " after: " {hex = false, isSigned = array<i32: 1>} : %x : i32
  } {tt.flatten}
  tt.return
}

// -----

// An inner loop that may not run, also as its bounds are the wrong way round.
// CHECK-LABEL: @maybe
// M22-LABEL: @maybe
// M23-LABEL: @maybe
// M24: error: {{.*}}scf.if
tt.func @maybe(%from: i32, %to: i32, %n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: arith.cmpi slt, %arg0, %arg1
  // CHECK: scf.if {{.*}} -> (i32) {
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK: } else {
  // CHECK: scf.for
  // CHECK-NOT: scf.for
  // CHECK: tt.return
  // M22: arith.cmpi ne
  // M23: arith.cmpi ult
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> i32 : i32 {
    %v = arith.muli %i, %x : i32
    %1 = scf.for %j = %from to %to step %c1 iter_args(%b = %a) -> i32 : i32 {
      %s = arith.addi %b, %j : i32
      %t = arith.xori %s, %v : i32
      scf.yield %t : i32
    }
    %2 = arith.addi %1, %v : i32
    scf.yield %2 : i32
  } {tt.flatten}
  tt.return %0 : i32
}

// -----

// An accumulator that goes through both loops is carried once.
// CHECK-LABEL: @through
tt.func @through(%n: i32, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: %[[R:.*]]:3 = scf.for {{.*}} iter_args(%{{.*}} = %c0_i32, %{{.*}} = %c0_i32, %[[A:.*]] = %arg1) -> (i32, i32, tensor<8xf32>)
  // CHECK: arith.mulf %[[A]]
  // CHECK: tt.return %[[R]]#2
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> : i32 {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %a) -> tensor<8xf32> : i32 {
      %k = arith.sitofp %j : i32 to f32
      %s = tt.splat %k : f32 -> tensor<8xf32>
      %t = arith.mulf %b, %s : tensor<8xf32>
      scf.yield %t : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  } {tt.flatten}
  tt.return %0 : tensor<8xf32>
}

// -----

// What the outer loop carries is read after the inner loop: it must not be overwritten in it.
// CHECK-LABEL: @carried_is_read_late
tt.func @carried_is_read_late(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[A:.*]] = %arg1, %[[B:.*]] = %arg1, %{{.*}} = %{{.*}})
  // CHECK: scf.if
  // CHECK: arith.addi %[[A]], %[[B]]
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (i32, i32) : i32 {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%c = %c0) -> i32 : i32 {
      %s = arith.muli %c, %j : i32
      %t = arith.addi %s, %i : i32
      scf.yield %t : i32
    }
    %2 = arith.addi %a, %b : i32
    scf.yield %1, %2 : i32, i32
  } {tt.flatten}
  tt.return %0#1 : i32
}

// -----

// A carried value of the inner loop that starts from the outer index.
// CHECK-LABEL: @starts_from_index
tt.func @starts_from_index(%p: !tt.ptr<i32>, %m: i32, %n: i32) {
  %c1 = arith.constant 1 : i32
  // CHECK: scf.if
  // CHECK: scf.for {{.*}} iter_args(%[[I:.*]] = %c1{{.*}}, %{{.*}} = %c0
  // CHECK: arith.select %{{.*}}, %[[I]], %{{.*}}
  scf.for %i = %c1 to %n step %c1 : i32 {
    %0 = scf.for %j = %m to %n step %c1 iter_args(%a = %i) -> i32 : i32 {
      %x = arith.muli %a, %n : i32
      scf.yield %x : i32
    }
    tt.store %p, %0 : !tt.ptr<i32>
  } {tt.flatten}
  tt.return
}

// -----

// Bounds that change, bounds that are loaded in the outer loop, two inner loops, no tt.flatten: nothing is fused.
// CHECK-LABEL: @declined
tt.func @declined(%p: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %i step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {tt.flatten}
  // CHECK: scf.for
  // CHECK: tt.load
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    %m = tt.load %p : !tt.ptr<i32>
    scf.for %j = %c0 to %m step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  } {tt.flatten}
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %i : !tt.ptr<i32>
    }
  } {tt.flatten}
  // CHECK: scf.for
  // CHECK: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    scf.for %j = %c0 to %n step %c1 : i32 {
      tt.store %p, %j : !tt.ptr<i32>
    }
  }
  tt.return
}

// -----

// A while and an if beside the inner loop, and a use deep in the last op of the epilogue.
// CHECK-LABEL: @regions_around
tt.func @regions_around(%p: !tt.ptr<i32>, %n: i32, %c: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  // CHECK: scf.for {{.*}} iter_args
  // CHECK: %[[X:.*]] = scf.if
  // CHECK: scf.while
  // CHECK: } else {
  // CHECK: }
  // CHECK: scf.if
  // CHECK: tt.store %{{.*}}, %[[X]]
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = scf.while (%a = %i) : (i32) -> i32 {
      %t = arith.cmpi slt, %a, %n : i32
      scf.condition(%t) %a : i32
    } do {
    ^bb0(%a: i32):
      %b = arith.addi %a, %c1 : i32
      scf.yield %b : i32
    }
    %y = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %c0) -> i32 : i32 {
      %s = arith.xori %b, %j : i32
      %t = arith.muli %s, %x : i32
      scf.yield %t : i32
    }
    scf.if %c {
      %u = arith.muli %y, %y : i32
      scf.if %c {
        tt.store %p, %x : !tt.ptr<i32>
      }
    }
  } {tt.flatten}
  tt.return
}

// -----

// A buffer of the prologue cannot be carried: the nest stays.
#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {
// CHECK-LABEL: @buffer
tt.func @buffer(%p: tensor<128x!tt.ptr<f32>, #b>, %n: i32) {
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK: scf.for
  scf.for %i = %c1 to %n step %c1 : i32 {
    %x = tt.load %p : tensor<128x!tt.ptr<f32>, #b>
    %m = ttg.local_alloc %x : (tensor<128xf32, #b>) -> !ttg.memdesc<128xf32, #s, #smem>
    scf.for %j = %c1 to %n step %c1 : i32 {
      %y = ttg.local_load %m : !ttg.memdesc<128xf32, #s, #smem> -> tensor<128xf32, #b>
      tt.store %p, %y : tensor<128x!tt.ptr<f32>, #b>
    }
  } {tt.flatten}
  tt.return
}
}
