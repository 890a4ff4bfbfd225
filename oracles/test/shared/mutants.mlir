// The core's places and barriers, and what the oracle says where it has a historical bug.
//
// RUN: fathom check %s --subject core --oracle shared-order | FileCheck %s
// RUN: not fathom check %s --subject core:M33 --oracle shared-order | FileCheck %s --check-prefix=M33
// RUN: not fathom check %s --subject core:M35 --oracle shared-order | FileCheck %s --check-prefix=M35
// RUN: not fathom check %s --subject core:M36 --oracle shared-order | FileCheck %s --check-prefix=M36
// RUN: not fathom check %s --subject core:M37 --oracle shared-order | FileCheck %s --check-prefix=M37
// RUN: fathom check %s --subject core --oracle pass-promises | FileCheck %s
// RUN: not fathom check %s --subject core:M33 --oracle pass-promises | FileCheck %s --check-prefix=PLACES
// RUN: not fathom check %s --subject core:M35 --oracle pass-promises | FileCheck %s --check-prefix=PLACES
// RUN: not fathom check %s --subject core:M37 --oracle pass-promises | FileCheck %s --check-prefix=END
// PLACES: FAIL: pass-promises: promise in AllocateSharedMemory: two buffers that are in use at once overlap
// END: FAIL: pass-promises: promise in AllocateSharedMemory: a buffer has no place, or one beyond the end
// CHECK: num-stages=3: pass
// M33: FAIL: shared-order: missing-barrier in test-print-membar
// M35: FAIL: shared-order: overlap in allocate-shared-memory
// M36: FAIL: shared-order: missing-barrier in test-print-membar
// M37: FAIL: shared-order: beyond-the-end in allocate-shared-memory
// TARGET: cuda:80
// PIPELINE: allocate-shared-memory,test-print-membar
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64];i32=3
#row = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#pairs = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
!row = tensor<64xi32, #row>
!pairs = tensor<64xi32, #pairs>
!ptrs = tensor<64x!tt.ptr<i32>, #row>
!buffer = !ttg.memdesc<64xi32, #plain, #smem, mutable>
!ring = !ttg.memdesc<2x64xi32, #plain, #smem, mutable>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = 32 : i32, ttg.target = "cuda:80"} {
  tt.func public @kernel(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : !row
    %ins = tt.splat %in : !tt.ptr<i32> -> !ptrs
    %from = tt.addptr %ins, %range : !ptrs, !row
    %x = tt.load %from : !ptrs
    %ring = ttg.local_alloc : () -> !ring
    %slot = ttg.memdesc_index %ring[%c1] : !ring -> !buffer
    // Read in each iteration, before the scratch memory of its end is written.
    %once = ttg.local_alloc %x : (!row) -> !ttg.memdesc<64xi32, #plain, #smem>
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> !row : i32 {
      %again = ttg.local_load %once : !ttg.memdesc<64xi32, #plain, #smem> -> !pairs
      %other = ttg.convert_layout %acc : !row -> !pairs
      %next = arith.addi %other, %again : !pairs
      %back = ttg.convert_layout %next : !pairs -> !row
      scf.yield %back : !row
    }
    // Written in each iteration where the one before it has read.
    %places = tt.make_range {end = 64 : i32, start = 0 : i32} : !pairs
    %outs = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #pairs>
    %to = tt.addptr %outs, %places : tensor<64x!tt.ptr<i32>, #pairs>, !pairs
    scf.for %i = %c0 to %n step %c1 : i32 {
      ttg.local_store %sum, %slot : !row -> !buffer
      %pairs = ttg.local_load %slot : !buffer -> !pairs
      tt.store %to, %pairs : tensor<64x!tt.ptr<i32>, #pairs>
    }
    tt.return
  }
}
