// RUN: fathom-opt %s -tritongpu-remove-layout-conversions | FileCheck %s
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M1 2>&1 | FileCheck %s --check-prefix=M1
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M2 2>&1 | FileCheck %s --check-prefix=M2
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M3 2>&1 | FileCheck %s --check-prefix=M3
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M4 2>&1 | FileCheck %s --check-prefix=M4
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M5 2>&1 | FileCheck %s --check-prefix=M5
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M6 2>&1 | FileCheck %s --check-prefix=M6
// RUN: not fathom-opt %s -tritongpu-remove-layout-conversions --mutant M7 2>&1 | FileCheck %s --check-prefix=M7
// RUN: fathom-opt %s -tritongpu-remove-layout-conversions --mutant M8 | FileCheck %s --check-prefix=M8
// RUN: fathom-opt %s -tritongpu-remove-layout-conversions --mutant M53 | FileCheck %s --check-prefix=M53
// CHECK-DAG: #[[$A:.+]] = #ttg.blocked<{sizePerThread = [1, 4],
// CHECK-DAG: #[[$B:.+]] = #ttg.blocked<{sizePerThread = [1, 1],
// CHECK-DAG: #[[$W:.+]] = #ttg.blocked<{sizePerThread = [1, 8],
// CHECK-DAG: #[[$D:.+]] = #ttg.blocked<{sizePerThread = [1],
// M1: error:
// M2: error:
// M3: error:
// M4: error:
// M5: error: operand #{{.*}} does not dominate this use
// M6: error:
// M7: error:

#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 2], order = [1, 0]}>
#r = #ttg.slice<{dim = 0, parent = #a}>
#c = #ttg.slice<{dim = 1, parent = #a}>
#d = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
!a = tensor<64x64xf32, #a>
!b = tensor<64x64xf32, #b>
#w = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#e = #ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
!e = tensor<64x64xf32, #e>
!pa = tensor<64x64x!tt.ptr<f32>, #a>
!pb = tensor<64x64x!tt.ptr<f32>, #b>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {

// The layout of a load goes on through what is free to have any, to the store.
// CHECK-LABEL: @forward(
// CHECK: %[[X:.*]] = tt.load {{.*}} : tensor<64x64x!tt.ptr<f32>, #[[$A]]>
// CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]] : tensor<64x64xf32, #[[$A]]>
// CHECK-NEXT: tt.store %{{.*}}, %[[Y]] : tensor<64x64x!tt.ptr<f32>, #[[$A]]>
tt.func @forward(%p: !pa, %x: !b) {
  %0 = tt.load %p : !pa
  %1 = ttg.convert_layout %0 : !a -> !b
  %2 = arith.addf %1, %1 : !b
  %3 = ttg.convert_layout %2 : !b -> !a
  tt.store %p, %3 : !pa
  tt.return
}

// A body yields arguments of the condition, not results: other numbers, in another order.
// CHECK-LABEL: @while(
// CHECK: scf.while ({{.*}}) : (tensor<64x64xf32, #[[$A]]>, i32, tensor<64x64xf32, #[[$B]]>) -> (tensor<64x64xf32, #[[$B]]>, tensor<64x64xf32, #[[$A]]>, i32)
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield %{{.*}} : tensor<64x64xf32, #[[$A]]>, i32, tensor<64x64xf32, #[[$B]]>
// CHECK-NOT: ttg.convert_layout
tt.func @while(%p: !pa, %q: !pb, %n: i32) {
  %zero = arith.constant dense<0.0> : !e
  %c0 = arith.constant 0 : i32
  %0:3 = scf.while (%x = %zero, %i = %c0, %y = %zero) : (!e, i32, !e) -> (!e, !e, i32) {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %y, %x, %i : !e, !e, i32
  } do {
  ^bb0(%y: !e, %x: !e, %i: i32):
    %1 = tt.load %p : !pa
    %2 = ttg.convert_layout %1 : !a -> !e
    %3 = arith.addf %x, %2 : !e
    %4 = tt.load %q : !pb
    %5 = ttg.convert_layout %4 : !b -> !e
    %6 = arith.addf %y, %5 : !e
    %7 = arith.addi %i, %i : i32
    scf.yield %3, %7, %6 : !e, i32, !e
  }
  %8 = ttg.convert_layout %0#1 : !e -> !a
  tt.store %p, %8 : !pa
  %9 = ttg.convert_layout %0#0 : !e -> !b
  tt.store %q, %9 : !pb
  tt.return
}

