// RUN: fathom-opt %s -split-input-file -triton-licm | FileCheck %s
// RUN: fathom-opt %s -split-input-file -triton-licm --mutant M25 | FileCheck %s --check-prefix=M25
// RUN: fathom-opt %s -split-input-file -triton-licm --mutant M26 | FileCheck %s --check-prefix=M26
// RUN: fathom-opt %s -split-input-file -triton-licm --mutant M54 | FileCheck %s --check-prefix=M54

// A loop that may have no trip: the load gets a mask, and a value for where it is false.
// CHECK-LABEL: @guarded
// M25-LABEL: @guarded
// M54-LABEL: @guarded
tt.func @guarded(%p: tensor<64x!tt.ptr<f32>>, %n: i32, %init: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %arg1
  // CHECK: %[[ALL:.*]] = tt.splat %[[RUNS]]
  // CHECK: %[[ZERO:.*]] = arith.constant dense<0.0
  // CHECK: %[[X:.*]] = tt.load %arg0, %[[ALL]], %[[ZERO]]
  // CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
  // CHECK: scf.for
  // CHECK-NEXT: arith.addf %{{.*}}, %[[Y]]
  // M25: tt.load %arg0 : tensor
  // M25: scf.for
  // M54: scf.for
  // M54: tt.load
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> tensor<64xf32> : i32 {
    %x = tt.load %p : tensor<64x!tt.ptr<f32>>
    %y = arith.mulf %x, %x : tensor<64xf32>
    %s = arith.addf %a, %y : tensor<64xf32>
    scf.yield %s : tensor<64xf32>
  }
  tt.return %0 : tensor<64xf32>
}

// -----

// The load's own mask stays, and so does its value for masked-off elements.
// CHECK-LABEL: @masked
tt.func @masked(%p: tensor<64x!tt.ptr<i32>>, %m: tensor<64xi1>, %o: tensor<64xi32>, %n: index, %init: tensor<64xi32>) -> tensor<64xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[RUNS:.*]] = arith.cmpi slt, %{{.*}}, %arg3 : index
  // CHECK: %[[ALL:.*]] = tt.splat %[[RUNS]]
  // CHECK: %[[BOTH:.*]] = arith.andi %arg1, %[[ALL]]
  // CHECK: tt.load %arg0, %[[BOTH]], %arg2
  // CHECK: scf.for
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> tensor<64xi32> {
    %x = tt.load %p, %m, %o : tensor<64x!tt.ptr<i32>>
    %s = arith.addi %a, %x : tensor<64xi32>
    scf.yield %s : tensor<64xi32>
  }
  tt.return %0 : tensor<64xi32>
}

// -----

// A loop that runs needs no guard, and one that counts without a sign is asked without a sign.
// CHECK-LABEL: @bounds
tt.func @bounds(%p: !tt.ptr<i32>, %n: i32, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  // CHECK: tt.load %arg0 : !tt.ptr<i32>
  // CHECK-NEXT: scf.for
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %init) -> i32 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %s = arith.addi %a, %x : i32
    scf.yield %s : i32
  }
  // CHECK: %[[RUNS:.*]] = arith.cmpi ult, %{{.*}}, %arg1
  // CHECK: tt.load %arg0, %[[RUNS]], %{{.*}} : !tt.ptr<i32>
  // CHECK: scf.for unsigned
  %1 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%a = %init) -> i32 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %s = arith.addi %a, %x : i32
    scf.yield %s : i32
  }
  tt.return %0, %1 : i32, i32
}

// -----

// A store through another argument changes nothing that is only read. One through the same argument may.
// CHECK-LABEL: @stores
// M26-LABEL: @stores
tt.func @stores(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: tt.load %arg0
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.load %arg1
  // M26: tt.load %arg0
  // M26: tt.load %arg1
  // M26: scf.for
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %y = tt.load %q : !tt.ptr<i32>
    %s = arith.addi %x, %y : i32
    tt.store %q, %s : !tt.ptr<i32>
  }
  tt.return
}

// -----

// An argument that is written after the loop may be the one that is stored through in it.
// CHECK-LABEL: @written_later
tt.func @written_later(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: tt.load
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    tt.store %q, %x : !tt.ptr<i32>
  }
  tt.store %p, %n : !tt.ptr<i32>
  tt.return
}

