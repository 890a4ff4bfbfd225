// RUN: fathom-opt %s -split-input-file -allocate-shared-memory | FileCheck %s
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory --mutant M33 | FileCheck %s --check-prefix=M33
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory --mutant M35 | FileCheck %s --check-prefix=M35
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory --mutant M37 | FileCheck %s --check-prefix=M37
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory -allocate-shared-memory | FileCheck %s

// The buffer is in use as long as a part of it is (#11411).
// CHECK-LABEL: @through_a_view
// CHECK: local_alloc {allocation.offset = 0 : i32}
// CHECK: convert_layout %{{.*}} {allocation.offset = 512 : i32, allocation.size = 256 : i32}
// M33-LABEL: @through_a_view
// M33: local_alloc {allocation.offset = 0 : i32}
// M33: convert_layout %{{.*}} {allocation.offset = 0 : i32
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @through_a_view(%x: tensor<64xi32, #row>, %i: i32) -> tensor<64xi32, #row> {
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x64xi32, #plain, #smem, mutable>
  %v = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64xi32, #plain, #smem, mutable> -> !buffer
  ttg.local_store %x, %v : tensor<64xi32, #row> -> !buffer
  %y = ttg.convert_layout %x : tensor<64xi32, #row> -> tensor<64xi32, #pairs>
  %z = ttg.local_load %v : !buffer -> tensor<64xi32, #row>
  tt.return %z : tensor<64xi32, #row>
}
}

// -----

// The conversion comes after the last use of the buffer in the text, and before its next one.
// CHECK: ttg.shared = 512
// CHECK-LABEL: @round_the_loop
// CHECK: local_alloc %{{.*}} {allocation.offset = 0 : i32}
// CHECK: convert_layout %{{.*}} {allocation.offset = 256 : i32
// M35: ttg.shared = 256
// M35-LABEL: @round_the_loop
// M35: convert_layout %{{.*}} {allocation.offset = 0 : i32
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @round_the_loop(%x: tensor<64xi32, #row>, %n: i32) -> tensor<64xi32, #row> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = ttg.local_alloc %x : (tensor<64xi32, #row>) -> !buffer
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> tensor<64xi32, #row> : i32 {
    %y = ttg.local_load %m : !buffer -> tensor<64xi32, #pairs>
    %z = ttg.convert_layout %y : tensor<64xi32, #pairs> -> tensor<64xi32, #row>
    scf.yield %z : tensor<64xi32, #row>
  }
  tt.return %r : tensor<64xi32, #row>
}
}

// -----

// The same with branches between blocks.
// CHECK: ttg.shared = 512
// CHECK-LABEL: @round_the_blocks
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @round_the_blocks(%x: tensor<64xi32, #row>, %c: i1) {
  %m = ttg.local_alloc %x : (tensor<64xi32, #row>) -> !buffer
  cf.br ^loop
^loop:
  %y = ttg.local_load %m : !buffer -> tensor<64xi32, #pairs>
  %z = ttg.convert_layout %y : tensor<64xi32, #pairs> -> tensor<64xi32, #row>
  cf.cond_br %c, ^loop, ^end
^end:
  tt.return
}
}

// -----

// Only one of the branches is taken, so both buffers may lie at one place, but not under the scratch memory of what follows.
// CHECK: ttg.shared = 512
// CHECK-LABEL: @branches
// CHECK: local_alloc %{{.*}} {allocation.offset = 0 : i32}
// CHECK: local_alloc %{{.*}} {allocation.offset = 0 : i32}
// CHECK: convert_layout %{{.*}} {allocation.offset = 256 : i32
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @branches(%x: tensor<64xi32, #row>, %c: i1) -> (tensor<64xi32, #row>, tensor<64xi32, #pairs>) {
  %m = scf.if %c -> !buffer {
    %a = ttg.local_alloc %x : (tensor<64xi32, #row>) -> !buffer
    scf.yield %a : !buffer
  } else {
    %y = arith.addi %x, %x : tensor<64xi32, #row>
    %b = ttg.local_alloc %y : (tensor<64xi32, #row>) -> !buffer
    scf.yield %b : !buffer
  }
  %z = ttg.convert_layout %x : tensor<64xi32, #row> -> tensor<64xi32, #pairs>
  %l = ttg.local_load %m : !buffer -> tensor<64xi32, #row>
  tt.return %l, %z : tensor<64xi32, #row>, tensor<64xi32, #pairs>
}
}

// -----

// A copy is under way until something waits for its token, even if nobody reads the buffer.
// CHECK: ttg.shared = 512
// CHECK-LABEL: @copy_under_way
// CHECK: convert_layout %{{.*}} {allocation.offset = 256 : i32
// CHECK: convert_layout %{{.*}} {allocation.offset = 0 : i32
// M37: ttg.shared = 320
// M37-LABEL: @copy_under_way
// M37: convert_layout %{{.*}} {allocation.offset = 256 : i32, allocation.size = 256 : i32}
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @copy_under_way(%p: tensor<64x!tt.ptr<i32>, #pairs>, %x: tensor<64xi32, #row>) {
  %m = ttg.local_alloc : () -> !buffer
  %t = ttg.async_copy_global_to_local %p, %m : tensor<64x!tt.ptr<i32>, #pairs> -> <64xi32, #plain, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  %y = ttg.convert_layout %x : tensor<64xi32, #row> -> tensor<64xi32, #pairs>
  %w = ttg.async_wait %g {num = 0 : i32}
  %z = ttg.convert_layout %x : tensor<64xi32, #row> -> tensor<64xi32, #pairs>
  tt.return
}
}

// -----

// Partitions run at once, whatever the order of the text; captures are read when they begin.
// CHECK: ttg.shared = 780
// CHECK: tt.func @partitions
// CHECK-SAME: allocation.offset = [[STATES:[0-9]+]] : i32, allocation.size = 4 : i32
// CHECK: warp_specialize(%{{.*}}) attributes {allocation.offset = {{[0-9]+}} : i32, allocation.size = 4 : i32}
// CHECK: convert_layout %{{.*}} {allocation.offset = [[FIRST:[0-9]+]] : i32
// CHECK: partition0
// CHECK-NOT: allocation.offset = [[FIRST]]
// CHECK: local_alloc
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @partitions(%x: tensor<128xi32, #row>, %n: i32) {
  ttg.warp_specialize(%n)
  default {
    %y = ttg.convert_layout %x : tensor<128xi32, #row> -> tensor<128xi32, #pairs>
    ttg.warp_yield
  }
  partition0(%i: i32) num_warps(4) {
    %v = tt.splat %i : i32 -> tensor<64xi32, #row>
    %m = ttg.local_alloc %v : (tensor<64xi32, #row>) -> !ttg.memdesc<64xi32, #plain, #smem>
    %z = ttg.local_load %m : !ttg.memdesc<64xi32, #plain, #smem> -> tensor<64xi32, #row>
    ttg.warp_return
  } : (i32) -> ()
  tt.return
}
}