// One value in two places of a yield.
// CHECK-LABEL: @twice(
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield %[[X:[0-9]+]], %[[X]] : tensor<64x64xf32, #[[$A]]>, tensor<64x64xf32, #[[$A]]>
tt.func @twice(%p: !pa, %q: !pb, %n: i32) {
  %zero = arith.constant dense<0.0> : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero, %y = %zero) -> (!b, !b) : i32 {
    %1 = tt.load %p : !pa
    %2 = ttg.convert_layout %1 : !a -> !b
    %3 = arith.addf %x, %2 : !b
    %4 = arith.mulf %3, %y : !b
    scf.yield %4, %4 : !b, !b
  }
  tt.store %q, %0#0 : !pb
  tt.store %q, %0#1 : !pb
  tt.return
}

// What an inner loop results in is handed on by the outer one.
// CHECK-LABEL: @nested(
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield %{{.*}} : tensor<64x64xf32, #[[$A]]>
// CHECK: scf.yield %{{.*}} : tensor<64x64xf32, #[[$A]]>
// CHECK-NOT: ttg.convert_layout
tt.func @nested(%p: !pa, %q: !pa, %n: i32) {
  %zero = arith.constant dense<0.0> : !b
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> (!b) : i32 {
    %1 = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> (!b) : i32 {
      %2 = tt.load %p : !pa
      %3 = ttg.convert_layout %2 : !a -> !b
      %4 = arith.addf %y, %3 : !b
      scf.yield %4 : !b
    }
    scf.yield %1 : !b
  }
  %5 = ttg.convert_layout %0 : !b -> !a
  tt.store %q, %5 : !pa
  tt.return
}

// A range that two extensions start from is made for each.
// CHECK-LABEL: @ranges(
// CHECK-DAG: tt.make_range {{.*}} : tensor<64xi32, #ttg.slice<{dim = 0, parent = #[[$A]]}>>
// CHECK-DAG: tt.make_range {{.*}} : tensor<64xi32, #ttg.slice<{dim = 1, parent = #[[$A]]}>>
// CHECK-NOT: ttg.convert_layout
tt.func @ranges(%p: !tt.ptr<f32>, %q: !pb, %n: i32) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #d>
  %1 = ttg.convert_layout %0 : tensor<64xi32, #d> -> tensor<64xi32, #r>
  %2 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #r> -> tensor<1x64xi32, #a>
  %3 = ttg.convert_layout %0 : tensor<64xi32, #d> -> tensor<64xi32, #c>
  %4 = tt.expand_dims %3 {axis = 1 : i32} : tensor<64xi32, #c> -> tensor<64x1xi32, #a>
  %5 = tt.broadcast %2 : tensor<1x64xi32, #a> -> tensor<64x64xi32, #a>
  %6 = tt.broadcast %4 : tensor<64x1xi32, #a> -> tensor<64x64xi32, #a>
  %7 = arith.addi %5, %6 : tensor<64x64xi32, #a>
  %8 = tt.splat %p : !tt.ptr<f32> -> !pa
  %9 = tt.addptr %8, %7 : !pa, tensor<64x64xi32, #a>
  %10 = tt.load %9 : !pa
  tt.store %9, %10 : !pa
  tt.return
}