// -----

// A pointer that may be either argument is both, and one that is stored is followed no further.
// CHECK-LABEL: @either
tt.func @either(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %r: !tt.ptr<i32>, %s: !tt.ptr<!tt.ptr<i32>>, %c: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = scf.if %c -> !tt.ptr<i32> {
    scf.yield %p : !tt.ptr<i32>
  } else {
    scf.yield %q : !tt.ptr<i32>
  }
  tt.store %s, %r : !tt.ptr<!tt.ptr<i32>>
  // CHECK: scf.for
  // CHECK-NEXT: tt.load %arg0
  // CHECK-NEXT: tt.load %arg2
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %y = tt.load %r : !tt.ptr<i32>
    %z = arith.addi %x, %y : i32
    tt.store %w, %z : !tt.ptr<i32>
  }
  tt.return
}

// -----

// What stays: volatile loads, loads past the caches, loads under a mask that changes, and all loads beside an
// atomic that orders memory.
// CHECK-LABEL: @stays
tt.func @stays(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  // CHECK: scf.for
  // CHECK: tt.load {{.*}}isVolatile
  // CHECK: tt.load {{.*}}cacheModifier = cv
  // CHECK: tt.load %arg0, %{{.*}}, %{{.*}} : !tt.ptr<i32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> i32 : i32 {
    %x = tt.load %p {isVolatile = true} : !tt.ptr<i32>
    %y = tt.load %p cacheModifier = cv : !tt.ptr<i32>
    %m = arith.cmpi slt, %i, %init : i32
    %z = tt.load %p, %m, %c0 : !tt.ptr<i32>
    %s = arith.addi %x, %y : i32
    %t = arith.addi %s, %z : i32
    %u = arith.addi %t, %a : i32
    scf.yield %u : i32
  }
  // CHECK: scf.for
  // CHECK-NEXT: tt.load %arg0
  // CHECK-NEXT: tt.atomic_rmw
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> i32 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %y = tt.atomic_rmw add, acq_rel, gpu, %q, %x, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.yield %y : i32
  }
  // CHECK: tt.load %arg0
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.atomic_rmw
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1) -> i32 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %y = tt.atomic_rmw add, relaxed, gpu, %q, %x, %true : (!tt.ptr<i32>, i32, i1) -> i32
    scf.yield %y : i32
  }
  tt.return %2 : i32
}

// -----

// A load does not move over an assertion that may protect it. Prints are in nobody's way.
// CHECK-LABEL: @asserted
tt.func @asserted(%p: !tt.ptr<i32>, %c: i1, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: tt.load %arg0
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: tt.print
  // CHECK-NEXT: tt.assert
  // CHECK-NEXT: tt.load %arg0
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
    tt.assert %c, "c" : i1
    %y = tt.load %p : !tt.ptr<i32>
    tt.print " y: " {hex = false, isSigned = array<i32: 1>} : %y : i32
  }
  tt.return
}

// -----

// Out of both loops, with the guards of both.
// CHECK-LABEL: @nest
tt.func @nest(%p: !tt.ptr<i32>, %m: i32, %n: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: %[[INNER:.*]] = arith.cmpi slt, %{{.*}}, %arg2
  // CHECK: %[[OUTER:.*]] = arith.cmpi slt, %{{.*}}, %arg1
  // CHECK: %[[BOTH:.*]] = arith.andi %[[INNER]], %[[OUTER]]
  // CHECK: tt.load %arg0, %[[BOTH]]
  // CHECK: scf.for
  // CHECK-NEXT: scf.for
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%a = %init) -> i32 : i32 {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> i32 : i32 {
      %x = tt.load %p : !tt.ptr<i32>
      %s = arith.addi %b, %x : i32
      scf.yield %s : i32
    }
    scf.yield %1 : i32
  }
  tt.return %0 : i32
}

// -----

