// The canonicalizers of a pipeline share one set of patterns. It has every dialect's: nothing is left that MLIR's own would change.
// RUN: fathom-opt %s --fathom-ttgir=target=cuda:80 -o %t.cuda.mlir && FileCheck %s --input-file=%t.cuda.mlir
// RUN: fathom-opt %t.cuda.mlir -canonicalize | diff %t.cuda.mlir -
// RUN: fathom-opt %s --fathom-ttgir=target=hip:gfx942 -o %t.hip.mlir && FileCheck %s --input-file=%t.hip.mlir
// RUN: fathom-opt %t.hip.mlir -canonicalize | diff %t.hip.mlir -
// RUN: fathom-opt %s --fathom-ttir=target=cuda:80 -o %t.ttir.mlir && FileCheck %s --input-file=%t.ttir.mlir
// RUN: fathom-opt %t.ttir.mlir -canonicalize | diff %t.ttir.mlir -

// arith folds, and an if whose condition is known goes.
// CHECK-LABEL: tt.func public @known_branch(
// CHECK-NOT: scf.if
// CHECK-NOT: arith.
// CHECK: tt.store %{{.*}}, %arg1 : !tt.ptr<i32>
tt.func public @known_branch(%p: !tt.ptr<i32>, %x: i32) {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %x, %zero : i32
  %true = arith.cmpi eq, %x, %x : i32
  scf.if %true {
    tt.store %p, %0 : !tt.ptr<i32>
  }
  tt.return
}

// Of cf: both ways lead to one block.
// CHECK-LABEL: tt.func public @one_way(
// CHECK-NOT: cf.
// CHECK: tt.store
// CHECK-NEXT: tt.return
tt.func public @one_way(%p: !tt.ptr<i32>, %x: i32, %flag: i1) {
  cf.cond_br %flag, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// A loop that runs never, and a value that a loop only carries.
// CHECK-LABEL: tt.func public @loops(
// CHECK: scf.for %{{[a-z0-9]+}} = %{{.*}} to %{{.*}} step %{{.*}} : i32 {
// CHECK-NOT: scf.for
// CHECK: tt.return
tt.func public @loops(%p: !tt.ptr<i32>, %x: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c1 to %c0 step %c1 : i32 {
    tt.store %p, %x : !tt.ptr<i32>
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (i32) : i32 {
    tt.store %p, %y : !tt.ptr<i32>
    scf.yield %y : i32
  }
  tt.store %p, %0 : !tt.ptr<i32>
  tt.return
}

// Of tt: a load whose mask is false, a store whose mask is true.
// CHECK-LABEL: tt.func public @masks(
// CHECK-NOT: tt.load
// CHECK: tt.store %{{[^,]*}}, %{{[^,]*}} : tensor<128x!tt.ptr<f32>
tt.func public @masks(%p: !tt.ptr<f32>) {
  %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
  %none = arith.constant dense<false> : tensor<128xi1>
  %all = arith.constant dense<true> : tensor<128xi1>
  %other = arith.constant dense<1.0> : tensor<128xf32>
  %0 = tt.load %ptrs, %none, %other : tensor<128x!tt.ptr<f32>>
  tt.store %ptrs, %0, %all : tensor<128x!tt.ptr<f32>>
  tt.return
}