// The same with a branch.
// CHECK-LABEL: @branches(
// CHECK-NOT: ttg.convert_layout
tt.func @branches(%p: !pa, %q: !pb, %flag: i1) {
  %0 = arith.constant dense<1.0> : !e
  scf.if %flag {
    %1 = ttg.convert_layout %0 : !e -> !a
    tt.store %p, %1 : !pa
  } else {
    %1 = ttg.convert_layout %0 : !e -> !b
    tt.store %q, %1 : !pb
  }
  tt.return
}

// A copy is made beside the original: it can be used again wherever that can.
// CHECK-LABEL: @again(
// CHECK: %[[B:.*]] = tt.broadcast {{.*}} -> tensor<64x64xi32, #[[$B]]>
// CHECK: scf.if
// CHECK-NEXT: arith.sitofp %[[B]] : tensor<64x64xi32, #[[$B]]>
// CHECK: arith.sitofp %[[B]] : tensor<64x64xi32, #[[$B]]>
tt.func @again(%p: !pa, %q: !pb, %flag: i1, %n: i32) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #r>
  %s = tt.splat %n : i32 -> tensor<64xi32, #r>
  %1 = arith.addi %0, %s : tensor<64xi32, #r>
  %2 = tt.expand_dims %1 {axis = 0 : i32} : tensor<64xi32, #r> -> tensor<1x64xi32, #a>
  %3 = tt.broadcast %2 : tensor<1x64xi32, #a> -> tensor<64x64xi32, #a>
  %4 = arith.sitofp %3 : tensor<64x64xi32, #a> to !a
  tt.store %p, %4 : !pa
  scf.if %flag {
    %5 = ttg.convert_layout %3 : tensor<64x64xi32, #a> -> tensor<64x64xi32, #b>
    %6 = arith.sitofp %5 : tensor<64x64xi32, #b> to !b
    tt.store %q, %6 : !pb
  }
  %7 = ttg.convert_layout %3 : tensor<64x64xi32, #a> -> tensor<64x64xi32, #b>
  %8 = arith.sitofp %7 : tensor<64x64xi32, #b> to !b
  tt.store %q, %8 : !pb
  tt.return
}

// An atomic is done once.
// CHECK-LABEL: @atomic(
// CHECK: tt.atomic_rmw
// CHECK-NOT: tt.atomic_rmw
// CHECK: ttg.convert_layout
// CHECK-NOT: tt.atomic_rmw
// M8-LABEL: @atomic(
// M8-COUNT-2: tt.atomic_rmw
tt.func @atomic(%p: !tt.ptr<f32>, %x: f32, %q: !pb) {
  %0 = tt.splat %p : !tt.ptr<f32> -> !pa
  %1 = tt.splat %x : f32 -> !a
  %2 = tt.atomic_rmw fadd, acq_rel, gpu, %0, %1 : (!pa, !a) -> !a
  tt.store %0, %2 : !pa
  %3 = ttg.convert_layout %2 : !a -> !b
  tt.store %q, %3 : !pb
  tt.return
}

// A load that takes a thread several accesses is converted, not done again.
// CHECK-LABEL: @small_load(
// CHECK: tt.load
// CHECK-NOT: tt.load
// CHECK: ttg.convert_layout
// CHECK-NOT: tt.load
tt.func @small_load(%p: tensor<64x!tt.ptr<f32>, #r>, %q: !pa, %r: tensor<64x!tt.ptr<f32>, #c>) {
  %0 = tt.load %p : tensor<64x!tt.ptr<f32>, #r>
  %1 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xf32, #r> -> tensor<1x64xf32, #a>
  %2 = tt.broadcast %1 : tensor<1x64xf32, #a> -> !a
  %3 = ttg.convert_layout %0 : tensor<64xf32, #r> -> tensor<64xf32, #c>
  %4 = tt.expand_dims %3 {axis = 1 : i32} : tensor<64xf32, #c> -> tensor<64x1xf32, #a>
  %5 = tt.broadcast %4 : tensor<64x1xf32, #a> -> !a
  %6 = arith.addf %2, %5 : !a
  tt.store %q, %6 : !pa
  tt.return
}