// Before a while's condition a load runs in any case; after it, if the first condition is true.
// CHECK-LABEL: @while
tt.func @while(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %init: i32) -> i32 {
  // CHECK: %[[X:.*]] = tt.load %arg0 : !tt.ptr<i32>
  // CHECK: %[[FIRST:.*]] = arith.cmpi slt, %arg2, %[[X]]
  // CHECK: tt.load %arg1, %[[FIRST]], %{{.*}}
  // CHECK: scf.while
  // CHECK-NEXT: arith.cmpi
  // CHECK-NEXT: scf.condition
  %0 = scf.while (%a = %init) : (i32) -> i32 {
    %x = tt.load %p : !tt.ptr<i32>
    %c = arith.cmpi slt, %a, %x : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    %y = tt.load %q : !tt.ptr<i32>
    %s = arith.addi %a, %y : i32
    scf.yield %s : i32
  }
  tt.return %0 : i32
}

// -----

// A condition that is loaded anew in each trip is not cloned.
// CHECK-LABEL: @while_on_memory
tt.func @while_on_memory(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  // CHECK: scf.while
  // CHECK: do
  // CHECK: tt.load
  %0 = scf.while (%a = %init) : (i32) -> i32 {
    %r = tt.addptr %p, %a : !tt.ptr<i32>, i32
    %x = tt.load %r : !tt.ptr<i32>
    %c = arith.cmpi slt, %c0, %x : i32
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%a: i32):
    %y = tt.load %q : !tt.ptr<i32>
    %s = arith.addi %a, %y : i32
    scf.yield %s : i32
  }
  tt.return %0 : i32
}

// -----

// A division may trap, so it only leaves a loop when it cannot.
// CHECK-LABEL: @division
tt.func @division(%n: i32, %d: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c7 = arith.constant 7 : i32
  // CHECK: arith.divsi %{{.*}}, %c7
  // CHECK: scf.for
  // CHECK: arith.divsi %{{.*}}, %arg1
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> i32 : i32 {
    %x = arith.divsi %init, %c7 : i32
    %y = arith.divsi %x, %d : i32
    %s = arith.addi %a, %y : i32
    scf.yield %s : i32
  }
  tt.return %0 : i32
}

// -----

// 64 registers a thread are hoisted: the first of these loads takes 64, the second finds none.
// CHECK-LABEL: @budget
tt.func @budget(%p: tensor<8192x!tt.ptr<f32>>, %q: tensor<1024x!tt.ptr<f32>>, %init: tensor<8192xf32>, %other: tensor<1024xf32>) -> (tensor<8192xf32>, tensor<1024xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  // CHECK: tt.load %arg0
  // CHECK-NEXT: scf.for
  // CHECK: tt.load %arg1
  %0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %init, %b = %other) -> (tensor<8192xf32>, tensor<1024xf32>) : i32 {
    %x = tt.load %p : tensor<8192x!tt.ptr<f32>>
    %y = tt.load %q : tensor<1024x!tt.ptr<f32>>
    %s = arith.addf %a, %x : tensor<8192xf32>
    %t = arith.addf %b, %y : tensor<1024xf32>
    scf.yield %s, %t : tensor<8192xf32>, tensor<1024xf32>
  }
  tt.return %0#0, %0#1 : tensor<8192xf32>, tensor<1024xf32>
}

// -----

// A function that is called may get one buffer twice.
// CHECK-LABEL: @callee
tt.func private @callee(%p: !tt.ptr<i32>, %q: !tt.ptr<i32>, %n: i32) attributes {noinline = true} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: scf.for
  // CHECK-NEXT: tt.load
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = tt.load %p : !tt.ptr<i32>
    tt.store %q, %x : !tt.ptr<i32>
  }
  tt.return
}
tt.func @caller(%p: !tt.ptr<i32>, %n: i32) {
  tt.call @callee(%p, %p, %n) : (!tt.ptr<i32>, !tt.ptr<i32>, i32) -> ()
  tt.return
}

// -----

// A reduction leaves with its region, an op that uses the loop's index in its region does not.
// CHECK-LABEL: @regions
tt.func @regions(%x: tensor<64xi32>, %n: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: "tt.reduce"
  // CHECK: scf.for
  // CHECK: scf.if
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> i32 : i32 {
    %r = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%l: i32, %h: i32):
      %s = arith.addi %l, %h : i32
      tt.reduce.return %s : i32
    }) : (tensor<64xi32>) -> i32
    %c = arith.cmpi slt, %r, %n : i32
    %v = scf.if %c -> i32 {
      scf.yield %i : i32
    } else {
      scf.yield %r : i32
    }
    %t = arith.addi %a, %v : i32
    scf.yield %t : i32
  }
  tt.return %0 : i32
}
