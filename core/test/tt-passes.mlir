// RUN: fathom-opt %s -split-input-file -canonicalize | FileCheck %s --check-prefix=CANON
// RUN: fathom-opt %s -split-input-file -cse | FileCheck %s --check-prefix=CSE
// RUN: fathom-opt %s -split-input-file -loop-invariant-code-motion | FileCheck %s --check-prefix=LICM
// RUN: fathom-opt %s -split-input-file -inline | FileCheck %s --check-prefix=INLINE
// RUN: fathom-opt %s -split-input-file -symbol-dce | FileCheck %s --check-prefix=DCE
// RUN: fathom-opt %s -split-input-file -sccp | FileCheck %s --check-prefix=SCCP
// What MLIR's own passes may and may not do, by the effects that tt's ops have.

// An unused load goes, a volatile one and atomics stay.
// CANON-LABEL: @unused
tt.func @unused(%p: !tt.ptr<f32>, %v: f32, %x: f32) {
  // CANON-NOT: tt.load %{{.*}} : !tt.ptr
  %0 = tt.load %p : !tt.ptr<f32>
  // CANON: tt.load %{{.*}} {isVolatile = true}
  %1 = tt.load %p {isVolatile = true} : !tt.ptr<f32>
  // CANON: tt.atomic_rmw
  %2 = tt.atomic_rmw fadd, relaxed, gpu, %p, %v : (!tt.ptr<f32>, f32) -> f32
  // CANON-NOT: pure = true
  %3 = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "f"} : (f32) -> f32
  // CANON: tt.extern_elementwise {{.*}} pure = false
  %4 = tt.extern_elementwise %x {libname = "", libpath = "", pure = false, symbol = "f"} : (f32) -> f32
  // CANON: tt.return
  tt.return
}

// -----

// Two loads are one, unless a store is between them.
// CSE-LABEL: @loads
tt.func @loads(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) -> (f32, f32, f32) {
  // CSE: %[[A:.*]] = tt.load
  %0 = tt.load %p : !tt.ptr<f32>
  %1 = tt.load %p : !tt.ptr<f32>
  // CSE-NEXT: tt.store
  tt.store %q, %0 : !tt.ptr<f32>
  // CSE-NEXT: %[[B:.*]] = tt.load
  %2 = tt.load %p : !tt.ptr<f32>
  // CSE-NEXT: tt.return %[[A]], %[[A]], %[[B]]
  tt.return %0, %1, %2 : f32, f32, f32
}

// -----

// Equal reductions are one; different ones are not.
// CSE-LABEL: @reductions
tt.func @reductions(%v: tensor<8xf32>) -> (f32, f32, f32) {
  // CSE: %[[A:.*]] = "tt.reduce"
  %0 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  %1 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  // CSE: %[[B:.*]] = "tt.reduce"
  // CSE-NOT: "tt.reduce"
  %2 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.maxnumf %a, %b : f32
    tt.reduce.return %s : f32
  }) : (tensor<8xf32>) -> f32
  // CSE: tt.return %[[A]], %[[A]], %[[B]]
  tt.return %0, %1, %2 : f32, f32, f32
}

// -----

// Out of a loop that may never run: what is pure, and no load, no reduction that might divide by zero.
// LICM-LABEL: @loop
tt.func @loop(%n: i32, %s: f32, %p: !tt.ptr<f32>, %v: tensor<8xi32>, %q: tensor<8x!tt.ptr<f32>>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // LICM: tt.splat
  // LICM: scf.for
  scf.for %i = %zero to %n step %one : i32 {
    %0 = tt.splat %s : f32 -> tensor<8xf32>
    // LICM: tt.load
    %1 = tt.load %p : !tt.ptr<f32>
    // LICM: "tt.reduce"
    %2 = "tt.reduce"(%v) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %d = arith.divsi %a, %b : i32
      tt.reduce.return %d : i32
    }) : (tensor<8xi32>) -> i32
    // LICM: tt.store
    tt.store %q, %0 : tensor<8x!tt.ptr<f32>>
  }
  tt.return
}

// -----

// INLINE-LABEL: @caller
// DCE-LABEL: @caller
tt.func public @caller(%b: i1, %x: f32, %n: i32) -> f32 {
  // INLINE: arith.addf
  %0 = tt.call @add(%x) : (f32) -> f32
  // Several blocks become blocks of the caller,
  // INLINE: cf.cond_br
  %1 = tt.call @early(%b, %0) : (i1, f32) -> f32
  // INLINE: tt.call @kept
  %2 = tt.call @kept(%1) : (f32) -> f32
  // but do not fit in a loop.
  %zero = arith.constant 0 : i32
  // INLINE: scf.for
  %3 = scf.for %i = %zero to %n step %n iter_args(%y = %2) -> f32 : i32 {
    // INLINE: tt.call @early
    %4 = tt.call @early(%b, %y) : (i1, f32) -> f32
    scf.yield %4 : f32
  }
  tt.return %3 : f32
}
// DCE: @add
tt.func private @add(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  tt.return %0 : f32
}
tt.func private @early(%b: i1, %x: f32) -> f32 {
  cf.cond_br %b, ^one, ^two
^one:
  tt.return %x : f32
^two:
  %0 = arith.negf %x : f32
  tt.return %0 : f32
}
tt.func private @kept(%x: f32) -> f32 attributes {noinline = true} {
  tt.return %x : f32
}
// DCE-NOT: @unused_function
tt.func private @unused_function() {
  tt.return
}

// -----

// SCCP-LABEL: @constants
tt.func public @constants() -> (i32, tensor<8xi32>) {
  %c = arith.constant 3 : i32
  %0 = tt.call @twice(%c) : (i32) -> i32
  %1 = tt.splat %c : i32 -> tensor<8xi32>
  // SCCP-DAG: %[[S:.*]] = arith.constant dense<3> : tensor<8xi32>
  // SCCP-DAG: %[[C:.*]] = arith.constant 6 : i32
  // SCCP: tt.return %[[C]], %[[S]]
  tt.return %0, %1 : i32, tensor<8xi32>
}
tt.func private @twice(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  tt.return %0 : i32
}

// -----

// CANON-LABEL: @folds
tt.func @folds(%t: tensor<4x2xf32>, %p: tensor<8x!tt.ptr<f32>>) -> (tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x!tt.ptr<f32>>) {
  // CANON: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<8x1xf32>
  %c = arith.constant 1.0 : f32
  %0 = tt.splat %c : f32 -> tensor<8xf32>
  %1 = tt.reshape %0 : tensor<8xf32> -> tensor<8x1xf32>
  %2 = tt.reshape %t : tensor<4x2xf32> -> tensor<4x2xf32>
  %3 = tt.trans %t {order = array<i32: 0, 1>} : tensor<4x2xf32> -> tensor<4x2xf32>
  %zero = arith.constant dense<0> : tensor<8xi32>
  %4 = tt.addptr %p, %zero : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  // CANON: tt.return %[[C]], %arg0, %arg0, %arg1
  tt.return %1, %2, %3, %4 : tensor<8x1xf32>, tensor<4x2xf32>, tensor<4x2xf32>, tensor<8x!tt.ptr<f32>>
}