// A pointer that goes round a loop in one layout and is read in two gets a second slot.
// CHECK-LABEL: @second_slot(
// CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (tensor<64x64xi32, #[[$A]]>, tensor<64x64xi32, #[[$B]]>)
// CHECK: tt.addptr %{{.*}}, %[[X]]
// CHECK: tt.addptr %{{.*}}, %[[Y]]
// CHECK-NOT: ttg.convert_layout
// CHECK: scf.yield
tt.func @second_slot(%p: !tt.ptr<f32>, %q: !pb, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %d = arith.constant dense<1> : tensor<64x64xi32, #a>
  %0 = tt.splat %n : i32 -> tensor<64x64xi32, #a>
  %1 = tt.splat %p : !tt.ptr<f32> -> !pa
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> (tensor<64x64xi32, #a>) : i32 {
    %3 = tt.addptr %1, %x : !pa, tensor<64x64xi32, #a>
    %4 = tt.load %3 : !pa
    tt.store %3, %4 : !pa
    %5 = ttg.convert_layout %x : tensor<64x64xi32, #a> -> tensor<64x64xi32, #b>
    %6 = tt.addptr %q, %5 : !pb, tensor<64x64xi32, #b>
    %7 = tt.load %6 : !pb
    tt.store %6, %7 : !pb
    %8 = arith.addi %x, %d : tensor<64x64xi32, #a>
    scf.yield %8 : tensor<64x64xi32, #a>
  }
  tt.return
}

// Converted before it is broadcast.
// CHECK-LABEL: @broadcast(
// CHECK: ttg.convert_layout {{.*}} : tensor<1x64xf32, #[[$A]]> -> tensor<1x64xf32, #[[$B]]>
// CHECK-NEXT: tt.broadcast
// CHECK-NEXT: tt.store
tt.func @broadcast(%p: tensor<1x64xf32, #a>, %q: !pb) {
  %0 = tt.broadcast %p : tensor<1x64xf32, #a> -> !a
  %1 = ttg.convert_layout %0 : !a -> !b
  tt.store %q, %1 : !pb
  tt.return
}

// Only the branch that needs it converts.
// CHECK-LABEL: @branch(
// CHECK: scf.if
// CHECK: tt.load
// CHECK-NEXT: ttg.convert_layout
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.store
tt.func @branch(%p: !pa, %q: !pb, %flag: i1) {
  %zero = arith.constant dense<0.0> : !a
  %0 = scf.if %flag -> (!a) {
    %1 = tt.load %p : !pa
    scf.yield %1 : !a
  } else {
    scf.yield %zero : !a
  }
  %2 = ttg.convert_layout %0 : !a -> !b
  tt.store %q, %2 : !pb
  tt.return
}

// What would take more than the conversion is not computed again.
// CHECK-LABEL: @dear(
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: arith.addf
// CHECK: ttg.convert_layout
// CHECK-NOT: arith.addf
// M53-LABEL: @dear(
// M53-COUNT-12: arith.addf
tt.func @dear(%p: !pa, %q: !pb) {
  %0 = tt.load %p : !pa
  %1 = arith.addf %0, %0 : !a
  %2 = arith.addf %1, %1 : !a
  %3 = arith.addf %2, %2 : !a
  %4 = arith.addf %3, %3 : !a
  tt.store %p, %4 : !pa
  %5 = ttg.convert_layout %4 : !a -> !b
  tt.store %q, %5 : !pb
  tt.return
}

// A load of memory that the kernel only reads is done again where that is cheaper than a conversion.
// CHECK-LABEL: @small_load_again(
// CHECK: tt.load {{.*}} : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #[[$A]]}>>
// CHECK-NEXT: tt.load {{.*}} : tensor<64x!tt.ptr<f32>, #ttg.slice<{dim = 0, parent = #[[$B]]}>>
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @small_load_again(%base: !tt.ptr<f32>, %q: !pa, %s: !pb) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #r>
  %1 = tt.splat %base : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #r>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<f32>, #r>, tensor<64xi32, #r>
  %3 = tt.load %2 : tensor<64x!tt.ptr<f32>, #r>
  %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<64xf32, #r> -> tensor<1x64xf32, #a>
  %5 = tt.broadcast %4 : tensor<1x64xf32, #a> -> !a
  tt.store %q, %5 : !pa
  %6 = ttg.convert_layout %5 : !a -> !b
  tt.store %s, %6 : !pb
  tt.return
}

