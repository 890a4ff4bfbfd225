// RUN: fathom-opt %s -split-input-file -allocate-shared-memory -test-print-membar | FileCheck %s
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory -test-print-membar -test-print-membar | FileCheck %s
// RUN: fathom-opt %s -split-input-file -allocate-shared-memory -test-print-membar --mutant M36 | FileCheck %s --check-prefix=M36

// Write and read, read and write, write and write: between any two of them; not between reads.
// CHECK-LABEL: @in_turn
// CHECK-NEXT: local_alloc
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
// CHECK-NEXT: local_load
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
// CHECK-NEXT: tt.return
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!row = tensor<64xi32, #row>
!pairs = tensor<64xi32, #pairs>
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32} {
tt.func @in_turn(%x: !row) {
  %m = ttg.local_alloc %x : (!row) -> !buffer
  %y = ttg.local_load %m : !buffer -> !pairs
  %z = ttg.local_load %m : !buffer -> !pairs
  ttg.local_store %x, %m : !row -> !buffer
  ttg.local_store %y, %m : !pairs -> !buffer
  ttg.barrier local
  %w = ttg.local_load %m : !buffer -> !row
  tt.return
}

// A barrier that is for global memory alone does not help; one before the wait for a copy does not, either.
// CHECK-LABEL: @other_barriers
// CHECK: barrier global_read|global_write
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
// CHECK: async_copy
// CHECK: barrier local
// CHECK-NEXT: async_wait
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
tt.func @other_barriers(%x: !row, %p: tensor<64x!tt.ptr<i32>, #row>) {
  %m = ttg.local_alloc %x : (!row) -> !buffer
  ttg.barrier global_read|global_write
  %y = ttg.local_load %m : !buffer -> !pairs
  %n = ttg.local_alloc : () -> !buffer
  %t = ttg.async_copy_global_to_local %p, %n : tensor<64x!tt.ptr<i32>, #row> -> <64xi32, #plain, #smem, mutable>
  %g = ttg.async_commit_group tokens %t
  ttg.barrier local
  %w = ttg.async_wait %g {num = 0 : i32}
  %z = ttg.local_load %n token %w : !buffer -> !pairs
  tt.return
}

// What comes round a loop is ordered, too.
// CHECK-LABEL: @round_the_loop
// CHECK: scf.for
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
// M36-LABEL: @round_the_loop
// M36: scf.for
// M36-NEXT: local_load
// M36-NEXT: barrier local
// M36-NEXT: local_store
tt.func @round_the_loop(%x: !row, %y: !pairs, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = ttg.local_alloc : () -> !buffer
  scf.for %i = %c0 to %n step %c1 : i32 {
    %z = ttg.local_load %m : !buffer -> !pairs
    ttg.local_store %x, %m : !row -> !buffer
  }
  tt.return
}

// A branch without a barrier is a way without a barrier.
// CHECK-LABEL: @branches
// CHECK: scf.if
// CHECK: scf.if
// CHECK: }
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_load
tt.func @branches(%x: !row, %c: i1) {
  %m = ttg.local_alloc : () -> !buffer
  scf.if %c {
    ttg.local_store %x, %m : !row -> !buffer
    ttg.barrier local
  }
  scf.if %c {
    ttg.local_store %x, %m : !row -> !buffer
  }
  %z = ttg.local_load %m : !buffer -> !pairs
  tt.return
}

// Different buffers of a list do not meet; where the number is not known, all of them do.
// CHECK-LABEL: @parts
// CHECK: local_store
// CHECK-NEXT: memdesc_index
// CHECK-NEXT: local_store
// CHECK-NEXT: memdesc_index
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
tt.func @parts(%x: !row, %i: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x64xi32, #plain, #smem, mutable>
  %a = ttg.memdesc_index %m[%c0] : !ttg.memdesc<2x64xi32, #plain, #smem, mutable> -> !buffer
  ttg.local_store %x, %a : !row -> !buffer
  %b = ttg.memdesc_index %m[%c1] : !ttg.memdesc<2x64xi32, #plain, #smem, mutable> -> !buffer
  ttg.local_store %x, %b : !row -> !buffer
  %c = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x64xi32, #plain, #smem, mutable> -> !buffer
  ttg.local_store %x, %c : !row -> !buffer
  tt.return
}

// Scratch memory is read last, after a barrier inside.
// CHECK-LABEL: func @scratch
// CHECK-NEXT: local_alloc %{{.*}} {allocation.offset = 0
// CHECK-NEXT: convert_layout %{{.*}} {allocation.offset = 256
// CHECK-NEXT: local_load
// CHECK-NEXT: barrier local
// CHECK-NEXT: convert_layout %{{.*}} {allocation.offset = {{0|256}}
tt.func @scratch(%x: !row) -> (!pairs, !row) {
  %m = ttg.local_alloc %x : (!row) -> !buffer
  %y = ttg.convert_layout %x : !row -> !pairs
  %z = ttg.local_load %m : !buffer -> !pairs
  %w = ttg.convert_layout %z : !pairs -> !row
  tt.return %y, %w : !pairs, !row
}

// What a function reads and writes, before its first barrier and after its last one.
// CHECK-LABEL: func @caller
// CHECK: local_alloc
// CHECK-NEXT: barrier local
// CHECK-NEXT: tt.call @reads
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
// CHECK-NEXT: tt.call @scratch
tt.func @caller(%x: !row) {
  %m = ttg.local_alloc %x : (!row) -> !buffer
  %y = tt.call @reads(%m) : (!buffer) -> !pairs
  ttg.local_store %x, %m : !row -> !buffer
  %z:2 = tt.call @scratch(%x) : (!row) -> (!pairs, !row)
  ttg.local_dealloc %m : !buffer
  tt.return
}
// CHECK-LABEL: func private @reads
// CHECK-NEXT: local_load
tt.func private @reads(%m: !buffer) -> !pairs attributes {noinline = true} {
  %y = ttg.local_load %m : !buffer -> !pairs
  tt.return %y : !pairs
}
}

