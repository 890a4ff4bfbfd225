// One partition fills a buffer, the other waits for it and reads.
//
// RUN: fathom check %s --oracle same-meaning | FileCheck %s
// CHECK: num-stages=3: pass
// TARGET: cuda:90
// LAUNCH: grid=1,1,1 rng-seed=7 args=i32[64];out:i32[64]

// -----// IR Dump Before TritonGPUWarpSpecialization (tritongpu-automatic-warp-specialization) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b4>
    %v_ptr_base = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %v_ptr = tt.addptr %v_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    %v = tt.load %v_ptr : tensor<64x!tt.ptr<i32>, #b4>
    %w = arith.addi %v, %v : tensor<64xi32, #b4>
    %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
    %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
    tt.store %out_ptr, %w : tensor<64x!tt.ptr<i32>, #b4>
    tt.return
  }
}

// -----// IR Dump Before CSE (cse) ('builtin.module' operation) //----- //
#b4 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b2 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
#l1 = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
    %c0 = arith.constant 0 : i32
    %buf = ttg.local_alloc : () -> !ttg.memdesc<64xi32, #l1, #smem, mutable>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<1xi64, #l1, #smem, mutable>
    ttng.init_barrier %bar, 1 : !ttg.memdesc<1xi64, #l1, #smem, mutable>
    ttg.warp_specialize(%x, %buf, %bar)
    default {
      ttng.wait_barrier %bar, %c0 : !ttg.memdesc<1xi64, #l1, #smem, mutable>
      %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b4>
      %v = ttg.local_load %buf : !ttg.memdesc<64xi32, #l1, #smem, mutable> -> tensor<64xi32, #b4>
      %w = arith.addi %v, %v : tensor<64xi32, #b4>
      %out_ptr_base = tt.splat %out : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b4>
      %out_ptr = tt.addptr %out_ptr_base, %r : tensor<64x!tt.ptr<i32>, #b4>, tensor<64xi32, #b4>
      tt.store %out_ptr, %w : tensor<64x!tt.ptr<i32>, #b4>
      ttg.warp_yield
    }
    partition0(%px: !tt.ptr<i32>, %pbuf: !ttg.memdesc<64xi32, #l1, #smem, mutable>, %pbar: !ttg.memdesc<1xi64, #l1, #smem, mutable>) num_warps(2) {
      %q = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32, #b2>
      %u_ptr_base = tt.splat %px : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b2>
      %u_ptr = tt.addptr %u_ptr_base, %q : tensor<64x!tt.ptr<i32>, #b2>, tensor<64xi32, #b2>
      %u = tt.load %u_ptr : tensor<64x!tt.ptr<i32>, #b2>
      ttg.local_store %u, %pbuf : tensor<64xi32, #b2> -> !ttg.memdesc<64xi32, #l1, #smem, mutable>
      ttng.arrive_barrier %pbar, 1 : !ttg.memdesc<1xi64, #l1, #smem, mutable>
      ttg.warp_return
    } : (!tt.ptr<i32>, !ttg.memdesc<64xi32, #l1, #smem, mutable>, !ttg.memdesc<1xi64, #l1, #smem, mutable>) -> ()
    ttng.inval_barrier %bar : !ttg.memdesc<1xi64, #l1, #smem, mutable>
    ttg.local_dealloc %bar : !ttg.memdesc<1xi64, #l1, #smem, mutable>
    ttg.local_dealloc %buf : !ttg.memdesc<64xi32, #l1, #smem, mutable>
    tt.return
  }
}