// Where it writes there too, a thread could read what another one has stored in the meantime. Only one row is converted.
// CHECK-LABEL: @small_load_in_place(
// CHECK: tt.load
// CHECK-NOT: tt.load
// CHECK: ttg.convert_layout {{.*}} : tensor<64xf32, #ttg.slice<{dim = 0, parent = #[[$A]]}>> -> tensor<64xf32, #ttg.slice<{dim = 0, parent = #[[$B]]}>>
// CHECK-NOT: tt.load
// CHECK-NOT: ttg.convert_layout
// CHECK: tt.return
tt.func @small_load_in_place(%base: !tt.ptr<f32>, %q: !pa, %s: !pb) {
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #r>
  %1 = tt.splat %base : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, #r>
  %2 = tt.addptr %1, %0 : tensor<64x!tt.ptr<f32>, #r>, tensor<64xi32, #r>
  %3 = tt.load %2 : tensor<64x!tt.ptr<f32>, #r>
  %4 = tt.expand_dims %3 {axis = 0 : i32} : tensor<64xf32, #r> -> tensor<1x64xf32, #a>
  %5 = tt.broadcast %4 : tensor<1x64xf32, #a> -> !a
  tt.store %q, %5 : !pa
  %6 = ttg.convert_layout %5 : !a -> !b
  tt.store %s, %6 : !pb
  %7 = arith.addf %3, %3 : tensor<64xf32, #r>
  tt.store %2, %7 : tensor<64x!tt.ptr<f32>, #r>
  tt.return
}

// What is reduced lies eight elements a thread: stored so where they are neighbours in memory, else converted and stored at once.
// CHECK-LABEL: @small_store(
// CHECK: tt.reduce
// CHECK: tt.store {{.*}} : tensor<64x!tt.ptr<f16>, #ttg.slice<{dim = 0, parent = #[[$W]]}>>
// CHECK: ttg.convert_layout {{.*}} -> tensor<64xf16, #[[$D]]>
// CHECK: tt.store {{.*}} : tensor<64x!tt.ptr<f16>, #[[$D]]>
tt.func @small_store(%p: tensor<64x64x!tt.ptr<f16>, #w>, %base: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
  %0 = tt.load %p : tensor<64x64x!tt.ptr<f16>, #w>
  %1 = "tt.reduce"(%0) <{axis = 0 : i32}> ({
  ^bb0(%x: f16, %y: f16):
    %z = arith.addf %x, %y : f16
    tt.reduce.return %z : f16
  }) : (tensor<64x64xf16, #w>) -> tensor<64xf16, #ttg.slice<{dim = 0, parent = #w}>>
  %2 = ttg.convert_layout %1 : tensor<64xf16, #ttg.slice<{dim = 0, parent = #w}>> -> tensor<64xf16, #d>
  %3 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #d>
  %4 = tt.splat %base : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>, #d>
  %5 = tt.addptr %4, %3 : tensor<64x!tt.ptr<f16>, #d>, tensor<64xi32, #d>
  tt.store %5, %2 : tensor<64x!tt.ptr<f16>, #d>
  %6 = arith.constant dense<100> : tensor<64xi32, #d>
  %7 = arith.muli %3, %6 : tensor<64xi32, #d>
  %8 = tt.addptr %4, %7 : tensor<64x!tt.ptr<f16>, #d>, tensor<64xi32, #d>
  tt.store %8, %2 : tensor<64x!tt.ptr<f16>, #d>
  tt.return
}
}