// -----

#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#row = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#tma = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!tile = tensor<64x64xf16, #row>
!buffer = !ttg.memdesc<64x64xf16, #tma, #smem, mutable>
!acc = tensor<64x64xf32, #mma>
!bar = !ttg.memdesc<1xi64, #plain, #smem, mutable>
module attributes {"ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:90"} {

// A product reads until it is waited for: a barrier before the wait is not one after it.
// CHECK-LABEL: @product
// CHECK: barrier local
// CHECK-NEXT: warp_group_dot
// CHECK-NEXT: barrier local
// CHECK-NEXT: warp_group_dot_wait
// CHECK-NEXT: barrier local
// CHECK-NEXT: local_store
tt.func @product(%x: !tile, %c: !acc) {
  %m = ttg.local_alloc %x : (!tile) -> !buffer
  %d = ttng.warp_group_dot %m, %m, %c {isAsync = true} : !buffer * !buffer -> !acc
  ttg.barrier local
  %w:2 = ttng.warp_group_dot_wait %d, %m {pendings = 0 : i32} : !acc, !buffer
  ttg.local_store %x, %m : !tile -> !buffer
  tt.return
}

// Arrivals and waits need no barriers among each other; nobody may use an mbarrier before it is set up. What TMA wrote may be read after the wait.
// CHECK-LABEL: @mbarriers
// CHECK: init_barrier
// CHECK-NEXT: barrier local
// CHECK-NEXT: barrier_expect
// CHECK-NEXT: async_tma_copy_global_to_local
// CHECK-NEXT: wait_barrier
// CHECK-NEXT: local_load
// CHECK-NEXT: barrier local
// CHECK-NEXT: async_tma_copy_global_to_local
// CHECK-NEXT: wait_barrier
// CHECK-NEXT: barrier local
// CHECK-NEXT: inval_barrier
tt.func @mbarriers(%desc: !tt.tensordesc<tensor<64x64xf16, #tma>>, %p: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = ttg.local_alloc : () -> !buffer
  %b = ttg.local_alloc : () -> !bar
  ttng.init_barrier %b, 1 : !bar
  ttng.barrier_expect %b, 8192, %p : !bar
  ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #tma>>, !bar -> !buffer
  ttng.wait_barrier %b, %c0 : !bar
  %y = ttg.local_load %m : !buffer -> !tile
  ttng.async_tma_copy_global_to_local %desc[%c0, %c0] %m, %b, %p : !tt.tensordesc<tensor<64x64xf16, #tma>>, !bar -> !buffer
  ttng.wait_barrier %b, %c1 : !bar
  ttng.inval_barrier %b : !bar
  tt.return
}
}
